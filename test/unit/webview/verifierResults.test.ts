import assert from 'node:assert/strict';
import { groupResults, resultNear, resultTarget, type PlacedResult } from '../../../webview/trajectory/verifierResults';

describe('the strip of verifier results', () => {
  const at = (...steps: readonly [step: number, passed: boolean][]): readonly PlacedResult[] => steps.map(([step, passed]) => ({ call: step, step, passed, tests: '' }));

  it('shares columns where steps are many, and loses neither answer', () => {
    assert.deepEqual(groupResults(at([1, true], [3, false]), 4), [{ from: 1, to: 1, passed: true, failed: false }, { from: 3, to: 3, passed: false, failed: true }]);
    assert.deepEqual(groupResults(at([1, true], [3, false], [7, true]), 7, 2), [{ from: 1, to: 4, passed: true, failed: true }, { from: 5, to: 7, passed: true, failed: false }]);
  });

  it('goes by key from result to result', () => {
    const results = at([2, false], [4, true], [7, false]);
    assert.deepEqual(['ArrowRight', 'ArrowLeft', 'Home', 'End', 'x'].map((key) => resultTarget(key, results, 4)), [7, 2, 2, 7, null]);
    assert.deepEqual([resultTarget('ArrowRight', results, 7), resultTarget('ArrowLeft', results, 1)], [null, null]);
    assert.equal(resultNear(results, 5.5)?.step, 4);
    assert.equal(resultNear([], 1), null);
  });
});
