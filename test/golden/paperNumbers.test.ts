import assert from 'node:assert/strict';
import path from 'node:path';
import { valueAlarm } from '../../src/engine/alarm';
import { auditCells } from '../../src/engine/audit';
import { columnsFromTraces } from '../../src/engine/attemptColumns';
import { chooseCutoff, leaveOneTaskOut, type CutoffTable } from '../../src/engine/cutoffSelection';
import { deduplicate, identityKey } from '../../src/engine/dedup';
import { attemptsForUpperEnd } from '../../src/engine/evidence';
import { boxInterval, fisherTest, newcombeInterval, oneSidedUpper } from '../../src/engine/proportions';
import type { ReplayAttempt } from '../../src/engine/outcomeColumns';
import { replayCell } from '../../src/engine/replay';
import type { Schedule } from '../../src/engine/schedule';
import type { Trace } from '../../src/engine/trace';
import { falseKillThreshold } from '../../src/engine/trialSelection';
import { readReconstruction } from '../support/reconstruction';
import { readGoldenFile } from './goldenFile';
import { toNumber, toRecord } from './goldenValues';

// Figures that the papers print and that follow from their texts, one calculation each. What the text leaves open (calls of
// single attempts) is as in the synthetic reconstruction of paper A, which agrees with everything the text says.

const golden = readGoldenFile(path.join(import.meta.dirname, 'data/golden_public.json')).quantity('paper_numbers');
const judged = new Set<string>();

/** The calculation gives the exact value, and the printed one to its printed digits unless the list says that the paper errs. */
function check(id: string, title: string, compute: () => number | null | undefined): void {
  judged.add(id);
  it(`${title} (${id})`, () => {
    const entry = golden.cases.find((one) => one.id === id);
    assert.ok(entry, 'The list has no such figure.');
    const { value, printed, decimals, agrees } = toRecord(entry.expected);
    const actual = compute();
    assert.ok(typeof actual === 'number');
    const expected = toNumber(value);
    assert.ok(Math.abs(actual - expected) <= golden.atol + 1e-9 * Math.abs(expected), `${actual} instead of ${expected}`);
    if (printed === undefined) return;
    const rounds = Math.abs(actual - toNumber(printed)) <= 0.5000001 * 10 ** -toNumber(decimals);
    assert.equal(rounds, agrees);
  });
}

/** Figures that no calculation here repeats yet, with the reason. */
function later(ids: readonly string[], title: string, reason: string): void {
  for (const id of ids) judged.add(id);
  // Skipped because the quantity has no calculation through the product's functions yet; the title ends with the reason of each.
  it.skip(`${title}: ${reason} (${ids.join(', ')})`);
}

const solved = (...calls: readonly (number | null)[]): readonly Trace[] => calls.map((T) => ({ T, E: null, H: 30 }));
const cellsOf = (model: string, cohorts: readonly string[]): readonly (readonly Trace[])[] =>
  readReconstruction().filter((cell) => cell.model === model && cohorts.includes(cell.cohort)).map(({ attempts }) => attempts);

