import { pushAll } from '../../base/extent';
import { compareText } from '../../base/compareText';
import type { AttemptPart } from '../../formats/contract';
import { isInside, parentOf } from '../../formats/shared/paths';
import { fileProblem } from './draft';
import type { Draft, JoinState, ReadPart } from './draft';
import { mergeFacts } from './precedence';
import type { PartsByOrigin } from './precedence';

/**
 * Puts parts that describe one attempt together, and everything else in drafts of its own. A trajectory belongs to the
 * innermost folder with a result that its file lies in; results of one folder are one attempt, which the result inside
 * that folder leads. `parts` sorted by file and locator; so are the drafts.
 */
export function mergeParts(parts: readonly ReadPart[], state: JoinState): void {
  const folders = new Map<string, { results: ReadPart[]; trajectories: ReadPart[] }>();
  for (const read of parts) {
    const { role, place } = read.part;
    if (role !== 'result' || place.folder === null) continue;
    const group = folders.get(place.folder) ?? { results: [], trajectories: [] };
    folders.set(place.folder, group);
    group.results.push(read);
  }
  const drafts: Draft[] = [];
  for (const read of parts) {
    const { role, file, place } = read.part;
    if (role === 'sub-agent') continue;
    if (role === 'result') {
      if (place.folder === null) drafts.push(lone(read));
      continue;
    }
    const home = innermostFolder(file, folders);
    if (home === null) drafts.push(draftOf({ result: [], row: [], steps: [read], trajectory: [] }));
    else folders.get(home)?.trajectories.push(read);
  }
  for (const [folder, group] of folders) pushAll(drafts, mergeFolder(folder, group.results, group.trajectories, state));
  state.drafts = drafts.sort((a, b) => compareText(a.facts.file, b.facts.file) || compareText(a.facts.locator, b.facts.locator));
}

function innermostFolder(file: string, folders: ReadonlyMap<string, unknown>): string | null {
  for (let folder = parentOf(file); ; folder = parentOf(folder)) {
    if (folders.has(folder)) return folder;
    if (folder === '') return null;
  }
}

/** One attempt, or one for each task where results name several tasks for one folder (which is a conflict). */
function mergeFolder(folder: string, results: readonly ReadPart[], trajectories: readonly ReadPart[], state: JoinState): readonly Draft[] {
  const ranked = [...results].sort((a, b) => Number(isInside(b.part.file, folder)) - Number(isInside(a.part.file, folder)));
  const [lead] = ranked;
  if (!lead) return [];
  const isSame = ({ part }: ReadPart): boolean => part.task === null || lead.part.task === null || part.task === lead.part.task;
  const same = ranked.filter(isSame);
  const withSteps = [...trajectories, ...same.filter(({ steps }) => steps.count > 0)];
  const [shown, ...hidden] = withSteps.sort((a, b) => compareTrajectories(a, b, lead.part.format));
  const draft = draftOf({
    result: same.filter(({ part }) => isInside(part.file, folder)),
    row: same.filter(({ part }) => !isInside(part.file, folder)),
    steps: shown ? [shown] : [],
    trajectory: hidden,
  });
  reportDifferences(draft, [...same, ...trajectories], state);
  return [draft, ...ranked.filter((read) => !isSame(read)).map(lone)];
}

/** An attempt that is one result without a folder of its own. */
function lone(read: ReadPart): Draft {
  return draftOf({ result: [read], row: [], steps: [read], trajectory: [] });
}

/** ATIF, then an agent's own log, then what the harness logged; of equal ones the one with more steps. */
function compareTrajectories(a: ReadPart, b: ReadPart, resultFormat: AttemptPart['format']): number {
  const rank = ({ part, steps }: ReadPart): number => (steps.count === 0 ? 3 : part.format === 'atif' ? 0 : part.format === resultFormat ? 2 : 1);
  return rank(a) - rank(b) || b.steps.count - a.steps.count || compareText(a.part.file, b.part.file) || compareText(a.part.locator, b.part.locator);
}

interface ReadParts {
  readonly result: readonly ReadPart[];
  readonly row: readonly ReadPart[];
  readonly steps: readonly ReadPart[];
  readonly trajectory: readonly ReadPart[];
}

function draftOf(read: ReadParts): Draft {
  const parts: PartsByOrigin = {
    result: read.result.map((r) => r.part),
    row: read.row.map((r) => r.part),
    steps: read.steps.map((r) => r.part),
    trajectory: read.trajectory.map((r) => r.part),
  };
  const facts = mergeFacts(parts);
  const shown = [...read.steps, ...read.trajectory].find(({ steps }) => steps.count > 0);
  const files = new Set([facts.file, ...[...read.result, ...read.row, ...read.steps, ...read.trajectory].map((r) => r.part.file)]);
  const members = [...read.result, ...read.row, ...read.steps, ...read.trajectory].map((r) => ({ part: r.part, isShown: r.steps === shown?.steps }));
  return { facts, steps: shown?.steps ?? null, files: [...files], members, labelFiles: [], places: [facts.place], statedLabel: facts.attempt, label: '', conflict: facts.exported?.conflict ?? false };
}

/** Two sources of one attempt that give it different verdicts. */
function reportDifferences(draft: Draft, reads: readonly ReadPart[], state: JoinState): void {
  const known = reads.filter(({ part }) => part.outcome !== 'unknown');
  const different = known.find(({ part }) => part.outcome !== draft.facts.outcome);
  if (!different) return;
  const giver = known.find(({ part }) => part.outcome === draft.facts.outcome);
  state.problems.push(
    fileProblem(different.part.file, 'conflict', 'warning', {
      found: `${different.part.outcome} for the attempt that ${giver?.part.file ?? draft.facts.file} calls ${draft.facts.outcome}`,
      expected: 'one verdict for one attempt',
      message: `Two files give one attempt different verdicts; that of ${giver?.part.file ?? draft.facts.file} is used.`,
    }),
  );
}
