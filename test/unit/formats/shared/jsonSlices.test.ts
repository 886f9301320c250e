import assert from 'node:assert/strict';
import { scanJson } from '../../../../src/formats/shared/jsonSlices';
import type { JsonScan, JsonScanOptions, JsonSlice } from '../../../../src/formats/shared/jsonSlices';
import { parseJson } from '../../../../src/formats/shared/parseJson';
import { toBytes } from '../../../support/memorySource';
import type { FileContent } from '../../../support/memorySource';

interface Scanned {
  readonly scan: JsonScan;
  readonly slices: JsonSlice[];
}

function* cut(bytes: Uint8Array, size: number): Iterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

function scan(content: FileContent, options: JsonScanOptions, size = 1 << 21): Scanned {
  const slices: JsonSlice[] = [];
  const result = scanJson(cut(toBytes(content), size), options, (slice) => slices.push(slice));
  return { scan: result, slices };
}

/** Scans with all chunk sizes, asserts that they agree, and returns the result. */
function check(content: FileContent, options: JsonScanOptions): Scanned {
  const whole = scan(content, options);
  for (const size of [1, 2, 3, 7, 100]) assert.deepEqual(scan(content, options, size), whole, `chunks of ${size}`);
  return whole;
}

const texts = (slices: readonly JsonSlice[]): string[] => slices.map((s) => `${s.path.join('/')}=${Buffer.from(s.bytes).toString()}`);
const codes = (result: JsonScan): string[] => result.issues.map((i) => `${i.code}@${i.byte}:${i.line}`);

