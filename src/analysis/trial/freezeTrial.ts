import { nearestWord } from '../../base/nearestWord';
import type { TrialCharges } from '../../engine/trialAttempt';
import { chooseFixedTime, chooseThreshold, falseKillThreshold } from '../../engine/trialSelection';
import { meanMeasures } from '../../engine/trialRange';
import { prepareTask, TRIAL_STATISTICS, type TrialStatistic } from '../../engine/trialTask';
import { ENGINE_VERSION } from '../../engine/version';
import type { TraceIndex } from '../../index/traceIndex';
import type { Plan } from '../../model/plan';
import type { FrozenCharges, TrialFile, TrialRule, TrialSplit } from '../../model/trial';
import { defaultTimes } from '../../plan/defaultTimes';
import type { WantedThreshold } from '../../plan/thresholdText';
import { sealTrial } from '../../plan/trialFile';
import { budgetEvidence } from '../countable';
import { resolvePlan } from '../resolvePlan';
import { knownAttempts, splitTasks, tasksOf } from './splitTrial';
import { runtimeCells, type NoTrial, type RuntimeCells, type WantedRuntime } from './trialCells';
import { monitorNames, trialRuns, type TrialCell } from './trialRuns';

export interface FreezeRequest {
  readonly runtime: WantedRuntime;
  /** A split made before, else how to make one. */
  readonly split: TrialSplit | { readonly share: number; readonly seed: number };
  readonly monitor: string;
  readonly threshold: WantedThreshold;
  /** A position, or the best on the calibration tasks. */
  readonly fixedTime: number | 'best';
  /** Null: from the dollars that a sidecar states, at the calibration attempts' dollars a call; nothing where either is not known. */
  readonly checkCharge: number | null;
  readonly resetCharge: number;
  readonly now: number;
}

export type FreezeOutcome = { readonly kind: 'frozen'; readonly trial: TrialFile } | NoTrial;

/**
 * Calibrates threshold and fixed time on the calibration tasks and seals them with monitor, budget and charges, in portions. No outcome of another task is
 * read: the budget, too, comes from the calibration attempts' limits.
 *
 * Source: paper A, section 7.4; MATH.md 1.6.
 */
export function* freezeInPortions(index: TraceIndex, plan: Plan, request: FreezeRequest): Generator<void, FreezeOutcome, void> {
  const found = yield* runtimeCells(index, plan, request.runtime);
  if (found.kind !== 'runtime') return found;
  const split = 'calibration' in request.split ? request.split : makeSplit(found, request.split);
  if (split === null) return { kind: 'refused', message: `A split needs two tasks; ${found.runtime.name} has ${tasksOf(found.cells).length}.` };
  const names = monitorNames(index);
  if (!names.includes(request.monitor)) return { kind: 'refused', message: describeUnknown(request.monitor, names) };
  const chosen = new Set(split.calibration);
  const cells = found.cells.filter(({ task }) => chosen.has(task));
  const usable = cells.flatMap((cell) => cell.usable);
  const resolution = resolvePlan({ ...plan, times: null }, budgetEvidence(usable), defaultTimes);
  if (resolution.kind === 'needs-budget') return { kind: 'needs-budget', estimand: found.estimand, usable: usable.length, largestSeen: resolution.largestSeen };
  if (resolution.kind === 'bad-times' || !Number.isInteger(resolution.plan.budget)) return { kind: 'refused', message: `A trial needs a whole budget of at least 2; found ${resolution.kind === 'settled' ? resolution.plan.budget : resolution.budget}.` };
  const settled = { ...resolution.plan, estimand: found.estimand };
  if (request.fixedTime !== 'best' && request.fixedTime >= settled.budget) return { kind: 'refused', message: `A fixed time of ${request.fixedTime} leaves no restart: it must lie below the budget of ${settled.budget}.` };
  const runs = yield* trialRuns(cells, { index, monitor: request.monitor, axis: settled.axis, budget: settled.budget });
  if (runs.cells.length === 0) return { kind: 'refused', message: `None of the ${split.calibration.length} calibration tasks has two attempts that were watched through ${settled.budget} ${settled.axis}${describeAside(runs.aside)}.` };
  if (!runs.isMonitored) return { kind: 'refused', message: `The monitor "${request.monitor}" scores no attempt on the calibration tasks: ${usable.every(({ attempt }) => attempt.stepCount === 0) ? 'only their results are known, not their steps' : 'no score names one of their steps'}.` };
  yield;
  const rule = calibrate(runs.cells, settled.budget, request);
  yield;
  const trial = sealTrial({ written: new Date(request.now).toISOString(), plan: settled, runtime: found.runtime, split, rule, indexed: knownAttempts(found.cells), engineVersion: ENGINE_VERSION });
  return { kind: 'frozen', trial };
}

