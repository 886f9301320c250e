import type { Audit } from '../engine/audit';
import type { AttemptColumns } from '../engine/attemptColumns';
import { findInfluence } from '../engine/influence';
import type { AuditMacro } from '../model/results';
import type { RuntimeGroup } from './audit';
import type { Cell } from './cells';
import { macroRange } from './macroRange';
import type { SettledPlan } from './resolvePlan';

export interface MacroInput {
  readonly audit: Audit;
  /** What the audit counted. */
  readonly columns: AttemptColumns;
  readonly cells: readonly Cell[];
}

/**
 * Macro numbers of each runtime and cohort at each time, sorted by runtime, cohort, t, with their resampling range
 * and the attempt that carries most of the change. Work in portions of a few milliseconds: each `next()` does one.
 */
export function* macroResults(input: MacroInput, groups: readonly RuntimeGroup[], plan: SettledPlan): Generator<void, readonly AuditMacro[], void> {
  const results: AuditMacro[] = [];
  for (const [g, group] of groups.entries()) {
    for (const [time, t] of plan.times.entries()) {
      const macro = input.audit.macro[g * plan.times.length + time];
      if (macro === undefined) throw new Error('The engine left out a group or a time.');
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
      });
    }
  }
  return results;
}

function influenceOf({ audit, columns, cells }: MacroInput, group: RuntimeGroup, time: number, plan: SettledPlan): AuditMacro['influence'] {
  const found = findInfluence({ columns, counts: audit.counts, cells: group.cells, time, t: plan.times[time] ?? 0, budget: plan.budget });
  if (found === null) return null;
  // Entries of the columns are the usable attempts, cell after cell.
  const { entry, share } = found.attempt;
  const cell = cells.findIndex((_, index) => (columns.offsets[index + 1] ?? 0) > entry);
  const attempt = cells[cell]?.usable[entry - (columns.offsets[cell] ?? 0)];
  return attempt === undefined ? null : { attempt: attempt.attempt.id, share };
}
