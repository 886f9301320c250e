import { cleanLine } from '../../base/cleanText';
import type { JudgeKind } from '../../model/patchRules';
import type { DescribeResult, JudgedPatch, OutcomeCorrelation, TaskPatches } from '../../model/describeResult';
import type { CaveatView } from '../../protocol/audit';
import type { SectionView, TableView } from '../../protocol/section';
import { formatCount, formatFixed, formatPercent } from '../numbers';
import { countOf, plural, runtimeName } from '../words';

type Patches = NonNullable<DescribeResult['patches']>;

/** What final patches of one task have in common, and how much outcomes of one task go together. */
export function viewPatches(patches: Patches): SectionView {
  const tasks = patches.tasks.filter((task) => task.patched + task.empty + task.noPatch > 0);
  const sum = (of: (task: TaskPatches) => number): number => patches.tasks.reduce((total, task) => total + of(task), 0);
  const patched = sum((task) => task.patched);
  const unique = sum((task) => task.unique.length);
  return {
    headline: patched === 0 ? 'No attempt here states a patch.' : `${countOf(patched, 'final patch', 'final patches')} of ${countOf(sum((task) => task.attempts), 'attempt')}, ${formatCount(unique)} of them different.`,
    lead: patched === 0 ? 'Submissions are read from trajectories of mini-swe-agent, SWE-agent and OpenHands, rows of corpora, and predictions.' : 'Likeness of patches says whether attempts are separate tries or the same one again. It does not say that patches can be put together: what is right in two of them may not work in one.',
    caveats: [...judgeCaveats(patches), ...missingCaveats(patches, sum)],
    tables: [...(tasks.length === 0 ? [] : [patchTable(tasks)]), ...(patches.judges.length === 0 ? [] : [judgeTable(patches.judges)]), ...(patches.correlations.length === 0 ? [] : [correlationTable(patches.correlations)])],
    footnotes: [
      ...(patched === 0 ? [] : ['Patches count as the same when they take out and put in the same lines in the same files; positions, context and white space at line ends do not count. Likeness of two different patches is the number of changed lines (file, sign and text) in common over those in either (Jaccard).']),
      ...(patches.correlations.length === 0 ? [] : [
        'The correlation is ICC(1) of success with tasks as groups, over counted attempts, without an interval. Attempts m are worth m / (1 + (m − 1) × correlation) independent ones; m is the size of groups as the correlation weighs them.',
        'Failures are a selected set: a part of a patch that is right more often than not, and less often than \u201cFailures mislead below\u201d says, is more often wrong than right among failed patches alone (lemma on failure-conditioned branches).',
      ]),
    ],
  };
}

/** Existing tests that a successful patch changed may be why it passed; new ones rarely are. */
function judgeCaveats({ judges, successful }: Patches): readonly CaveatView[] {
  if (judges.length === 0) return [];
  const existing = judges.filter(({ files }) => files.some(({ change }) => change !== 'new')).length;
  const more = existing === 0 ? 'all only add files' : existing === judges.length ? `${plural(existing, 'it changes', 'all change')} files that were there` : `${formatCount(existing)} ${plural(existing, 'changes', 'change')} files that were there, the others only add some`;
  return [{ icon: existing === 0 ? 'info' : 'warning', text: `${formatCount(judges.length)} of ${countOf(successful, 'successful patch', 'successful patches')} ${plural(judges.length, 'touches', 'touch')} tests, their configuration, CI or the verifier; ${more}. That is often right; where the verifier takes its tests from the patched tree, a patch can pass by it.`, action: null }];
}

const KIND_WORDS: Readonly<Record<JudgeKind, string>> = { verifier: 'verifier', 'test-configuration': 'test configuration', ci: 'CI', tests: 'tests' };

function judgeTable(judges: readonly JudgedPatch[]): TableView {
  const start = (label: string): TableView['columns'][number] => ({ label, align: 'start' });
  return {
    title: 'Successful patches that touch what judges them',
    columns: [start('Task'), start('Attempt'), start('Runtime, cohort'), start('File'), start('Kind'), start('Change')],
    rows: judges.flatMap((own) => own.files.map(({ path, kind, change }) => [cleanLine(own.task), { text: cleanLine(own.label), attempt: own.attempt }, runtimeName(own), cleanLine(path), KIND_WORDS[kind], change])),
    note: 'By path alone: folders and files named for tests, test runners\u2019 configuration, CI, verifiers and graders.',
  };
}

