import { compareText } from '../base/compareText';
import { groupBy } from '../base/groupBy';
import { chooseCutoff, leaveOneTaskOut } from '../engine/cutoffSelection';
import { replayCell, type Replay, type ReplayAttempt } from '../engine/replay';
import type { Schedule } from '../engine/schedule';
import { drawResampled, resampleTasks, summariseReplicates } from '../engine/taskBootstrap';
import { ENGINE_VERSION } from '../engine/version';
import type { TraceIndex } from '../index/traceIndex';
import type { Plan } from '../model/plan';
import type { ReplayGroup, ReplayResult, ReplayTask, ResamplingRange } from '../model/replayResult';
import type { Cell } from './cells';
import { budgetEvidence, countableInPortions, countBases, describeExcluded, type NeedsBudget, type NothingToAudit, type RefusedAudit } from './countable';
import { resolveBudget } from './resolvePlan';

export interface ReplayRequest {
  /** A schedule, or `fixed` with a cutoff to be chosen. */
  readonly policy: Schedule | 'fixed';
  /** The policy as it was given. */
  readonly policyText: string;
  readonly select: ReplayResult['select'];
  /** Cutoffs to choose among; null: up to 30 spread evenly over the budget. Those above the budget are left out. */
  readonly cutoffs: readonly number[] | null;
  /** Null: yes for times that a verifier or a table states, no for verdicts on the submission. */
  readonly verifierAtSubmission: boolean | null;
}

export type ReplayOutcome = { readonly kind: 'replay'; readonly result: ReplayResult; readonly absentCohorts: readonly string[] } | NeedsBudget | RefusedAudit | NothingToAudit;

const MOST_CUTOFFS = 30;

/**
 * Replays a policy on the cells of an index, exactly, beside one run with the whole budget; in portions. The range of the
 * difference comes from resamples of tasks, then attempts; a cutoff that was chosen is kept in them, so the range does not hold
 * the choice. Cost: cells x B^2 attempts, and as much for each distinct resample.
 *
 * Source: paper A, sections on replay and cutoff selection; MATH.md 1.4 and 1.5.
 */
export function* replayInPortions(index: TraceIndex, plan: Plan, request: ReplayRequest): Generator<void, ReplayOutcome, void> {
  const counted = yield* countableInPortions(index, plan);
  if (counted.kind !== 'cells') return counted;
  const { grouped, absentCohorts } = counted;
  const usable = grouped.cells.flatMap((cell) => cell.usable);
  const evidence = budgetEvidence(usable);
  const budget = resolveBudget(plan, evidence);
  if (typeof budget !== 'number') return { ...budget, estimand: grouped.estimand, usable: usable.length };
  if (!Number.isInteger(budget)) return { kind: 'refused', message: `A replay counts whole steps of the budget; found a budget of ${budget}.` };
  const verifierAtSubmission = request.verifierAtSubmission ?? grouped.estimand === 'first-verified';
  const cutoffs = request.policy === 'fixed' ? (request.cutoffs ?? spreadCutoffs(budget)).filter((cutoff) => cutoff <= budget) : [];
  if (request.policy === 'fixed' && cutoffs.length === 0) return { kind: 'refused', message: `There is no cutoff to choose among up to the budget of ${budget}.` };
  const groups: ReplayGroup[] = [];
  const byGroup = groupBy(grouped.cells.filter((cell) => cell.usable.length > 0), (cell) => JSON.stringify([cell.runtime, cell.cohort]));
  for (const cells of byGroup.values()) groups.push(yield* replayGroup(cells, { request, budget, cutoffs, verifierAtSubmission, seed: plan.seed }));
  groups.sort((a, b) => compareText(a.runtime, b.runtime) || compareText(a.cohort ?? '', b.cohort ?? ''));
  return {
    kind: 'replay',
    absentCohorts,
    result: {
      schema: 'restart-lens/replay@1',
      plan: { axis: plan.axis, budget, estimand: grouped.estimand, runtimeKey: plan.runtimeKey, seed: plan.seed },
      policy: request.policyText,
      select: request.policy === 'fixed' ? (request.select ?? 'in-sample') : null,
      cutoffs,
      verifierAtSubmission,
      groups,
      excluded: describeExcluded(grouped.excluded),
      provenance: { engineVersion: ENGINE_VERSION, seed: plan.seed, attempts: usable.length, basis: countBases(usable), synthetic: usable.filter(({ attempt }) => attempt.synthetic).length },
    },
  };
}

function spreadCutoffs(budget: number): readonly number[] {
  const count = Math.min(MOST_CUTOFFS, budget);
  return Array.from({ length: count }, (_, i) => Math.ceil(((i + 1) * budget) / count));
}

interface GroupDesign {
  readonly request: ReplayRequest;
  readonly budget: number;
  readonly cutoffs: readonly number[];
  readonly verifierAtSubmission: boolean;
  readonly seed: number;
}

