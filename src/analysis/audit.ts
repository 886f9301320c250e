import { runPortions } from '../base/portions';
import { auditCells, type CellDecision } from '../engine/audit';
import { decideAnytime } from '../engine/anytimeAudit';
import { columnsFromTraces } from '../engine/attemptColumns';
import { ENGINE_VERSION } from '../engine/version';
import type { TraceIndex } from '../index/traceIndex';
import type { ExchangeabilityResult } from '../model/exchangeability';
import type { GateSummary } from '../model/gates';
import type { Plan } from '../model/plan';
import type { SealCheck, SealSummary } from '../model/seal';
import type { AuditDecision, AuditResult, AuditWorstCase, DecisionBounds, Interval } from '../model/results';
import { defaultTimes } from '../plan/defaultTimes';
import { hashPlan } from '../plan/hashPlan';
import { compareText } from '../base/compareText';
import { countTotals, decideByRule, leastByRule } from './byRule';
import { decisionBounds } from './decisionBounds';
import { familySize, leastByFamily, sliderFamilyOf } from './families';
import { runtimeNotes, type Cell, type Cells } from './cells';
import { summariseGates } from './gates';
import { checkExchangeability } from './exchangeability';
import { countBases, describeExcluded, type NeedsBudget, type NothingToAudit, type RefusedAudit } from './countable';
import { countedInPortions, UNSEALED, type AuditSeal } from './counted';
import { macroResults } from './macroResults';
import { signVerdicts, type SignVerdicts } from './signVerdicts';
import { settleTimes, type SettledPlan } from './resolvePlan';
import { worstCases } from './worstCases';

/** What an audit of an index came to. */
export type AuditOutcome = AuditedOutcome | NeedsBudget | RefusedAudit | NothingToAudit;

export interface AuditedOutcome {
  readonly kind: 'audit';
  readonly result: AuditResult;
  readonly plan: SettledPlan;
  /** Cells in the order of the result's decisions: decision cell x times + time. */
  readonly cells: readonly Cell[];
  /** Attempts in no count, those of cells included. */
  readonly excluded: Cells['excluded'];
  /** Cohorts of the plan of which there is no attempt. */
  readonly absentCohorts: readonly string[];
  readonly seal: AuditSeal;
  /** As it was stated, before the data settled anything. */
  readonly stated: Plan;
  /** What speaks against attempts of a cell being exchangeable. Not part of the result: a sanitised table holds no folders and no steps. */
  readonly exchangeability: ExchangeabilityResult;
  /** What is known of the verifiers of its tasks; null: nothing. */
  readonly gates: GateSummary | null;
}

/**
 * Audits an index under a plan: cells, counts, exact simultaneous intervals, verdicts, macro numbers.
 * `defaults` are the plan's keys that nobody stated.
 *
 * The family counts the planned cells (sealed) or every cell seen, usable or not (exploratory), times the decision times. Macro numbers are means over
 * the cells that have at least one usable attempt. Cost: the engine's audit plus `replicates` resamples of each
 * runtime and cohort.
 */
export function runAudit(index: TraceIndex, plan: Plan, defaults: readonly (keyof Plan)[], seal: AuditSeal = UNSEALED): AuditOutcome {
  return runPortions(auditInPortions(index, plan, defaults, seal));
}

/** As `runAudit`, in portions of a few milliseconds: each `next()` does one; dropping the generator abandons the work. */
export function* auditInPortions(index: TraceIndex, stated: Plan, defaults: readonly (keyof Plan)[], under: AuditSeal = UNSEALED): Generator<void, AuditOutcome, void> {
  const { check } = under;
  const counted = yield* countedInPortions(index, stated, under);
  if (counted.kind !== 'cells') return counted;
  const { grouped, absentCohorts, seal, isPlanned } = counted;
  if (typeof counted.budget !== 'number') return counted.budget;
  const resolution = settleTimes(counted.plan, counted.budget, defaultTimes);
  if (resolution.kind === 'bad-times') {
    const message =
      resolution.times.length === 0
        ? `A budget of ${resolution.budget} leaves no decision time: it must be at least 2.`
        : `Decision times must be above 0 and below B = ${resolution.budget}; found ${resolution.times.join(', ')}.`;
    return { kind: 'refused', message };
  }
  const { plan } = resolution;
  const result = yield* computeResult(grouped, plan, { defaults, seal, isPlanned, check });
  const exchangeability = yield* checkExchangeability(index, grouped.cells, plan);
  return { kind: 'audit', exchangeability, gates: summariseGates(index.gates, grouped.cells), plan, cells: grouped.cells, excluded: grouped.excluded, absentCohorts, seal: under, stated, result };
}

interface PlanWords {
  readonly defaults: readonly (keyof Plan)[];
  readonly seal: SealSummary | null;
  readonly isPlanned: boolean;
  readonly check: SealCheck;
}

/** The plan that an audit is under: looked at elsewhere on its grid, a slider-safe plan is still the one that was frozen. */
export function plannedPlan<Stated extends Plan>(plan: Stated, check: SealCheck): Stated {
  return check.state === 'intact' && check.moved !== undefined ? { ...plan, budget: check.lock.settled.budget, times: check.lock.settled.times } : plan;
}

