import type { Audit } from '../engine/audit';
import type { AttemptColumns } from '../engine/attemptColumns';
import { findInfluence, type InfluenceDesign } from '../engine/influence';
import type { OracleMemory } from '../engine/unbiasedMacro';
import type { AuditMacro } from '../model/results';
import type { RuntimeGroup } from './audit';
import type { Cell } from './cells';
import { macroBounds } from './decisionBounds';
import { macroRange } from './macroRange';
import type { SettledPlan } from './resolvePlan';
import { unbiasedResult } from './unbiasedResults';

export interface MacroInput {
  readonly audit: Audit;
  /** What the audit counted. */
  readonly columns: AttemptColumns;
  readonly cells: readonly Cell[];
}

/** A plan, and how many macro numbers its error is shared by. */
export interface MacroPlan extends SettledPlan {
  /** Runtimes and cohorts x times, or x every place that sliders reach. */
  readonly macroFamily: number;
}

/**
 * Macro numbers of each runtime and cohort at each time, sorted by runtime, cohort, t: the plug-in with its resampling range
 * and the attempt that carries most of it, and beside it what is unbiased. Work in portions of a few milliseconds: each `next()` does one.
 */
export function* macroResults(input: MacroInput, groups: readonly RuntimeGroup[], plan: MacroPlan): Generator<void, readonly AuditMacro[], void> {
  const results: AuditMacro[] = [];
  const oracles: OracleMemory = new Map();
  for (const [g, group] of groups.entries()) {
    for (const [time, t] of plan.times.entries()) {
      const macro = input.audit.macro[g * plan.times.length + time];
      if (macro === undefined) throw new Error('The engine left out a group or a time.');
      const unbiased = unbiasedResult({
        ...influenceDesign(input, group, time, plan),
        alpha: plan.alpha,
        family: plan.macroFamily,
        plugin: macro.numbers?.change ?? null,
        oracles,
        attemptOf: (entry) => attemptAt(input, entry),
        taskOf: (cell) => input.cells[cell]?.task ?? '',
      });
      results.push({
        runtime: group.runtime,
        cohort: group.cohort,
        t,
        cells: macro.cells,
        horizonCells: macro.horizonCells,
        contributing: macro.contributing,
        change: macro.numbers?.change ?? null,
        taskOracle: macro.numbers?.taskOracle ?? null,
        perfectAlarm: macro.numbers?.perfectAlarm ?? null,
        interval: yield* macroRange({ counts: input.audit.counts, cells: group.cells, time, seed: plan.seed }),
        influence: influenceOf(input, group, time, plan),
        unbiased,
        bounds: macroBounds(unbiased, plan),
      });
      yield;
    }
  }
  return results;
}

function influenceDesign({ audit, columns }: MacroInput, group: RuntimeGroup, time: number, plan: SettledPlan): InfluenceDesign {
  return { columns, counts: audit.counts, cells: group.cells, time, t: plan.times[time] ?? 0, budget: plan.budget };
}

function influenceOf(input: MacroInput, group: RuntimeGroup, time: number, plan: SettledPlan): AuditMacro['influence'] {
  const found = findInfluence(influenceDesign(input, group, time, plan));
  return found === null ? null : { attempt: attemptAt(input, found.attempt.entry), share: found.attempt.share };
}

/** Id of the attempt of an entry: entries of the columns are the usable attempts, cell after cell. */
function attemptAt({ columns, cells }: MacroInput, entry: number): string {
  const cell = cells.findIndex((_, index) => (columns.offsets[index + 1] ?? 0) > entry);
  const attempt = cells[cell]?.usable[entry - (columns.offsets[cell] ?? 0)];
  if (attempt === undefined) throw new Error(`No cell has the attempt number ${entry}.`);
  return attempt.attempt.id;
}
