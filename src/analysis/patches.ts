import { compareText } from '../base/compareText';
import { pushAll } from '../base/extent';
import { groupBy } from '../base/groupBy';
import { effectiveViews } from '../engine/branches';
import { intraclass } from '../engine/intraclass';
import { jaccard } from '../engine/jaccard';
import { SubmissionReader, type Submission } from '../index/submissions/readSubmission';
import type { TraceIndex } from '../index/traceIndex';
import type { RuntimeField } from '../model/plan';
import type { DescribeResult, JudgedPatch, OutcomeCorrelation, TaskPatches, UniquePatch } from '../model/describeResult';
import { membersOf } from './runtimeCards';
import type { Cell, Cells, TimedAttempt } from './cells';

type Patch = Extract<Submission, { readonly kind: 'patch' }>['patch'];

type Patches = Omit<NonNullable<DescribeResult['patches']>, 'correlations'>;

/**
 * Final patches of each task over all its attempts, whoever made them and whether counted or not: how many differ, what they have in
 * common, and which successful ones touch what judges them. Texts are read one at a time and dropped; what is kept of a task is gone when
 * the next begins. In portions. Sorted by task.
 */
export function* taskPatches(index: TraceIndex, grouped: Cells, key: readonly RuntimeField[]): Generator<void, Patches, void> {
  const reader = new SubmissionReader(index);
  try {
    const members = membersOf(grouped, key);
    const named = members.flatMap((member): readonly Named[] => (member.timed.attempt.task === null ? [] : [{ ...member, task: member.timed.attempt.task }]));
    const tasks: TaskPatches[] = [];
    const judges: JudgedPatch[] = [];
    let successful = 0;
    for (const [task, own] of [...groupBy(named, (member) => member.task)].sort(([a], [b]) => compareText(a, b))) {
      const found = yield* patchesOf(task, own, reader);
      tasks.push(found.patches);
      pushAll(judges, found.judges.sort((a, b) => compareText(a.attempt, b.attempt)));
      successful += found.successful;
    }
    return { tasks, withoutTask: members.length - named.length, successful, judges };
  } finally {
    // Also when the work is given up.
    reader.close();
  }
}

interface Named {
  readonly task: string;
  readonly runtime: string;
  readonly timed: TimedAttempt;
}

function* patchesOf(task: string, members: readonly Named[], reader: SubmissionReader): Generator<void, { readonly patches: TaskPatches; readonly judges: JudgedPatch[]; readonly successful: number }, void> {
  const counts = { patch: 0, empty: 0, 'no-patch': 0, 'not-stated': 0, unreadable: 0 };
  const groups = new Map<string, { readonly patch: Patch; readonly attempts: TimedAttempt[] }>();
  const judges: JudgedPatch[] = [];
  let successful = 0;
  for (const { timed, runtime } of members) {
    const submission = yield* reader.read(timed.row);
    counts[submission.kind]++;
    if (submission.kind !== 'patch') continue;
    const { patch } = submission;
    const { id, attempt: label, cohort, outcome } = timed.attempt;
    if (outcome === 'resolved') {
      successful++;
      if (patch.judges.length > 0) judges.push({ task, attempt: id, label, runtime, cohort, files: patch.judges });
    }
    const group = groups.get(patch.hash) ?? { patch, attempts: [] };
    groups.set(patch.hash, group);
    group.attempts.push(timed);
  }
  const unique = [...groups.values()].sort((a, b) => b.attempts.length - a.attempts.length || compareText(a.patch.hash, b.patch.hash));
  const patches = unique.map(({ patch }) => patch);
  const files = countHolders(patches.map((patch) => patch.files));
  const hunks = countHolders(patches.map((patch) => patch.hunks));
  return {
    judges,
    successful,
    patches: {
      task,
      attempts: members.length,
      patched: counts.patch,
      empty: counts.empty,
      noPatch: counts['no-patch'],
      notStated: counts['not-stated'],
      unreadable: counts.unreadable,
      unique: unique.map(describePatch),
      files: { any: files.length, all: files.filter((holders) => holders === patches.length).length },
      hunks: { any: hunks.length, shared: hunks.filter((holders) => holders > 1).length },
      similarity: yield* similarityOf(patches),
    },
  };
}

function describePatch({ patch, attempts }: { readonly patch: Patch; readonly attempts: readonly TimedAttempt[] }): UniquePatch {
  const count = (outcome: 'resolved' | 'unresolved'): number => attempts.filter(({ attempt }) => attempt.outcome === outcome).length;
  return {
    hash: patch.hash,
    attempts: attempts.map(({ attempt }) => attempt.id).sort(compareText),
    resolved: count('resolved'),
    unresolved: count('unresolved'),
    files: patch.files.length,
    hunks: patch.hunks.length,
    added: patch.added,
    removed: patch.removed,
  };
}

/** For each different element, in how many of the lists it is. */
function countHolders(lists: readonly (readonly string[])[]): readonly number[] {
  const counts = new Map<string, number>();
  for (const list of lists) for (const element of list) counts.set(element, (counts.get(element) ?? 0) + 1);
  return [...counts.values()];
}

/** Pairs of patches that change no line (a file was only renamed) have no similarity. */
function* similarityOf(patches: readonly Patch[]): Generator<void, TaskPatches['similarity'], void> {
  let [pairs, sum, low, high] = [0, 0, 1, 0];
  for (const [i, a] of patches.entries()) {
    for (const b of patches.slice(i + 1)) {
      const value = jaccard(a.lines, b.lines);
      if (value === null) continue;
      pairs++;
      sum += value;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    if (i % 8 === 7) yield;
  }
  return pairs === 0 ? null : { pairs, mean: sum / pairs, low, high };
}

/** How much outcomes go together within tasks, for each runtime and cohort, over counted attempts. In the order of the cells. */
export function outcomeCorrelations(cells: readonly Cell[]): readonly OutcomeCorrelation[] {
  return [...groupBy(cells.filter(({ usable }) => usable.length > 0), ({ runtime, cohort }) => JSON.stringify([runtime, cohort])).values()].map((own) => {
    const groups = own.map(({ usable }) => usable.map(({ times }) => (times.J === 'verified' ? 1 : 0)));
    const all = groups.flat();
    const solved = all.length === 0 ? null : all.filter((value) => value === 1).length / all.length;
    const found = intraclass(groups);
    return {
      runtime: own[0]?.runtime ?? '',
      cohort: own[0]?.cohort ?? null,
      tasks: own.length,
      attempts: all.length,
      solved,
      correlation: found?.correlation ?? null,
      views: found?.groupSize ?? null,
      effectiveViews: found === null ? null : effectiveViews({ views: found.groupSize, correlation: found.correlation }),
      // Where q = (1 + s) / 2, q (1 - r) / (1 - q r) is one half at r = s / q: the failure-conditioned branch lemma.
      invertedBelow: solved === null || solved === 1 ? null : (1 + solved) / 2,
    };
  });
}