describe('scanJson', () => {
  it('gives path, byte range and line of wanted values', () => {
    const text = '{\n "a": [1, {"b": 2}],\n "c": "x"\n}';
    const { slices, scan: seen } = check(text, { want: [['a', '*'], ['c']] });
    assert.deepEqual(texts(slices), ['a/0=1', 'a/1={"b": 2}', 'c="x"']);
    assert.deepEqual(slices.map((s) => s.line), [2, 2, 3]);
    for (const s of slices) assert.equal(Buffer.from(text).subarray(s.start, s.end).toString(), Buffer.from(s.bytes).toString());
    assert.deepEqual([seen.root, seen.keys, seen.isComplete, seen.issues], ['object', ['a', 'c'], true, []]);
  });

  it('repeats the example of its docstring', () => {
    const { slices } = check('{"a":[1,{"b":2}]}', { want: [['a', '*']] });
    assert.deepEqual(slices.map((s) => [s.path, s.start, s.end]), [[['a', 0], 6, 7], [['a', 1], 8, 15]]);
  });

  it('delivers the root, and an inner value before the one around it', () => {
    assert.deepEqual(texts(check('{"a": {"b": [3]}}', { want: [[], ['a'], ['a', 'b', 0]] }).slices), ['a/b/0=3', 'a={"b": [3]}', '={"a": {"b": [3]}}']);
    for (const root of ['12', '-0.5e+3', 'true', '"x"', 'null', '[]', '{}', ' [ ] ']) assert.deepEqual(texts(check(root, { want: [[]] }).slices), [`=${root.trim()}`]);
  });

  it('finds keys however they are escaped, and tells duplicates', () => {
    const { slices, scan: seen } = check('{"\\u006dessages": [1], "messages": [2], "k\\"\\\\": 3}', { want: [['messages', '*'], ['k"\\']] });
    assert.deepEqual(texts(slices), ['messages/0=1', 'messages/0=2', 'k"\\=3']);
    assert.deepEqual(seen.duplicates.map((d) => [d.path, d.byte]), [[['messages'], 23]]);
    assert.deepEqual(seen.keys, ['messages', 'k"\\']);
  });

  it('lets no string content pass for structure', () => {
    const tricky = JSON.stringify({ a: '","b":[{', c: 'x\\', d: '\\"', e: '\\\\\\"}', f: `${'y'.repeat(80)}"${'\\'.repeat(41)}` });
    assert.deepEqual(texts(check(tricky, { want: [['b'], ['f']] }).slices), [`f=${JSON.stringify(`${'y'.repeat(80)}"${'\\'.repeat(41)}`)}`]);
    assert.equal(check(tricky, { want: [] }).scan.isComplete, true);
  });

  it('delivers what was complete before a cut, and says where and inside what it was', () => {
    const text = '{"info": {"a": 1},\n"messages": [{"r": 1}, {"r": "two';
    const { slices, scan: seen } = check(text, { want: [['info'], ['messages', '*']] });
    assert.deepEqual(texts(slices), ['info={"a": 1}', 'messages/0={"r": 1}']);
    assert.deepEqual(seen.cut, { byte: text.length, line: 2, path: ['messages', 1] });
    assert.deepEqual(seen.unfinished, [{ start: text.indexOf('{"r": "two'), line: 2 }]);
    assert.deepEqual(codes(seen), [`truncated@${text.length}:2`]);
    assert.match(seen.issues[0]?.message ?? '', /inside messages\[1\]/);
    assert.deepEqual(check('{"a": 1, ', { want: [['a']] }).scan.cut?.path, []);
    assert.deepEqual(check('{"a": [1, ', { want: [['a', '*']] }).scan.cut?.path, ['a', 1]);
    assert.deepEqual(check('{"a": tr', { want: [['a']] }).scan.cut?.path, ['a']);
  });

  it('is complete for no proper prefix of an object, and never throws at a cut', () => {
    const text = '{"a": [1, -2.5e3, "x\\n\\u00e9", {"b": null}], "c": {"d": [[], {}, true]}}';
    const whole = texts(check(text, { want: [['a', '*'], ['c', '*', '*']] }).slices);
    for (let end = 0; end < text.length; end++) {
      const part = check(text.slice(0, end), { want: [['a', '*'], ['c', '*', '*']] });
      assert.equal(part.scan.isComplete, false);
      assert.deepEqual(codes(part.scan), [`truncated@${end}:1`]);
      assert.deepEqual(texts(part.slices), whole.slice(0, part.slices.length));
    }
  });

  it('names the byte, what was found and what was expected where the grammar breaks', () => {
    const cases: [string, number, string, RegExp][] = [
      ['{"a" 1}', 5, "'1'", /colon/],
      ['{"a": 1 "b"}', 8, "'\"'", /comma/],
      ['{a: 1}', 1, "'a'", /key/],
      ['[1,]', 3, "']'", /value/],
      ['[1}', 2, "'}'", /comma/],
      ['{"a": tru}', 9, "'}'", /rest of a number/],
      ['[01]', 2, "'1'", /comma/],
      ['[1.]', 3, "']'", /rest of a number/],
      ['<html>', 0, "'<'", /value/],
      ['{} {}', 3, "'{'", /end of the document/],
      ['{} x', 3, "'x'", /end of the document/],
      ['{"a":1}}', 7, "'}'", /end of the document/],
      ['{"a":,}', 5, "','", /value/],
      ['{,}', 1, "','", /key/],
      ['[:]', 1, "':'", /value/],
      ['[\u0001]', 1, 'byte 0x01', /value/],
    ];
    for (const [text, byte, found, expected] of cases) {
      const { scan: seen } = check(text, { want: [['a']] });
      assert.deepEqual(codes(seen), [`not-json@${byte}:1`], text);
      assert.equal(seen.issues[0]?.found, found, text);
      assert.match(seen.issues[0]?.expected ?? '', expected, text);
      assert.equal(seen.cut, null);
    }
  });

  it('takes what Python writes for numbers that JSON does not have', () => {
    const { slices } = check('[NaN, -Infinity, Infinity]', { want: [['*']] });
    assert.deepEqual(texts(slices), ['0=NaN', '1=-Infinity', '2=Infinity']);
  });

  it('skips a value above the limit and reads on', () => {
    const { slices, scan: seen } = check(`{"a": "${'x'.repeat(50)}",\n"b": {"c": 1, "d": "${'y'.repeat(30)}"}, "e": 1}`, { want: [['a'], ['b'], ['b', 'c'], ['e']], maxValueBytes: 30 });
    assert.deepEqual(texts(slices), ['b/c=1', 'e=1']);
    assert.deepEqual(codes(seen), ['too-large@6:1', 'too-large@65:2']);
    assert.equal(seen.issues[0]?.found, '52 bytes (up to byte 58)');
    assert.equal(seen.skipped, 2);
  });

  it('skips what is nested too deeply and reads on', () => {
    const deep = '['.repeat(600) + '{"x": [1, "]"]}' + ']'.repeat(600);
    const { slices, scan: seen } = check(`{"a": ${deep}, "b": [2], "c": ${deep}}`, { want: [['a'], ['b']] });
    assert.deepEqual(texts(slices), ['b=[2]']);
    assert.deepEqual(codes(seen), ['too-deep@517:1', `too-deep@${6 + deep.length + 17 + 511}:1`]);
    assert.equal(seen.skipped, 1);
    assert.equal(seen.isComplete, true);
    assert.deepEqual(codes(check('[[[1]]]', { want: [], maxDepth: 2 }).scan), ['too-deep@2:1']);
    assert.deepEqual(codes(check('[['.repeat(1000), { want: [] }).scan), ['too-deep@512:1', 'truncated@2000:1']);
  });

  it('takes a tail of NUL bytes for a cut, and NUL bytes elsewhere for garbage', () => {
    const tail = check('{"a": 1, "b": [\0\0\0\0', { want: [['a']] }).scan;
    assert.deepEqual([tail.nulTail, codes(tail)], [4, ['truncated@15:1']]);
    const inString = check('{"a": "x\0\0', { want: [] }).scan;
    assert.deepEqual([inString.nulTail, codes(inString)], [2, ['truncated@8:1']]);
    const after = check('{"a": 1}\n\0\0', { want: [['a']] }).scan;
    assert.deepEqual([after.nulTail, after.isComplete, after.issues], [2, true, []]);
    assert.deepEqual(codes(check('{"a": \0\0 1}', { want: [] }).scan), ['not-json@6:1']);
    assert.match(check('\0\0\0', { want: [] }).scan.issues[0]?.message ?? '', /only NUL/);
  });

  it('says that an empty file is empty', () => {
    for (const text of ['', ' \n ']) {
      const { scan: seen } = check(text, { want: [[]] });
      assert.deepEqual([seen.root, seen.isComplete, seen.issues[0]?.code], [null, false, 'truncated']);
    }
  });

  it('skips a byte order mark and refuses UTF-16', () => {
    const { slices, scan: seen } = check('\ufeff{"a": 1}', { want: [['a']] });
    assert.deepEqual([seen.hasBom, slices[0]?.start], [true, 9]);
    assert.deepEqual(codes(check(Uint8Array.of(0xff, 0xfe, 0x7b, 0), { want: [] }).scan), ['bad-encoding@0:1']);
    assert.deepEqual(codes(check(Uint8Array.of(0xef, 0xbb, 0x7b), { want: [] }).scan), ['not-json@2:1']);
  });

  it('counts offsets and lines from where reading began', () => {
    const { slices, scan: seen } = check('[1,\n2', { want: [['*']], start: 1000, line: 7 });
    assert.deepEqual(slices.map((s) => [s.start, s.line]), [[1001, 7]]);
    assert.deepEqual(seen.cut, { byte: 1005, line: 8, path: [1] });
  });

  it('agrees with JSON.parse on random documents', () => {
    let seed = 12345;
    const random = (n: number): number => {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      return Math.floor((seed / 2 ** 32) * n);
    };
    const words = ['a', 'b', '*', '', 'é', '"', '\\', 'x\ny', '😀', 'long '.repeat(20), '\\"'];
    const word = (): string => words[random(words.length)] ?? '';
    const value = (depth: number): unknown => {
      const kind = random(depth > 4 ? 4 : 6);
      if (kind === 0) return random(1000) - 500.5;
      if (kind === 1) return [true, false, null][random(3)];
      if (kind < 4) return word() + word();
      if (kind === 4) return Array.from({ length: random(4) }, () => value(depth + 1));
      return Object.fromEntries(Array.from({ length: random(4) }, () => [word(), value(depth + 1)]));
    };
    for (let round = 0; round < 200; round++) {
      const document = { a: value(0), b: [value(1), value(1)], c: value(2) };
      const text = JSON.stringify(document, null, random(3));
      const { slices, scan: seen } = check(text, { want: [['a'], ['b', '*'], ['c'], ['a', '*', '*']] });
      assert.deepEqual([seen.isComplete, seen.issues], [true, []]);
      let deep = 0;
      for (const slice of slices) {
        let at: unknown = document;
        // Segments of a delivered path lead through objects and arrays only.
        for (const segment of slice.path) at = (at as Record<string | number, unknown>)[segment];
        const parsed = parseJson(slice.bytes);
        assert.ok(parsed.ok);
        assert.deepEqual(parsed.value, at);
        if (slice.path.length === 3) deep++;
      }
      const isContainer = (v: unknown): v is object => typeof v === 'object' && v !== null;
      const expected = isContainer(document.a) ? Object.values(document.a).filter(isContainer).flatMap((v) => Object.values(v)).length : 0;
      assert.deepEqual([slices.length - deep, deep], [4, expected]);
    }
  });

  it('tells the length of each array that paths lead into, whatever its elements are', () => {
    const lengths: string[] = [];
    const text = '{"a": [], "b": [1, null, {"x": [1, 2]}, []], "c": [[7], {"k": [0, 0, 0]}], "d": [1]}';
    for (const size of [1, 3, 1000]) {
      lengths.length = 0;
      const bytes = Buffer.from(text);
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
      scanJson(chunks, { want: [['a', '*', 'x'], ['b', '*', 'x'], ['c', '*', 'k', 0]], onArray: (path, length) => lengths.push(`${path.join('.')} ${length}`) }, () => undefined);
      assert.deepEqual(lengths, ['a 0', 'b.3 0', 'b 4', 'c.0 1', 'c.1.k 3', 'c 2']);
    }
  });

  it('accepts exactly what JSON.parse accepts, whether anything is wanted or not, and says the same at every chunk size', () => {
    let seed = 99;
    const random = (n: number): number => {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      return Math.floor((seed / 2 ** 32) * n);
    };
    const text = '{"a": [1, -2.5e3, {"b": [[], {}, "x y", true], "c": null}],\n "d": {"e": {"f": [0, 1, [2, [3]]]}, "g": "a long string of more than thirty-two bytes"}}';
    const noise = ['{', '}', '[', ']', ',', ':', '"', '0', '-', '.', 'e', 't', ' ', '\n', 'null', '"k":', '[1]'];
    const isJson = (content: string): boolean => {
      try {
        JSON.parse(content);
        return true;
      } catch {
        return false;
      }
    };
    let accepted = 0;
    for (let round = 0; round < 3000; round++) {
      const at = random(text.length);
      const content = text.slice(0, at) + (random(3) === 0 ? '' : (noise[random(noise.length)] ?? '')) + text.slice(at + random(3));
      // A line break inside a string is checked only where the string is wanted.
      if (/"[^"\n]*\n[^"]*"/.test(content.replace(/,\n "d"/, ', "d"'))) continue;
      for (const want of [[], [['a', '*', 'b', '*'], ['d', 'e']]]) {
        const { scan: seen } = round % 10 === 0 ? check(content, { want }) : scan(content, { want }, 5 + (round % 9));
        const isAccepted = seen.isComplete && seen.issues.length === 0;
        assert.equal(isAccepted, isJson(content), content);
        if (isAccepted) accepted++;
      }
    }
    assert.ok(accepted > 300, `${accepted} accepted`);
  });
});
