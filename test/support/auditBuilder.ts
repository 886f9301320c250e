// Builds audits from small tables of T, E and H through the engine, for tests of what is made of them.

import assert from 'node:assert/strict';
import { countTotals, decideByRule, leastByRule } from '../../src/analysis/byRule';
import { decisionBounds, macroBounds } from '../../src/analysis/decisionBounds';
import { leastByFamily } from '../../src/analysis/families';
import { DEFAULT_PLAN } from '../../src/plan/planFields';
import { signVerdicts } from '../../src/analysis/signVerdicts';
import { unbiasedResult } from '../../src/analysis/unbiasedResults';
import { runPortions } from '../../src/base/portions';
import { columnsFromTraces } from '../../src/engine/attemptColumns';
import { auditCells } from '../../src/engine/audit';
import { observedUntil, traceEnding, type Trace } from '../../src/engine/trace';
import type { Axis, DecisionRule, Estimand } from '../../src/model/plan';
import type { AuditAttempt, AuditDecision, AuditMacro, AuditResult, ExclusionReason } from '../../src/model/results';

export interface CellRows {
  readonly task: string;
  readonly runtime?: string;
  readonly cohort?: string | null;
  /** [T, E, H] of each attempt. */
  readonly attempts: readonly (readonly [T: number | null, E: number | null, H: number | null])[];
  /** Attempts in no count. */
  readonly setAside?: readonly ExclusionReason[];
}

export interface AuditDesignRows {
  readonly budget: number;
  readonly times: readonly number[];
  readonly alpha?: number;
  readonly axis?: Axis;
  readonly rule?: DecisionRule;
  readonly marginPoints?: number;
  readonly estimand?: Estimand;
  readonly synthetic?: number;
  readonly sealed?: boolean;
  readonly runtimeNotes?: AuditResult['runtimeNotes'];
  /** Stands in for the resampling that this builder leaves out. */
  readonly interval?: AuditMacro['interval'];
}

export interface BuiltAudit {
  readonly result: AuditResult;
  readonly attempts: readonly AuditAttempt[];
}

/** An audit of the cells, with macro numbers of each runtime and cohort and the attempt that carries most of each. */
export function buildAudit(cells: readonly CellRows[], design: AuditDesignRows): BuiltAudit {
  const named = cells
    .map((cell) => ({ ...cell, runtime: cell.runtime ?? 'luna', cohort: cell.cohort ?? null }))
    .sort((a, b) => compare(a.runtime, b.runtime) || compare(a.cohort ?? '', b.cohort ?? '') || compare(a.task, b.task));
  const attempts = named.flatMap((cell, at) => attemptsOf(cell, at));
  const { budget, times, alpha = 0.05, rule = 'fixed', marginPoints = null } = design;
  const groupNames = [...new Set(named.map((c) => JSON.stringify([c.runtime, c.cohort])))];
  const groups = Int32Array.from(named, (c) => groupNames.indexOf(JSON.stringify([c.runtime, c.cohort])));
  const columns = columnsFromTraces(named.map(tracesOf));
  const audit = auditCells({ columns, groups, times, budget, alpha });
  const counted = attempts.filter((a) => a.excluded === null);
  const sign = rule === 'anytime' ? null : runPortions(signVerdicts(audit, { times, budget, alpha }));
  const worstCases = audit.decisions.map(({ difference, verdict }): AuditDecision['worstCase'] => ({ unknown: 0, difference: { low: difference?.low ?? -1, high: difference?.high ?? 1 }, verdict: verdict ?? 'abstain', level: verdict === 'restart' || verdict === 'continue' ? 'any' : 'abstain', leastLabels: verdict === 'restart' || verdict === 'continue' ? 0 : null }));
  const decided = rule === 'calibrated' ? audit.decisions.map((d, index) => ({ ...d, verdict: sign?.verdicts[index]?.verdict ?? null })) : audit.decisions;
  const bounds = runPortions(decisionBounds({ audit, decided, worst: worstCases, plan: { ...DEFAULT_PLAN, budget, times, alpha, rule, marginPoints } }));
  const decisions = audit.decisions.map((d, index): AuditDecision => ({
      task: named[d.cell]?.task ?? '',
      runtime: named[d.cell]?.runtime ?? '',
      cohort: named[d.cell]?.cohort ?? null,
      t: times[d.time] ?? 0,
      status: d.status === 'ok' ? 'live' : d.status === 'not_reached' ? 'not-reached' : 'horizon',
      n: d.n,
      nLive: d.nLive,
      xContinue: d.xContinue,
      xRestart: d.xRestart,
      xBoth: d.xBoth,
      continue: d.continue,
      restart: d.restart,
      difference: d.difference,
      ...decideByRule(d, index, sign, rule),
      worstCase: worstCases[index] ?? assert.fail('one for each decision'),
      bounds: bounds[index] ?? null,
    }));
  const result: AuditResult = {
    schema: 'restart-lens/audit@1',
    plan: { axis: design.axis ?? 'calls', budget, times, alpha, rule, family: 'planned', grid: null, marginPoints, estimand: design.estimand ?? 'first-verified', sealed: design.sealed ?? false, seal: null, runtimeKey: ['model'], seed: 1, defaults: ['alpha'], hash: '0123456789abcdef' },
    family: audit.family,
    decisions,
    totals: countTotals(audit, decisions, sign),
    leastAttempts: { ...leastByRule(audit, sign, rule), byFamily: leastByFamily({ family: 'planned', rule, times, budget, alpha }, named.length) },
    macro: audit.macro.map((m, at): AuditMacro => {
      const [runtime, cohort] = JSON.parse(groupNames[Math.floor(at / times.length)] ?? '["",null]') as [string, string | null]; // made by JSON.stringify above
      const members = named.filter((c) => c.runtime === runtime && c.cohort === cohort);
      const t = times[at % times.length] ?? 0;
      return {
        runtime,
        cohort,
        t,
        cells: m.cells,
        horizonCells: m.horizonCells,
        contributing: m.contributing,
        change: m.numbers?.change ?? null,
        taskOracle: m.numbers?.taskOracle ?? null,
        perfectAlarm: m.numbers?.perfectAlarm ?? null,
        interval: m.numbers === null ? null : (design.interval ?? null),
        ...withBounds(unbiasedResult({
          columns,
          counts: audit.counts,
          cells: [...groups.keys()].filter((cell) => groups[cell] === Math.floor(at / times.length)),
          time: at % times.length,
          t,
          budget,
          alpha,
          family: audit.macro.length,
          plugin: m.numbers?.change ?? null,
          oracles: new Map(),
          attemptOf: (entry) => counted[entry]?.id ?? '',
          taskOf: (cell) => named[cell]?.task ?? '',
        }), marginPoints),
        influence: m.numbers === null || members.length > MOST_FOR_INFLUENCE ? null : influenceOf(members, attempts, { t, budget, total: m.numbers.change }),
      };
    }),
    excluded: excludedOf(attempts),
    runtimeNotes: design.runtimeNotes ?? [],
    provenance: { engineVersion: '0.1.0', seed: 1, attempts: counted.length, basis: basisOf(design, counted.length), synthetic: design.synthetic ?? 0 },
  };
  return { result, attempts };
}

