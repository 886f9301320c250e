// Terminal-Bench 1 (`tb run`, harness 0.1 to 0.2; Source: laude-institute/terminal-bench-leaderboard, results/**):
//
//   <run id>/results.json, run_metadata.json, tb.lock
//   <run id>/<task>/<task>.<i>-of-<n>.<run id>/results.json, commands.txt, panes/, sessions/, agent-logs/
//
// The run's results.json repeats every trial's own results.json as a row; people publish runs with some or none
// of the trial folders. A row and its folder are one attempt. No model calls are recorded: attempts have times,
// a failure mode and a verdict, and no steps. Terminal captures and agents' own logs are left where they are.

import type { Claim, FileHead, FilePart, PartSink, Reader, Source, SourceFile } from '../contract';
import type { StepText } from '../../model/step';
import { asRecord, getNumber } from '../shared/fields';
import { countDamaged } from '../shared/countFile';
import { scanJson } from '../shared/jsonSlices';
import { parseJson } from '../shared/parseJson';
import { nameOf, parentOf } from '../shared/paths';
import { problemIn, seedProblem } from '../shared/problems';
import type { FilePlace, ProblemSeed } from '../shared/problems';
import { readFields } from '../shared/readFields';
import { recogniseMember } from './claim';
import type { MemberKind } from './claim';
import { readRunFacts } from './runFacts';
import { attemptOfRow, makeRow } from './trialRow';
import type { TrialRow } from './trialRow';

const HEAD_BYTES = 4096;

export const terminalBench1Reader: Reader = {
  name: 'terminalBench1',

  claim(head: FileHead): Claim | null {
    const member = recogniseMember(head);
    return member === null ? null : { certainty: 'certain', source: member.runFolder };
  },

  read(source: Source, sink: PartSink): void {
    const files = sortFiles(source, sink);
    const run = readRunFacts(source.key, files.metadata, files.lock, sink);
    const trials = files.trial.map((file) => readTrial(file, sink));
    const summaries = files.run.map((file) => readRows(file, sink));
    const shown = reconcile(trials, summaries, sink);
    for (const part of [...trials, ...summaries].map((read) => countFile(read, shown))) sink.file(part);
    for (const row of shown) {
      const trialFolder = row.locator === '' ? parentOf(row.file) || null : null;
      const { part, problems } = attemptOfRow(row, run, { trial: trialFolder, run: source.key === '' ? null : source.key });
      for (const problem of problems) sink.problem(problemIn(row.file, problem));
      sink.attempt(part, []);
    }
  },

  /** There are no steps, and so no text of one. */
  stepText(): StepText {
    return { reasoning: '', message: '', calls: [], observations: [] };
  },
};

/** What one results.json holds: one row in a trial's own file, any number in the run's. */
interface RowsFile {
  readonly file: SourceFile;
  readonly rows: readonly TrialRow[];
  /** Records that could not be used, told as problems. */
  readonly unreadable: number;
}

function sortFiles(source: Source, sink: PartSink): Readonly<Record<MemberKind, SourceFile[]>> {
  const files: Record<MemberKind, SourceFile[]> = { run: [], trial: [], metadata: [], lock: [] };
  for (const file of source.files) {
    const member = recogniseMember({ path: file.path, name: nameOf(file.path), size: file.size, head: file.read(0, HEAD_BYTES) });
    if (member === null) countDamaged(file, 'terminal-bench-1', 'a file of a Terminal-Bench 1 run', sink);
    else files[member.kind].push(file);
  }
  return files;
}

function readTrial(file: SourceFile, sink: PartSink): RowsFile {
  sink.checkCancelled();
  const place = { line: 1, byte: 0 };
  const { values, scan } = readFields(file, [['*']], sink);
  const row = makeRow(values, { file: file.path, locator: '', place, range: null }, scan.isComplete);
  if (row === null) sink.problem(problemIn(file.path, unnamed(place)));
  return { file, rows: row === null ? [] : [row], unreadable: row === null ? 1 : 0 };
}

