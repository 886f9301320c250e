import assert from 'node:assert/strict';
import { countActions } from '../../../src/engine/actionCounts';
import { columnsFromTraces } from '../../../src/engine/attemptColumns';
import { auditCells } from '../../../src/engine/audit';
import type { Audit } from '../../../src/engine/audit';
import { certify } from '../../../src/engine/certificate';
import { familyTail } from '../../../src/engine/clopperPearson';
import { seededRandom } from '../../../src/engine/random';
import type { Trace } from '../../../src/engine/trace';
import { randomCells } from '../../support/engineCells';
import { readReconstruction } from '../../support/reconstruction';

const times = [4, 8, 12, 16, 20, 24];
const budget = 30;

/** The audit of the reconstruction, with its groups (model and cohort) in order of first appearance. */
function auditReconstruction(): { readonly audit: Audit; readonly groups: readonly string[] } {
  const cells = readReconstruction();
  const names = cells.map(({ model, cohort }) => `${model} ${cohort}`);
  const groups = [...new Set(names)];
  const audit = auditCells({
    columns: columnsFromTraces(cells.map(({ attempts }) => attempts)),
    groups: Int32Array.from(names, (name) => groups.indexOf(name)),
    times,
    budget,
    alpha: 0.05,
  });
  return { audit, groups };
}

describe('the audit of the paper (synthetic reconstruction)', () => {
  const { audit, groups } = auditReconstruction();
  const macroAt = (group: string, t: number) => audit.macro[groups.indexOf(group) * times.length + times.indexOf(t)];

  it('has 156 decisions, of which 103 are live and 53 not reached, and certifies none', () => {
    assert.equal(audit.family, 156);
    assert.deepEqual(audit.totals, { live: 103, notReached: 53, horizon: 0, liveOrHorizon: 103, restart: 0, continue: 0, abstain: 103 });
  });

  it('could not have certified any: no cell of five can, it takes 14 and 55 attempts', () => {
    assert.ok(audit.decisions.every(({ certifiable }) => !certifiable.restart && !certifiable.continue));
    assert.equal(audit.leastAttempts.continue, 14);
    assert.equal(audit.leastAttempts.restart?.n, 55);
  });

  it('finds a macro change of +2.2857 points for Luna and -42.2857 for DeepSeek at call 16', () => {
    assert.equal(((macroAt('luna initial', 16)?.numbers?.change ?? NaN) * 100).toFixed(4), '2.2857');
    assert.equal(((macroAt('deepseek initial', 16)?.numbers?.change ?? NaN) * 100).toFixed(4), '-42.2857');
  });

  it('lets one cell of seven carry Luna, all of it within reach of an alarm, and no alarm help DeepSeek', () => {
    const luna = macroAt('luna initial', 16);
    assert.deepEqual([luna?.cells, luna?.contributing, luna?.horizonCells], [7, 1, 0]);
    assert.equal(((luna?.numbers?.perfectAlarm ?? NaN) * 100).toFixed(4), '2.2857');
    assert.equal(((luna?.numbers?.taskOracle ?? NaN) * 100).toFixed(4), '2.2857');
    const deepSeek = macroAt('deepseek initial', 16);
    assert.deepEqual([deepSeek?.liveCells, deepSeek?.numbers?.perfectAlarm], [6, 0]);
  });
});

