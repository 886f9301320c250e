import { groupBy } from '../../base/groupBy';
import { draftProblem } from './draft';
import type { Draft, JoinState } from './draft';
import { factsOf, foldInto, leaveOut } from './repeats';

/**
 * Folds rows of sanitised tables into the attempts that they were made from, where those are here too: a table that is written among
 * its traces must not count them twice. An attempt is found by the id that the row carries, or by its content and task where
 * the traces lie under another root now. Of rows with one id the first stays; where they differ, none is counted.
 */
export function foldExported(state: JoinState, idOf: (draft: Draft) => string): void {
  const rows = state.drafts.filter(({ facts }) => facts.exported !== undefined);
  if (rows.length === 0) return;
  const traces = state.drafts.filter(({ facts }) => facts.exported === undefined);
  const byId = new Map(traces.map((draft) => [idOf(draft), draft] as const));
  const byContent = new Map(traces.flatMap((draft) => (draft.facts.contentHash === null ? [] : [[contentKey(draft), draft] as const])));
  const gone = new Set<Draft>();
  for (const [id, same] of groupBy(rows, ({ facts }) => facts.exported?.id ?? '')) {
    const [first, ...others] = same;
    if (first === undefined) continue;
    const trace = byId.get(id) ?? (first.facts.contentHash === null ? undefined : byContent.get(contentKey(first)));
    if (trace !== undefined) for (const row of same) foldInto(trace, row, { state, gone });
    else if (others.every((row) => factsOf(row) === factsOf(first))) for (const row of others) foldInto(first, row, { state, gone });
    else for (const row of same) markTorn(row, state);
  }
  leaveOut(state, gone);
}

function contentKey({ facts }: Draft): string {
  return JSON.stringify([facts.contentHash, facts.task]);
}

function markTorn(row: Draft, state: JoinState): void {
  row.conflict = true;
  state.problems.push(
    draftProblem(row, 'conflict', 'warning', {
      found: `attempt ${row.facts.exported?.id ?? ''} with other facts than in another row`,
      expected: 'one row for one id, or rows that say the same',
      message: 'Rows of sanitised tables carry one id and differ; none of them is counted.',
    }),
  );
}
