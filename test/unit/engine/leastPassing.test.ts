import assert from 'node:assert/strict';
import { runPortions } from '../../../src/base/portions';
import { firstAbove, leastPassing, leastPassingInPortions } from '../../../src/engine/leastPassing';

/** The least passing number by asking every one. */
function oneByOne(from: number, most: number, border: number): number | null {
  for (let n = from; n <= most; n++) if (n >= border) return n;
  return null;
}

describe('least passing number', () => {
  it('is the one that asking every number finds, whatever the range and the border', () => {
    for (const from of [0, 1, 2, 7]) {
      for (const most of [0, 1, 5, 40, 41]) {
        for (let border = -1; border <= 45; border++) {
          const asked: number[] = [];
          const found = leastPassing({ from, most }, (n) => (asked.push(n), n >= border));
          assert.equal(found, oneByOne(from, most, border), `from ${from} to ${most}, border ${border}`);
          assert.ok(asked.every((n) => n >= from && n <= most), 'asks inside the range');
          assert.equal(new Set(asked).size, asked.length, 'asks nothing twice');
        }
      }
    }
  });

  it('is found in portions too', () => {
    const slowly = function* (n: number): Generator<void, boolean, void> {
      yield;
      return n >= 23;
    };
    assert.equal(runPortions(leastPassingInPortions({ from: 1, most: 100 }, slowly)), 23);
    assert.equal(runPortions(leastPassingInPortions({ from: 1, most: 22 }, slowly)), null);
  });

  it('between a first and a last that is known to pass does not ask the last', () => {
    assert.equal(firstAbove(3, 9, (n) => n >= 5), 5);
    assert.equal(firstAbove(3, 9, () => false), 9);
    assert.equal(firstAbove(4, 4, () => assert.fail('asked')), 4);
  });
});
