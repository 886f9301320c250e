import { compareText } from '../../base/compareText';
import { groupBy } from '../../base/groupBy';
import { nearestWord } from '../../base/nearestWord';
import type { TraceIndex } from '../../index/traceIndex';
import type { Plan } from '../../model/plan';
import { runtimeIdentity } from '../../model/runtime';
import type { Cell, Cells } from '../cells';
import { countableInPortions, type NeedsBudget, type NothingToAudit, type RefusedAudit } from '../countable';

/** The cells of the one runtime that a trial is about. */
export interface RuntimeCells {
  readonly kind: 'runtime';
  readonly runtime: { readonly name: string; readonly identity: string };
  readonly estimand: Cells['estimand'];
  /** Sorted by cohort, task; cells without a usable attempt too. */
  readonly cells: readonly Cell[];
}

/** Why a trial cannot be made or evaluated. */
export type NoTrial = RefusedAudit | NothingToAudit | NeedsBudget;

/** A runtime by its name, or by its identity as a trial file keeps it; null: the only one there is. */
export type WantedRuntime = { readonly name: string } | { readonly identity: string; readonly name: string } | null;

/** Cells of the runtime asked for, in portions. A monitor is deployed on one runtime, so a trial never mixes two. */
export function* runtimeCells(index: TraceIndex, plan: Plan, wanted: WantedRuntime): Generator<void, RuntimeCells | NoTrial, void> {
  const counted = yield* countableInPortions(index, plan);
  if (counted.kind !== 'cells') return counted;
  const { cells, estimand } = counted.grouped;
  const names = [...new Set(cells.map((cell) => cell.runtime))].sort(compareText);
  const byName = new Map(cells.map((cell) => [cell.runtime, identityOf(cell, plan)] as const));
  const name = chooseName(names, byName, wanted);
  if (name === null) return refuse(names, wanted);
  return { kind: 'runtime', runtime: { name, identity: byName.get(name) ?? '' }, estimand, cells: cells.filter((cell) => cell.runtime === name) };
}

function chooseName(names: readonly string[], identities: ReadonlyMap<string, string>, wanted: WantedRuntime): string | null {
  if (wanted === null) return names.length === 1 ? (names[0] ?? null) : null;
  if ('identity' in wanted) return names.find((name) => identities.get(name) === wanted.identity) ?? null;
  return names.find((name) => name === wanted.name) ?? null;
}

function refuse(names: readonly string[], wanted: WantedRuntime): RefusedAudit {
  const list = names.map((name) => `"${name}"`).join(', ');
  if (wanted === null) return { kind: 'refused', message: `A trial is about one runtime; here are ${names.length}: ${list}. Name one with --runtime.` };
  const near = nearestWord(wanted.name, names);
  return { kind: 'refused', message: `No attempt that this trial can count is by the runtime "${wanted.name}".${near === null ? ` Runtimes here: ${list}.` : ` Did you mean "${near}"?`}` };
}

function identityOf(cell: Cell, plan: Plan): string {
  const fields = (cell.usable[0] ?? cell.setAside[0]?.attempt)?.attempt.runtime;
  return fields === undefined ? '' : runtimeIdentity(fields, plan.runtimeKey);
}

/** A runtime that a trial can be about. */
export interface TrialRuntime {
  readonly name: string;
  readonly tasks: number;
  /** Attempts that can be counted. */
  readonly attempts: number;
}

/** The runtimes with what they have, most tasks first, in portions; looks at no outcome beyond whether an attempt can be counted. */
export function* trialRuntimes(index: TraceIndex, plan: Plan): Generator<void, { readonly kind: 'runtimes'; readonly runtimes: readonly TrialRuntime[] } | NoTrial, void> {
  const counted = yield* countableInPortions(index, plan);
  if (counted.kind !== 'cells') return counted;
  const groups = groupBy(counted.grouped.cells, (cell) => cell.runtime);
  const runtimes = [...groups].map(([name, cells]): TrialRuntime => ({ name, tasks: new Set(cells.map(({ task }) => task)).size, attempts: cells.reduce((sum, { usable }) => sum + usable.length, 0) }));
  return { kind: 'runtimes', runtimes: runtimes.sort((a, b) => b.tasks - a.tasks || compareText(a.name, b.name)) };
}
