import { groupBy } from '../base/groupBy';
import type { TraceIndex } from '../index/traceIndex';
import { UTILITY_PARTS, type UtilityWeights } from '../model/plan';
import type { SpendingChange, SpendingNumbers } from '../model/ruleResult';
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
 * in the declared utility: means over cells. With s(c) what an attempt has spent by call c, a cell's unbiased change is the mean over
 * ordered pairs i, k of different attempts of live_i (s_k(B − t) − (s_i(B) − s_i(t))), as `unbiasedChange` pairs successes; null in a cell of
 * one attempt. The plug-in pairs each live attempt with itself, too. Known on the axis of calls; null where an attempt that it needs
 * was stopped before. One portion a cell.
 *
 * Source: docs/MATH.md 1.2d.
 */
export function* spendingChanges({ outcome, index }: { readonly outcome: AuditedOutcome; readonly index: TraceIndex }): Generator<void, readonly SpendingChange[], void> {
  const { result, plan } = outcome;
  const groups = groupBy(outcome.cells.filter(({ usable }) => usable.length > 0), ({ runtime, cohort }) => JSON.stringify([runtime, cohort]));
  const meters = new Map<TimedAttempt, Meters>();
  for (const cell of outcome.cells) {
    for (const attempt of cell.usable) meters.set(attempt, metersOf(attempt, index));
    yield;
  }
  return result.macro.map((macro) => {
    const { runtime, cohort, t } = macro;
    const cells = plan.axis === 'calls' ? (groups.get(JSON.stringify([runtime, cohort])) ?? []) : [];
    const amounts = (part: Part): readonly CellChange[] => cells.map((cell) => changeOfCell(cell, { t, budget: plan.budget, spentBy: (attempt) => meters.get(attempt)?.[part] ?? (() => null) }));
    const changes = { calls: amounts('calls'), dollars: amounts('dollars'), seconds: amounts('seconds') };
    const numbers = (kind: keyof CellChange, success: number | null): SpendingNumbers => {
      const mean = (part: Part): number | null => meanOf(changes[part].map((change) => change[kind]));
      const parts = { success, calls: mean('calls'), dollars: mean('dollars'), seconds: mean('seconds') };
      return { ...parts, utility: utilityOf(parts, plan.utility) };
    };
    const unbiased = numbers('unbiased', macro.unbiased.change);
    return { runtime, cohort, t, ...unbiased, plugin: numbers('plugin', macro.change), missing: missingOf(unbiased, { plan, cells }), isSpread: cells.some(({ usable }) => usable.some((attempt) => meters.get(attempt)?.isSpread === true)) };
  });
}

type Part = 'calls' | 'dollars' | 'seconds';

function missingOf({ success, calls, dollars, seconds }: SpendingNumbers, { plan, cells }: { readonly plan: AuditedOutcome['plan']; readonly cells: readonly Cell[] }): SpendingChange['missing'] {
  if (plan.axis !== 'calls') return 'axis';
  if (cells.some(({ usable }) => usable.length < 2)) return 'few-attempts';
  return [success, calls, dollars, seconds].includes(null) ? 'unknown' : null;
}

interface CellChange {
  readonly unbiased: number | null;
  readonly plugin: number | null;
}

const NOT_KNOWN: CellChange = { unbiased: null, plugin: null };

function changeOfCell({ usable }: Cell, { t, budget, spentBy }: { readonly t: number; readonly budget: number; readonly spentBy: (attempt: TimedAttempt) => SpentBy }): CellChange {
  const n = usable.length;
  if (usable.some(({ times: { U } }) => U === null)) return NOT_KNOWN;
  const live = usable.filter(({ times: { U } }) => U !== null && U > t);
  if (live.length === 0) return { unbiased: n < 2 ? null : 0, plugin: 0 };
  const fresh = new Map(usable.map((attempt) => [attempt, spentUntil(attempt, budget - t, spentBy(attempt))] as const));
  const ofAll = sumOf([...fresh.values()]);
  const going = sumOf(live.map((attempt) => minus(spentUntil(attempt, budget, spentBy(attempt)), spentUntil(attempt, t, spentBy(attempt)))));
  const ofLive = sumOf(live.map((attempt) => fresh.get(attempt) ?? null));
  if (ofAll === null || going === null || ofLive === null) return NOT_KNOWN;
  return { unbiased: n < 2 ? null : ((live.length * ofAll - ofLive) / (n - 1) - going) / n, plugin: ((live.length * ofAll) / n - going) / n };
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

function sumOf(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>((total, value) => (total === null || value === null ? null : total + value), 0);
}

/** Null as soon as one value is. */
function meanOf(values: readonly (number | null)[]): number | null {
  const sum = sumOf(values);
  return sum === null || values.length === 0 ? null : sum / values.length;
}
