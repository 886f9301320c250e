import { meanOf } from '../base/mean';
import { compareText } from '../base/compareText';
import { groupBy } from '../base/groupBy';
import { largest } from '../base/extent';
import { resampleClusters } from '../engine/clusterBootstrap';
import { adjustByHolm } from '../engine/holm';
import { boxInterval, fisherTest, newcombeInterval, oneSidedUpper, type Arm, type Difference } from '../engine/proportions';
import { drawTwoArms, drawTwoMeans, resampleTasks, summariseReplicates, type TaskResampling } from '../engine/taskBootstrap';
import { isSolvedBy } from '../engine/trace';
import { ENGINE_VERSION } from '../engine/version';
import type { ConditionFigure, ConditionSide, ConditionsResult, ConditionTask, ExitCounts, ExitRow, PointwiseDifference } from '../model/conditionsResult';
import type { Plan } from '../model/plan';
import type { ResamplingRange } from '../model/replayResult';
import type { AuditedOutcome } from './audit';
import type { Cells, TimedAttempt } from './cells';
import { countBases, describeExcluded, type NeedsBudget, type RefusedAudit } from './countable';
import type { CountedCells } from './counted';
import { groupCellsByName, matchAnyGroups, type CellGroup } from './groupNames';
import { groupName } from '../model/runtime';

export interface ConditionsRequest {
  /** Names of the groups of each condition; null: those two that share most tasks. */
  readonly a: readonly string[] | null;
  readonly b: readonly string[] | null;
  /** Call up to which an end counts as before; null: the shorter horizon where they differ, else half the budget. */
  readonly splitAt: number | null;
}

export type ConditionsOutcome = { readonly kind: 'conditions'; readonly result: ConditionsResult } | NeedsBudget | RefusedAudit;

/** What two conditions are compared from. */
export interface ConditionsGround {
  readonly grouped: Cells;
  readonly groups: readonly CellGroup[];
  readonly budget: number;
}

/**
 * Sets two runtimes or cohorts side by side over the tasks that both have; in portions. Success is a verified state by the budget:
 * the plan's, else the smallest configured limit of either condition.
 *
 * Source: paper A, sections 6.4 and 6.5; MATH.md 1.5 and 2.
 */
export function* conditionsInPortions({ grouped, plan, budget }: CountedCells, request: ConditionsRequest): Generator<void, ConditionsOutcome, void> {
  if (typeof budget !== 'number') return budget;
  const result = yield* compareConditions({ grouped, groups: groupCellsByName(grouped.cells), budget }, plan, request);
  return 'kind' in result ? result : { kind: 'conditions', result };
}

/** What there is to compare in an audit. */
export function conditionsGround({ result, cells, excluded, plan }: AuditedOutcome): ConditionsGround {
  return { grouped: { estimand: result.plan.estimand, cells, excluded }, groups: groupCellsByName(cells), budget: plan.budget };
}

/** The two groups that share most tasks, of equal pairs the first; null for fewer than two groups that share any. */
export function likeliestPair(groups: readonly CellGroup[]): readonly [CellGroup, CellGroup] | null {
  const tasks = groups.map(({ cells }) => new Set(cells.map(({ task }) => task)));
  let best: { readonly pair: readonly [CellGroup, CellGroup]; readonly shared: number } | null = null;
  for (const [i, a] of groups.entries()) {
    for (const [j, b] of groups.entries()) {
      if (j <= i) continue;
      const shared = [...(tasks[i] ?? [])].filter((task) => tasks[j]?.has(task) === true).length;
      if (shared > (best?.shared ?? 0)) best = { pair: [a, b], shared };
    }
  }
  return best?.pair ?? null;
}

/** The comparison on cells that are already grouped, in portions; refused where a name fits nothing or both conditions overlap. */
export function* compareConditions(ground: ConditionsGround, plan: Plan, request: ConditionsRequest): Generator<void, ConditionsResult | RefusedAudit, void> {
  const { budget, grouped } = ground;
  const sides = chooseSides(ground.groups, request);
  if ('kind' in sides) return sides;
  const [a, b] = sides;
  const tasks = shareTasks(a, b, budget);
  yield;
  const seen = tasks.shared.filter((task) => task.horizon === false);
  const [armsA, armsB] = [seen.flatMap(({ ofA }) => ofA), seen.flatMap(({ ofB }) => ofB)];
  const horizons = [horizonOf(armsA), horizonOf(armsB)] as const;
  const [longA, longB] = horizons;
  const shorter = longA !== null && longB !== null && longA !== longB ? Math.min(longA, longB) : null;
  const splitAt = request.splitAt ?? shorter ?? Math.floor(budget / 2);
  const usable = [...a, ...b].flatMap(({ cells }) => cells.flatMap((cell) => cell.usable));
  return {
    schema: 'restart-lens/conditions@1',
    plan: { axis: plan.axis, budget, estimand: grouped.estimand, runtimeKey: plan.runtimeKey, seed: plan.seed },
    a: describeSide(a, armsA, { budget, ownTasks: tasks.onlyA, horizon: longA }),
    b: describeSide(b, armsB, { budget, ownTasks: tasks.onlyB, horizon: longB }),
    horizonTasks: tasks.shared.filter((task) => task.horizon).map(({ task }) => task),
    tasks: seen.map((task) => describeTask(task, budget)),
    paired: yield* pairTasks(seen, budget, plan.seed),
    pooled: seen.length === 0 ? null : poolAttempts(armOf(armsA, budget), armOf(armsB, budget)),
    splitAt,
    exits: countExits(armsA, armsB, splitAt),
    figures: yield* compareFigures(seen, plan.seed),
    beyond: shorter === null ? null : countBeyond(longA === shorter ? armsB : armsA, longA === shorter ? 'b' : 'a', shorter),
    excluded: describeExcluded(grouped.excluded),
    provenance: { engineVersion: ENGINE_VERSION, seed: plan.seed, attempts: usable.length, basis: countBases(usable), synthetic: usable.filter(({ attempt }) => attempt.synthetic).length },
  };
}