function withBounds(unbiased: AuditMacro['unbiased'], marginPoints: number | null): Pick<AuditMacro, 'unbiased' | 'bounds'> {
  return { unbiased, bounds: macroBounds(unbiased, { marginPoints }) };
}

function basisOf({ estimand }: AuditDesignRows, count: number): AuditResult['provenance']['basis'] {
  return estimand === 'resolved-at-submission' ? { 'per-call': 0, declared: 0, final: count } : { 'per-call': 0, declared: count, final: 0 };
}

function excludedOf(attempts: readonly AuditAttempt[]): AuditResult['excluded'] {
  const reasons = [...new Set(attempts.flatMap((a) => (a.excluded === null ? [] : [a.excluded])))];
  return reasons.map((reason) => ({ reason, attempts: attempts.filter((a) => a.excluded === reason).map((a) => a.id) }));
}

type NamedCell = CellRows & { readonly runtime: string; readonly cohort: string | null };

function attemptsOf(cell: NamedCell, at: number): readonly AuditAttempt[] {
  const common = { task: cell.task, runtime: cell.runtime, cohort: cell.cohort, exitStatus: null, steps: 0, brokenAfter: null };
  const counted = cell.attempts.map(([T, E, H], k): AuditAttempt => {
    const ending = traceEnding({ T, E, H });
    return { ...common, id: `cell${at}-attempt${k + 1}`, attempt: String(k + 1), T, E, H, U: observedUntil({ T, E, H }), J: ending, excluded: null };
  });
  const aside = (cell.setAside ?? []).map((reason, k): AuditAttempt => ({ ...common, id: `cell${at}-aside${k + 1}`, attempt: `aside-${k + 1}`, T: null, E: null, H: null, U: null, J: 'unknown', excluded: reason }));
  return [...counted, ...aside];
}

function tracesOf(cell: CellRows): readonly Trace[] {
  return cell.attempts.map(([T, E, H]) => ({ T, E, H }));
}

/** Auditing again without each attempt is slow; larger groups go without. */
const MOST_FOR_INFLUENCE = 100;

/** By removing each attempt in turn and auditing again. */
function influenceOf(members: readonly NamedCell[], attempts: readonly AuditAttempt[], { t, budget, total }: { readonly t: number; readonly budget: number; readonly total: number }): AuditMacro['influence'] {
  if (total === 0) return null;
  let best: { attempt: string; share: number } | null = null;
  members.forEach((cell, at) => {
    cell.attempts.forEach((_, k) => {
      const rest = members.map((c, other) => (other === at ? { ...c, attempts: c.attempts.filter((__, i) => i !== k) } : c));
      const audit = auditCells({ columns: columnsFromTraces(rest.map(tracesOf)), times: [t], budget, alpha: 0.05 });
      const share = (total - (audit.macro[0]?.withHorizonAsZero?.change ?? 0)) / total;
      const id = attempts.find((a) => a.task === cell.task && a.runtime === cell.runtime && a.cohort === cell.cohort && a.attempt === String(k + 1))?.id ?? '';
      if (best === null || Math.abs(share) > Math.abs(best.share)) best = { attempt: id, share };
    });
  });
  return best;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
