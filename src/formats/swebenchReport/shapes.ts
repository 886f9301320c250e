// The shapes of an evaluation report and the verdicts in each. `none` means that the evaluation
// gave no verdict (error, no logs, infrastructure); an id of which a report says nothing gets none.

import type { OutcomePart } from '../contract';
import { asArray, asRecord, getArray, getBoolean, getField } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';

export type Verdict = OutcomePart['verdict'];

export type ReportShape =
  /** Lists of ids: the harness' run-level report (schema 1 and 2, SWE-bench 5.0), sb-cli, OpenHands. */
  | 'run'
  /** SWE-smith: counts, `ids_resolved`, `ids_unresolved`. */
  | 'smith'
  /** Leaderboard submissions: `results/results.json`. */
  | 'experiments'
  /** One instance, or several, keyed by id. */
  | 'keyed'
  /** One instance whose id is the folder's name. */
  | 'flat'
  /** Counts by repository or year; no ids. */
  | 'summary';

/** Lists in order of precedence, and what an id in them means; null: nothing, such as a task without prediction. */
interface ListRule {
  readonly list: string;
  readonly verdict: Verdict | null;
}

const rules = (verdict: Verdict | null, ...lists: readonly string[]): ListRule[] => lists.map((list) => ({ list, verdict }));

const RUN_LISTS: readonly ListRule[] = [
  ...rules('resolved', 'resolved_ids'),
  // Since 5.0 these ids stay in `unresolved_ids` or `error_ids` too.
  ...rules('none', 'infra_failure_ids', 'error_ids', 'failed_ids'),
  ...rules('unresolved', 'unresolved_ids', 'empty_patch_ids'),
  ...rules(null, 'incomplete_ids', 'pending_ids', 'completed_ids', 'submitted_ids', 'ambiguous_failure_ids'),
];

const SMITH_LISTS: readonly ListRule[] = [...rules('resolved', 'ids_resolved'), ...rules('unresolved', 'ids_unresolved')];

const EXPERIMENT_LISTS: readonly ListRule[] = [
  ...rules('resolved', 'resolved'),
  ...rules('none', 'no_logs', 'install_fail', 'reset_failed', 'test_errored', 'test_timeout'),
  ...rules('unresolved', 'no_generation', 'no_apply'),
  // Older results name what was generated, run and applied: attempted, and not resolved.
  ...rules('unresolved', 'applied', 'with_logs', 'generated'),
];

const LISTS: Partial<Record<ReportShape, readonly ListRule[]>> = { run: RUN_LISTS, smith: SMITH_LISTS, experiments: EXPERIMENT_LISTS };

const PATCH_KEYS = ['patch_is_None', 'patch_exists', 'patch_successfully_applied', 'tests_status'];
/** Keys of Terminal-Bench runs, which have id lists too. */
const FOREIGN = ['results', 'accuracy', 'n_resolved', 'pass_at_k', 'messages', 'trajectory', 'stats'];

/** The shape that root keys and values show, as far as they are known; null: no report. */
export function shapeOf(values: JsonRecord, keys: ReadonlySet<string>): ReportShape | null {
  if (FOREIGN.some((key) => keys.has(key))) return null;
  const has = (key: string): boolean => keys.has(key);
  if (has('ids_resolved') || has('ids_unresolved')) return 'smith';
  if (has('resolved_ids') || RUN_LISTS.filter(({ list }) => has(list)).length > 1) return 'run';
  if (['total_instances', 'submitted_instances', 'completed_instances', 'resolved_instances'].filter(has).length > 1) return 'run';
  const isList = (key: string): boolean => getArray(values, key) !== null;
  if (isList('no_generation') || isList('no_logs') || (isList('generated') && (isList('with_logs') || isList('resolved')))) return 'experiments';
  if (PATCH_KEYS.some(has)) return 'flat';
  const entries = Object.values(values).map(asRecord).filter((entry) => entry !== null);
  if (entries.length === 0) return null;
  if (entries.some((entry) => PATCH_KEYS.some((key) => Object.hasOwn(entry, key)))) return 'keyed';
  return entries.every(isCount) ? 'summary' : null;
}

function isCount(entry: JsonRecord): boolean {
  return ['resolved', 'total'].every((key) => typeof getField(entry, key) === 'number' || Array.isArray(getField(entry, key))) && Object.keys(entry).length <= 4;
}

export interface ListedVerdicts {
  /** Every id of every list; null: the report says nothing about it. */
  readonly verdicts: ReadonlyMap<string, Verdict | null>;
  /** Ids in lists that exclude each other, with the two lists: they get no verdict. */
  readonly conflicts: readonly { readonly id: string; readonly lists: readonly [string, string] }[];
  /** Elements of lists that are no text. */
  readonly unusable: number;
  /** Keys of lists of texts that are not known, and what should be lists and is none. */
  readonly strange: readonly string[];
}

/** Verdicts of a report of lists. */
export function readLists(values: JsonRecord, shape: ReportShape): ListedVerdicts {
  const verdicts = new Map<string, Verdict | null>();
  const from = new Map<string, string>();
  const conflicts = new Map<string, readonly [string, string]>();
  let unusable = 0;
  const all = [...(LISTS[shape] ?? []), ...completedRule(values, shape)];
  for (const { list, verdict } of all) {
    const ids = asArray(getField(values, list));
    if (ids === null) continue;
    for (const id of ids) {
      if (typeof id !== 'string' || id.trim() === '') unusable++;
      else if (!from.has(id) || (verdicts.get(id) === null && verdict !== null)) {
        verdicts.set(id, verdict);
        from.set(id, list);
      } else if (excludes(from.get(id) ?? '', list, shape)) conflicts.set(id, [from.get(id) ?? '', list]);
    }
  }
  for (const id of conflicts.keys()) verdicts.delete(id);
  const names = new Set((LISTS[shape] ?? []).map(({ list }) => list));
  const strange = Object.entries(values).flatMap(([key, value]) => (names.has(key) !== (asArray(value)?.some((item) => typeof item === 'string') ?? false) && (!names.has(key) || asArray(value) === null) ? [key] : []));
  return { verdicts, conflicts: [...conflicts].map(([id, lists]) => ({ id, lists })), unusable, strange };
}

/** The first schema has no `unresolved_ids`: what was completed and not resolved is unresolved. */
function completedRule(values: JsonRecord, shape: ReportShape): ListRule[] {
  return shape === 'run' && getArray(values, 'unresolved_ids') === null && getArray(values, 'resolved_ids') !== null ? rules('unresolved', 'completed_ids') : [];
}

/** The harness makes these disjoint; the older leaderboard lists overlap by design. */
function excludes(first: string, second: string, shape: ReportShape): boolean {
  if (shape === 'experiments') return false;
  const pairs = shape === 'smith' ? [['ids_resolved', 'ids_unresolved']] : [['resolved_ids', 'unresolved_ids'], ['resolved_ids', 'empty_patch_ids'], ['resolved_ids', 'error_ids']];
  return pairs.some(([a, b]) => a === first && b === second);
}

/** The verdict of one instance's entry; null when it states none. */
export function verdictOf(entry: unknown): Verdict | null {
  const resolved = getBoolean(entry, 'resolved');
  if (resolved === true) return 'resolved';
  if (getBoolean(entry, 'infra_failure') === true) return 'none';
  if (resolved === false) return 'unresolved';
  return getBoolean(entry, 'patch_is_None') === true ? 'unresolved' : null;
}
