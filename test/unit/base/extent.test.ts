import assert from 'node:assert/strict';
import { largest, pushAll, smallest } from '../../../src/base/extent';

describe('extent', () => {
  it('finds the ends of more values than a call takes arguments', () => {
    const values = Array.from({ length: 1_000_000 }, (_, index) => (index * 7919) % 1_000_000);
    assert.deepEqual([smallest(values), largest(values)], [0, 999_999]);
    assert.throws(() => Math.max(...values), RangeError);
  });
  it('takes the bound that it is given into account, and is endless without values', () => {
    assert.deepEqual([largest([]), smallest([]), largest([3], 5), smallest([3], 1)], [-Infinity, Infinity, 5, 1]);
  });
  it('adds more items than a call takes arguments', () => {
    const list = [1];
    pushAll(list, Array.from({ length: 1_000_000 }, () => 2));
    assert.equal(list.length, 1_000_001);
  });
});
