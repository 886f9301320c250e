import { cleanLine } from '../../base/cleanText';
import type { Attempt, CallResult } from '../../model/attempt';
import type { Times } from '../../model/deriveTimes';
import type { FailureWindow, MonitorRun } from '../../model/monitors';
import type { Problem } from '../../model/problem';
import type { IndexFile } from '../../model/results';
import type { Step } from '../../model/step';
import { MOST_ROWS, NO_SCORE, STEP_KINDS, type MonitorView, type StepColumns, type TrajectoryView, type WindowView } from '../../protocol/trajectory';
import { formatCount } from '../numbers';
import { capitalise, countOf } from '../words';
import { attemptTitle, describeCounts, describeNoSteps, describeReading, listFacts, listProvenance, outcomeWord } from './facts';
import { formatScore } from './score';
import { hasFailed } from './stepWords';
import { viewStartedBy, viewSubAgent } from './subAgents';
import type { StartedBy, SubAgentInput } from './subAgents';
import { viewRows } from './viewRows';
import { viewVerifier } from './viewVerifier';

export interface TrajectoryInput {
  readonly attempt: Attempt;
  /** Absolute path of the folder that the attempt's file is relative to. */
  readonly root: string;
  readonly steps: readonly Step[];
  readonly monitors: readonly MonitorRun[];
  /** What a verifier said after single calls, rising by call. */
  readonly callResults: readonly CallResult[];
  /** On the axis calls. */
  readonly times: Times;
  readonly siblings: { readonly index: number; readonly of: number } | null;
  /** Files that the attempt's records stand in, with their counts. */
  readonly files: readonly IndexFile[];
  /** Problems of those files. */
  readonly problems: readonly Problem[];
  /** In the order of their steps. */
  readonly subAgents: readonly SubAgentInput[];
  /** Null: the run is no sub-agent. */
  readonly startedBy: StartedBy | null;
  /** How many bytes of the file have been read by itself, while all that counts is read; null once that is done. */
  readonly begun: { readonly read: number; readonly size: number } | null;
  readonly canCompare: boolean;
  readonly hasRaw: boolean;
  /** The step at the reader's place, from 1: the view brings the rows around it. */
  readonly top: number;
}

/** Problems beyond this number are counted, not listed. */
const MOST_PROBLEMS = 20;

/** The model of the trajectory view: everything about a run but the text of its steps. Cost: linear in steps x monitors. */
export function viewTrajectory(input: TrajectoryInput): TrajectoryView {
  const work = viewInPortions(input);
  for (;;) {
    const portion = work.next();
    if (portion.done === true) return portion.value;
  }
}

/** Steps between two chances to do other things: less than a millisecond of work. */
const PORTION = 4096;

/** As `viewTrajectory`, for hosts whose thread must not stop: yields every few thousand steps. */
export function* viewInPortions(input: TrajectoryInput): Generator<void, TrajectoryView, void> {
  const { attempt, steps, monitors, times } = input;
  const windows = monitors.flatMap((run) => run.windows.map(viewWindow)).sort((a, b) => a.from - b.from || a.to - b.to);
  const startedApart = input.subAgents.filter(({ step }) => step === null);
  yield;
  return {
    attemptId: attempt.id,
    key: `${input.root.replace(/[\\/]+/g, '/')}/${attempt.file}#${attempt.locator}`,
    title: attemptTitle(attempt),
    // What the beginning of a file says of the whole run would be wrong: no end, no count.
    outcome: input.begun === null ? outcomeWord(attempt, times) : { tone: 'plain', word: 'being read' },
    facts: input.begun === null ? listFacts(attempt, times) : [],
    provenance: listProvenance(attempt, input),
    related: [...(input.startedBy === null ? [] : [viewStartedBy(input.startedBy)]), ...startedApart.map(viewSubAgent)],
    steps: yield* listColumns(steps),
    rows: viewRows(input, Math.max(1, Math.min(input.top - MOST_ROWS / 4, steps.length)), input.top + (3 * MOST_ROWS) / 4 - 1),
    monitors: yield* viewMonitors(monitors),
    monitor: chooseMonitor(monitors)?.name ?? null,
    // Until all files are read, labels of the whole run would stand beside its beginning.
    verifier: input.begun === null ? yield* viewVerifier(attempt, input.callResults, steps) : null,
    windows,
    counts: input.begun === null ? describeCounts(input.files) : '',
    problems: input.begun === null ? listProblems(input.problems) : [],
    reading: input.begun === null ? '' : describeReading(input.begun, steps.length),
    empty: steps.length > 0 ? null : input.begun === null ? describeNoSteps(attempt, times) : describeReading(input.begun, 0),
    canCompare: input.canCompare,
    hasRaw: input.hasRaw,
  };
}

