import { cleanLine } from '../../base/cleanText';
import { groupBy } from '../../base/groupBy';
import type { Attempt } from '../../model/attempt';
import type { Times } from '../../model/deriveTimes';
import type { FailureWindow, MonitorRun } from '../../model/monitors';
import type { Problem } from '../../model/problem';
import type { IndexFile } from '../../model/results';
import type { Step } from '../../model/step';
import type { MonitorView, StepRow, TrajectoryView, WindowView } from '../../protocol/trajectory';
import { formatCompact, formatCount, formatUsd } from '../numbers';
import { capitalise, countOf } from '../words';
import { attemptTitle, describeCounts, describeNoSteps, listFacts, listProvenance, outcomeWord } from './facts';
import { formatScore } from './score';
import { viewStartedBy, viewSubAgent } from './subAgents';
import type { StartedBy, SubAgentInput } from './subAgents';

export interface TrajectoryInput {
  readonly attempt: Attempt;
  /** Absolute path of the folder that the attempt's file is relative to. */
  readonly root: string;
  readonly steps: readonly Step[];
  readonly monitors: readonly MonitorRun[];
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
  readonly canCompare: boolean;
  readonly hasRaw: boolean;
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

/** Steps between two chances to do other things: about a millisecond of work. */
const PORTION = 250;

/** As `viewTrajectory`, for hosts whose thread must not stop: yields every few hundred steps. */
export function* viewInPortions(input: TrajectoryInput): Generator<void, TrajectoryView, void> {
  const { attempt, steps, monitors, times } = input;
  const windows = monitors.flatMap((run) => run.windows.map(viewWindow)).sort((a, b) => a.from - b.from || a.to - b.to);
  const started = groupBy(input.subAgents, ({ step }) => String(step));
  return {
    attemptId: attempt.id,
    key: `${input.root.replace(/[\\/]+/g, '/')}/${attempt.file}#${attempt.locator}`,
    title: attemptTitle(attempt),
    outcome: outcomeWord(attempt, times),
    facts: listFacts(attempt, times),
    provenance: listProvenance(attempt, input),
    related: [...(input.startedBy === null ? [] : [viewStartedBy(input.startedBy)]), ...(started.get('null') ?? []).map(viewSubAgent)],
    steps: yield* mapInPortions(steps, (step) => viewStep(step, started.get(String(step.index)) ?? [])),
    monitors: yield* viewMonitors(monitors),
    monitor: chooseMonitor(monitors)?.name ?? null,
    windows,
    counts: describeCounts(input.files),
    problems: listProblems(input.problems),
    empty: steps.length === 0 ? describeNoSteps(attempt, times) : null,
    canCompare: input.canCompare,
    hasRaw: input.hasRaw,
  };
}

function* mapInPortions<Item, Result>(items: readonly Item[], map: (item: Item) => Result): Generator<void, readonly Result[], void> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(map(item));
    if (results.length % PORTION === 0) yield;
  }
  return results;
}

function* viewMonitors(monitors: readonly MonitorRun[]): Generator<void, readonly MonitorView[], void> {
  const views: MonitorView[] = [];
  for (const run of monitors) {
    views.push({ ...viewMonitor(run), scoreTexts: yield* mapInPortions(run.scores, (score) => (score === null ? '' : formatScore(score))) });
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

/** "exit 1", "error", "malformed", or '' . */
export function exitWord(step: Pick<Step, 'exitCode' | 'isError' | 'malformed'>): string {
  if (step.malformed) return 'malformed';
  if (step.exitCode !== null) return `exit ${step.exitCode}`;
  return step.isError ? 'error' : '';
}

function viewStep(step: Step, subAgents: readonly SubAgentInput[]): StepRow {
  const tokensIn = step.inputTokens === null ? '' : `${formatCompact(step.inputTokens)} tokens in`;
  const tokensOut = step.outputTokens === null ? '' : `${formatCompact(step.outputTokens)} out`;
  const usage = [
    step.call === null ? 'no call of its own' : `call ${formatCount(step.call)}`,
    tokensIn,
    tokensOut,
    step.cost === null ? '' : formatUsd(step.cost),
  ];
  return {
    number: step.index + 1,
    call: step.call,
    kind: step.kind,
    title: cleanLine(step.title),
    tools: step.tools.map(cleanLine),
    exit: exitWord(step),
    failed: step.malformed || step.isError,
    usage: usage.filter((part) => part !== '').join(', '),
    agents: subAgents.length === 0 ? '' : countOf(subAgents.length, 'sub-agent'),
    subAgents: subAgents.map(viewSubAgent),
  };
}

function viewMonitor(run: MonitorRun): Omit<MonitorView, 'scoreTexts'> {
  const label = cleanLine(run.label);
  return {
    name: run.name,
    label,
    description: cleanLine(run.description),
    threshold: run.threshold,
    thresholdText: run.threshold === null ? '' : formatScore(run.threshold),
    note: describeScored(run),
    scores: run.scores,
    alarm: run.alarm === null ? null : run.alarm + 1,
    sentence: describeScores(label, run),
  };
}

function describeScored(run: MonitorRun): string {
  const scored = run.scores.flatMap((score, i) => (score === null ? [] : [i + 1]));
  if (scored.length === run.scores.length) return 'score by step';
  if (scored.length === 0) return 'no score';
  const shown = scored.slice(0, 3).map(formatCount).join(', ');
  return `scored at ${shown}${scored.length > 3 ? ', …' : ''}`;
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
