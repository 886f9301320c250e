import { groupBy } from '../../base/groupBy';
import { nameOf, parentOf } from '../../formats/shared/paths';
import { runtimeKey } from './draft';
import type { Draft, JoinState } from './draft';

/**
 * Gives every attempt the label that tells it from the others of its task, runtime and cohort: the one that the trace
 * states, else the name of its run folder, else its place in its file. Labels that collide grow by the folders above
 * until they differ.
 */
export function nameAttempts(state: JoinState): void {
  const cells = groupBy(state.drafts, ({ facts }) => JSON.stringify([facts.task, runtimeKey(facts.runtime), facts.cohort]));
  for (const drafts of cells.values()) nameApart(drafts, state.rootName);
}

function nameApart(drafts: readonly Draft[], rootName: string): void {
  const levels = new Map<Draft, number>();
  for (const draft of drafts) draft.label = labelAt(draft, 0, rootName) ?? '';
  for (let clashing = clashesOf(drafts); clashing.length > 0; clashing = clashesOf(drafts)) {
    let hasGrown = false;
    for (const draft of clashing) {
      const level = (levels.get(draft) ?? 0) + 1;
      const longer = labelAt(draft, level, rootName);
      if (longer === null) continue;
      draft.label = longer;
      levels.set(draft, level);
      hasGrown = true;
    }
    if (!hasGrown) break;
  }
  // Two attempts at one place of one file: only their order tells them apart.
  for (const [label, same] of groupBy(clashesOf(drafts), (draft) => draft.label)) {
    same.forEach((draft, index) => {
      if (index > 0) draft.label = `${label} (${index + 1})`;
    });
  }
}

function clashesOf(drafts: readonly Draft[]): readonly Draft[] {
  if (drafts.length < 2) return [];
  return [...groupBy(drafts, (draft) => draft.label).values()].filter((same) => same.length > 1).flat();
}

/** Labels from short (level 0) to long; the last one is the place itself. Null beyond. */
function labelAt({ facts, statedLabel }: Draft, level: number, rootName: string): string | null {
  const { runFolder } = facts.place;
  const own = statedLabel ?? (runFolder === null ? ownLabel(facts.file, facts.locator) : null);
  if (own !== null && level === 0) return own;
  const container = runFolder ?? parentOf(facts.file);
  const segments = container === '' ? [rootName] : [rootName, ...container.split('/')];
  const length = own === null ? level + 1 : level;
  if (length <= segments.length) {
    const folders = segments.slice(-length).join('/');
    return own === null ? folders : `${folders}/${own}`;
  }
  if (length > segments.length + 1) return null;
  return facts.locator === '' ? facts.file : `${facts.file}#${facts.locator}`;
}

function ownLabel(file: string, locator: string): string {
  return locator === '' ? nameOf(file).replace(/\.[^.]+$/, '') : locator;
}
