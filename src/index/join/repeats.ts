import { pushAll } from '../../base/extent';
import { compareText } from '../../base/compareText';
import { groupBy } from '../../base/groupBy';
import type { Problem } from '../../model/problem';
import { draftProblem, runtimeKey } from './draft';
import type { Draft, FileAttempts, JoinState } from './draft';

/**
 * Folds attempts that are there twice. Two attempts are one when their content is the same, byte for byte, and so are
 * their task and the labels that they state; or when they claim the same identity with the same facts. The first in
 * order stays. Equal outcomes of different attempts are separate draws and stay apart.
 */
export function foldCopies(state: JoinState): void {
  const gone = new Set<Draft>();
  const fold = (kept: Draft, copy: Draft): void => foldInto(kept, copy, { state, gone });
  // Rows of sanitised tables are told apart by the ids that they carry (`exported.ts`).
  const hashed = state.drafts.filter(({ facts }) => facts.contentHash !== null && facts.exported === undefined);
  for (const same of groupBy(hashed, ({ facts }) => JSON.stringify([facts.contentHash, facts.task])).values()) {
    const apart: Draft[] = [];
    for (const draft of same) {
      const kept = apart.find((earlier) => labelsAgree(earlier, draft));
      if (kept) fold(kept, draft);
      else apart.push(draft);
    }
  }
  for (const claimants of sameIdentity(state.drafts.filter((draft) => !gone.has(draft)))) {
    const [first, ...others] = claimants;
    if (first) for (const copy of others) if (factsOf(copy) === factsOf(first)) fold(first, copy);
  }
  leaveOut(state, gone);
}

/** Folds a copy into the attempt that stays, and says so. */
export function foldInto(kept: Draft, copy: Draft, { state, gone }: { readonly state: JoinState; readonly gone: Set<Draft> }): void {
  gone.add(copy);
  pushAll(kept.places, copy.places);
  pushAll(kept.members, copy.members);
  state.problems.push(copyProblem(kept, copy));
}

/** Leaves folded copies out, and counts them by file. */
export function leaveOut(state: JoinState, gone: ReadonlySet<Draft>): void {
  for (const draft of gone) for (const file of draft.files) countIn(state, file, { total: 1, copies: 1 });
  state.drafts = state.drafts.filter((draft) => !gone.has(draft));
}

/** Counts the attempts that are left, by file. */
export function countKept(state: JoinState): void {
  for (const draft of state.drafts) for (const file of draft.files) countIn(state, file, { total: 1, copies: 0 });
}

function countIn({ fileAttempts }: JoinState, file: string, more: FileAttempts): void {
  const { total, copies } = fileAttempts.get(file) ?? { total: 0, copies: 0 };
  fileAttempts.set(file, { total: total + more.total, copies: copies + more.copies });
}

/** Marks attempts that claim one identity with different content: neither can be counted. */
export function markConflicts(state: JoinState): void {
  for (const claimants of sameIdentity(state.drafts)) {
    for (const draft of claimants) {
      draft.conflict = true;
      const other = claimants.find((candidate) => candidate !== draft);
      state.problems.push(
        draftProblem(draft, 'conflict', 'warning', {
          found: `attempt ${draft.statedLabel ?? ''} of ${draft.facts.task ?? 'an unnamed task'} with other content than in ${other ? placeName(other) : ''}`,
          expected: 'one content for one task, runtime, cohort and attempt',
          message: 'The same attempt is stated more than once with different content; none of them is counted.',
        }),
      );
    }
  }
}

/**
 * Marks cells in which one task id stands for different tasks (another issue text or task checksum): a problem, and
 * none of the attempts is counted.
 */
export function markTaskConflicts(state: JoinState): void {
  const hashed = state.drafts.filter(({ facts }) => facts.task !== null && facts.taskHash !== null);
  const cells = groupBy(hashed, ({ facts }) => JSON.stringify([facts.task, runtimeKey(facts.runtime), facts.cohort, hashKind(facts.taskHash ?? '')]));
  for (const drafts of cells.values()) {
    const hashes = [...new Set(drafts.map(({ facts }) => facts.taskHash))];
    if (hashes.length < 2) continue;
    for (const draft of drafts) {
      draft.conflict = true;
      state.problems.push(
        draftProblem(draft, 'conflict', 'warning', {
          found: `task ${draft.facts.task ?? ''} with ${draft.facts.taskHash ?? ''}, one of ${hashes.length} contents`,
          expected: 'one content for one task id',
          message: 'One task id stands for different tasks; its attempts under this runtime are not counted.',
        }),
      );
    }
  }
}

/**
 * Groups of at least two attempts that claim to be the same one. Labels of traces are unique within their run or
 * file only; the attempt column of an outcome table is meant to be unique everywhere.
 */
function sameIdentity(drafts: readonly Draft[]): readonly (readonly Draft[])[] {
  // A row without a label of its own is named after its line: it claims nothing.
  const stated = drafts.filter(({ facts, statedLabel }) => facts.exported === undefined && statedLabel !== null && statedLabel !== `line ${facts.locator}` && statedLabel !== `row ${facts.locator}`);
  const groups = groupBy(stated, ({ facts, statedLabel }) => {
    const scope = facts.format === 'outcome-table' ? 'tables' : JSON.stringify(facts.place.runFolder ?? { file: facts.file });
    return JSON.stringify([scope, facts.task, runtimeKey(facts.runtime), facts.cohort, statedLabel]);
  });
  return [...groups.values()].filter((group) => group.length > 1).sort((a, b) => compareText(a[0]?.facts.file ?? '', b[0]?.facts.file ?? ''));
}

function labelsAgree(a: Draft, b: Draft): boolean {
  return a.statedLabel === null || b.statedLabel === null || a.statedLabel === b.statedLabel;
}

/** What two statements of one attempt must agree in; not where they stand. */
export function factsOf({ facts }: Draft): string {
  const { task, cohort, started, calls, toolSteps, toolCalls, tokens, cost, seconds, exitStatus, limits, outcome, declared, taskHash } = facts;
  const { T, E, H } = declared ?? { T: null, E: null, H: null };
  const numbers = [calls, toolSteps, toolCalls, tokens.input, tokens.cached, tokens.output, cost, seconds, limits.calls, limits.usd, limits.seconds, T, E, H];
  return JSON.stringify([task, taskHash, cohort, started, exitStatus, outcome, numbers]);
}

function hashKind(hash: string): string {
  return hash.slice(0, hash.indexOf(':') + 1);
}

function placeName({ facts }: Draft): string {
  return facts.locator === '' ? facts.file : `${facts.file} at ${facts.locator}`;
}

function copyProblem(kept: Draft, copy: Draft): Problem {
  return draftProblem(copy, 'duplicate', 'information', {
    found: `the attempt of ${placeName(kept)} once more`,
    expected: 'each attempt once',
    message: 'This is the same attempt as another one; it is counted once.',
  });
}
