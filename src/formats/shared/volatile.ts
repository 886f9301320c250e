// What differs between two runs of one thing and says nothing about it: times, durations, addresses, ids, temporary names.
// Found in one pass over UTF-8: nearly every byte of an observation can begin none of them, and eleven passes of a global
// replacement over all of it cost more than parsing the file did.

export interface Volatile {
  readonly what: string;
  /** Sticky: it is tried at one place. Characters stand for bytes of UTF-8. */
  readonly pattern: RegExp;
  readonly becomes: string;
}

const UUID: Volatile = { what: 'UUIDs', pattern: /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/iy, becomes: '<id>' };
const ADDRESS: Volatile = { what: 'memory addresses', pattern: /0x[0-9a-f]{6,16}\b/iy, becomes: '<address>' };
const STAMP: Volatile = {
  what: 'ISO dates with a time, log stamps',
  pattern: /\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?/y,
  becomes: '<time>',
};
const DATE: Volatile = {
  what: 'dates as `ls -l` and `date` print them',
  pattern: /(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) {1,2}\d{1,2} {1,2}(?:\d\d:\d\d(?::\d\d)?|\d{4})\b/y,
  becomes: '<time>',
};
const CLOCK: Volatile = { what: 'times of day with seconds', pattern: /\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?\b/y, becomes: '<time>' };
const UNIX: Volatile = { what: 'Unix times from 2017 to 2033 with decimals', pattern: /1[5-9]\d{8}\.\d+/y, becomes: '<time>' };
const TIMED: Volatile = { what: '`time` output', pattern: /\d+m\d+\.\d+s\b/y, becomes: '<duration>' };
const DURATION: Volatile = {
  what: 'durations in seconds, milliseconds and smaller',
  pattern: /\d+(?:\.\d+)? ?(?:seconds?|secs?|milliseconds?|microseconds?|ms|\u00c2\u00b5s|us|ns|s)\b/y,
  becomes: '<duration>',
};
const PROCESS: Volatile = { what: 'process ids', pattern: /(pid|process|PID|Process)([ =:]{1,3})\d+\b/y, becomes: '$1$2<pid>' };
const JOB: Volatile = { what: 'shell job lines', pattern: /\[\d+\] \d+$/my, becomes: '<pid>' };
const TEMPORARY: Volatile = {
  what: 'names made at random under a temporary folder',
  pattern: /(\/(?:tmp|var\/tmp|private\/tmp)\/)(?:tmp[._]?[A-Za-z0-9_]{6,}|pytest-of-[\w-]+\/pytest-\d+|pip-[\w-]+)|\/var\/folders\/[\w+/-]+/y,
  becomes: '$1<temp>',
};

/** What is taken out of observations; at one place the first that fits. Exported to be shown. */
export const VOLATILE: readonly Volatile[] = [UUID, ADDRESS, STAMP, DATE, CLOCK, UNIX, TIMED, DURATION, PROCESS, JOB, TEMPORARY];

/** Classes of bytes. */
const WORD = 1;
const DIGIT = 2;
/** Letters that may begin a UUID, a month or a process id. */
const LETTER = 4;
/** `/` and `[`. */
const OPENING = 8;

const CLASSES = classesOf();

function classesOf(): Uint8Array {
  const classes = new Uint8Array(256);
  const mark = (characters: string, bits: number): void => {
    for (const character of characters) classes[character.charCodeAt(0)] = (classes[character.charCodeAt(0)] ?? 0) | bits;
  };
  mark('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_', WORD);
  mark('0123456789', WORD | DIGIT);
  mark('abcdefABCDEFJMSONDpP', LETTER);
  mark('/[', OPENING);
  return classes;
}

/** A part of some bytes and what stands for it. */
export interface VolatilePart {
  readonly start: number;
  /** Not included. */
  readonly end: number;
  readonly becomes: string;
}

/**
 * The volatile parts of UTF-8 text, in order; none overlaps another. Linear in its length. `next`: the first byte at an
 * index or after it at which a pattern has to be tried, where someone else can tell faster.
 */
export function findVolatile(bytes: Buffer, next: ((from: number) => number) | null = null): readonly VolatilePart[] {
  return next === null ? findAlone(bytes) : findWith(bytes, next);
}