function* computeResult(grouped: Cells, plan: SettledPlan, { defaults, seal, isPlanned, check }: PlanWords): Generator<void, AuditResult, void> {
  const { cells } = grouped;
  const { groupOfCell, groups } = groupByRuntime(cells);
  const planned = plannedPlan(plan, check);
  const columns = columnsFromTraces(cells.map((cell) => cell.usable.map(({ times }) => times)));
  yield;
  const fixed = auditCells({
    columns,
    groups: groupOfCell,
    times: plan.times,
    budget: plan.budget,
    alpha: plan.alpha,
    family: familySize(planned, cells.length),
  });
  yield;
  const audit = plan.rule === 'anytime' ? decideAnytime(fixed, plan) : fixed;
  const sign = plan.rule === 'anytime' || plan.family === 'sliders' ? null : yield* signVerdicts(audit, plan);
  const decided = plan.rule === 'calibrated' ? audit.decisions.map((decision, index) => ({ ...decision, verdict: sign?.verdicts[index]?.verdict ?? null })) : audit.decisions;
  const usable = cells.flatMap((cell) => cell.usable);
  const worst = yield* worstCases(decided, cells, plan, { estimand: grouped.estimand, family: audit.family });
  const bounds = yield* decisionBounds({ audit, decided, worst, plan });
  const decisions = audit.decisions.map((decision, index) => describeDecision(decision, { cells, plan, sign, worstCase: worst[index], bounds: bounds[index] ?? null, index }));
  return {
    schema: 'restart-lens/audit@1',
    plan: {
      axis: plan.axis,
      budget: plan.budget,
      times: plan.times,
      alpha: plan.alpha,
      rule: plan.rule,
      family: plan.family,
      grid: plan.family === 'sliders' ? { budget: planned.budget, pairs: sliderFamilyOf(planned, 1).pairs, isMoved: planned !== plan } : null,
      marginPoints: plan.marginPoints,
      estimand: grouped.estimand,
      sealed: isPlanned,
      seal,
      runtimeKey: plan.runtimeKey,
      seed: plan.seed,
      defaults: [...defaults].sort(compareText),
      hash: hashPlan({ ...planned, estimand: grouped.estimand }),
    },
    family: audit.family,
    decisions,
    totals: countTotals(audit, decisions, sign),
    leastAttempts: { ...leastByRule(audit, sign, plan.rule), byFamily: leastByFamily(planned, cells.length) },
    macro: yield* macroResults({ audit, columns, cells }, groups, { ...plan, macroFamily: groups.length * (plan.family === 'sliders' ? sliderFamilyOf(planned, 1).pairs : plan.times.length) }),
    excluded: describeExcluded(grouped.excluded),
    runtimeNotes: runtimeNotes(cells, plan.runtimeKey),
    provenance: {
      engineVersion: ENGINE_VERSION,
      seed: plan.seed,
      attempts: usable.length,
      basis: countBases(usable),
      synthetic: usable.filter(({ attempt }) => attempt.synthetic).length,
    },
  };
}

interface DecisionContext {
  readonly cells: readonly Cell[];
  readonly plan: SettledPlan;
  readonly sign: SignVerdicts | null;
  readonly worstCase: AuditWorstCase | undefined;
  readonly bounds: DecisionBounds | null;
  /** Place of the decision in the audit. */
  readonly index: number;
}

function describeDecision(decision: CellDecision, { cells, plan, sign, worstCase, bounds, index }: DecisionContext): AuditDecision {
  const cell = cells[decision.cell];
  const t = plan.times[decision.time];
  if (cell === undefined || t === undefined || worstCase === undefined) throw new Error('The engine answered for a cell or a time that was not asked for.');
  return {
    task: cell.task,
    runtime: cell.runtime,
    cohort: cell.cohort,
    t,
    status: decision.status === 'ok' ? 'live' : decision.status === 'not_reached' ? 'not-reached' : 'horizon',
    n: decision.n,
    nLive: decision.nLive,
    xContinue: decision.xContinue,
    xRestart: decision.xRestart,
    xBoth: decision.xBoth,
    continue: pickInterval(decision.continue),
    restart: pickInterval(decision.restart),
    difference: pickInterval(decision.difference),
    ...decideByRule(decision, index, sign, plan.rule),
    worstCase,
    bounds,
  };
}

/** Keys in the contract's order, whoever made the interval. */
function pickInterval(interval: Interval | null): Interval | null {
  return interval === null ? null : { estimate: interval.estimate, low: interval.low, high: interval.high };
}

export interface RuntimeGroup {
  readonly runtime: string;
  readonly cohort: string | null;
  /** Indices of the cells that have usable attempts. */
  readonly cells: readonly number[];
}

/**
 * Groups of cells by runtime and cohort. Cells without any usable attempt form a last group of their own: they are in
 * the family, and no mean can take them in.
 */
export function groupByRuntime(cells: readonly Cell[]): { readonly groupOfCell: Int32Array; readonly groups: readonly RuntimeGroup[] } {
  const groups: { runtime: string; cohort: string | null; cells: number[] }[] = [];
  const places = new Map<string, number>();
  const groupOfCell = new Int32Array(cells.length);
  cells.forEach((cell, index) => {
    if (cell.usable.length === 0) return;
    const key = JSON.stringify([cell.runtime, cell.cohort]);
    const group = places.get(key) ?? groups.push({ runtime: cell.runtime, cohort: cell.cohort, cells: [] }) - 1;
    places.set(key, group);
    groups[group]?.cells.push(index);
    groupOfCell[index] = group;
  });
  cells.forEach((cell, index) => {
    if (cell.usable.length === 0) groupOfCell[index] = groups.length;
  });
  return { groupOfCell, groups };
}
