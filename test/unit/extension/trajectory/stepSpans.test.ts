import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'mocha';
import { makeSpans, stepAtByte, stepSoonAfter } from '../../../../src/extension/trajectory/raw/stepSpans';
import type { Step } from '../../../../src/model/step';
import { makeSteps } from '../../../support/stepText';

/** Steps with ranges "action observation", each "start-end", "-" for none; `other:` puts a range into another file. */
function place(...ranges: readonly string[]): Step[] {
  const range = (text: string): Step['action'] => {
    const parts = /^(other:)?(\d+)-(\d+)$/.exec(text);
    return parts ? { file: parts[1] ? 'other.json' : 'a.json', start: Number(parts[2]), end: Number(parts[3]) } : null;
  };
  return makeSteps(ranges.map(() => 'A=x').join(' ')).map((step, i) => {
    const [action = '-', observation = '-'] = (ranges[i] ?? '').split(' ');
    return { ...step, action: range(action), observation: range(observation) };
  });
}

describe('Steps of a file by byte', () => {
  const spans = makeSpans(
    [
      { row: 0, steps: place('10-20 30-40', '50-60 -', 'other:0-9 other:9-20') },
      { row: 7, steps: place('100-110 110-120') },
    ],
    'a.json',
  );
  const at = (byte: number): string => {
    const found = stepAtByte(spans, byte);
    return found ? `${found.row}/${found.step}` : '-';
  };

  it('are found inside their ranges and between action and observation', () => {
    deepEqual([10, 19, 20, 25, 39, 50, 59, 100, 115].map(at), ['0/0', '0/0', '0/0', '0/0', '0/0', '0/1', '0/1', '7/0', '7/0']);
  });

  it('are found from the key just before their first range, never from before their later ones', () => {
    deepEqual([5, 9, 45, 95].map((byte) => stepSoonAfter(spans, byte, 5)?.step), [0, 0, 1, 0]);
    deepEqual([4, 25, 60, 120].map((byte) => stepSoonAfter(spans, byte, 5)), [null, null, null, null]);
  });

  it('are not found before, behind or between steps', () => {
    deepEqual([0, 9, 40, 45, 60, 99, 120, 1e9].map(at), ['-', '-', '-', '-', '-', '-', '-', '-']);
  });

  it('give the inner one where ranges nest', () => {
    const nested = makeSpans([{ row: 0, steps: place('0-100 -', '20-30 -') }], 'a.json');
    deepEqual([10, 25, 50].map((byte) => stepAtByte(nested, byte)?.step), [0, 1, 0]);
  });

  it('know the whole of a step, and leave out what stands in another file', () => {
    deepEqual(spans.steps.get(0)?.get(0), { row: 0, step: 0, start: 10, end: 40 });
    equal(spans.steps.get(0)?.has(2), false);
    equal(makeSpans([], 'a.json').spans.length, 0);
  });
});
