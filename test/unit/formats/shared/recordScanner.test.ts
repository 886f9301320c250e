import assert from 'node:assert/strict';
import { allowKernel } from '../../../../src/formats/shared/jsonKernel';
import { readNumber } from '../../../../src/formats/shared/jsonNumber';
import type { PathPattern } from '../../../../src/formats/shared/jsonSlices';
import { scanRecords } from '../../../../src/formats/shared/recordScanner';
import type { RecordScan, RecordScanOptions } from '../../../../src/formats/shared/recordScanner';
import { mutate, seeded, writeDocument } from '../../../support/jsonMutants';

interface Told {
  readonly scan: RecordScan;
  /** Pattern, text and start of each value; line, range and wholeness of each record. */
  readonly seen: readonly (readonly (string | number | boolean)[])[];
}

function tell(bytes: Buffer, options: RecordScanOptions, size: number, withKernel = true): Told {
  const seen: (readonly (string | number | boolean)[])[] = [];
  function* chunks(): Iterable<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  allowKernel(withKernel);
  try {
    const scan = scanRecords(chunks(), options, {
      value: (pattern, from, start, end, at) => seen.push([pattern, Buffer.from(from.subarray(start, end)).toString('latin1'), at]),
      record: ({ line, start, end, isWhole }) => seen.push([line, start, end, isWhole]),
    });
    return { scan, seen };
  } finally {
    allowKernel(true);
  }
}

/** The kernel and the careful way tell the same, whatever the chunks and the buffer. */
function check(text: string | Buffer, want: readonly PathPattern[], more: Partial<RecordScanOptions> = {}): Told {
  const bytes = Buffer.from(text);
  const expected = tell(bytes, { want, ...more }, 2_097_152, false);
  for (const size of bytes.length > 50_000 ? [1000, 2_097_152] : [1, 7, 100, 2_097_152]) {
    for (const bufferBytes of [64, 1000, 524_288]) assert.deepEqual(tell(bytes, { want, bufferBytes, ...more }, size), expected, `chunks of ${size}, a buffer of ${bufferBytes}`);
  }
  return expected;
}

const valuesOf = (told: Told): unknown[] => told.seen.filter((each) => each.length === 3);
const recordsOf = (told: Told): unknown[] => told.seen.filter((each) => each.length === 4);

