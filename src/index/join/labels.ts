import { groupBy } from '../../base/groupBy';
import { parentOf } from '../../formats/shared/paths';
import { runName, runtimeKey } from './draft';
import type { Draft, JoinState } from './draft';

/**
 * Gives every attempt the label that tells it from the others of its task, runtime and cohort: the one that the trace
 * states, else the name of its run folder, else its place in its file. Labels that collide grow by the folders above
 * until they differ.
 */
export function nameAttempts(state: JoinState): void {
  const cells = groupBy(state.drafts, ({ facts }) => JSON.stringify([facts.task, runtimeKey(facts.runtime), facts.cohort]));
  for (const drafts of cells.values()) {
    const labels = distinctLabels(drafts.map((draft) => labelSteps(draft, state.rootName)));
    drafts.forEach((draft, index) => {
      draft.facts = { ...draft.facts, attempt: labels[index] ?? '' };
    });
  }
}

/** Labels from short to long; the last one is the place itself. */
function labelSteps({ facts, statedLabel }: Draft, rootName: string): readonly string[] {
  const { runFolder } = facts.place;
  const steps: string[] = [];
  const own = statedLabel ?? (runFolder === null ? ownLabel(facts.file, facts.locator) : null);
  if (own !== null) steps.push(own);
  const container = runFolder ?? parentOf(facts.file);
  const segments = container === '' ? [rootName] : [rootName, ...container.split('/')];
  for (let length = 1; length <= segments.length; length++) {
    const folders = segments.slice(-length).join('/');
    steps.push(own === null ? folders : `${folders}/${own}`);
  }
  steps.push(facts.locator === '' ? facts.file : `${facts.file}#${facts.locator}`);
  return steps;
}

function ownLabel(file: string, locator: string): string {
  return locator === '' ? runName(file, '').replace(/\.[^.]+$/, '') : locator;
}

function distinctLabels(choices: readonly (readonly string[])[]): readonly string[] {
  const level = choices.map(() => 0);
  const labelAt = (index: number): string => choices[index]?.[level[index] ?? 0] ?? '';
  for (let changed = true; changed; ) {
    changed = false;
    const taken = groupBy(choices.keys(), labelAt);
    for (const clashing of taken.values()) {
      if (clashing.length < 2) continue;
      for (const index of clashing) {
        const next = (level[index] ?? 0) + 1;
        if (next >= (choices[index]?.length ?? 0)) continue;
        level[index] = next;
        changed = true;
      }
    }
  }
  // Two attempts at one place of one file: only their order tells them apart.
  const seen = new Map<string, number>();
  return choices.map((_, index) => {
    const label = labelAt(index);
    const count = (seen.get(label) ?? 0) + 1;
    seen.set(label, count);
    return count === 1 ? label : `${label} (${count})`;
  });
}
