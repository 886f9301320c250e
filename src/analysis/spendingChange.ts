import { groupBy } from '../base/groupBy';
import type { TraceIndex } from '../index/traceIndex';
import { UTILITY_PARTS, type UtilityWeights } from '../model/plan';
import type { SpendingChange } from '../model/ruleResult';
import type { AuditedOutcome } from './audit';
import type { Cell, TimedAttempt } from './cells';

/** Amount spent by an attempt until call c; null where it is not known. */
type SpentBy = (call: number) => number | null;

interface Meters {
  readonly calls: SpentBy;
  readonly dollars: SpentBy;
  readonly seconds: SpentBy;
  readonly isSpread: boolean;
}

/**
 * For each macro number of an audit, what restarting everybody live would have changed in calls, dollars and seconds, and
 * in the declared utility. With f the share live, the mean over cells of f (mean spent by a fresh attempt within B − t −
 * mean spent by the live ones after t, until B): plug-in means, as the macro change. Known on the axis of calls; null where
 * an attempt that it needs was stopped before. One portion a cell.
 */
export function* spendingChanges({ outcome, index }: { readonly outcome: AuditedOutcome; readonly index: TraceIndex }): Generator<void, readonly SpendingChange[], void> {
  const { result, plan } = outcome;
  const groups = groupBy(outcome.cells.filter(({ usable }) => usable.length > 0), ({ runtime, cohort }) => JSON.stringify([runtime, cohort]));
  const meters = new Map<TimedAttempt, Meters>();
  for (const cell of outcome.cells) {
    for (const attempt of cell.usable) meters.set(attempt, metersOf(attempt, index));
    yield;
  }
  return result.macro.map(({ runtime, cohort, t, change }) => {
    const cells = plan.axis === 'calls' ? (groups.get(JSON.stringify([runtime, cohort])) ?? []) : [];
    const mean = (part: 'calls' | 'dollars' | 'seconds'): number | null => meanOf(cells.map((cell) => changeOfCell(cell, { t, budget: plan.budget, spentBy: (attempt) => meters.get(attempt)?.[part] ?? (() => null) })));
    const changes = { success: change, calls: mean('calls'), dollars: mean('dollars'), seconds: mean('seconds') };
    const isSpread = cells.some(({ usable }) => usable.some((attempt) => meters.get(attempt)?.isSpread === true));
    return { runtime, cohort, t, ...changes, utility: utilityOf(changes, plan.utility), isSpread };
  });
}

function changeOfCell({ usable }: Cell, how: { readonly t: number; readonly budget: number; readonly spentBy: (attempt: TimedAttempt) => SpentBy }): number | null {
  const { t, budget, spentBy } = how;
  const live = usable.filter(({ times: { U } }) => U !== null && U > t);
  if (usable.some(({ times: { U } }) => U === null)) return null;
  if (live.length === 0) return 0;
  const going = meanOf(live.map((attempt) => minus(spentUntil(attempt, budget, spentBy(attempt)), spentUntil(attempt, t, spentBy(attempt)))));
  const fresh = meanOf(usable.map((attempt) => spentUntil(attempt, budget - t, spentBy(attempt))));
  const difference = minus(fresh, going);
  return difference === null ? null : (live.length / usable.length) * difference;
}

/** Null where the attempt was no longer watched at that call. */
function spentUntil({ times: { U, J } }: TimedAttempt, call: number, spentBy: SpentBy): number | null {
  if (U === null || (J === 'censored' && U < call)) return null;
  return spentBy(Math.min(call, U));
}

function metersOf(timed: TimedAttempt, index: TraceIndex): Meters {
  const { attempt, row, times } = timed;
  const all = attempt.calls ?? times.U;
  const evenly = (total: number | null): SpentBy => (call) => (total === null || all === null || all === 0 ? null : total * Math.min(1, call / all));
  const steps = attempt.stepCount === 0 ? [] : index.steps(row).filter(({ call }) => call !== null);
  const isMetered = steps.length > 0 && steps.every(({ cost }) => cost !== null);
  const metered: SpentBy = (call) => steps.reduce((sum, step) => ((step.call ?? 0) <= call ? sum + (step.cost ?? 0) : sum), 0);
  return {
    calls: (call) => call,
    dollars: isMetered ? metered : evenly(attempt.cost),
    seconds: evenly(attempt.seconds),
    isSpread: attempt.seconds !== null || (!isMetered && attempt.cost !== null),
  };
}

function utilityOf(changes: Readonly<Record<keyof UtilityWeights, number | null>>, weights: UtilityWeights | null): number | null {
  if (weights === null) return null;
  return UTILITY_PARTS.filter((part) => weights[part] !== 0).reduce<number | null>((sum, part) => {
    const value = changes[part];
    return sum === null || value === null ? null : sum + weights[part] * value;
  }, 0);
}

function minus(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a - b;
}

function meanOf(values: readonly (number | null)[]): number | null {
  const sum = values.reduce<number | null>((total, value) => (total === null || value === null ? null : total + value), 0);
  return sum === null || values.length === 0 ? null : sum / values.length;
}