type Side = readonly CellGroup[];

function chooseSides(groups: readonly CellGroup[], request: ConditionsRequest): readonly [Side, Side] | RefusedAudit {
  if (request.a === null && request.b === null) {
    const pair = likeliestPair(groups);
    return pair === null ? { kind: 'refused', message: 'No two runtimes or cohorts here share a task.', reason: 'no-data' } : [[pair[0]], [pair[1]]];
  }
  if (request.a === null || request.b === null) return { kind: 'refused', message: 'A comparison needs both conditions, a and b.' };
  const [a, b] = [matchAnyGroups(groups, request.a), matchAnyGroups(groups, request.b)];
  if (a.kind === 'refused') return a;
  if (b.kind === 'refused') return b;
  const both = a.groups.find((group) => b.groups.includes(group));
  if (both !== undefined) return { kind: 'refused', message: `${groupName(both)} is in both conditions.` };
  return [a.groups, b.groups];
}

interface SharedTask {
  readonly task: string;
  readonly cluster: string;
  readonly ofA: readonly TimedAttempt[];
  readonly ofB: readonly TimedAttempt[];
  /** An attempt was not watched up to the budget. */
  readonly horizon: boolean;
}

function shareTasks(a: Side, b: Side, budget: number): { readonly shared: readonly SharedTask[]; readonly onlyA: number; readonly onlyB: number } {
  const byTask = (side: Side): ReadonlyMap<string, readonly TimedAttempt[]> => new Map([...groupBy(side.flatMap(({ cells }) => cells), ({ task }) => task)].map(([task, cells]) => [task, cells.flatMap(({ usable }) => usable)]));
  const [tasksA, tasksB] = [byTask(a), byTask(b)];
  const shared = [...tasksA].flatMap(([task, ofA]): SharedTask[] => {
    const ofB = tasksB.get(task);
    if (ofB === undefined) return [];
    return [{ task, cluster: ofA[0]?.attempt.repository ?? task, ofA, ofB, horizon: [...ofA, ...ofB].some(({ times }) => isSolvedBy(times, budget) === null) }];
  });
  return { shared: shared.sort((x, y) => compareText(x.task, y.task)), onlyA: tasksA.size - shared.length, onlyB: tasksB.size - shared.length };
}

function horizonOf(attempts: readonly TimedAttempt[]): number | null {
  const limits = attempts.map(({ attempt }) => attempt.declared?.H ?? attempt.limits.calls).filter((limit) => limit !== null);
  return limits.length === 0 ? null : largest(limits);
}

function armOf(attempts: readonly TimedAttempt[], budget: number): Arm {
  return { trials: attempts.length, successes: attempts.filter(({ times }) => isSolvedBy(times, budget) === true).length };
}

function describeSide(side: Side, attempts: readonly TimedAttempt[], { budget, ownTasks, horizon }: { readonly budget: number; readonly ownTasks: number; readonly horizon: number | null }): ConditionSide {
  return { groups: side.map(({ runtime, cohort }) => ({ runtime, cohort })), attempts: attempts.length, successes: armOf(attempts, budget).successes, horizon, ownTasks };
}

const LEVEL = 0.95;

function pointwise({ estimate, low, high }: Difference): PointwiseDifference {
  if (estimate === null) throw new Error('A shared task has attempts of both conditions.');
  return { kind: 'pointwise', estimate, low, high, level: LEVEL };
}

function describeTask({ task, cluster, ofA, ofB }: SharedTask, budget: number): ConditionTask {
  const [a, b] = [armOf(ofA, budget), armOf(ofB, budget)];
  return { task, cluster, a: { n: a.trials, successes: a.successes }, b: { n: b.trials, successes: b.successes }, difference: pointwise(newcombeInterval(b, a, LEVEL)) };
}

function poolAttempts(a: Arm, b: Arm): ConditionsResult['pooled'] {
  const table = { a: b.successes, b: b.trials - b.successes, c: a.successes, d: a.trials - a.successes };
  return { newcombe: pointwise(newcombeInterval(b, a, LEVEL)), box: pointwise(boxInterval(b, a, LEVEL)), fisher: fisherTest(table).twoSided };
}