function missingCaveats({ withoutTask }: Patches, sum: (of: (task: TaskPatches) => number) => number): readonly CaveatView[] {
  const told = [
    { count: sum((task) => task.unreadable), words: (n: number): string => `${countOf(n, 'submission')} could not be read: inside an archive, compressed or in Parquet, too large, or gone.`, icon: 'warning' as const },
    { count: withoutTask, words: (n: number): string => `${countOf(n, 'attempt')} ${plural(n, 'is', 'are')} of no known task and not here.`, icon: 'info' as const },
    { count: sum((task) => task.notStated), words: (n: number): string => `${countOf(n, 'attempt')} ${plural(n, 'states', 'state')} no submission.`, icon: 'info' as const },
    { count: sum((task) => task.noPatch), words: (n: number): string => `${countOf(n, 'submission')} ${plural(n, 'is', 'are')} no patch.`, icon: 'info' as const },
  ];
  return told.filter(({ count }) => count > 0).map(({ count, words, icon }) => ({ icon, text: words(count), action: null }));
}

function patchTable(tasks: readonly TaskPatches[]): TableView {
  const labels = ['Attempts', 'Patches', 'Empty', 'Different', 'Resolved / not', 'Files: any, all', 'Hunks: any, shared', 'Likeness, mean (range)'];
  return {
    title: 'Final patches',
    columns: [{ label: 'Task', align: 'start' }, ...labels.map((label) => ({ label, align: 'end' as const }))],
    rows: tasks.map((task) => [
      cleanLine(task.task),
      formatCount(task.attempts),
      formatCount(task.patched),
      formatCount(task.empty),
      formatCount(task.unique.length),
      task.patched === 0 ? '' : `${formatCount(total(task, 'resolved'))} / ${formatCount(total(task, 'unresolved'))}`,
      task.patched === 0 ? '' : `${formatCount(task.files.any)}, ${formatCount(task.files.all)}`,
      task.patched === 0 ? '' : `${formatCount(task.hunks.any)}, ${formatCount(task.hunks.shared)}`,
      likenessText(task.similarity),
    ]),
    note: 'Over all attempts at the task, whoever made them. Files that any of the different patches touches and that all of them touch; hunks that are in any and in at least two.',
  };
}

function total(task: TaskPatches, outcome: 'resolved' | 'unresolved'): number {
  return task.unique.reduce((sum, patch) => sum + patch[outcome], 0);
}

function likenessText(similarity: TaskPatches['similarity']): string {
  if (similarity === null) return '';
  const { pairs, mean, low, high } = similarity;
  return pairs === 1 ? formatPercent(mean) : `${formatPercent(mean)} (${formatPercent(low)} to ${formatPercent(high)})`;
}

function correlationTable(correlations: readonly OutcomeCorrelation[]): TableView {
  const labels = ['Tasks', 'Attempts', 'Solved', 'Correlation', 'Attempts per task', 'Independent attempts they are worth', 'Failures mislead below'];
  return {
    title: 'Outcomes within tasks',
    columns: [{ label: 'Runtime, cohort', align: 'start' }, ...labels.map((label) => ({ label, align: 'end' as const }))],
    rows: correlations.map((row) => [
      runtimeName(row),
      formatCount(row.tasks),
      formatCount(row.attempts),
      row.solved === null ? '' : formatPercent(row.solved),
      row.correlation === null ? 'not estimable' : formatFixed(row.correlation, 2),
      row.views === null ? '' : formatFixed(row.views, 1),
      row.correlation === null ? '' : row.effectiveViews === null ? 'not estimable' : formatFixed(row.effectiveViews, 1),
      row.invertedBelow === null || row.invertedBelow <= 0.5 ? '' : formatPercent(row.invertedBelow),
    ]),
    note: 'Not estimable: fewer than two tasks, one attempt a task, or all outcomes alike.',
  };
}
