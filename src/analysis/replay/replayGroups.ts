import { groupBy } from '../../base/groupBy';
import { outcomeColumns, type OutcomeColumns, type ReplayAttempt } from '../../engine/outcomeColumns';
import { ENGINE_VERSION } from '../../engine/version';
import type { Plan } from '../../model/plan';
import type { ReplayGroupName, ReplayResult } from '../../model/replayResult';
import type { AuditedOutcome } from '../audit';
import type { Cell, Cells } from '../cells';
import { countBases, describeExcluded, type NeedsBudget, type RefusedAudit } from '../countable';
import type { CountedCells } from '../counted';
import { groupCellsByName, type CellGroup } from '../groupNames';

/** Cells of a group as replays draw from them; entry i of every list belongs to cell i. */
export interface ReplayCells extends ReplayGroupName {
  readonly cells: readonly Cell[];
  /** With a verifier at submission, and without; the same columns where no end is seen by a verifier alone. */
  readonly watched: readonly OutcomeColumns[];
  readonly unwatched: readonly OutcomeColumns[];
  /** An attempt ended where only a verifier sees the failure. */
  readonly verifierMatters: boolean;
}

/** What every replay of an index rests on. */
export interface ReplayGround {
  readonly kind: 'ground';
  readonly budget: number;
  readonly seed: number;
  readonly verifierAtSubmission: boolean;
  /** Sorted by runtime and cohort, whole: nothing is pooled yet. */
  readonly groups: readonly CellGroup[];
  readonly grouped: Cells;
}

/** The cells that can be replayed under a plan and its budget; or why nothing can. `verifier` null: yes unless outcomes are verdicts on the submission. */
export function replayGround({ grouped, plan, budget }: CountedCells, verifier: boolean | null): ReplayGround | NeedsBudget | RefusedAudit {
  return typeof budget === 'number' ? groundOf({ grouped, budget, seed: plan.seed }, verifier) : budget;
}

/** The same for cells that an audit has grouped under its settled plan. */
export function groundOfAudit({ result, cells, excluded, plan }: Pick<AuditedOutcome, 'result' | 'cells' | 'excluded' | 'plan'>, verifier: boolean | null): ReplayGround | RefusedAudit {
  return groundOf({ grouped: { estimand: result.plan.estimand, cells, excluded }, budget: plan.budget, seed: plan.seed }, verifier);
}

function groundOf(base: Pick<ReplayGround, 'grouped' | 'budget' | 'seed'>, verifier: boolean | null): ReplayGround | RefusedAudit {
  const { budget, grouped } = base;
  if (!Number.isInteger(budget) || budget < 1) return { kind: 'refused', message: `A replay counts whole steps of the budget; found a budget of ${budget}.` };
  return { kind: 'ground', ...base, verifierAtSubmission: verifier ?? grouped.estimand === 'first-verified', groups: groupCellsByName(grouped.cells) };
}

/** Cohorts of a runtime: each a group of tasks, all together one, or both. */
export type Pooling = 'apart' | 'pooled' | 'both';

/** Groups as they are, with all cohorts of a runtime as one, or both: then a runtime of several cohorts comes after them as one. */
export function replayCells(groups: readonly CellGroup[], pooling: Pooling): readonly ReplayCells[] {
  if (pooling === 'apart') return groups.map((group) => poolGroups([group]));
  const runtimes = [...groupBy(groups, ({ runtime }) => runtime).values()];
  if (pooling === 'pooled') return runtimes.map(poolGroups);
  return runtimes.flatMap((cohorts) => [...cohorts.map((group) => poolGroups([group])), ...(cohorts.length > 1 ? [poolGroups(cohorts)] : [])]);
}

/** Groups as one; at least one. */
export function poolGroups(groups: readonly CellGroup[]): ReplayCells {
  const [first] = groups;
  const cells = groups.flatMap((group) => group.cells);
  const unwatched = cells.map((cell) => outcomeColumns(cell.usable.map(({ times }): ReplayAttempt => ({ T: times.T, E: times.E, H: times.H, endsForGood: times.endSeenBy === 'verifier' }))));
  return {
    runtime: first?.runtime ?? '',
    cohort: groups.length === 1 ? (first?.cohort ?? null) : null,
    pooled: groups.length === 1 ? [] : groups.map(({ cohort }) => cohort ?? ''),
    cells,
    unwatched,
    watched: cells.map((cell, index) => (unwatched[index]?.endsForGood.includes(1) === false ? unwatched[index] : outcomeColumns(cell.usable.map(({ times: { T, E, H } }) => ({ T, E, H }))))),
    verifierMatters: unwatched.some(({ endsForGood }) => endsForGood.includes(1)),
  };
}

/** What every answer says of plan, exclusions and provenance. */
export function replayHead({ budget, seed, grouped, verifierAtSubmission, groups }: ReplayGround, plan: Plan): Pick<ReplayResult, 'plan' | 'verifierAtSubmission' | 'excluded' | 'provenance'> {
  const usable = groups.flatMap((group) => group.cells.flatMap((cell) => cell.usable));
  return {
    plan: { axis: plan.axis, budget, estimand: grouped.estimand, runtimeKey: plan.runtimeKey, seed },
    verifierAtSubmission,
    excluded: describeExcluded(grouped.excluded),
    provenance: { engineVersion: ENGINE_VERSION, seed, attempts: usable.length, basis: countBases(usable), synthetic: usable.filter(({ attempt }) => attempt.synthetic).length },
  };
}

/** Whole cutoffs up to the budget: those given, else up to 15 spread evenly. */
export function cutoffsUpTo(budget: number, given: readonly number[] | null): readonly number[] {
  if (given !== null) return given.filter((cutoff) => cutoff <= budget);
  const count = Math.min(MOST_CUTOFFS, budget);
  return Array.from({ length: count }, (_, i) => Math.ceil(((i + 1) * budget) / count));
}

const MOST_CUTOFFS = 15;
