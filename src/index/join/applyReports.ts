import { groupBy } from '../../base/groupBy';
import type { OutcomePart, RunPart } from '../../formats/contract';
import { compareText } from '../../base/compareText';
import { draftProblem, fileProblem, runName } from './draft';
import type { Draft, JoinState } from './draft';
import { findHomes, groupReports } from './reports';
import type { Report } from './reports';
import type { RunMembers } from './runFacts';

interface Verdict {
  readonly file: string;
  readonly verdict: 'resolved' | 'unresolved';
}

/**
 * Gives attempts the verdicts of evaluation reports. A verdict that the trace states itself stays. Reports that
 * disagree, with each other or with the trace, are a conflict: between reports nothing is decided. Ids that no attempt
 * answers to are counted, one information a file.
 */
export function applyReports(outcomes: readonly OutcomePart[], runs: readonly RunPart[], members: RunMembers, state: JoinState): void {
  const reports = groupReports(outcomes);
  const folders = [...new Set([...members.folders, ...runs.map((run) => run.runFolder)])].sort(compareText);
  const homes = findHomes(reports, folders, state.rootName);
  const verdicts = new Map<Draft, Verdict[]>();
  const selections = groupBy(runs.filter((run) => run.kind === 'selection'), (run) => run.runFolder);
  const selected = (folder: string, task: string): string | null => selections.get(folder)?.find((run) => run.tasks.has(task))?.tasks.get(task) ?? null;
  for (const report of reports) {
    const home = homes.get(report);
    if (home?.kind === 'ambiguous') state.problems.push(ambiguousProblem(report, home.folders, state.rootName));
    else label(report, home?.kind === 'run' ? home.folder : null, { members, selected }, verdicts, state);
  }
  for (const [draft, given] of verdicts) applyVerdicts(draft, given, state);
}

interface Run {
  readonly members: RunMembers;
  /** The attempt of a task that the run of a folder handed in, as `file#locator`; null where that is not stated. */
  selected(folder: string, task: string): string | null;
}

function label(report: Report, folder: string | null, { members, selected }: Run, verdicts: Map<Draft, Verdict[]>, state: JoinState): void {
  for (const [file, parts] of groupBy(report.parts, (part) => part.file)) {
    const missing: string[] = [];
    const several: string[] = [];
    const named = new Set<Draft>();
    const judge = (task: string, candidates: readonly Draft[], verdict: OutcomePart['verdict']): void => {
      const [only] = candidates;
      if (!only) missing.push(task);
      else if (candidates.length > 1) several.push(task);
      else if (verdict !== 'none') {
        const given = verdicts.get(only) ?? [];
        verdicts.set(only, given);
        given.push({ file, verdict });
      }
    };
    for (const part of parts) {
      if (part.task === null) continue;
      const ofTask = folder === null ? [] : members.ofTask(folder, part.task);
      for (const draft of ofTask) named.add(draft);
      judge(part.task, attemptsOf(part, ofTask, folder === null ? null : selected(folder, part.task)), part.verdict);
    }
    const rest = parts.find((part) => part.task === null);
    const unnamed = rest === undefined || folder === null ? [] : members.members(folder).filter((draft) => draft.facts.task !== null && !named.has(draft));
    for (const [task, drafts] of groupBy(unnamed, ({ facts }) => facts.task ?? '')) {
      if (rest !== undefined && folder !== null) judge(task, attemptsOf(rest, drafts, selected(folder, task)), rest.verdict);
    }
    if (missing.length > 0) state.problems.push(missingProblem(file, missing, parts.length - (rest === undefined ? 0 : 1), folder));
    if (several.length > 0) state.problems.push(severalProblem(file, several));
  }
}

/** The attempts that a verdict may be on: the one that it names, else the one that the run handed in, else all of the task. */
function attemptsOf(part: OutcomePart, drafts: readonly Draft[], selected: string | null): readonly Draft[] {
  if (drafts.length < 2) return drafts;
  const isMeant = ({ facts, statedLabel }: Draft): boolean => (part.attempt === null ? `${facts.file}#${facts.locator}` === selected : statedLabel === part.attempt);
  const meant = drafts.filter(isMeant);
  return meant.length > 0 ? meant : drafts;
}

function applyVerdicts(draft: Draft, given: readonly Verdict[], state: JoinState): void {
  const [first] = given;
  if (!first) return;
  const other = given.find(({ verdict }) => verdict !== first.verdict);
  const own = draft.facts.outcome;
  if (own !== 'unknown') {
    const against = given.find(({ verdict }) => verdict !== own);
    if (against) {
      state.problems.push(
        draftProblem(draft, 'conflict', 'warning', {
          found: `${own} in the trace, ${against.verdict} in ${against.file}`,
          expected: 'one verdict for one attempt',
          message: `The trace and the report ${against.file} disagree; the verdict of the trace is used.`,
        }),
      );
    }
    return;
  }
  if (other) {
    state.problems.push(
      draftProblem(draft, 'conflict', 'warning', {
        found: `${first.verdict} in ${first.file}, ${other.verdict} in ${other.file}`,
        expected: 'one verdict for one attempt',
        message: 'Two reports disagree about this attempt; its outcome stays unknown.',
      }),
    );
    return;
  }
  draft.facts = { ...draft.facts, outcome: first.verdict, outcomeFile: first.file, basis: 'final' };
  draft.labelFiles.push(first.file);
}

function ambiguousProblem({ files, parts }: Report, folders: readonly string[], rootName: string): ReturnType<typeof fileProblem> {
  const names = folders.map((folder) => runName(folder, rootName));
  const runs = `${names.slice(0, 4).join(', ')}${names.length > 4 ? ` and ${names.length - 4} more` : ''}`;
  return fileProblem(files[0] ?? '', 'ambiguous-report', 'warning', {
    found: folders.length > 1 ? `a report that fits ${folders.length} runs (${runs})` : `one of several reports that fit the run ${runs}`,
    expected: 'a report that names its run: <model>.<run folder name>.json, or the name as a folder of its path',
    message: `It cannot be told which run this report belongs to, so its ${parts.filter((part) => part.task !== null).length} verdicts${files.length > 1 ? ` in ${files.length} files` : ''} label nothing.`,
  });
}

function missingProblem(file: string, missing: readonly string[], total: number, folder: string | null): ReturnType<typeof fileProblem> {
  const where = folder === null ? 'The report names no run that is here' : 'The run has no trace of them';
  return fileProblem(file, 'unknown-record', 'information', {
    found: `${missing.length} of ${total} ids without an attempt, such as ${missing[0] ?? ''}`,
    expected: 'a trace of each id in the run that the report belongs to',
    message: `${missing.length} of the ${total} ids of this report ${missing.length === 1 ? 'labels' : 'label'} no attempt. ${where}.`,
  });
}

function severalProblem(file: string, several: readonly string[]): ReturnType<typeof fileProblem> {
  return fileProblem(file, 'ambiguous-report', 'warning', {
    found: `${several.length} ids with several attempts in the run, such as ${several[0] ?? ''}`,
    expected: 'one attempt for each id, or a report that says which attempt it judges',
    message: `For ${several.length} ids it cannot be told which attempt of the run the report judges; they are not labelled.`,
  });
}
