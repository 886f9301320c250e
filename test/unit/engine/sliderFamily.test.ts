import assert from 'node:assert/strict';
import { sliderFamily } from '../../../src/engine/sliderFamily';
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
});
