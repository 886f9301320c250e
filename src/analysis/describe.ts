import { PORTION } from '../base/portions';
import type { TraceIndex } from '../index/traceIndex';
import type { DescribePart, DescribeResult } from '../model/describeResult';
import type { Plan } from '../model/plan';
import { NO_SEAL, type SealCheck } from '../model/seal';
import { groupInPortions, type Cells, type IndexedAttempt } from './cells';
import { describeExcluded } from './countable';
import type { CountedCells } from './counted';
import { outcomeCorrelations, taskPatches } from './patches';
import { runtimeCards } from './runtimeCards';
import { summariseSeal } from './sealSummary';
import { taskRows } from './taskRows';

/** What cells to describe, and what is asked of them. */
export interface DescribeRequest {
  readonly grouped: Cells;
  readonly plan: Pick<Plan, 'axis' | 'runtimeKey'>;
  readonly parts: readonly DescribePart[];
}

/** Every attempt of an index in its cell, also where none can be counted. In portions. */
export function* cellsToDescribe(index: TraceIndex, plan: Plan, check: SealCheck = NO_SEAL): Generator<void, CountedCells, void> {
  const attempts: IndexedAttempt[] = [];
  for (let row = 0; row < index.attemptCount; row++) {
    attempts.push({ row, attempt: index.attempt(row) });
    if (row % PORTION === PORTION - 1) yield;
  }
  const grouped = yield* groupInPortions(attempts, plan);
  const budget = plan.budget ?? ({ kind: 'needs-budget', estimand: grouped.estimand, usable: 0, largestSeen: null } as const);
  return { kind: 'cells', grouped, absentCohorts: [], plan, budget, seal: summariseSeal(check, null), isPlanned: false };
}

/** Describes runtimes, tasks and final patches of cells, in portions; parts that are not asked for are null and cost nothing. */
export function* describeInPortions(index: TraceIndex, { grouped, plan, parts }: DescribeRequest): Generator<void, DescribeResult, void> {
  const { cells, excluded, estimand } = grouped;
  return {
    schema: 'restart-lens/describe@1',
    axis: plan.axis,
    estimand,
    runtimes: parts.includes('runtimes') ? yield* runtimeCards(index, grouped, plan.runtimeKey) : null,
    tasks: parts.includes('tasks') ? taskRows(cells) : null,
    patches: parts.includes('patches') ? { ...(yield* taskPatches(index, grouped, plan.runtimeKey)), correlations: outcomeCorrelations(cells) } : null,
    excluded: describeExcluded(excluded),
  };
}
