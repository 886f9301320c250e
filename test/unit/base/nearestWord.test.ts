import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { editDistance, nearestWord } from '../../../src/base/nearestWord';

/** Shortest path over all single edits, by breadth: slow, and independent of the recurrence. Without swaps. */
function levenshteinByRecursion(a: string, b: string): number {
  if (a === '') return b.length;
  if (b === '') return a.length;
  const same = a[0] === b[0] ? 0 : 1;
  return Math.min(levenshteinByRecursion(a.slice(1), b) + 1, levenshteinByRecursion(a, b.slice(1)) + 1, levenshteinByRecursion(a.slice(1), b.slice(1)) + same);
}

describe('editDistance', () => {
  it('counts insertions, deletions and substitutions as one each', () => {
    assert.equal(editDistance('kitten', 'sitting'), 3);
    assert.equal(editDistance('', 'abc'), 3);
    assert.equal(editDistance('abc', ''), 3);
    assert.equal(editDistance('budget', 'budget'), 0);
  });

  it('counts a swap of neighbours once, and edits no part twice', () => {
    assert.equal(editDistance('tiems', 'times'), 1);
    assert.equal(editDistance('ca', 'abc'), 3);
  });

  it('is symmetric, at most the distance without swaps, and at least half of it', () => {
    const words = ['', 'a', 'aa', 'ab', 'abcd', 'bbb', 'acbd', 'aabb', 'dcba', 'cadb'];
    for (const a of words) {
      for (const b of words) {
        const distance = editDistance(a, b);
        const reference = levenshteinByRecursion(a, b);
        assert.ok(distance <= reference && distance >= reference / 2, `${a} ${b}`);
        assert.equal(distance, editDistance(b, a), `${a} ${b} is symmetric`);
      }
    }
  });
});

describe('nearestWord', () => {
  const keys = ['axis', 'budget', 'times', 'alpha', 'rule', 'runtimeKey', 'cohorts', 'monitors'];
  const check = (word: string, expected: string | null): void => assert.equal(nearestWord(word, keys), expected, word);

  it('finds the word behind a slip of the pen', () => {
    check('budgt', 'budget');
    check('tiems', 'times');
    check('alfa', 'alpha');
    check('cohort', 'cohorts');
  });

  it('ignores case, hyphens and underscores', () => {
    check('runtime-key', 'runtimeKey');
    check('RUNTIME_KEY', 'runtimeKey');
    check('runtime-kye', 'runtimeKey');
  });

  it('takes the beginning of a word for the word', () => {
    check('mon', 'monitors');
    check('run', 'runtimeKey');
  });

  it('prefers a near word to one that only begins alike', () => {
    assert.equal(nearestWord('time', ['timesAndPlaces', 'tame']), 'tame');
  });

  it('offers nothing when nothing is near', () => {
    check('prices', null);
    check('x', null);
    check('', null);
    check('a'.repeat(10_000), null);
    assert.equal(nearestWord('calls', []), null);
  });

  it('gives ties to the earlier word', () => {
    assert.equal(nearestWord('cat', ['bat', 'hat']), 'bat');
    assert.equal(nearestWord('cat', ['hat', 'bat']), 'hat');
  });
});