describe('an audit', () => {
  const audit = (cells: readonly (readonly Trace[])[], more: Partial<Parameters<typeof auditCells>[0]> = {}): Audit =>
    auditCells({ columns: columnsFromTraces(cells), times: [8, 16], budget, alpha: 0.05, ...more });

  it('decides each cell as counting and certifying it alone would', () => {
    const cells = randomCells(seededRandom(2), 40, { horizon: 30, mostAttempts: 30, shortHorizonEvery: 60 });
    const result = audit(cells, { family: 80 });
    for (const decision of result.decisions) {
      const counts = countActions(cells[decision.cell] ?? [], { t: [8, 16][decision.time] ?? 0, budget });
      const { n, nLive, xContinue, xRestart, status } = decision;
      assert.deepEqual({ n, nLive, xContinue, xRestart, status }, counts);
      if (xContinue === null || xRestart === null || nLive === null) {
        assert.deepEqual([decision.continue, decision.restart, decision.difference, decision.verdict], [null, null, null, null]);
        continue;
      }
      const { verdict, ...intervals } = certify({ n, nLive, xContinue, xRestart }, familyTail(0.05, 80));
      assert.equal(decision.verdict, status === 'ok' ? verdict : null);
      assert.deepEqual({ continue: decision.continue, restart: decision.restart, difference: decision.difference }, intervals);
    }
  });

  it('gives every decision one status and every live one a verdict', () => {
    const cells = randomCells(seededRandom(4), 80, { horizon: 30, mostAttempts: 40, shortHorizonEvery: 30 });
    const { totals, decisions, family } = audit(cells);
    assert.equal(family, 160);
    assert.equal(decisions.length, family);
    assert.equal(totals.live + totals.notReached + totals.horizon, family);
    assert.equal(totals.restart + totals.continue + totals.abstain, totals.live);
    assert.ok(totals.horizon > 0 && totals.notReached > 0);
  });

  it('keeps the order of cells and times', () => {
    const { decisions } = audit([[], [{ T: 3, E: null, H: 30 }]]);
    assert.deepEqual(decisions.map(({ cell, time }) => [cell, time]), [[0, 0], [0, 1], [1, 0], [1, 1]]);
  });

  it('makes macro numbers unknown by one short horizon, and says what they are without it', () => {
    const gain: Trace[] = [{ T: 2, E: null, H: 30 }, { T: null, E: null, H: 30 }];
    const short: Trace[] = [{ T: null, E: null, H: 10 }];
    const [known] = audit([gain]).macro;
    const [mixed] = audit([gain, short]).macro;
    assert.deepEqual(known?.numbers, { change: 0.25, taskOracle: 0.25, perfectAlarm: 0.25 });
    assert.deepEqual([mixed?.numbers, mixed?.horizonCells, mixed?.cells], [null, 1, 2]);
    assert.deepEqual(mixed?.withHorizonAsZero, { change: 0.125, taskOracle: 0.125, perfectAlarm: 0.125 });
  });

  it('averages each group over its own cells', () => {
    const gain: Trace[] = [{ T: 2, E: null, H: 30 }, { T: null, E: null, H: 30 }];
    const loss: Trace[] = [{ T: 20, E: null, H: 30 }];
    const { macro } = audit([gain, loss, gain, []], { groups: Int32Array.of(1, 0, 1, 1) });
    assert.deepEqual(macro.map(({ numbers }) => numbers?.change), [0, -1, 0.5 / 3, 0.5 / 3]);
  });

  it('widens its intervals for a sealed family larger than what is seen, and refuses a smaller one', () => {
    const cells: Trace[][] = [[{ T: 2, E: null, H: 30 }, { T: null, E: null, H: 30 }]];
    assert.ok((audit(cells, { family: 100 }).decisions[0]?.restart?.low ?? 1) < (audit(cells).decisions[0]?.restart?.low ?? 0));
    assert.throws(() => audit(cells, { family: 1 }), RangeError);
    assert.throws(() => audit(cells, { alpha: 0 }), RangeError);
    assert.throws(() => audit(cells, { groups: new Int32Array(2) }), RangeError);
  });

  it('of nothing is empty', () => {
    const { decisions, macro, family } = audit([]);
    assert.deepEqual([decisions.length, macro.length, family], [0, 0, 1]);
  });

  it('certifies both directions when the evidence is there', () => {
    const many = (count: number, trace: Trace): Trace[] => Array.from({ length: count }, () => trace);
    const restart = [...many(60, { T: 2, E: null, H: 30 }), ...many(40, { T: null, E: null, H: 30 })];
    const goOn = many(40, { T: 29, E: null, H: 30 });
    const { decisions, totals } = audit([restart, goOn]);
    assert.deepEqual(decisions.map(({ verdict }) => verdict), ['restart', 'restart', 'continue', 'continue']);
    assert.deepEqual([totals.restart, totals.continue], [2, 2]);
    assert.deepEqual(decisions[0]?.certifiable, { restart: true, continue: true });
  });
});
