import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { describeLabels, describeScores } from '../../../src/views/sidecarImport';

describe('What came of an import', () => {
  it('counts the scores that found their step, and those that did not', () => {
    const words = (scores: number, found: number, unreadable: number): string => describeScores({ scores, found, unreadable }).words;
    assert.equal(words(5, 3, 1), '3 of 5 scores found their step, 2 did not; 1 line could not be read.');
    assert.equal(words(1200, 1200, 0), 'All 1,200 scores found their step.');
    assert.equal(words(1, 1, 0), '1 score found its step.');
    assert.equal(words(1, 0, 0), '0 of 1 score found its step, 1 did not.');
    assert.deepEqual([[5, 5, 0], [5, 4, 0], [5, 5, 1]].map(([scores = 0, found = 0, unreadable = 0]) => describeScores({ scores, found, unreadable }).isLacking), [false, true, true]);
  });

  it('counts labels, and the attempts whose outcome rests on them', () => {
    const words = (labels: number, attempts: number, unreadable = 0): string => describeLabels({ labels, attempts, unreadable, problems: 0 }).words;
    assert.equal(words(5, 3, 2), '5 labels were read, the outcome of 3 attempts rests on them; 2 lines could not be read.');
    assert.equal(words(1, 1), '1 label was read, the outcome of 1 attempt rests on it.');
    assert.equal(words(4, 0), '4 labels were read, no outcome rests on them.');
    const lacks = (attempts: number, problems: number): boolean => describeLabels({ labels: 4, attempts, unreadable: 0, problems }).isLacking;
    assert.deepEqual([lacks(2, 0), lacks(0, 0), lacks(2, 1)], [false, true, true]);
  });
});
