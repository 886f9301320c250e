import { compareText } from '../base/compareText';
import { groupBy } from '../base/groupBy';
import { nearestWord } from '../base/nearestWord';
import { groupName } from '../model/runtime';
import type { Cell } from './cells';

/** Cells of one runtime and cohort. */
export interface CellGroup {
  readonly runtime: string;
  readonly cohort: string | null;
  readonly cells: readonly Cell[];
}

/** Cells that have a usable attempt, by runtime and cohort; sorted by both. */
export function groupCellsByName(cells: readonly Cell[]): readonly CellGroup[] {
  const groups = groupBy(cells.filter((cell) => cell.usable.length > 0), (cell) => JSON.stringify([cell.runtime, cell.cohort]));
  const named = [...groups.values()].map((members): CellGroup => ({ runtime: members[0]?.runtime ?? '', cohort: members[0]?.cohort ?? null, cells: members }));
  return named.sort((a, b) => compareText(a.runtime, b.runtime) || compareText(a.cohort ?? '', b.cohort ?? ''));
}

export type MatchedGroups = { readonly kind: 'groups'; readonly groups: readonly CellGroup[] } | { readonly kind: 'refused'; readonly message: string };

/** Groups listed in a refusal. */
const MOST_LISTED = 10;

/**
 * The groups that a text names: a whole name ("luna initial"), else a runtime or a cohort, else a part of one name alone, without
 * regard to case. A text that fits several groups in different ways, or none, is refused with the names that are there.
 */
export function matchGroups(groups: readonly CellGroup[], text: string): MatchedGroups {
  const exactly = groups.filter((group) => groupName(group) === text);
  if (exactly.length > 0) return { kind: 'groups', groups: exactly };
  const named = [groups.filter(({ runtime }) => runtime === text), groups.filter(({ cohort }) => cohort === text)].filter((found) => found.length > 0);
  if (named.length === 1) return { kind: 'groups', groups: named[0] ?? [] };
  const part = text.trim().toLowerCase();
  const runtimes = [...new Set(groups.map(({ runtime }) => runtime))].filter((runtime) => runtime.toLowerCase().includes(part));
  const cohorts = [...new Set(groups.flatMap(({ cohort }) => (cohort === null ? [] : [cohort])))].filter((cohort) => cohort.toLowerCase().includes(part));
  if (named.length === 0 && part !== '' && runtimes.length + cohorts.length === 1) return { kind: 'groups', groups: groups.filter(({ runtime, cohort }) => runtimes.includes(runtime) || (cohort !== null && cohorts.includes(cohort))) };
  const names = groups.map(groupName);
  const listed = `${names.slice(0, MOST_LISTED).join('; ')}${names.length > MOST_LISTED ? ` and ${names.length - MOST_LISTED} more` : ''}`;
  const nearest = nearestWord(text, [...new Set([...names, ...groups.flatMap(({ runtime, cohort }) => (cohort === null ? [runtime] : [runtime, cohort]))])]);
  const isAmbiguous = named.length > 1 || runtimes.length + cohorts.length > 1;
  const why = isAmbiguous ? `"${text}" fits several runtimes or cohorts; give one whole name` : `"${text}" is no runtime or cohort here${nearest === null ? '' : `; did you mean "${nearest}"?`}`;
  return { kind: 'refused', message: `${why.endsWith('?') ? why : `${why}.`} Here: ${listed}.` };
}

/** The groups that any of several texts name, each once, in order of the groups; all of them without texts. */
export function matchAnyGroups(groups: readonly CellGroup[], texts: readonly string[] | null): MatchedGroups {
  if (texts === null) return { kind: 'groups', groups };
  const found = new Set<CellGroup>();
  for (const text of texts) {
    const matched = matchGroups(groups, text);
    if (matched.kind === 'refused') return matched;
    for (const group of matched.groups) found.add(group);
  }
  return { kind: 'groups', groups: groups.filter((group) => found.has(group)) };
}
