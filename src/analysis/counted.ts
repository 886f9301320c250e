import type { TraceIndex } from '../index/traceIndex';
import type { Plan } from '../model/plan';
import { NO_SEAL, type SealCheck, type SealSummary } from '../model/seal';
import type { Cells } from './cells';
import { budgetEvidence, countableInPortions, nothing, type CountableCells, type NeedsBudget, type NothingToAudit, type RefusedAudit } from './countable';
import { chooseCells, choosePlanned } from './plannedCells';
import { resolveBudget } from './resolvePlan';
import { summariseSeal } from './sealSummary';
import { startedCells } from './startedCells';

/** Under which seal attempts are counted. */
export interface AuditSeal {
  readonly check: SealCheck;
  /** Which attempts: what was planned, as soon as a cell has its planned number, or everything, which is exploratory. */
  readonly scope: 'planned' | 'all';
  /** The study log beside the plan; null where no plan file stands anywhere. */
  readonly logFile: string | null;
}

export const UNSEALED: AuditSeal = { check: NO_SEAL, scope: 'planned', logFile: null };

/** The cells that count, whatever is then asked of them. */
export interface CountedCells extends CountableCells {
  /** As stated, with what the lock has settled. */
  readonly plan: Plan;
  /** B; or that it has to be asked for. */
  readonly budget: number | NeedsBudget;
  readonly seal: SealSummary | null;
  /** Only what was planned is counted. */
  readonly isPlanned: boolean;
}

/**
 * The cells that count under a plan and its seal, the same for every question: the planned ones as soon as one has its planned number,
 * those that the plan names, or all; under the anytime rule each cut where its batch can be counted. In portions.
 */
export function* countedInPortions(index: TraceIndex, stated: Plan, { check, scope }: AuditSeal = UNSEALED): Generator<void, CountedCells | RefusedAudit | NothingToAudit, void> {
  // Under an intact seal later data settle nothing that freezing has settled.
  const plan = check.state === 'intact' ? { ...stated, ...check.lock.settled, ...check.moved } : stated;
  const counted = yield* countableInPortions(index, plan);
  if (counted.kind !== 'cells') return counted;
  const part = check.state === 'intact' ? choosePlanned(counted.grouped, check.lock, plan) : null;
  yield;
  const isPlanned = part !== null && scope === 'planned' && part.counted > 0;
  const chosen = isPlanned ? part.cells : stated.cells === null ? counted.grouped : chooseCells(counted.grouped, stated.cells, plan);
  if (chosen.cells.every((cell) => cell.usable.length === 0)) return nothing(index.attemptCount, chosen);
  const budget = settleBudget(chosen, plan);
  const started = plan.rule === 'anytime' && typeof budget === 'number' ? startedCells(chosen, budget) : ({ kind: 'cells', cells: chosen } as const);
  if (started.kind === 'refused') return started;
  return { kind: 'cells', grouped: started.cells, absentCohorts: counted.absentCohorts, plan, budget, seal: summariseSeal(check, part), isPlanned };
}

function settleBudget({ cells, estimand }: Cells, plan: Plan): number | NeedsBudget {
  const usable = cells.flatMap((cell) => cell.usable);
  const budget = resolveBudget(plan, budgetEvidence(usable));
  return typeof budget === 'number' ? budget : { ...budget, estimand, usable: usable.length };
}