function findWith(bytes: Buffer, next: (from: number) => number): readonly VolatilePart[] {
  const finder = new Finder(bytes);
  const parts: VolatilePart[] = [];
  for (let i = next(0); i < bytes.length;) {
    const part = finder.match(i, CLASSES[bytes[i] ?? 0] ?? 0);
    if (part !== null) parts.push(part);
    i = next(part?.end ?? i + 1);
  }
  return parts;
}

function findAlone(bytes: Buffer): readonly VolatilePart[] {
  const finder = new Finder(bytes);
  const parts: VolatilePart[] = [];
  const { length } = bytes;
  let i = 0;
  while (i < length) {
    const kind = CLASSES[bytes[i] ?? 0] ?? 0;
    if ((kind & (WORD | OPENING)) === 0) {
      i++;
      continue;
    }
    const part = (kind & (DIGIT | LETTER | OPENING)) === 0 ? null : finder.match(i, kind);
    if (part !== null) parts.push(part);
    i = part?.end ?? i + 1;
    // What follows a character of a word begins none.
    if (((CLASSES[bytes[i - 1] ?? 0] ?? 0) & WORD) !== 0) while (i < length && ((CLASSES[bytes[i] ?? 0] ?? 0) & WORD) !== 0) i++;
  }
  return parts;
}

const HYPHEN = 0x2d;
const SPACE = 0x20;

class Finder {
  /** The bytes as a text of as many characters, made when a pattern is first tried. */
  private text: string | null = null;

  constructor(private readonly bytes: Buffer) {}

  /** The part that begins here, at the start of a word or at `/` or `[`. */
  match(i: number, kind: number): VolatilePart | null {
    const { bytes } = this;
    if ((kind & DIGIT) !== 0) return this.matchNumber(i);
    if ((kind & OPENING) === 0) return this.matchWord(i);
    if (bytes[i] === 0x2f) return 'tvp'.includes(String.fromCharCode(bytes[i + 1] ?? 0)) ? this.attempt(TEMPORARY, i) : null;
    return i === 0 || bytes[i - 1] === 0x0a ? this.attempt(JOB, i) : null;
  }

  /** Digits are frequent and rarely volatile: what follows them decides what is tried. */
  private matchNumber(i: number): VolatilePart | null {
    const { bytes } = this;
    let end = i + 1;
    while (((CLASSES[bytes[end] ?? 0] ?? 0) & DIGIT) !== 0) end++;
    const digits = end - i;
    const id = digits <= 8 && bytes[i + 8] === HYPHEN ? this.attempt(UUID, i) : null;
    if (id !== null) return id;
    switch (String.fromCharCode(bytes[end] ?? 0)) {
      case 'x':
      case 'X':
        return digits === 1 ? this.attempt(ADDRESS, i) : null;
      case '-':
      case '/':
        return digits === 4 ? this.attempt(STAMP, i) : null;
      case ':':
        return digits <= 2 ? this.attempt(CLOCK, i) : null;
      case '.':
        return (digits === 10 ? this.attempt(UNIX, i) : null) ?? this.attempt(DURATION, i);
      case 'm':
        return this.attempt(TIMED, i) ?? this.attempt(DURATION, i);
      case ' ':
      case 's':
      case 'u':
      case 'n':
      case '\u00c2':
        return this.attempt(DURATION, i);
      default:
        return null;
    }
  }

  private matchWord(i: number): VolatilePart | null {
    const { bytes } = this;
    const found = (bytes[i + 8] === HYPHEN ? this.attempt(UUID, i) : null) ?? (bytes[i + 3] === SPACE ? this.attempt(DATE, i) : null);
    return found ?? (bytes[i] === 0x70 || bytes[i] === 0x50 ? this.attempt(PROCESS, i) : null);
  }

  private attempt({ pattern, becomes }: Volatile, i: number): VolatilePart | null {
    const text = (this.text ??= this.bytes.toString('latin1'));
    pattern.lastIndex = i;
    const found = pattern.exec(text);
    if (found === null) return null;
    return { start: i, end: pattern.lastIndex, becomes: becomes.includes('$') ? becomes.replace(/\$(\d)/g, (_, group: string) => found[Number(group)] ?? '') : becomes };
  }
}
