import assert from 'node:assert/strict';
import { quartileLadder } from '../../../src/engine/scoreLadder';

describe('the ladder of a score', () => {
  it('has rungs at the quartiles, a score on a rung being below it', () => {
    const ladder = quartileLadder([0.4, 0, 0.1, 0.3, 0.2]);
    assert.deepEqual(ladder?.thresholds, [0.1, 0.2, 0.3]);
    assert.deepEqual([0, 0.1, 0.15, 0.2, 0.3, 0.31, 1].map((score) => ladder?.binOf(score)), [0, 0, 1, 1, 2, 3, 3]);
  });

  it('has as many rungs as quartiles differ, none where all scores are equal, and is none without scores', () => {
    assert.deepEqual(quartileLadder([0, 0, 0, 0, 0, 0, 1])?.thresholds, [0]);
    assert.deepEqual(quartileLadder([0.5, 0.5])?.thresholds, []);
    assert.equal(quartileLadder([]), null);
  });
});
