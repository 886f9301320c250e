import assert from 'node:assert/strict';
import { macroAlarmGain, restartabilityFor, valueAlarm, zeroGainLine } from '../../../src/engine/alarm';
import { boundCeiling, boundOverConstant, cellOpportunity, groupOpportunity } from '../../../src/engine/opportunity';
import { valueRepresentation } from '../../../src/engine/representation';
import { macroNumbers } from '../../../src/engine/macro';
import { columnsFromTraces } from '../../../src/engine/attemptColumns';
import { countColumns } from '../../../src/engine/countColumns';
import { readReconstruction } from '../../support/reconstruction';

const near = (actual: number, expected: number, slack = 1e-12): void => assert.ok(Math.abs(actual - expected) <= slack, `${actual} is not ${expected}`);

describe('opportunity of a cell', () => {
  it('is that of an alarm without error, and nothing where nobody is live', () => {
    assert.deepEqual(cellOpportunity({ n: 5, nLive: 1, xContinue: 0, xRestart: 4 }), { q: 0, p: 0.8, ceiling: 0.8, bestConstant: 0.8, overConstant: 0 });
    const mixed = cellOpportunity({ n: 10, nLive: 5, xContinue: 3, xRestart: 4 });
    near(mixed?.ceiling ?? NaN, 0.4 * 0.4);
    near(mixed?.overConstant ?? NaN, Math.min(0.4 * 0.4, 0.6 * 0.6));
    assert.equal(cellOpportunity({ n: 5, nLive: 0, xContinue: 0, xRestart: 5 }), null);
  });

  it('keeps within its bounds whatever chances the intervals allow, and reaches both ends', () => {
    const boxes = [
      { continue: { low: 0.1, high: 0.7 }, restart: { low: 0.3, high: 0.9 } },
      { continue: { low: 0, high: 0.2 }, restart: { low: 0.5, high: 0.6 } },
      { continue: { low: 0.8, high: 1 }, restart: { low: 0.1, high: 0.3 } },
      { continue: { low: 0.6, high: 0.9 }, restart: { low: 0.55, high: 0.8 } },
      { continue: { low: 0, high: 1 }, restart: { low: 0, high: 1 } },
    ];
    const steps = 200;
    for (const box of boxes) {
      const seen = { ceiling: [] as number[], over: [] as number[] };
      for (let i = 0; i <= steps; i++) {
        for (let j = 0; j <= steps; j++) {
          const q = box.continue.low + ((box.continue.high - box.continue.low) * i) / steps;
          const p = box.restart.low + ((box.restart.high - box.restart.low) * j) / steps;
          const { ceiling, overConstant } = valueAlarm({ q, p, tau: 1, phi: 0 });
          seen.ceiling.push(ceiling);
          seen.over.push(overConstant);
        }
      }
      for (const [found, values] of [[boundCeiling(box), seen.ceiling], [boundOverConstant(box), seen.over]] as const) {
        const [low, high] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
        assert.ok(found.low <= low + 1e-12 && found.high >= high - 1e-12, JSON.stringify(box));
        near(found.low, low, 1e-12);
        near(found.high, high, 0.003);
      }
    }
  });
});

describe('opportunity of a group', () => {
  it('rises in steps that are what a coarser representation loses', () => {
    const cells = readReconstruction().filter(({ cohort }) => cohort === 'initial');
    const counts = countColumns(columnsFromTraces(cells.map(({ attempts }) => attempts)), { times: [8, 16], budget: 30 });
    for (const time of [0, 1]) {
      const { numbers } = macroNumbers(counts, cells.map((_, k) => k), time);
      assert.ok(numbers !== null);
      const group = groupOpportunity(numbers);
      assert.ok(group.taskOverConstant >= 0 && group.alarmOverTask >= 0);
      const classes = cells.flatMap((_, cell) => {
        const at = cell * 2 + time;
        const [n, nLive] = [counts.n[cell] ?? 0, counts.nLive[at] ?? 0];
        return nLive === 0 ? [] : [{ weight: nLive / n, restart: (counts.xRestart[at] ?? 0) / n, continuation: (counts.xContinue[at] ?? 0) / nLive, group: 'all' }];
      });
      const weight = classes.reduce((sum, one) => sum + one.weight, 0);
      near(group.taskOverConstant, ((valueRepresentation(classes)?.loss ?? NaN) * weight) / cells.length);
    }
  });
});

describe('an alarm over many cells', () => {
  it('gains the mean of what it gains in each, weighted by who is live', () => {
    const cells = [{ live: 0.2, q: 0, p: 0.8 }, { live: 1, q: 0.6, p: 0.1 }, { live: 0, q: 0, p: 0 }];
    const rates = { tau: 0.9, phi: 0.1 };
    const expected = (0.2 * valueAlarm({ q: 0, p: 0.8, ...rates }).gain + valueAlarm({ q: 0.6, p: 0.1, ...rates }).gain) / 3;
    near(macroAlarmGain(cells, rates) ?? NaN, expected);
    assert.equal(macroAlarmGain([], rates), null);
    // A perfect one: what the group's own number says.
    near(macroAlarmGain(cells, { tau: 1, phi: 0 }) ?? NaN, (0.2 * 0.8 + 0.4 * 0.1) / 3);
  });

  it('gains nothing on its line, and a perfect one as much as the contour says', () => {
    const line = zeroGainLine({ tau: 0.9, phi: 0.1 }, [0, 0.25, 0.5, 1]);
    assert.deepEqual([line[0], line[3]], [0, 1]);
    for (const [k, q] of [0, 0.25, 0.5, 1].entries()) near(valueAlarm({ q, p: line[k] ?? NaN, tau: 0.9, phi: 0.1 }).gain, 0);
    assert.deepEqual(zeroGainLine({ tau: 0, phi: 0 }, [0.5]), [null]);
    near(valueAlarm({ q: 0.5, p: restartabilityFor(0.4, 0.5) ?? NaN, tau: 1, phi: 0 }).gain, 0.4);
    assert.equal(restartabilityFor(0.6, 0.5), null);
  });
});
