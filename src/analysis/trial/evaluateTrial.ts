import { compareText } from '../../base/compareText';
import { largest } from '../../base/extent';
import { TRIAL_STATISTICS, PER_TIME, type TrialStatistic } from '../../engine/trialTask';
import { ENGINE_VERSION } from '../../engine/version';
import type { TraceIndex } from '../../index/traceIndex';
import type { ReliabilityBin, StopMeasures, TrialAsideReason, TrialEvaluation, TrialFile, TrialMeasure, TrialOpportunity, TrialRule, TrialSet, TrialTaskRow } from '../../model/trial';
import { defaultTimes } from '../../plan/defaultTimes';
import { sealHolds } from '../../plan/trialFile';
import type { Cell, TimedAttempt } from '../cells';
import { countBases } from '../countable';
import { earliestStart } from '../startOf';
import { measureCells, type Measured } from './measures';
import { runtimeCells, type NoTrial } from './trialCells';
import { trialRuns, type TrialCell } from './trialRuns';

export interface EvaluateRequest {
  readonly trial: TrialFile;
  readonly set: TrialSet;
  /** Name of another runtime to test transfer on; null: the calibration's. */
  readonly runtime: string | null;
}

export type EvaluateOutcome = { readonly kind: 'evaluated'; readonly result: TrialEvaluation } | NoTrial;

/**
 * Evaluates a frozen trial on attempts that the calibration did not see, in portions. Without restarts that were really run this is a
 * replay: what would have followed one is drawn from the task's other attempts, and nothing is known of how the policy would
 * have changed the runs. Everything that decides comes from the trial file alone.
 *
 * Source: paper A, section 7.4; MATH.md 1.6.
 */
export function* evaluateInPortions(index: TraceIndex, { trial, set, runtime }: EvaluateRequest): Generator<void, EvaluateOutcome, void> {
  const { rule, plan } = trial;
  const { budget, estimand } = plan;
  if (rule === null || budget === null || estimand === null) return { kind: 'refused', message: 'The trial is only split: freeze a monitor, its threshold and the fixed time first.' };
  const found = yield* runtimeCells(index, plan, runtime === null ? trial.runtime : { name: runtime });
  if (found.kind !== 'runtime') return found;
  const chosen = chooseAttempts(found.cells, trial, set);
  const runs = yield* trialRuns(chosen.cells, { index, monitor: rule.monitor, axis: plan.axis, budget });
  if (runs.cells.length === 0) return { kind: 'refused', message: describeNothing(set, budget, [...chosen.aside, ...runs.aside]) };
  const times = defaultTimes(budget);
  const measured = yield* measureCells({ cells: runs.cells, rules: { budget, fixedTime: rule.fixedTime, threshold: rule.threshold, charges: rule.charges }, times, seed: plan.seed });
  const ids = new Set(runs.cells.flatMap((cell) => cell.runs.map(({ id }) => id)));
  const counted = chosen.cells.flatMap(({ usable }) => usable).filter(({ attempt }) => ids.has(attempt.id));
  const frozenAt = Date.parse(trial.written);
  const starts = counted.map(({ attempt }) => earliestStart(attempt));
  const context: ResultContext = { measured, runs: runs.cells, isMonitored: runs.isMonitored, rule, times };
  return {
    kind: 'evaluated',
    result: {
      schema: 'restart-lens/trial-evaluation@1',
      trial: { seal: trial.seal, sealHolds: sealHolds(trial), written: trial.written, axis: plan.axis, budget, estimand, rule },
      evaluated: {
        set,
        runtime: found.runtime.name,
        isTransfer: found.runtime.identity !== trial.runtime.identity,
        design: 'replay',
        tasks: runs.cells.length,
        attempts: counted.length,
        startedAfter: starts.filter((start) => start !== null && start > frozenAt).length,
        startUnknown: starts.filter((start) => start === null).length,
        aside: [...chosen.aside, ...runs.aside].sort((a, b) => compareText(a.reason, b.reason)),
      },
      ...numbersOf(context),
      tasks: taskRows(context),
      provenance: { engineVersion: ENGINE_VERSION, seed: plan.seed, attempts: counted.length, basis: countBases(counted), synthetic: counted.filter(({ attempt }) => attempt.synthetic).length },
    },
  };
}

interface ChosenAttempts {
  readonly cells: readonly Cell[];
  readonly aside: readonly { readonly reason: TrialAsideReason; readonly attempts: number }[];
}

/** The attempts of a set; which ones it leaves out depends on tasks and starts, never on outcomes. */
function chooseAttempts(cells: readonly Cell[], { split, written }: TrialFile, set: TrialSet): ChosenAttempts {
  const calibration = new Set(split.calibration);
  const isIn = (cell: Cell, { attempt }: TimedAttempt): boolean => (set === 'held-out' ? !calibration.has(cell.task) : (earliestStart(attempt) ?? 0) > Date.parse(written));
  let left = 0;
  const kept = cells.flatMap((cell): readonly Cell[] => {
    const usable = cell.usable.filter((timed) => isIn(cell, timed));
    const setAside = cell.setAside.filter(({ attempt }) => isIn(cell, attempt));
    left += cell.usable.length - usable.length + cell.setAside.length - setAside.length;
    return usable.length + setAside.length === 0 ? [] : [{ ...cell, usable, setAside }];
  });
  return { cells: kept, aside: left === 0 ? [] : [{ reason: set === 'held-out' ? 'calibration-task' : 'started-before', attempts: left }] };
}