function makeSplit({ cells }: RuntimeCells, how: { readonly share: number; readonly seed: number }): TrialSplit | null {
  const tasks = tasksOf(cells);
  return tasks.length < 2 ? null : splitTasks(tasks, how);
}

function calibrate(cells: readonly TrialCell[], budget: number, request: FreezeRequest): TrialRule {
  const tasks = cells.map(({ runs }) => runs);
  const charges = settleCharges(cells, request);
  const times = request.fixedTime === 'best' ? chooseFixedTime({ tasks, budget, charges }) : null;
  const fixedTime = request.fixedTime === 'best' ? (times?.value ?? null) : request.fixedTime;
  const { threshold, candidates } = settleThreshold(tasks, { budget, charges, request });
  const means = meanMeasures(tasks.map((runs) => prepareTask(runs, { budget, fixedTime, threshold, charges }, [])));
  const of = (name: TrialStatistic): number => means?.[TRIAL_STATISTICS.indexOf(name)] ?? 0;
  const share = (part: TrialStatistic, whole: TrialStatistic): number | null => (of(whole) === 0 ? null : of(part) / of(whole));
  return {
    monitor: request.monitor,
    threshold,
    thresholdRule: request.threshold.kind === 'stated' ? { kind: 'stated' } : request.threshold,
    fixedTime,
    fixedTimeRule: request.fixedTime === 'best' ? 'best-success' : 'stated',
    charges,
    reset: 'clean-once',
    calibration: {
      tasks: tasks.length,
      attempts: tasks.flat().length,
      success: { continue: of('successContinue'), fixedTime: of('successFixed'), monitor: of('successMonitor') },
      candidates: { times: times?.candidates ?? null, thresholds: candidates },
      alarmRates: { amongFailing: share('alarmedFailing', 'failing'), amongSucceeding: share('alarmedSucceeding', 'succeeding') },
    },
  };
}

interface ThresholdContext {
  readonly budget: number;
  readonly charges: TrialCharges;
  readonly request: FreezeRequest;
}

function settleThreshold(tasks: readonly TrialCell['runs'][], { budget, charges, request }: ThresholdContext): { readonly threshold: number | null; readonly candidates: number | null } {
  const { threshold } = request;
  switch (threshold.kind) {
    case 'stated':
      return { threshold: threshold.value, candidates: null };
    case 'best-success': {
      const chosen = chooseThreshold({ tasks, budget, charges });
      return { threshold: chosen?.value ?? null, candidates: chosen?.candidates ?? null };
    }
    case 'false-kills': {
      // Only what was said while the run could still be stopped.
      const successes = tasks.flat().filter(({ solvedAt }) => solvedAt < Infinity);
      return { threshold: falseKillThreshold(successes.map(({ checks, scores, endedAt }) => scores.filter((_, i) => (checks[i] ?? Infinity) < endedAt)), threshold.share).threshold, candidates: null };
    }
  }
}

function settleCharges(cells: readonly TrialCell[], { checkCharge, resetCharge }: FreezeRequest): FrozenCharges {
  if (checkCharge !== null) return { check: checkCharge, reset: resetCharge, rate: null };
  const rate = dollarRate(cells);
  return { check: rate === null ? 0 : rate.usdPerCheck / rate.usdPerUnit, reset: resetCharge, rate };
}

/** What a question and a unit of the axis cost in dollars; null where one is not known for every run, or is nothing. */
function dollarRate(cells: readonly TrialCell[]): FrozenCharges['rate'] {
  let [checks, checkUsd, units, usd] = [0, 0, 0, 0];
  for (const run of cells.flatMap(({ runs }) => runs)) {
    if (run.usd === null || run.checkUsd === null) return null;
    checks += run.checks.length;
    checkUsd += run.checkUsd.reduce((sum, cost) => sum + cost, 0);
    units += run.usd.length - 1;
    usd += run.usd.at(-1) ?? 0;
  }
  return checks === 0 || units === 0 || usd === 0 || checkUsd === 0 ? null : { usdPerCheck: checkUsd / checks, usdPerUnit: usd / units };
}

function describeUnknown(monitor: string, names: readonly string[]): string {
  const near = nearestWord(monitor, names);
  return `There is no monitor "${monitor}" here: neither a built-in rule nor the name in a scores sidecar.${near === null ? ` Known: ${names.join(', ')}.` : ` Did you mean "${near}"?`}`;
}

function describeAside(aside: readonly { readonly reason: string; readonly attempts: number }[]): string {
  return aside.length === 0 ? '' : ` (attempts left out: ${aside.map(({ reason, attempts }) => `${attempts} ${reason}`).join(', ')})`;
}

