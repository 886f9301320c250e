import path from 'node:path';
import { attemptTables } from '../data/attempts';
import { armSuccesses, cellClasses } from '../data/cellClasses';
import { judge, noteOf, type Finding, type Goal, type GoalResult } from '../goal';
import { median, runInterleaved, speedRatio, type Measured } from '../measure';

/** Counts and audit of attempts in memory, and opening them. */
export const auditGoal: Goal = {
  name: 'audit',
  title: 'The audit of 147,000 attempts in memory',
  run: async ({ repetitions, part }) => {
    const folder = await attemptTables(Math.ceil(147_000 * part));
    const peer = 'DuckDB, one thread';
    const measured = runInterleaved(
      [
        { name: 'counts of attempts', options: { folder } },
        { name: 'audit of attempts', options: { folder } },
        { name: 'DuckDB counts', options: { folder } },
        { name: 'index of the same documents again', options: { folder, threads: 0, cache: path.resolve('out/bench/cache') } },
      ],
      repetitions,
    );
    const [counts, audit, duck, open] = measured;
    const opening = open?.runs ? median(open.runs.map((run) => run.milliseconds)) : null;
    return {
      measured,
      findings: [
        judge({ goal: 6, what: 'counts of every decision', peer, value: speedRatio(counts, duck), unit: 'x', wanted: { kind: 'least', value: 40 }, note: noteOf(measured, ['counts of attempts', 'DuckDB counts']) }),
        judge({ goal: null, what: 'counts, exact intervals and verdicts', peer, value: speedRatio(audit, duck), unit: 'x', wanted: null }),
        judge({ goal: 6, what: 'opening the attempts, files checked and joined', peer: null, value: opening, unit: 'ms', wanted: { kind: 'most', value: 10 }, note: noteOf(measured) }),
      ],
    };
  },
};

/** 10^6 exact intervals, none remembered. */
export const intervalsGoal: Goal = {
  name: 'intervals',
  title: '10^6 Clopper–Pearson intervals',
  run: async ({ repetitions, part }) => {
    const options = { count: Math.ceil(1_000_000 * part) };
    const names = ['Clopper–Pearson intervals', '@stdlib intervals', 'scipy intervals'];
    const measured = runInterleaved(names.map((name) => ({ name, options })), repetitions);
    const [ours, stdlib, scipy] = measured;
    const [errors] = runInterleaved([{ name: 'errors of intervals', options: {} }], 1);
    const found = errors?.runs?.[0]?.answer as { readonly worst: number; readonly ends: number } | undefined; // as the contender gives it
    const note = noteOf(measured, names);
    return {
      measured,
      findings: [
        judge({ goal: 7, what: 'intervals', peer: 'scipy.special.betaincinv', value: speedRatio(ours, scipy), unit: 'x', wanted: { kind: 'least', value: 1 }, note }),
        judge({ goal: 7, what: 'intervals', peer: '@stdlib/math-base-special-betaincinv', value: speedRatio(ours, stdlib), unit: 'x', wanted: { kind: 'least', value: 4 } }),
        judge({ goal: 7, what: `largest relative error of ${found?.ends ?? 0} ends, down to alpha 1e-12`, peer: '40 digits', value: found?.worst ?? null, unit: '', wanted: { kind: 'most', value: 1e-13 }, note: errors?.reason ?? null }),
      ],
    };
  },
};

/** Resampling ranges, 10,000 replicates. */
export const bootstrapGoal: Goal = {
  name: 'bootstrap',
  title: 'Resampling ranges of 10,000 replicates',
  run: async ({ repetitions, part }) => {
    const results: GoalResult[] = [];
    const macro = async (cells: number, attempts: number): Promise<void> => {
      const options = { file: await cellClasses(cells, attempts) };
      results.push(compareRanges(`macro change of ${cells} cells of about ${attempts} attempts`, runInterleaved(['range of the macro change', 'numpy, tasks and attempts'].map((name) => ({ name, options })), repetitions)));
    };
    await macro(35, 5);
    await macro(Math.ceil(500 * part), 49);
    const options = { file: await armSuccesses(20) };
    results.push(compareRanges('two conditions, 20 tasks of 5 + 5 attempts', runInterleaved(['range of two conditions', 'numpy, two conditions'].map((name) => ({ name, options })), repetitions)));
    return { measured: results.flatMap(({ measured }) => measured), findings: results.flatMap(({ findings }) => findings) };
  },
};

/** Ranges rest on chance of their own on each side: ends may differ by this part of the width. */
const TOLERANCE = 0.15;

function compareRanges(what: string, measured: readonly Measured[]): GoalResult {
  const [ours, peer] = measured;
  const finding: Finding = judge({ goal: 8, what, peer: 'numpy', value: speedRatio(ours, peer), unit: 'x', wanted: { kind: 'least', value: 0.8 }, note: noteOf(measured) ?? differenceOf(ours, peer) });
  return { measured, findings: [finding] };
}

interface Range {
  readonly low: number;
  readonly high: number;
}

/** What is wrong between the two ranges, or null. */
function differenceOf(ours: Measured | undefined, peer: Measured | undefined): string | null {
  const [a, b] = [ours, peer].map((measured) => measured?.runs?.[0]?.answer as Range | undefined); // as the contenders give it
  if (a === undefined || b === undefined) return null;
  const slack = TOLERANCE * (b.high - b.low);
  const isSame = Math.abs(a.low - b.low) <= slack && Math.abs(a.high - b.high) <= slack;
  return isSame ? null : `the ranges differ: ${a.low} to ${a.high}, and ${b.low} to ${b.high}`;
}