function readRows(file: SourceFile, sink: PartSink): RowsFile {
  const rows: TrialRow[] = [];
  let unreadable = 0;
  let total: number | null = null;
  const report = (problem: ProblemSeed): void => sink.problem(problemIn(file.path, problem));
  const scan = scanJson(file.chunks(), { want: [['results', '*'], ['n_resolved']] }, (slice) => {
    const place = { line: slice.line, byte: slice.start };
    const parsed = parseJson(slice.bytes, place);
    if (parsed.problem !== null) report(parsed.problem);
    const value = parsed.ok ? parsed.value : null;
    if (slice.path[0] === 'n_resolved') {
      total = getNumber({ value }, 'value');
      return;
    }
    sink.checkCancelled();
    const locator = `results[${String(slice.path[1])}]`;
    const row = makeRow(asRecord(value), { file: file.path, locator, place, range: { start: slice.start, end: slice.end } }, true);
    if (row !== null) rows.push(row);
    else unreadable++;
    if (row === null && parsed.ok) report(unnamed(place));
  });
  for (const issue of scan.issues) report(issue);
  const resolved = rows.filter((row) => row.values.is_resolved === true).length;
  if (scan.isComplete && total !== null && total !== resolved) report(otherTotal(total, resolved));
  // A row that was cut off or too large is a record that could not be used.
  return { file, rows, unreadable: unreadable + scan.skipped + scan.unfinished.length };
}

/**
 * The rows that are attempts: every trial's own file first, then rows of the run without such a file. A row that
 * repeats another is none. A trial file that was cut off gives way to its row.
 */
function reconcile(trials: readonly RowsFile[], summaries: readonly RowsFile[], sink: PartSink): ReadonlySet<TrialRow> {
  const named = new Set(summaries.flatMap((summary) => summary.rows.map((row) => row.trialName)));
  const whole = trials.flatMap((trial) => trial.rows).filter((row) => row.hash !== null || !named.has(row.trialName));
  const shown = new Set<TrialRow>();
  const first = new Map<string, TrialRow>();
  const take = (row: TrialRow): void => {
    const known = first.get(row.trialName);
    if (known === undefined) first.set(row.trialName, row);
    const isCopy = known !== undefined && known.hash === row.hash;
    // The run's row and the trial's file are two views of one trial; anything else that differs is another one.
    const isRowOfFile = known !== undefined && known.locator === '' && row.locator !== '';
    if (known !== undefined && !(isCopy && isRowOfFile)) sink.problem(problemIn(row.file, isCopy ? repeated(row, known) : differing(row, known)));
    if (known === undefined || (!isCopy && !isRowOfFile)) shown.add(row);
  };
  whole.forEach(take);
  summaries.forEach((summary) => summary.rows.forEach(take));
  return shown;
}

function countFile({ file, rows, unreadable }: RowsFile, attempts: ReadonlySet<TrialRow>): FilePart {
  const shown = rows.filter((row) => attempts.has(row)).length;
  const cut = rows.filter((row) => row.hash === null && !attempts.has(row)).length;
  const folded = rows.length - shown - cut;
  return { file: file.path, format: 'terminal-bench-1', records: rows.length + unreadable, shown, folded, unreadable: unreadable + cut };
}

function unnamed(place: FilePlace): ProblemSeed {
  return seedProblem('missing-field', place, {
    found: 'a trial without "trial_name" or "task_id"',
    expected: 'an object that names its trial and task',
    message: 'The trial does not say what it is and cannot be used.',
  }, 'error');
}

function otherTotal(total: number, resolved: number): ProblemSeed {
  return seedProblem('conflict', { line: null, byte: null }, {
    found: `n_resolved ${total}`,
    expected: `${resolved}, as the rows say`,
    message: 'The run\'s own total differs from its rows; the rows are taken.',
  }, 'information');
}

function repeated(row: TrialRow, first: TrialRow): ProblemSeed {
  return seedProblem('duplicate', row.place, {
    found: `${row.trialName.slice(0, 120)} again`,
    expected: `each trial once; first in ${first.file}`,
    message: 'The same trial occurs twice with equal content; it counts once.',
  });
}

function differing(row: TrialRow, first: TrialRow): ProblemSeed {
  const keys = [...new Set([...Object.keys(row.values), ...Object.keys(first.values)])].filter(
    (key) => JSON.stringify(row.values[key]) !== JSON.stringify(first.values[key]),
  );
  const isRowOfFile = first.locator === '' && row.locator !== '';
  return seedProblem('conflict', row.place, {
    found: `${row.trialName.slice(0, 120)} with another ${keys.slice(0, 5).join(', ').slice(0, 120)}`,
    expected: `what ${first.file} says`,
    message: isRowOfFile ? 'The run\'s row and the trial\'s own file differ; the trial\'s file is taken.' : 'Two trials of one name differ; both are kept.',
  });
}
