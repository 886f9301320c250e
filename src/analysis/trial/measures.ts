import { DEFAULT_REPLICATES } from '../../engine/macroInterval';
import { courseOf, alarmAt, type Course, type TrialRules } from '../../engine/trialAttempt';
import { meanMeasures, percentileRange, resampleTrial, type TrialReplicates } from '../../engine/trialRange';
import { PER_TIME, prepareTask, TRIAL_STATISTICS, type TrialMeasures, type TrialStatistic, type TrialTask } from '../../engine/trialTask';
import type { TrialMeasure } from '../../model/trial';
import type { TrialCell, TrialRun } from './trialRuns';

const LEVEL = 0.95;
/** Dollars of the three policies stand behind the engine's measures. */
const DOLLARS = ['continue', 'fixedTime', 'monitor'] as const;
export type Policy = (typeof DOLLARS)[number];

/** Every number of an evaluation: the estimate and its range, from one set of resamples. */
export interface Measured {
  statistic(name: TrialStatistic): TrialMeasure;
  /** Of two statistics; not estimable where the second is 0. */
  ratio(part: TrialStatistic, whole: TrialStatistic, reason: string): TrialMeasure;
  /** Of a decision time: live, live and failing, ceiling. */
  atTime(time: number, which: 0 | 1 | 2): TrialMeasure;
  dollars(policy: Policy): TrialMeasure;
  /** By cell. */
  readonly perTask: readonly TrialMeasures[];
}

export interface MeasureDesign {
  readonly cells: readonly TrialCell[];
  readonly rules: TrialRules;
  readonly times: readonly number[];
  readonly seed: number;
}

/** Measures cells under a trial's rules, in portions. At least one cell. */
export function* measureCells({ cells, rules, times, seed }: MeasureDesign): Generator<void, Measured, void> {
  const tasks = cells.map(({ runs }) => withDollars(prepareTask(runs, rules, times), runs, rules));
  const means = meanMeasures(tasks);
  yield;
  // The range of one task would hold nothing of how tasks differ.
  const replicates = tasks.length < 2 ? null : yield* resampleTrial({ tasks, seed });
  const counts = { tasks: tasks.length, attempts: cells.reduce((sum, { runs }) => sum + runs.length, 0) };
  const measure = (value: number, drawn: Float64Array | null, reason: string): TrialMeasure =>
    Number.isNaN(value) ? { value: null, notEstimable: reason, interval: null, ...counts } : { value, notEstimable: null, interval: intervalOf(drawn), ...counts };
  const at = (index: number, reason = ''): TrialMeasure => measure(means?.[index] ?? NaN, replicates?.[index] ?? null, reason);
  return {
    statistic: (name) => (SHARES.has(name) ? withinOne(at(TRIAL_STATISTICS.indexOf(name))) : at(TRIAL_STATISTICS.indexOf(name))),
    ratio: (part, whole, reason) => {
      const [above, below] = [TRIAL_STATISTICS.indexOf(part), TRIAL_STATISTICS.indexOf(whole)];
      return measure((means?.[above] ?? NaN) / (means?.[below] ?? NaN), ratioOf(replicates, above, below), reason);
    },
    atTime: (time, which) => at(TRIAL_STATISTICS.length + PER_TIME * time + which),
    dollars: (policy) => at(TRIAL_STATISTICS.length + PER_TIME * times.length + DOLLARS.indexOf(policy), reasonWithoutDollars(cells, policy)),
    perTask: tasks.map((task) => task.measure(new Array<number>(task.attempts.length).fill(1))),
  };
}

const SHARES: ReadonlySet<TrialStatistic> = new Set<TrialStatistic>(['successContinue', 'successFixed', 'successMonitor', 'stoppedFixed', 'stoppedMonitor', 'ceilingFixed', 'ceilingMonitor', 'failing', 'succeeding', 'alarmedFailing', 'alarmedSucceeding']);

/** A share with its range; a mean of shares may miss 0 or 1 by its rounding. */
function withinOne(measure: TrialMeasure): TrialMeasure {
  const { value, interval } = measure;
  const clamp = (share: number): number => Math.min(1, Math.max(0, share));
  return value === null ? measure : { ...measure, value: clamp(value), interval: interval === null ? null : { ...interval, low: clamp(interval.low), high: clamp(interval.high) } };
}

function intervalOf(drawn: Float64Array | null): TrialMeasure['interval'] {
  const range = drawn === null ? null : percentileRange(drawn, LEVEL);
  return range === null ? null : { kind: 'resampling range', low: range.low, high: range.high, level: range.level, replicates: DEFAULT_REPLICATES, undefinedShare: range.undefinedShare };
}

function ratioOf(replicates: TrialReplicates | null, above: number, below: number): Float64Array | null {
  const [part, whole] = [replicates?.[above], replicates?.[below]];
  return part && whole ? part.map((value, i) => value / (whole[i] ?? NaN)) : null;
}

/** Appends the mean dollars of the three policies. What follows a restart is the mean over the task's other attempts, whichever were drawn. */
function withDollars(task: TrialTask, runs: readonly TrialRun[], rules: TrialRules): TrialTask {
  const { budget, charges, fixedTime, threshold } = rules;
  const free = { budget, checkCharge: 0, resetCharge: charges.reset };
  const rows = [
    runs.map((run) => dollarsOf(run, courseOf(run, null, free), runs)),
    runs.map((run) => dollarsOf(run, courseOf(run, fixedTime, free), runs)),
    runs.map((run) => {
      const course = courseOf(run, alarmAt(run, threshold), { ...free, checkCharge: charges.check });
      return dollarsOf(run, course, runs) + questionDollars(run, course);
    }),
  ];
  return {
    attempts: task.attempts,
    measure: (counts) => {
      const base = task.measure(counts);
      const all = new Float64Array(base.length + rows.length);
      all.set(base);
      let total = 0;
      for (let i = 0; i < counts.length; i++) total += counts[i] ?? 0;
      rows.forEach((row, at) => (all[base.length + at] = row.reduce((sum, value, i) => ((counts[i] ?? 0) === 0 ? sum : sum + (counts[i] ?? 0) * value), 0) / total));
      return all;
    },
  };
}

/** NaN where dollars that are needed are not known. */
function dollarsOf(run: TrialRun, { used, left }: Course, runs: readonly TrialRun[]): number {
  const own = spentBy(run, used);
  if (left === null) return own;
  const others = runs.filter((other) => other !== run);
  return own + others.reduce((sum, other) => sum + spentBy(other, Math.floor(left)), 0) / others.length;
}

/** Dollars through a position; those of the whole run beyond its end. */
function spentBy({ usd }: TrialRun, position: number): number {
  return usd === null ? NaN : (usd[Math.min(position, usd.length - 1)] ?? NaN);
}

function questionDollars({ checks, checkUsd, endedAt }: TrialRun, { used, left }: Course): number {
  if (checks.length === 0) return 0;
  if (checkUsd === null) return NaN;
  // A question after the call at which the run ends is not asked; one after the call at which it is stopped is.
  return checks.reduce((sum, position, i) => (position < endedAt && (left === null ? position < used : position <= used) ? sum + (checkUsd[i] ?? NaN) : sum), 0);
}

function reasonWithoutDollars(cells: readonly TrialCell[], policy: Policy): string {
  const runs = cells.flatMap((cell) => cell.runs);
  const silent = runs.filter(({ usd }) => usd === null).length;
  if (silent > 0) return `${silent} of ${runs.length} attempts do not state dollars for each call`;
  return policy === 'monitor' ? 'the scores do not all state what they cost' : 'dollars are not known';
}
