import assert from 'node:assert/strict';
import { sliderFamily, wholeSliderFamily } from '../../../src/engine/sliderFamily';
import { familyTail } from '../../../src/engine/clopperPearson';

describe('family of sliders', () => {
  it("is the paper's family, at the paper's tail, for one budget", () => {
    const family = sliderFamily(26, { times: [4, 8, 12, 16, 20, 24], budgets: [30] }, 0.05);
    assert.equal(family.equivalent, 156);
    assert.equal(family.tail, familyTail(0.05, 156));
  });

  it('counts restart intervals once for each rest, on axes with fractions too', () => {
    const { pairs, restartIntervals } = sliderFamily(1, { times: [0.1, 0.2], budgets: [0.3, 0.4] }, 0.05);
    // The rests 0.2, 0.1, 0.3, 0.2.
    assert.deepEqual([pairs, restartIntervals], [4, 3]);
  });

  it('over every whole t below every whole budget has a closed form', () => {
    for (const budget of [2, 3, 4, 17, 30]) {
      const up = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);
      assert.deepEqual(wholeSliderFamily(7, budget, 0.05), sliderFamily(7, { times: up(1, budget - 1), budgets: up(2, budget) }, 0.05), String(budget));
    }
  });
});
