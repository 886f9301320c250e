import type { RandomStream } from '../../src/engine/random';

/** Bytes with which formats are told apart and broken. */
const SPECIAL = Buffer.from('{}[]":,\\ \n\r\t0123456789eE+-.\u0000', 'utf8');
/** Values that no reader expects where they land. */
const VALUES = ['null', 'true', '-1', '0', '1e999', '-0.0', '1e-400', '9007199254740993', 'NaN', 'Infinity', '""', '"x"', '[]', '{}', '[null]', '{"":null}', '"\\ud800"', '"\\u0000"', '"__proto__"', '{"__proto__":{"a":1}}', '[[[[[[[[]]]]]]]]', '"\\u202e\\u001b[31m"'];

type Mutation = (bytes: Buffer, random: RandomStream) => Buffer;

function place(bytes: Buffer, random: RandomStream): number {
  return bytes.length === 0 ? 0 : random.below(bytes.length);
}

/** Start and end of a stretch of up to `most` bytes. */
function stretch(bytes: Buffer, random: RandomStream, most: number): readonly [number, number] {
  const start = place(bytes, random);
  return [start, Math.min(bytes.length, start + 1 + random.below(most))];
}

function splice(bytes: Buffer, start: number, end: number, inserted: Uint8Array): Buffer {
  return Buffer.concat([bytes.subarray(0, start), inserted, bytes.subarray(end)]);
}

/** Place right after a random colon or comma, where a value may begin; null when there is none. */
function valueStart(bytes: Buffer, random: RandomStream): number | null {
  const from = place(bytes, random);
  for (let i = from; i < bytes.length; i++) if (bytes[i] === 0x3a || bytes[i] === 0x2c) return i + 1;
  return null;
}

/** End of the scalar or string that begins at `start`, roughly. */
function valueEnd(bytes: Buffer, start: number): number {
  let i = start;
  while (i < bytes.length && (bytes[i] === 0x20 || bytes[i] === 0x0a)) i++;
  if (bytes[i] === 0x22) {
    for (i++; i < bytes.length && bytes[i] !== 0x22; i++) if (bytes[i] === 0x5c) i++;
    return Math.min(bytes.length, i + 1);
  }
  while (i < bytes.length && !Buffer.from(',}]\n').includes(bytes[i] ?? 0)) i++;
  return i;
}

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'one bit': (bytes, random) => {
    const changed = Buffer.from(bytes);
    const i = place(bytes, random);
    changed[i] = (changed[i] ?? 0) ^ (1 << random.below(8));
    return changed;
  },
  'a special byte': (bytes, random) => {
    const changed = Buffer.from(bytes);
    changed[place(bytes, random)] = SPECIAL[random.below(SPECIAL.length)] ?? 0;
    return changed;
  },
  'a special byte more': (bytes, random) => {
    const i = place(bytes, random);
    return splice(bytes, i, i, SPECIAL.subarray(random.below(SPECIAL.length)).subarray(0, 1));
  },
  'cut off': (bytes, random) => bytes.subarray(0, place(bytes, random)),
  'beginning lost': (bytes, random) => bytes.subarray(place(bytes, random)),
  'a stretch lost': (bytes, random) => splice(bytes, ...stretch(bytes, random, 200), Buffer.alloc(0)),
  'a stretch twice': (bytes, random) => {
    const [start, end] = stretch(bytes, random, 2000);
    return splice(bytes, end, end, bytes.subarray(start, end));
  },
  'a stretch elsewhere': (bytes, random) => {
    const [start, end] = stretch(bytes, random, 500);
    const to = place(bytes, random);
    return splice(bytes, to, to, bytes.subarray(start, end));
  },
  'NUL bytes': (bytes, random) => Buffer.from(bytes).fill(0, ...stretch(bytes, random, 300)),
  'no UTF-8': (bytes, random) => splice(bytes, ...stretch(bytes, random, 2), Buffer.from([[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82]][random.below(5)] ?? [0xff])),
  'another value': (bytes, random) => {
    const start = valueStart(bytes, random);
    if (start === null) return bytes;
    return splice(bytes, start, valueEnd(bytes, start), Buffer.from(VALUES[random.below(VALUES.length)] ?? 'null'));
  },
  'a value more': (bytes, random) => {
    const start = valueStart(bytes, random) ?? 0;
    return splice(bytes, start, start, Buffer.from(`${VALUES[random.below(VALUES.length)] ?? 'null'},`));
  },
  'a key twice': (bytes, random) => {
    const key = bytes.indexOf(Buffer.from(', "'), place(bytes, random));
    if (key < 0) return bytes;
    const end = valueEnd(bytes, Math.max(key + 3, bytes.indexOf(0x3a, key + 3) + 1));
    return splice(bytes, end, end, bytes.subarray(key, end));
  },
  'deep nesting': (bytes, random) => {
    const start = valueStart(bytes, random) ?? 0;
    const depth = 400 + random.below(400);
    return splice(bytes, start, start, Buffer.from('['.repeat(depth) + (random.below(2) === 0 ? ']'.repeat(depth) : '')));
  },
  'lines in another order': (bytes, random) => {
    const lines = bytes.toString('latin1').split('\n');
    const [i, j] = [random.below(lines.length), random.below(lines.length)];
    [lines[i], lines[j]] = [lines[j] ?? '', lines[i] ?? ''];
    return Buffer.from(lines.join('\n'), 'latin1');
  },
  'CR LF': (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'),
  'a byte order mark': (bytes) => Buffer.concat([Uint8Array.of(0xef, 0xbb, 0xbf), bytes]),
};

const NAMES = Object.keys(MUTATIONS);

export interface Mutated {
  readonly bytes: Buffer;
  /** What was done, in order. */
  readonly done: readonly string[];
}

/** The bytes with one to three mutations, which depend on the stream alone. */
export function mutate(original: Uint8Array, random: RandomStream): Mutated {
  let bytes: Buffer = Buffer.from(original);
  const done: string[] = [];
  for (let count = 1 + (random.below(4) === 0 ? random.below(3) : 0); count > 0; count--) {
    const name = NAMES[random.below(NAMES.length)] ?? 'one bit';
    bytes = Buffer.from(MUTATIONS[name]?.(bytes, random) ?? bytes);
    done.push(name);
  }
  return { bytes, done };
}
