import { runPortions } from '../base/portions';
import { armsOverlapAt } from '../engine/actionCounts';
import { leastAttempts } from '../engine/certifiable';
import { leastJointAttempts } from '../engine/jointDesign';
import { leastSignAttempts } from '../engine/signDesign';
import { signLevel, SignRule } from '../engine/signTest';
import { ENGINE_VERSION } from '../engine/version';
import type { TraceIndex } from '../index/traceIndex';
import type { Plan } from '../model/plan';
import type { IndexedIdentity, Lock, SettledFields } from '../model/seal';
import { defaultTimes } from '../plan/defaultTimes';
import { makeLock } from '../plan/lock';
import { parsePlan } from '../plan/parsePlan';
import { groupInPortions, type Cells, type IndexedAttempt } from './cells';
import { budgetEvidence } from './countable';
import { cellsOf, groupsOf } from './plannedCells';
import { familySize } from './families';
import { resolvePlan } from './resolvePlan';
import { earliestStart } from './startOf';

/** What freezing came to. */
export type FreezeOutcome = FrozenPlan | RefusedFreeze;

export interface FrozenPlan {
  readonly kind: 'frozen';
  readonly lock: Lock;
  readonly cells: number;
  /** M: planned cells times decision times; slider-safe, see `familySize`. */
  readonly family: number;
  /** Least attempts per cell with which each verdict is possible at all; null: none up to the search limit. */
  readonly least: { readonly continue: number | null; readonly restart: number | null };
  /** Attempts that are there already and say that they start after now: a clock is wrong. They will never be planned. */
  readonly ahead: number;
}

/** The plan cannot be frozen; `message` says what is missing and how to state it. */
export interface RefusedFreeze {
  readonly kind: 'refused';
  readonly message: string;
}

export interface FreezeInput {
  readonly index: TraceIndex;
  /** As the plan file states it. */
  readonly plan: Plan;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The lock that stands there now; null for a first freezing. */
  readonly before: Pick<Lock, 'number' | 'seal'> | null;
}

/**
 * Freezes a plan over what is indexed: settles what it leaves to the data (budget from configured limits, cells from those
 * seen, attempts per cell from the size of the family), and notes which attempts are there. No outcome enters, save which
 * estimand the attempts serve where the plan does not say. In portions; cost: linear in the attempts.
 */
export function* freezeInPortions({ index, plan, now, before }: FreezeInput): Generator<void, FreezeOutcome, void> {
  const attempts: IndexedAttempt[] = Array.from({ length: index.attemptCount }, (_, row) => ({ row, attempt: index.attempt(row) }));
  yield;
  const grouped = yield* groupInPortions(attempts, plan);
  const settled = settle(plan, grouped, attempts);
  if (settled.kind === 'refused') return settled;
  const fields = settled.fields;
  const [fault] = parsePlan(JSON.stringify({ ...plan, ...fields }), 'plan').problems;
  if (fault !== undefined) return refused(`The plan cannot be frozen: ${fault.message}`);
  const indexed = attempts.map(({ attempt }): IndexedIdentity => ({ id: attempt.id, content: attempt.contentHash }));
  const cells = cellsOf(fields.cells).length;
  const family = familySize({ ...plan, ...fields }, cells);
  const least = leastFor(plan, fields, family);
  return {
    kind: 'frozen',
    lock: makeLock({ plan, settled: fields, now, indexed, before, engineVersion: ENGINE_VERSION }),
    cells,
    family,
    least,
    ahead: attempts.filter(({ attempt }) => (earliestStart(attempt) ?? -Infinity) > now).length,
  };
}

function settle(plan: Plan, grouped: Cells, attempts: readonly IndexedAttempt[]): { readonly kind: 'settled'; readonly fields: SettledFields } | RefusedFreeze {
  const usable = grouped.cells.flatMap((cell) => cell.usable);
  const resolution = resolvePlan(plan, budgetEvidence(usable), defaultTimes);
  if (resolution.kind === 'needs-budget') return refused('The plan states no budget, and no attempt here states a limit: add "budget" to the plan.');
  if (resolution.kind === 'bad-times') return refused(`Decision times must be above 0 and below B = ${resolution.budget}: mend "times" in the plan.`);
  if (plan.estimand === null && attempts.every(({ attempt }) => attempt.basis === null)) return refused('No attempt here has a verdict that would say what success means: add "estimand" to the plan.');
  const cells = plan.cells ?? groupsOf(grouped.cells, plan.runtimeKey);
  if (cells.length === 0) return refused('There is no cell to plan: no attempt here names its task. Name tasks and runtimes under "cells" in the plan.');
  const { budget, times } = resolution.plan;
  const family = familySize({ ...plan, budget, times }, cellsOf(cells).length);
  const attemptsPerCell = plan.rule === 'anytime' ? null : (plan.attemptsPerCell ?? leastFor(plan, { times, budget }, family).continue);
  if (attemptsPerCell === null && plan.rule !== 'anytime') return refused(`No number of attempts that was tried can certify anything in a family of ${family}: add "attemptsPerCell" to the plan, or plan fewer cells or times.`);
  return { kind: 'settled', fields: { budget, times, estimand: plan.estimand ?? grouped.estimand, cells, attemptsPerCell } };
}

/** Least attempts of a cell by direction, under the plan's rule. */
function leastFor({ alpha, rule }: Plan, { times, budget }: Pick<SettledFields, 'times' | 'budget'>, family: number): FrozenPlan['least'] {
  if (rule === 'calibrated') return runPortions(leastSignAttempts(new SignRule(signLevel(alpha, family))));
  const least = rule === 'anytime' ? leastJointAttempts({ alpha, family, armsOverlap: times.every((t) => armsOverlapAt(budget, t)) }) : leastAttempts(alpha, family);
  return { continue: least.continue, restart: least.restart?.n ?? null };
}

function refused(message: string): RefusedFreeze {
  return { kind: 'refused', message };
}