describe('scanRecords', () => {
  it('tells places of wanted values and of lines', () => {
    const told = check('{"a":[1,{"b":"x"}]}\n\n{"a":[],"c":2}\r\n{"c":3}', [['a', '*'], ['a', '*', 'b'], ['c']]);
    assert.deepEqual(told.seen, [[0, '1', 6], [1, '"x"', 13], [0, '{"b":"x"}', 8], [1, 0, 19, true], [2, '2', 33], [3, 21, 36, true], [2, '3', 42], [4, 37, 44, true]]);
    assert.deepEqual(told.scan, { records: 3, blank: 1, broken: 0, issues: [], resume: { byte: 37, line: 4 } });
  });

  it('tells the last of two values with one key, as JSON.parse does', () => {
    assert.deepEqual(valuesOf(check('{"a":1,"b":{"c":2,"c":3},"a":4}\n{"\\u0061":5,"a":6}\n{"b":{"c":7},"b":8}\n', [['a'], ['b', 'c']])), [[1, '3', 22], [0, '4', 29], [0, '6', 48]]);
  });

  it('takes the first of the patterns that fit', () => {
    assert.deepEqual(valuesOf(check('{"a":{"b":1,"c":2}}\n[[3]]\n', [['a', 'b'], ['a', '*'], [0, 0], ['*', '*']])), [[0, '1', 10], [1, '2', 16], [2, '3', 22]]);
  });

  it('reads on after a broken line, and says where it is broken', () => {
    const told = check('{"a":1}\n{"a":2,"b"}\n{"a":"x\n{"a":3}\nnonsense\n{"a":4}{"a":5}\n{"a":6', [['a']]);
    assert.deepEqual(valuesOf(told).map((each) => (each as unknown[])[1]), ['1', '2', '3', '4']);
    assert.deepEqual(recordsOf(told).map((each) => (each as unknown[])[3]), [true, false, false, true, false, false, false]);
    assert.equal(told.scan.broken, 5);
    assert.deepEqual(told.scan.issues.map(({ code, line }) => [code, line]), [['not-json', 2], ['truncated', 3], ['not-json', 5], ['not-json', 6], ['truncated', 7]]);
  });

  it('reads lines and values larger than its buffer, and very many values in one line', () => {
    const many = Array.from({ length: 9000 }, (_, i) => `{"n":${i}}`).join(',');
    const told = check(`{"a":"${'x'.repeat(40_000)}","b":1}\n{"c":[${many}]}\n{"b":2}\n`, [['a'], ['b'], ['c', '*'], ['c', '*', 'n']]);
    assert.equal(valuesOf(told).length, 3 + 18_000);
    assert.equal(told.scan.records, 3);
  });

  it('leaves out NUL bytes around lines and a byte order mark', () => {
    const told = check('\ufeff{"a":1}\n\0\0{"a":2}\0\0\n\0\0\0\n{"a":3}\n', [['a']]);
    assert.deepEqual(valuesOf(told).map((each) => (each as unknown[])[1]), ['1', '2', '3']);
    assert.deepEqual([told.scan.records, told.scan.blank, told.scan.broken], [3, 1, 0]);
  });

  it('keeps its limit of values, and counts offsets and lines from where reading began', () => {
    const told = check(`{"a":"${'x'.repeat(50)}","b":7}\n`, [['a'], ['b']], { maxValueBytes: 40, start: 5000, line: 12 });
    assert.deepEqual(told.seen, [[1, '7', 5062], [12, 5000, 5064, true]]);
    assert.deepEqual(told.scan.issues.map(({ code, line, byte }) => [code, line, byte]), [['too-large', 12, 5005]]);
  });

  it('tells the same both ways on lines of all sorts', () => {
    const wants: readonly (readonly PathPattern[])[] = [[['a'], ['b', '*'], ['messages', '*', 'role']], [[], ['*', 'a']], [['content', 0], ['c', '*', '*']]];
    for (let seed = 1; seed <= 60; seed++) {
      const random = seeded(seed);
      const lines = Array.from({ length: 1 + random(12) }, () => mutate(writeDocument(random).replaceAll('\n', ' '), random, random(3) === 0 ? 1 : 0));
      check(Buffer.concat(lines.flatMap((line) => [line, Buffer.from(random(9) === 0 ? '\r\n' : '\n')])), wants[seed % wants.length] ?? []);
    }
  });
});

describe('readNumber', () => {
  const read = (text: string): number | null => readNumber(Buffer.from(`x${text}x`), 1, 1 + text.length);

  it('gives what JSON.parse gives, to the last bit', () => {
    const random = seeded(5);
    const digits = (count: number): string => Array.from({ length: count }, () => random(10)).join('');
    for (let i = 0; i < 20_000; i++) {
      const whole = random(3) === 0 ? '0' : `${1 + random(9)}${digits(random(18))}`;
      const text = `${random(4) === 0 ? '-' : ''}${whole}${random(2) === 0 ? `.${digits(1 + random(18))}` : ''}${random(5) === 0 ? `e${random(2) === 0 ? '-' : ''}${random(330)}` : ''}`;
      assert.ok(Object.is(read(text), JSON.parse(text)), text);
    }
  });

  it('gives null for what is no JSON number', () => {
    for (const text of ['', '-', '01', '-01', '1.', '.5', '1e', '+1', 'NaN', 'null', '"1"', '1 2', '1.2.3', '00', '1-']) assert.equal(read(text), null, text);
    assert.ok(Object.is(read('-0'), -0));
    assert.equal(read('0'), 0);
  });
});