function* listColumns(steps: readonly Step[]): Generator<void, StepColumns, void> {
  const kinds = new Uint8Array(steps.length);
  const failed = new Uint8Array(steps.length);
  for (const [i, step] of steps.entries()) {
    kinds[i] = STEP_KINDS.indexOf(step.kind);
    failed[i] = hasFailed(step) ? 1 : 0;
    if (i % PORTION === PORTION - 1) yield;
  }
  return { count: steps.length, kinds, failed };
}

function* viewMonitors(monitors: readonly MonitorRun[]): Generator<void, readonly MonitorView[], void> {
  const views: MonitorView[] = [];
  for (const run of monitors) {
    const scores = new Float64Array(run.scores.length);
    for (const [i, score] of run.scores.entries()) {
      scores[i] = score ?? NO_SCORE;
      if (i % PORTION === PORTION - 1) yield;
    }
    views.push({ ...viewMonitor(run), scores });
    yield;
  }
  return views;
}

/**
 * The monitor that is shown first: one with an alarm, else one with a failure window, else the one that rose highest,
 * else the first. The step count comes last: it rises in every run.
 */
export function chooseMonitor(monitors: readonly MonitorRun[]): MonitorRun | null {
  const telling = monitors.filter((run) => run.name !== 'step-count');
  const highest = (run: MonitorRun): number => {
    let most = 0;
    for (const score of run.scores) if (score !== null && score > most) most = score;
    return most;
  };
  const rank = (run: MonitorRun): number => (run.alarm !== null ? 3 : run.windows.length > 0 ? 2 : highest(run));
  const ranks = telling.map(rank);
  const best = ranks.reduce((found, own, i) => (own > (ranks[found] ?? -1) ? i : found), 0);
  return telling[best] ?? monitors[0] ?? null;
}

/** Counts steps from 1. */
export function viewWindow(window: FailureWindow): WindowView {
  return { from: window.from + 1, to: window.to + 1, monitor: window.monitor, reason: cleanLine(window.reason) };
}

function viewMonitor(run: MonitorRun): Omit<MonitorView, 'scores'> {
  const label = cleanLine(run.label);
  return {
    name: run.name,
    label,
    description: cleanLine(run.description),
    threshold: run.threshold,
    thresholdText: run.threshold === null ? '' : formatScore(run.threshold),
    note: describeScored(run),
    alarm: run.alarm === null ? null : run.alarm + 1,
    sentence: describeScores(label, run),
  };
}

function describeScored({ scores }: MonitorRun): string {
  const first: number[] = [];
  let scored = 0;
  for (const [i, score] of scores.entries()) {
    if (score === null) continue;
    scored++;
    if (first.length < 3) first.push(i + 1);
  }
  if (scored === scores.length) return 'score by step';
  if (scored === 0) return 'no score';
  return `scored at ${first.map(formatCount).join(', ')}${scored > 3 ? ', …' : ''}`;
}

function describeScores(label: string, run: MonitorRun): string {
  let highest = -1;
  run.scores.forEach((score, i) => {
    if (score !== null && score > (run.scores[highest] ?? -1)) highest = i;
  });
  const top = run.scores[highest];
  const rise = top === undefined || top === null ? 'no score' : `highest ${formatScore(top)} at step ${formatCount(highest + 1)}`;
  const alarm =
    run.threshold === null
      ? 'no threshold is stated'
      : run.alarm === null
        ? `threshold ${formatScore(run.threshold)} not reached`
        : `alarm at step ${formatCount(run.alarm + 1)}, threshold ${formatScore(run.threshold)}`;
  const windows = run.windows.map((window) => `${formatCount(window.from + 1)}–${formatCount(window.to + 1)} ${window.reason}`);
  const marked = windows.length === 0 ? 'no failure window' : `${countOf(windows.length, 'failure window')}: ${windows.slice(0, 3).join('; ')}${windows.length > 3 ? '; …' : ''}`;
  return `${capitalise(label)} over ${countOf(run.scores.length, 'step')}: ${rise}; ${alarm}; ${marked}.`;
}

function listProblems(problems: readonly Problem[]): string[] {
  const lines = problems.slice(0, MOST_PROBLEMS).map((problem) => {
    const place = problem.line !== null ? `, line ${formatCount(problem.line)}` : problem.byte !== null ? `, byte ${formatCount(problem.byte)}` : '';
    return cleanLine(`${problem.file}${place}: ${problem.message}`);
  });
  const more = problems.length - lines.length;
  return more > 0 ? [...lines, `and ${countOf(more, 'more problem')}.`] : lines;
}
