import assert from 'node:assert/strict';
import { scanJsonLines } from '../../../../src/formats/shared/scanJsonLines';

const WANT = [['a', '*'], ['b']];

/** What a scan delivers, in order, as text. */
function scan(content: string | Uint8Array, chunkBytes: number): readonly string[] {
  const bytes = Buffer.from(content);
  const seen: string[] = [];
  function* chunks(): Iterable<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  }
  const result = scanJsonLines(chunks(), { want: WANT }, {
    slice: ({ path, start, end, line }) => void seen.push(`${line} ${path.join('.')} ${bytes.subarray(start, end).toString()}`),
    array: (path, length) => void seen.push(`${path.join('.')} has ${length}`),
    line: ({ line, start, end, isTerminated, scan: { isComplete, issues } }) => void seen.push(`line ${line} ${start}-${end}${isTerminated ? '' : ' open'}${isComplete ? '' : ' cut'} ${issues.map(({ code, line: at, message }) => `${code} ${at}: ${message}`).join('; ')}`.trim()),
  });
  seen.push(`${result.lines} lines, ${result.nulBytes} NUL, ${result.issues.map(({ code }) => code).join()}`.trim());
  return seen;
}

function check(content: string | Uint8Array, expected: readonly string[]): void {
  for (const size of [1, 2, 3, 7, 100, 1 << 20]) assert.deepEqual(scan(content, size), expected, `chunks of ${size} bytes`);
}

describe('scanJsonLines', () => {
  it('delivers wanted values of each line with places in the file', () => {
    check('{"a":[1,"ü"]}\n\n {"b":{"x":2},"c":[3]}\r\n', ['1 a.0 1', '1 a.1 "ü"', 'a has 2', 'line 1 0-14', '3 b {"x":2}', 'line 3 17-39', '2 lines, 0 NUL,']);
  });
  it('reads on after a line that is cut, broken or no document', () => {
    check('{"a":[1,\n{"b":oops}\nx\n{"b":4}', [
      '1 a.0 1',
      'line 1 0-8 cut truncated 1: Line 1 ends inside a[1]; what was complete before byte 8 was read.',
      'line 2 9-19 cut not-json 2: The JSON is broken inside b.',
      'line 3 20-21 cut not-json 3: The JSON is broken inside the root.',
      '4 b 4',
      'line 4 22-29 open',
      '4 lines, 0 NUL,',
    ]);
  });
  it('says where the file itself ends inside a document', () => {
    check('{"b":1}\n{"a":[1, {"x', ['1 b 1', 'line 1 0-7', '2 a.0 1', 'line 2 8-20 open cut truncated 2: The document is cut off inside a[1]; what was complete before byte 20 was read.', '2 lines, 0 NUL,']);
  });
  it('passes over NUL bytes and a byte order mark', () => {
    check(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('{"b":1}\n'), Buffer.alloc(5), Buffer.from('\n{"b":2}\n')]), ['1 b 1', 'line 1 0-10', '3 b 2', 'line 3 17-24', '2 lines, 5 NUL, not-json']);
  });
  it('delivers nothing of a file without lines', () => {
    check('', ['0 lines, 0 NUL,']);
    check('\n\n', ['0 lines, 0 NUL,']);
  });
});