function describeNothing(set: TrialSet, budget: number, aside: ChosenAttempts['aside']): string {
  const where = set === 'held-out' ? 'No task outside the calibration' : 'No task with attempts that started after the freeze';
  const reasons = aside.length === 0 ? '' : ` Left out: ${aside.map(({ reason, attempts }) => `${attempts} ${reason}`).join(', ')}.`;
  return `${where} has two attempts that were watched through the budget of ${budget}.${reasons}`;
}

interface ResultContext {
  readonly measured: Measured;
  readonly runs: readonly TrialCell[];
  readonly isMonitored: boolean;
  readonly rule: TrialRule;
  readonly times: readonly number[];
}

type Numbers = Pick<TrialEvaluation, 'opportunity' | 'calibration' | 'regret' | 'success' | 'cost'>;

function numbersOf(context: ResultContext): Numbers {
  const { measured, isMonitored, rule } = context;
  const missing = `the monitor "${rule.monitor}" scores no attempt here`;
  const ofMonitor = (measure: TrialMeasure): TrialMeasure => (isMonitored ? measure : { ...measure, value: null, notEstimable: missing, interval: null });
  const one = (name: TrialStatistic): TrialMeasure => measured.statistic(name);
  const policies = (prefix: 'success' | 'spend'): TrialEvaluation['cost']['spend'] => ({ continue: one(`${prefix}Continue`), fixedTime: one(`${prefix}Fixed`), monitor: ofMonitor(one(`${prefix}Monitor`)) });
  const stops = (arm: 'Fixed' | 'Monitor'): StopMeasures => {
    const said = (name: TrialStatistic): TrialMeasure => (arm === 'Monitor' ? ofMonitor(one(name)) : one(name));
    return { stopped: said(`stopped${arm}`), ceiling: said(`ceiling${arm}`), actionValue: said(`action${arm}`), regretOfActing: said(`actRegret${arm}`), regretOfIgnoring: said(`ignoreRegret${arm}`) };
  };
  return {
    opportunity: opportunities(context),
    calibration: {
      frozen: rule.calibration.alarmRates,
      amongFailing: ofMonitor(measured.ratio('alarmedFailing', 'failing', 'no attempt fails')),
      amongSucceeding: ofMonitor(measured.ratio('alarmedSucceeding', 'succeeding', 'no attempt succeeds')),
      reliability: isMonitored ? reliabilityOf(context.runs) : [],
    },
    regret: { fixedTime: stops('Fixed'), monitor: stops('Monitor') },
    success: { ...policies('success'), fixedMinusContinue: one('fixedMinusContinue'), monitorMinusContinue: ofMonitor(one('monitorMinusContinue')), monitorMinusFixed: ofMonitor(one('monitorMinusFixed')), lostToChecks: ofMonitor(one('lostToChecks')) },
    cost: {
      spend: policies('spend'),
      checks: ofMonitor(one('checksMonitor')),
      resets: { fixedTime: one('resetsFixed'), monitor: ofMonitor(one('resetsMonitor')) },
      usd: { continue: measured.dollars('continue'), fixedTime: measured.dollars('fixedTime'), monitor: ofMonitor(measured.dollars('monitor')) },
    },
  };
}

function opportunities({ measured, times }: ResultContext): readonly TrialOpportunity[] {
  return times.map((t, time) => ({
    t,
    live: measured.atTime(time, 0),
    liveFailing: measured.atTime(time, 1),
    ceiling: measured.atTime(time, 2),
    tasksWithBoth: measured.perTask.filter((task) => (task[TRIAL_STATISTICS.length + PER_TIME * time + 2] ?? 0) > 0).length,
  }));
}

const BINS = 5;

/** Attempts by their highest score while live, in five bins of equal width; the last holds 1. */
function reliabilityOf(cells: readonly TrialCell[]): readonly ReliabilityBin[] {
  const scored = cells.flatMap(({ task, cohort, runs }) =>
    runs.flatMap(({ checks, scores, endedAt, solvedAt }) => {
      const live = scores.filter((_, i) => (checks[i] ?? Infinity) < endedAt);
      return live.length === 0 ? [] : [{ cell: JSON.stringify([task, cohort]), score: largest(live), fails: solvedAt === Infinity }];
    }),
  );
  return Array.from({ length: BINS }, (_, bin): ReliabilityBin => {
    const members = scored.filter(({ score }) => Math.min(BINS - 1, Math.floor(score * BINS)) === bin);
    const mean = (of: (member: (typeof members)[number]) => number): number | null => (members.length === 0 ? null : members.reduce((sum, member) => sum + of(member), 0) / members.length);
    return { low: bin / BINS, high: (bin + 1) / BINS, attempts: members.length, tasks: new Set(members.map(({ cell }) => cell)).size, meanScore: mean(({ score }) => score), failing: mean(({ fails }) => Number(fails)) };
  });
}

function taskRows({ measured, runs, isMonitored }: ResultContext): readonly TrialTaskRow[] {
  return runs
    .map((cell, at): TrialTaskRow => {
      const of = (name: TrialStatistic): number => measured.perTask[at]?.[TRIAL_STATISTICS.indexOf(name)] ?? 0;
      const n = cell.runs.length;
      return {
        task: cell.task,
        cohort: cell.cohort,
        attempts: n,
        stopped: { fixedTime: Math.round(n * of('stoppedFixed')), monitor: isMonitored ? Math.round(n * of('stoppedMonitor')) : 0 },
        success: { continue: of('successContinue'), fixedTime: of('successFixed'), monitor: of('successMonitor') },
        spend: { continue: of('spendContinue'), fixedTime: of('spendFixed'), monitor: of('spendMonitor') },
      };
    })
    .sort((a, b) => compareText(a.task, b.task) || compareText(a.cohort ?? '', b.cohort ?? ''));
}
