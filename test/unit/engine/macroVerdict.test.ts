import assert from 'node:assert/strict';
import type { ClassCounts } from '../../../src/engine/attemptClass';
import { attemptRange } from '../../../src/engine/attemptJackknife';
import { clusterInterval } from '../../../src/engine/clusterInterval';
import { leaveOneOut } from '../../../src/engine/leaveOneOut';
import { macroVerdict } from '../../../src/engine/macroVerdict';
import { unbiasedChange } from '../../../src/engine/unbiased';

/** Contributions around a centre, each a little different. */
const around = (centre: number, count: number): readonly number[] => Array.from({ length: count }, (_, i) => centre + 0.2 * Math.sin(7 * i + 1));

describe('the macro verdict', () => {
  it('is better or worse only where the interval shared by the whole family lies on one side of 0', () => {
    const up = around(0.15, 24);
    const alone = macroVerdict(up, { alpha: 0.05, family: 1 });
    assert.deepEqual([alone.verdict, alone.reason], ['better', null]);
    const interval = clusterInterval(up, 0.95);
    assert.deepEqual([alone.interval?.low, alone.interval?.high], [interval?.low, interval?.high]);
    assert.equal(macroVerdict(around(-0.15, 24), { alpha: 0.05, family: 12 }).verdict, 'worse');
    const shared = macroVerdict(around(0.07, 24), { alpha: 0.05, family: 24 });
    assert.deepEqual([macroVerdict(around(0.07, 24), { alpha: 0.05, family: 1 }).verdict, shared.verdict, shared.reason], ['better', 'cannot-tell', 'zero-inside']);
    assert.ok((shared.interval?.low ?? 0) < 0);
  });

  it('cannot tell from what is no confidence interval, however clear it looks', () => {
    const reasonOf = (values: readonly number[] | null): string | null => macroVerdict(values, { alpha: 0.05, family: 6 }).reason;
    assert.equal(reasonOf(around(0.5, 19)), 'few-tasks');
    assert.equal(reasonOf([...around(0.5, 7), ...new Array<number>(20).fill(0)]), 'few-contributing');
    assert.equal(reasonOf([...new Array<number>(30).fill(0.01), 0.9]), 'one-task');
    assert.equal(reasonOf([0.4]), 'not-estimable');
    assert.equal(reasonOf(null), 'not-estimable');
    assert.equal(macroVerdict(around(0.5, 19), { alpha: 0.05, family: 6 }).interval, null);
  });
});

describe('the range over attempts of these tasks', () => {
  const rangeOf = (cells: readonly ClassCounts[]): ReturnType<typeof attemptRange> => {
    const left = leaveOneOut(cells, unbiasedChange);
    assert.ok(left !== null);
    return attemptRange(cells, left);
  };

  it('is the number and its jackknife standard errors, cell after cell, in unequal cells', () => {
    const cells: readonly ClassCounts[] = [[4, 0, 0, 0, 1], [1, 1, 1, 2, 1], [0, 2, 0, 1, 0]];
    let variance = 0;
    for (const cell of cells) {
      const members = cell.flatMap((count, kind) => new Array<number>(count).fill(kind));
      const without = members.map((_, i) => {
        const rest = members.filter((__, k) => k !== i);
        const count = (kind: number): number => rest.filter((one) => one === kind).length;
        return unbiasedChange([count(0), count(1), count(2), count(3), count(4)]) ?? NaN;
      });
      const mean = without.reduce((sum, value) => sum + value, 0) / without.length;
      variance += ((without.length - 1) / without.length) * without.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    }
    const range = rangeOf(cells);
    assert.ok(range !== null && Math.abs(range.standardError - Math.sqrt(variance) / 3) < 1e-14);
    assert.ok(Math.abs((range.high - range.low) / 2 - 1.959963984540054 * range.standardError) < 1e-12);
  });

  it('does not exist for two attempts, nor where none of them changes anything', () => {
    assert.equal(rangeOf([[1, 0, 0, 0, 1], [2, 1, 0, 0, 1]]), null);
    assert.equal(rangeOf([[0, 0, 0, 5, 0], [5, 0, 0, 0, 0]]), null);
  });
});
