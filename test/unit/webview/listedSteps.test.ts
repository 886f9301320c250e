import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'mocha';
import { NO_SCORE, STEP_KINDS, type StepColumns, type StepKind } from '../../../src/protocol/trajectory';
import { groupColumns } from '../../../webview/trajectory/columns';
import { countKinds, kindOf, type ListedSteps, listSteps } from '../../../webview/trajectory/listedSteps';
import { neighbourFailure } from '../../../webview/trajectory/windows';

/** One word a step: its kind, with `!` where it failed. */
function columns(words: string): StepColumns {
  const steps = words.split(' ');
  return {
    count: steps.length,
    kinds: Uint8Array.from(steps, (word) => STEP_KINDS.indexOf(word.replace('!', '') as StepKind)),
    failed: Uint8Array.from(steps, (word) => (word.endsWith('!') ? 1 : 0)),
  };
}

const STEPS = columns('search edit! edit test! run submit');
const numbers = (listed: ListedSteps): (number | null)[] => Array.from({ length: listed.count }, (_, place) => listed.at(place));

describe('The listed steps', () => {
  it('are all of them without a filter, and else those that pass it', () => {
    deepEqual(numbers(listSteps(STEPS, { kinds: [], hits: null })), [1, 2, 3, 4, 5, 6]);
    deepEqual(numbers(listSteps(STEPS, { kinds: ['edit', 'submit'], hits: null })), [2, 3, 6]);
    deepEqual(numbers(listSteps(STEPS, { kinds: ['edit', 'submit'], hits: new Set([1, 3, 6]) })), [3, 6]);
    deepEqual(numbers(listSteps(STEPS, { kinds: [], hits: new Set() })), []);
  });

  it('know the place of a step, or of the next one that is listed', () => {
    const placesOf = (kinds: readonly StepKind[]): number[] => [0, 1, 2, 3, 4, 6, 7].map((step) => listSteps(STEPS, { kinds, hits: null }).placeFrom(step));
    deepEqual(placesOf([]), [0, 0, 1, 2, 3, 5, 6]);
    deepEqual(placesOf(['edit', 'submit']), [0, 0, 0, 1, 2, 2, 3]);
    for (const place of [-1, 6]) equal(listSteps(STEPS, { kinds: [], hits: null }).at(place), null);
  });

  it('are counted by kind, those that there are', () => {
    deepEqual([...countKinds(STEPS)], [['search', 1], ['edit', 2], ['test', 1], ['run', 1], ['submit', 1]]);
    equal(kindOf(STEPS, 4), 'test');
    equal(kindOf(STEPS, 7), 'other');
  });

  it('lead from failure to failure', () => {
    const next = [1, 2, 3, 4, 6].map((step) => neighbourFailure(STEPS, step, 'next'));
    const previous = [1, 2, 3, 4, 5, 6].map((step) => neighbourFailure(STEPS, step, 'previous'));
    deepEqual(next, [2, 4, 4, null, null]);
    deepEqual(previous, [null, null, 2, 2, 4, 4]);
  });
});

describe('The columns of the score chart', () => {
  it('stand for the highest of their scores, and tell none from zero', () => {
    const scores = Float64Array.of(0, NO_SCORE, 0.5, 0.75, NO_SCORE, NO_SCORE, 0.25);
    const grouped = groupColumns(scores, { threshold: 0.75, most: 4 });
    deepEqual(grouped.map(({ from, to, score, reached }) => [from, to, score, reached]), [[1, 2, 0, false], [3, 4, 0.75, true], [5, 6, null, false], [7, 7, 0.25, false]]);
  });
});