function* pairTasks(tasks: readonly SharedTask[], budget: number, seed: number): Generator<void, ConditionsResult['paired'], void> {
  if (tasks.length === 0) return null;
  const solved = (attempts: readonly TimedAttempt[]): readonly boolean[] => attempts.map(({ times }) => isSolvedBy(times, budget) === true);
  const arms = tasks.map(({ ofA, ofB }) => ({ baseline: solved(ofA), treatment: solved(ofB) }));
  const share = (arm: readonly boolean[]): number => arm.filter(Boolean).length / arm.length;
  const values = arms.map(({ baseline, treatment }, i) => ({ cluster: tasks[i]?.cluster ?? '', value: share(treatment) - share(baseline) }));
  const drawn = yield* resampleClusters(values, { seed });
  return {
    estimate: meanOf(values.map(({ value }) => value)),
    clustered: drawn === null ? null : rangeOf(drawn.sorted),
    clusters: new Set(values.map(({ cluster }) => cluster)).size,
    twoArm: yield* resampledRange({ tasks: arms.length, draw: drawTwoArms(arms), seed }),
  };
}

function* resampledRange(design: TaskResampling): Generator<void, ResamplingRange, void> {
  const work = resampleTasks(design);
  for (;;) {
    const step = work.next();
    if (step.done === true) return rangeOf(step.value.sorted);
    yield;
  }
}

function rangeOf(sorted: Float64Array): ResamplingRange {
  const { low, high, level, positive } = summariseReplicates({ sorted, mean: NaN, deviation: NaN }, LEVEL);
  return { kind: 'resampling range', low, high, level, replicates: sorted.length, positive };
}

/** An end by its name and place; one whose place is not known counts as after. */
function countExits(a: readonly TimedAttempt[], b: readonly TimedAttempt[], splitAt: number): readonly ExitRow[] {
  const statuses = [...new Set([...a, ...b].map(exitOf))].sort(compareText);
  const count = (attempts: readonly TimedAttempt[], status: string): ExitCounts => {
    const ended = attempts.filter((attempt) => exitOf(attempt) === status);
    const before = ended.filter(({ times }) => (times.U ?? Infinity) <= splitAt).length;
    return { before, after: ended.length - before };
  };
  const rows = statuses.map((status) => ({ status, a: count(a, status), b: count(b, status) }));
  const total = ({ before, after }: ExitCounts): number => before + after;
  const raw = rows.map((row) => fisherTest({ a: total(row.b), b: b.length - total(row.b), c: total(row.a), d: a.length - total(row.a) }).twoSided);
  const adjusted = adjustByHolm(raw);
  return rows.map((row, i) => ({ ...row, fisher: { kind: 'Holm-adjusted', p: adjusted[i] ?? 1, raw: raw[i] ?? 1 } }));
}

function exitOf({ attempt, times }: TimedAttempt): string {
  return attempt.exitStatus ?? (times.J === 'censored' ? 'limit' : times.J);
}

const FIGURES = [
  { unit: 'usd', of: ({ attempt }: TimedAttempt): number | null => attempt.cost },
  { unit: 'seconds', of: ({ attempt }: TimedAttempt): number | null => attempt.seconds },
  { unit: 'calls', of: ({ attempt, times }: TimedAttempt): number | null => attempt.calls ?? times.U },
] as const;

/** Figures per attempt, over the tasks on which both conditions know them; one that no shared task knows is left out. */
function* compareFigures(tasks: readonly SharedTask[], seed: number): Generator<void, readonly ConditionFigure[], void> {
  const figures: ConditionFigure[] = [];
  for (const { unit, of } of FIGURES) {
    const known = (attempts: readonly TimedAttempt[]): readonly number[] => attempts.map(of).filter((value) => value !== null);
    const arms = tasks.map(({ ofA, ofB }) => ({ baseline: known(ofA), treatment: known(ofB) })).filter(({ baseline, treatment }) => baseline.length > 0 && treatment.length > 0);
    if (arms.length === 0) continue;
    const [a, b] = [arms.flatMap(({ baseline }) => baseline), arms.flatMap(({ treatment }) => treatment)];
    figures.push({
      unit,
      tasks: arms.length,
      a: { n: a.length, mean: meanOf(a) },
      b: { n: b.length, mean: meanOf(b) },
      difference: { estimate: meanOf(arms.map(({ baseline, treatment }) => meanOf(treatment) - meanOf(baseline))), interval: yield* resampledRange({ tasks: arms.length, draw: drawTwoMeans(arms), seed }) },
    });
  }
  return figures;
}

function countBeyond(attempts: readonly TimedAttempt[], side: 'a' | 'b', horizon: number): ConditionsResult['beyond'] {
  const completions = attempts.filter(({ times }) => times.T !== null && times.T > horizon).length;
  return { side, horizon, attempts: attempts.length, completions, upper: oneSidedUpper({ successes: completions, trials: attempts.length }, 1 - LEVEL) };
}
