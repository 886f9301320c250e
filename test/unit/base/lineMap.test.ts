import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'mocha';
import { LineMap } from '../../../src/base/lineMap';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Lines and columns as an editor computes them from the decoded text. */
function positionIn(text: string, unit: number): { line: number; character: number } {
  const before = text.slice(0, unit).replace(/\r\n|\r/g, '\n').split('\n');
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

describe('A line map', () => {
  it('breaks lines at LF, CRLF and lone CR, in any mixture', () => {
    deepEqual([...LineMap.of([encode('a\nbb\r\nc\rd')]).starts], [0, 2, 6, 8]);
    deepEqual([...LineMap.of([encode('a\r\r\nb\n\n')]).starts], [0, 2, 4, 6, 7]);
    deepEqual([...LineMap.of([encode('')]).starts], [0]);
    deepEqual([...LineMap.of([encode('x\r')]).starts], [0, 2]);
  });

  it('does not depend on how the file is cut', () => {
    const bytes = encode('\ufeffa\r\nb\r\r\n\nc\n\r\nd\r');
    const whole = [...LineMap.of([bytes]).starts];
    for (let size = 1; size < bytes.length; size++) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
      deepEqual([...LineMap.of(chunks).starts], whole, `chunks of ${size}`);
    }
  });

  it('leaves the byte order mark out of the first line', () => {
    const map = LineMap.of([encode('\ufeff{}\n')]);
    equal(map.startOf(0), 3);
    equal(map.lineOf(0), 0);
    equal(map.lineOf(5), 0);
    equal(map.lineOf(6), 1);
  });

  it('maps each character to its place and back, with BOM, CRLF and characters of every length', async () => {
    const text = '{"ä": "漢😀",\r\n\t"b": 1,\n"c": "é\u2028x"}\rlast';
    const bytes = encode('\ufeff' + text);
    const read = (start: number, end: number): Uint8Array => bytes.subarray(start, end);
    const map = LineMap.of([bytes]);
    let unit = 0;
    for (const character of text) {
      const byte = 3 + encode(text.slice(0, unit)).length;
      const expected = positionIn(text, unit);
      // The LF of a CRLF is shown where the CR is.
      const inBreak = character === '\n' && text[unit - 1] === '\r';
      if (!inBreak) {
        deepEqual(await map.positionOf(byte, read), expected, `unit ${unit}`);
        equal(await map.byteOf(expected, read), byte, `unit ${unit}`);
      }
      unit += character.length;
    }
    deepEqual(await map.positionOf(bytes.length, read), { line: 3, character: 4 });
  });

  it('clamps places outside the file', async () => {
    const bytes = encode('ab\ncd');
    const read = (start: number, end: number): Uint8Array => bytes.subarray(start, end);
    const map = LineMap.of([bytes]);
    equal(await map.byteOf({ line: 0, character: 99 }, read), 2);
    equal(await map.byteOf({ line: 99, character: 1 }, read), 4);
    deepEqual(await map.positionOf(99, read), { line: 1, character: 2 });
  });
});