/** The mean over cells of a schedule's chance of success. */
function macro(cells: readonly (readonly ReplayAttempt[])[], schedule: Schedule, budget = 30): number {
  const values = cells.map((cell) => {
    const replay = replayCell(cell, { schedule, budget });
    return replay.kind === 'ok' ? replay.success : NaN;
  });
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function changeAt16(cells: readonly (readonly Trace[])[]): number | undefined {
  return auditCells({ columns: columnsFromTraces(cells), times: [16], budget: 30, alpha: 0.05 }).macro[0]?.numbers?.change;
}

/** Value of every task under the cutoffs 4, 6, … 30. */
function cutoffTable(cells: readonly (readonly Trace[])[]): CutoffTable {
  const cutoffs = Array.from({ length: 14 }, (_, i) => 4 + 2 * i);
  return { cutoffs, values: cells.map((cell) => cutoffs.map((cap) => macro([cell], { kind: 'fixed', cap }))) };
}

// Luna's seven tasks as the text gives them: five done by call 16 in every attempt, 23413 done by call 10 in four of five, 23950 never.
const done = solved(4, 4, 4, 4, 4);
const task23413 = solved(5, 6, 8, 10, null);
const task24443 = solved(8, 11, 12, 14, 16);
const never = solved(null, null, null, null, null);
const luna = [done, done, done, done, task24443, task23413, never];
const everyLuna = cellsOf('luna', ['initial', 'stress', 'high-id']);
const deepseek = cellsOf('deepseek', ['initial']);

describe('figures that paper A prints', () => {
  check('paper_numbers#002', 'an alarm of 90 % accuracy changes nothing where a restart succeeds once in ten', () => {
    const { gain, accuracy } = valueAlarm({ q: 0.5, p: 0.1, tau: 0.9, phi: 0.1 });
    assert.equal(accuracy, 0.9);
    return gain;
  });
  it('the same alarm loses five points where no restart succeeds, and gains 35 where four in five do', () => {
    const gain = (p: number): string => (100 * valueAlarm({ q: 0.5, p, tau: 0.9, phi: 0.1 }).gain).toFixed(6);
    assert.deepEqual([gain(0), gain(0.8)], ['-5.000000', '35.000000']);
  });
  check('paper_numbers#003', 'one live attempt of five, restarted at 4/5, moves seven tasks by 0.022857 (eq 22)', () => changeAt16([done, done, done, done, task24443, task23413, never]));
  check('paper_numbers#004', 'Luna under a repeated cutoff of 16 calls reaches 85.14 %', () => 100 * macro(luna, { kind: 'fixed', cap: 16 }));
  check('paper_numbers#007', 'DeepSeek under the same cutoff reaches 26.29 %', () => 100 * macro(deepseek, { kind: 'fixed', cap: 16 }));
  check('paper_numbers#008', 'which is 42.29 points below one run of 30', () => 100 * (macro(deepseek, { kind: 'fixed', cap: 16 }) - macro(deepseek, { kind: 'single' })));
  check('paper_numbers#009', 'Luna gains 2.29 points by it', () => 100 * (macro(luna, { kind: 'fixed', cap: 16 }) - macro(luna, { kind: 'single' })));
  check('paper_numbers#010', 'a cutoff chosen on the other tasks leaves Luna 75.54 %', () => 100 * (leaveOneTaskOut(cutoffTable(cellsOf('luna', ['initial'])))?.mean ?? NaN));
  check('paper_numbers#012', 'task 24443, done once in five by call 10, reaches 48.8 % under a repeated cutoff of 10', () => 100 * macro([task24443], { kind: 'fixed', cap: 10 }));
  check('paper_numbers#014', 'all 19 Luna tasks reach 68.42 % in one run of 30', () => 100 * macro(everyLuna, { kind: 'fixed', cap: 30 }));
  check('paper_numbers#015', 'and 0.21 points less under a cutoff of 16', () => 100 * (macro(everyLuna, { kind: 'fixed', cap: 16 }) - macro(everyLuna, { kind: 'fixed', cap: 30 })));
  check('paper_numbers#016', 'their best cutoff in sample, 24, reaches 68.84 %', () => {
    const best = chooseCutoff(cutoffTable(everyLuna));
    assert.equal(best?.cutoff, 24);
    return 100 * (best?.mean ?? NaN);
  });
  check('paper_numbers#017', 'which is 0.42 points above one run', () => 100 * ((chooseCutoff(cutoffTable(everyLuna))?.mean ?? NaN) - macro(everyLuna, { kind: 'fixed', cap: 30 })));
  check('paper_numbers#018', 'chosen on the other 18 tasks they reach 67.37 %', () => 100 * (leaveOneTaskOut(cutoffTable(everyLuna))?.mean ?? NaN));
  check('paper_numbers#021', 'two runs of 30 under 60 calls reach 70.11 %', () => 100 * macro(everyLuna, { kind: 'fixed', cap: 30 }, 60));
  check('paper_numbers#028', 'no late completion in 20 attempts bounds their rate by 13.9 %', () => 100 * oneSidedUpper({ successes: 0, trials: 20 }, 0.05));
  check('paper_numbers#029', 'format failures in 17 of 20 against 1 of 20 give p = 4.06e-7', () => 1e7 * fisherTest({ a: 17, b: 3, c: 1, d: 19 }).twoSided);
  check('paper_numbers#031', 'one completion among 20 runs of 60 calls on four tasks is 5 %', () => {
    const format = (E: number): Trace => ({ T: null, E, H: 60 });
    const whole: Trace = { T: null, E: null, H: 60 };
    const tasks = [[{ T: 17, E: null, H: 60 }, format(33), format(35), format(40), format(50)], [format(20), format(32), format(41), format(44), whole], [format(25), format(36), format(39), format(52), format(58)], [format(28), format(31), format(45), format(60), whole]];
    return 100 * macro(tasks, { kind: 'single' }, 60);
  });
  check('paper_numbers#032', 'the lower end of 0/20 against 1/20 is −23.6 points', () => 100 * newcombeInterval({ successes: 0, trials: 20 }, { successes: 1, trials: 20 }).low);
  check('paper_numbers#033', 'its upper end is 11.6 points, not the 15.2 that is printed', () => 100 * newcombeInterval({ successes: 0, trials: 20 }, { successes: 1, trials: 20 }).high);
  check('paper_numbers#034', 'the printed 15.2 is the end of the box of both Wilson intervals', () => 100 * boxInterval({ successes: 0, trials: 20 }, { successes: 1, trials: 20 }).high);
  check('paper_numbers#038', 'the five stages come to 194 attempts, equal outcomes and rows read twice notwithstanding', () => {
    const stages = { initial: 70, prospective: 60, 'horizon-60': 20, context: 40, resolver: 4 };
    const rows = Object.entries(stages).flatMap(([stage, count]) => Array.from({ length: count }, (_, attempt) => ({ stage, attempt, T: attempt % 3 === 0 ? 5 : null })));
    const comparison = { identity: (row: (typeof rows)[number]) => identityKey(row.stage, row.attempt), isSame: (a: (typeof rows)[number], b: (typeof rows)[number]) => a.T === b.T };
    return deduplicate([...rows, ...rows.slice(0, 9)], comparison).kept.length;
  });
  it('without a success it takes 90 attempts to bound a rate by 10 % among 156 comparisons, and 42 alone', () => {
    assert.deepEqual([attemptsForUpperEnd(0.1, 156, 0.05), attemptsForUpperEnd(0.1, 1, 0.05)], [90, 42]);
  });
  it('of 156 comparisons 103 have a live attempt, 13 of them at call 16, and none is certified', () => {
    const cells = readReconstruction().map(({ attempts }) => attempts);
    const { family, totals, decisions } = auditCells({ columns: columnsFromTraces(cells), times: [4, 8, 12, 16, 20, 24], budget: 30, alpha: 0.05 });
    assert.deepEqual([family, totals.live, totals.notReached, totals.abstain], [156, 103, 53, 103]);
    assert.equal(decisions.filter(({ time, status }) => time === 3 && status === 'ok').length, 13);
  });
  it('at call 16 every live DeepSeek task favours continuing, by 42.29 points in the mean', () => {
    assert.equal((100 * (changeAt16(deepseek) ?? NaN)).toFixed(2), '-42.29');
    const { decisions } = auditCells({ columns: columnsFromTraces(deepseek), times: [16], budget: 30, alpha: 0.05 });
    const live = decisions.filter(({ status }) => status === 'ok');
    assert.deepEqual([live.length, live.filter(({ difference }) => (difference?.estimate ?? 0) < 0).length], [6, 6]);
  });
  later(['paper_numbers#035'], 'dollars rise by 56.7 %', 'conditions are compared now, and the calculation is still to be written');
  later(['paper_numbers#039', 'paper_numbers#040'], '38 patches make 162 pairs within tasks', 'patches are compared now, and the calculation is still to be written');
});

describe('figures that paper C prints', () => {
  check('paper_numbers#046', 'at 5 % three of 74 successful runs may be stopped', () => falseKillThreshold(Array.from({ length: 74 }, (_, i) => [i / 74]), 0.05).allowed);
  later(['paper_numbers#047', 'paper_numbers#048', 'paper_numbers#049', 'paper_numbers#050'], 'capture and retention', 'stopping rules are not built yet');
  later(['paper_numbers#054', 'paper_numbers#057'], 'sizes of the judged corpora', 'no scores of a judge are counted yet');
});

describe('the list of printed figures', () => {
  it('is covered: each has its calculation, or the quantity that it waits for', () => {
    assert.deepEqual(golden.cases.map(({ id }) => id).filter((id) => !judged.has(id)), []);
  });
});
