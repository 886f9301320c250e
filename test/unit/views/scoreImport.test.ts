import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { describeImport } from '../../../src/views/scoreImport';

describe('The words after an import of scores', () => {
  it('say how many found their step, how many did not, and what could not be read', () => {
    assert.equal(describeImport({ scores: 5, found: 3, unreadable: 1 }), '3 of 5 scores found their step, 2 did not; 1 line could not be read.');
    assert.equal(describeImport({ scores: 1200, found: 1200, unreadable: 0 }), 'All 1,200 scores found their step.');
    assert.equal(describeImport({ scores: 1, found: 1, unreadable: 0 }), '1 score found its step.');
    assert.equal(describeImport({ scores: 1, found: 0, unreadable: 0 }), '0 of 1 score found its step, 1 did not.');
  });
});