function* replayGroup(cells: readonly Cell[], design: GroupDesign): Generator<void, ReplayGroup, void> {
  const { request, budget, verifierAtSubmission } = design;
  const attempts = cells.map((cell) => cell.usable.map(({ times }): ReplayAttempt => ({ T: times.T, E: times.E, H: times.H, endsForGood: !verifierAtSubmission && times.endSeenBy === 'verifier' })));
  const single = attempts.map((cell) => replayCell(cell, { schedule: { kind: 'single' }, budget }));
  yield;
  const chosen = request.policy === 'fixed' ? yield* choose(attempts, design) : null;
  const schedules = attempts.map((_, cell): Schedule | null => {
    if (request.policy !== 'fixed') return request.policy;
    const cap = chosen?.byTask[cell] ?? null;
    return cap === null ? null : { kind: 'fixed', cap };
  });
  const replays: (Replay | null)[] = [];
  for (const [cell, schedule] of schedules.entries()) {
    replays.push(schedule === null ? null : replayCell(attempts[cell] ?? [], { schedule, budget }));
    yield;
  }
  const tasks = cells.map((cell, index): ReplayTask => describeTask(cell, { replay: replays[index] ?? null, single: single[index], cutoff: chosen?.byTask[index] ?? null }));
  const success = meanOrNull(tasks.map((task) => task.success));
  const alone = meanOrNull(tasks.map((task) => task.single));
  const isComplete = success !== null && alone !== null;
  return {
    runtime: cells[0]?.runtime ?? '',
    cohort: cells[0]?.cohort ?? null,
    cells: cells.length,
    horizonCells: tasks.filter((task) => task.status === 'horizon' || task.single === null).length,
    success,
    spend: meanOrNull(tasks.map((task) => task.spend)),
    single: alone,
    difference: isComplete ? { estimate: success - alone, interval: yield* rangeOf(attempts, schedules, { budget, seed: design.seed }) } : null,
    inSample: chosen?.inSample ?? null,
    tasks: tasks.sort((a, b) => compareText(a.task, b.task)),
  };
}

interface Chosen {
  readonly inSample: ReplayGroup['inSample'];
  /** Null: no cutoff can be chosen for the task (it is the only one). */
  readonly byTask: readonly (number | null)[];
}

/** Chooses a cutoff on the cells of a group; nothing where a cell cannot be replayed under some cutoff. */
function* choose(attempts: readonly (readonly ReplayAttempt[])[], { request, budget, cutoffs }: GroupDesign): Generator<void, Chosen, void> {
  const values: number[][] = [];
  for (const cell of attempts) {
    const row = cutoffs.map((cap) => replayCell(cell, { schedule: { kind: 'fixed', cap }, budget }));
    yield;
    values.push(row.map((replay) => (replay.kind === 'ok' ? replay.success : NaN)));
  }
  const none = attempts.map(() => null);
  if (values.flat().some(Number.isNaN)) return { inSample: null, byTask: none };
  const best = chooseCutoff({ cutoffs, values });
  const inSample = best === null ? null : { cutoff: best.cutoff, success: best.mean };
  if (request.select !== 'leave-one-task-out') return { inSample, byTask: attempts.map(() => best?.cutoff ?? null) };
  return { inSample, byTask: leaveOneTaskOut({ cutoffs, values })?.tasks.map(({ cutoff }) => cutoff) ?? none };
}

function describeTask(cell: Cell, { replay, single, cutoff }: { readonly replay: Replay | null; readonly single: Replay | undefined; readonly cutoff: number | null }): ReplayTask {
  const isKnown = replay?.kind === 'ok';
  return {
    task: cell.task,
    n: cell.usable.length,
    status: isKnown ? 'ok' : replay === null ? 'unchosen' : 'horizon',
    success: isKnown ? replay.success : null,
    spend: isKnown ? replay.spend : null,
    single: single?.kind === 'ok' ? single.success : null,
    cutoff,
  };
}

function meanOrNull(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return values.length === 0 || known.length < values.length ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** Resamples the difference to a single run; null where a resample cannot be replayed. */
function* rangeOf(attempts: readonly (readonly ReplayAttempt[])[], schedules: readonly (Schedule | null)[], { budget, seed }: { readonly budget: number; readonly seed: number }): Generator<void, ResamplingRange | null, void> {
  const draws = attempts.map((cell, index) => {
    const schedule = schedules[index] ?? null;
    return drawResampled([cell], (drawn) => {
      const policy = schedule === null ? null : replayCell(drawn, { schedule, budget });
      const alone = replayCell(drawn, { schedule: { kind: 'single' }, budget });
      return policy?.kind === 'ok' && alone.kind === 'ok' ? policy.success - alone.success : NaN;
    });
  });
  const work = resampleTasks({ tasks: attempts.length, draw: (task, random) => draws[task]?.(0, random) ?? NaN, seed });
  let step = work.next();
  while (step.done !== true) {
    yield;
    step = work.next();
  }
  const { low, high, level, positive } = summariseReplicates(step.value);
  return Number.isNaN(step.value.mean) ? null : { kind: 'resampling range', low, high, level, replicates: step.value.sorted.length, positive };
}
