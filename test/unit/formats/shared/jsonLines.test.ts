import assert from 'node:assert/strict';
import { scanLines } from '../../../../src/formats/shared/jsonLines';
import type { JsonLine, LineScan, LineScanOptions } from '../../../../src/formats/shared/jsonLines';
import { memoryFile, toBytes } from '../../../support/memorySource';
import type { FileContent } from '../../../support/memorySource';

function check(content: FileContent, options: LineScanOptions = {}): { lines: JsonLine[]; scan: LineScan } {
  const run = (size: number): { lines: JsonLine[]; scan: LineScan } => {
    const lines: JsonLine[] = [];
    return { lines, scan: scanLines(memoryFile('x', content, size).chunks(), options, (line) => lines.push(line)) };
  };
  const whole = run(1 << 21);
  for (const size of [1, 2, 7, 100]) assert.deepEqual(run(size), whole, `chunks of ${size}`);
  for (const { start, end, bytes } of whole.lines) {
    const base = options.start ?? 0;
    assert.deepEqual(toBytes(content).slice(start - base, end - base), bytes);
  }
  return whole;
}

const texts = (lines: readonly JsonLine[]): string[] => lines.map((l) => `${l.line}:${Buffer.from(l.bytes).toString()}`);

describe('scanLines', () => {
  it('gives lines with their number and range, and skips blank ones', () => {
    const { lines, scan } = check('{"a":1}\r\n\n  \n {"b":2} \n');
    assert.deepEqual(texts(lines), ['1:{"a":1}', '4:{"b":2}']);
    assert.deepEqual(lines.map((l) => [l.start, l.end]), [[0, 7], [14, 21]]);
    assert.deepEqual([scan.delivered, scan.blank, scan.issues], [2, 2, []]);
    assert.deepEqual(scan.resume, { byte: 23, line: 5 });
  });

  it('marks a last line without a line break, and says where to read on', () => {
    const { lines, scan } = check('{"a":1}\n{"b":');
    assert.deepEqual(lines.map((l) => l.isTerminated), [true, false]);
    assert.deepEqual(scan.resume, { byte: 8, line: 2 });
    assert.deepEqual(check('').scan.resume, { byte: 0, line: 1 });
  });

  it('reads on inside a file', () => {
    const { lines, scan } = check('{"b":2}\n', { start: 8, line: 2 });
    assert.deepEqual(lines.map((l) => [l.line, l.start, l.end]), [[2, 8, 15]]);
    assert.deepEqual(scan.resume, { byte: 16, line: 3 });
  });

  it('leaves out a byte order mark at the start of the file only', () => {
    const { lines, scan } = check('\ufeff{"a":1}\n');
    assert.deepEqual([scan.hasBom, lines[0]?.start, lines[0]?.end], [true, 3, 10]);
    assert.equal(check('\ufeff{}\n', { start: 5 }).scan.hasBom, false);
  });

  it('counts NUL bytes once and keeps the lines around them', () => {
    const { lines, scan } = check('{"a":1}\n\0\0\0{"b":2}\n\0\0');
    assert.deepEqual(texts(lines), ['1:{"a":1}', '2:{"b":2}']);
    assert.equal(scan.nulBytes, 5);
    assert.deepEqual(scan.issues.map((i) => [i.code, i.byte, i.line, i.found]), [['not-json', 8, 2, '5 NUL bytes']]);
  });

  it('skips a line above the limit with its range, and reads on', () => {
    const { lines, scan } = check(`{"a":1}\n"${'x'.repeat(40)}"\n{"b":2}\n`, { maxLineBytes: 20 });
    assert.deepEqual(texts(lines), ['1:{"a":1}', '3:{"b":2}']);
    assert.deepEqual(scan.issues.map((i) => [i.code, i.byte, i.line, i.found]), [['too-large', 8, 2, '42 bytes (up to byte 50)']]);
    assert.equal(scan.tooLarge, 1);
  });
});
