import { cleanLine, clipText } from '../../base/cleanText';
import type { FailureWindow, MonitorRun } from '../../model/monitors';
import type { AuditDecision } from '../../model/results';
import type { Step } from '../../model/step';
import { formatCount } from '../numbers';
import { countOf } from '../words';
import { drawPath, formatScore } from './score';
import { exitWord, hasFailed } from './stepWords';
import { chooseMonitor } from './viewTrajectory';

/** Counts of a cell at one call: no verdict, since nobody planned to decide there. */
export interface CellCounts {
  /** The call, from 1. */
  readonly t: number;
  /** B, in calls. */
  readonly budget: number;
  /** Attempts of the cell. */
  readonly n: number;
  /** Attempts live at t; null when one attempt's liveness is unknown. */
  readonly nLive: number | null;
  /** Live attempts that were solved by B. */
  readonly xContinue: number | null;
  /** Attempts that were solved within B - t calls. */
  readonly xRestart: number | null;
}

export interface StepHoverInput {
  readonly attemptId: string;
  readonly steps: readonly Step[];
  /** From 0. */
  readonly index: number;
  readonly monitors: readonly MonitorRun[];
  /** Null: the attempt is in no cell, or there is no audit. */
  readonly cell: CellCounts | null;
  /** The decision of the first planned time at or after this call; null when there is none. */
  readonly next: (Pick<AuditDecision, 't' | 'status' | 'n' | 'nLive' | 'xContinue' | 'xRestart' | 'verdict'> & { readonly budget: number }) | null;
  /** Shows nothing that was unknowable at this step: no counts, no verdict, and windows only up to here. */
  readonly blind: boolean;
}

export interface MonitorAtStep {
  readonly label: string;
  /** "0.42"; "–" where the monitor says nothing at this step. */
  readonly score: string;
  /** "0.75"; "–" where none is stated. */
  readonly threshold: string;
  readonly isAlarm: boolean;
  /** The path up to this step as block characters. */
  readonly path: string;
}

export interface SeenStep {
  /** From 1. */
  readonly number: number;
  readonly title: string;
  readonly exit: string;
  readonly failed: boolean;
}

export interface StepHoverView {
  readonly attemptId: string;
  /** From 1. */
  readonly step: number;
  /** "Step 16 · call 16 · run · exit 1". */
  readonly title: string;
  /** "failure window 10–20: same command, exit 1, 5 times, same output". */
  readonly windows: readonly string[];
  /** Those whose score is above 0. */
  readonly monitors: readonly MonitorAtStep[];
  /** The others, in a line: "malformed streak at 0.00; mine without a score"; '' when there are none. */
  readonly quiet: string;
  /** "What repeated action saw": the last three steps. */
  readonly saw: { readonly label: string; readonly steps: readonly SeenStep[] };
  /** Counts of the cell at exactly this call, as sentences; '' when there are none. */
  readonly cell: string;
  /** The verdict of the next planned time, as a sentence; '' when there is none. */
  readonly next: string;
}

/** Width of a path, in characters. */
const PATH = 24;
/** Steps that a monitor saw: as many as paper C's windows hold. */
const SEEN = 3;
/** Longest title of a step that a monitor saw, in code points: one line of a hover. */
const LONGEST_TITLE = 60;

/** What a hover says about a step. Everything in it is clean text, still to be escaped for where it is put. */
export function viewStepHover(input: StepHoverInput): StepHoverView | null {
  const step = input.steps[input.index];
  if (!step) return null;
  const words = [`Step ${formatCount(input.index + 1)}`, step.call === null ? 'no call of its own' : `call ${formatCount(step.call)}`, step.kind, exitWord(step)];
  const told = chooseMonitor(input.monitors.map((run) => upTo(run, input.index)));
  return {
    attemptId: input.attemptId,
    step: input.index + 1,
    title: words.filter((word) => word !== '').join(' · '),
    windows: input.monitors.flatMap((run) => run.windows.filter((window) => contains(window, input.index)).map((window) => describeWindow(window, input))),
    monitors: input.monitors.filter((run) => (run.scores[input.index] ?? 0) > 0).map((run) => viewMonitorAt(run, input.index)),
    quiet: describeQuiet(input.monitors, input.index),
    saw: { label: told === null ? 'The last steps' : `What ${cleanLine(told.label)} saw`, steps: listSeen(input.steps, input.index) },
    cell: input.blind || input.cell === null ? '' : describeCell(input.cell, { isPlanned: input.next?.t === input.cell.t }),
    next: input.blind || input.next === null || input.next.n === 0 ? '' : describeNext(input.next, step.call),
  };
}

/** A monitor as it stood at a step: what came later is left out. */
function upTo(run: MonitorRun, index: number): MonitorRun {
  return {
    ...run,
    scores: run.scores.slice(0, index + 1),
    alarm: run.alarm !== null && run.alarm <= index ? run.alarm : null,
    windows: run.windows.filter((window) => window.from <= index),
  };
}

function contains(window: FailureWindow, index: number): boolean {
  return window.from <= index && index <= window.to;
}

/** In blind mode neither the end of the window nor its counts are known yet. */
function describeWindow(window: FailureWindow, { index, blind }: StepHoverInput): string {
  if (blind) return `failure window since step ${formatCount(window.from + 1)}, ${countOf(window.steps.filter((step) => step <= index).length, 'step')} of it so far`;
  return `failure window ${formatCount(window.from + 1)}–${formatCount(window.to + 1)}: ${cleanLine(window.reason)}`;
}

function describeQuiet(monitors: readonly MonitorRun[], index: number): string {
  const labelsOf = (score: number | null): string => monitors.filter((run) => (run.scores[index] ?? null) === score).map((run) => cleanLine(run.label)).join(', ');
  const [zero, none] = [labelsOf(0), labelsOf(null)];
  return [zero === '' ? '' : `${zero} at ${formatScore(0)}`, none === '' ? '' : `${none} without a score`].filter((part) => part !== '').join('; ');
}

function viewMonitorAt(run: MonitorRun, index: number): MonitorAtStep {
  const score = run.scores[index] ?? null;
  return {
    label: cleanLine(run.label),
    score: score === null ? '–' : formatScore(score),
    threshold: run.threshold === null ? '–' : formatScore(run.threshold),
    isAlarm: score !== null && run.threshold !== null && score >= run.threshold,
    path: drawPath(run.scores.slice(0, index + 1), PATH),
  };
}

function listSeen(steps: readonly Step[], index: number): SeenStep[] {
  return steps.slice(Math.max(0, index + 1 - SEEN), index + 1).map((step) => ({
    number: step.index + 1,
    title: clipText(cleanLine(step.title), LONGEST_TITLE),
    exit: exitWord(step),
    failed: hasFailed(step),
  }));
}

function describeCell({ t, budget, n, nLive, xContinue, xRestart }: CellCounts, { isPlanned }: { readonly isPlanned: boolean }): string {
  if (n === 0) return 'No attempt of this cell counts.';
  if (t >= budget) return `Call ${formatCount(t)} is not before B = ${formatCount(budget)}: there is nothing left to decide.`;
  const attempts = countOf(n, 'attempt');
  if (nLive === null) return `At call ${formatCount(t)} it is not known how many of ${attempts} are live.`;
  if (nLive === 0) return `None of ${attempts} is live at call ${formatCount(t)}.`;
  const live = `${formatCount(nLive)} of ${attempts} live at call ${formatCount(t)}.`;
  const continued = xContinue === null ? 'Continued: not known to the end.' : `Continued and solved: ${formatCount(xContinue)} of ${formatCount(nLive)}.`;
  const left = countOf(budget - t, 'call');
  const restarted = xRestart === null ? `Restarted with ${left}: not known to the end.` : `Restarted and solved within ${left}: ${formatCount(xRestart)} of ${formatCount(n)}.`;
  return [live, continued, restarted, isPlanned ? '' : 'No verdict here: this time was not planned.'].filter((part) => part !== '').join(' ');
}

function describeNext(next: NonNullable<StepHoverInput['next']>, call: number | null): string {
  const when = `${next.t === call ? `Decision at call ${formatCount(next.t)}` : `Next decision time is ${formatCount(next.t)}`}, of B = ${formatCount(next.budget)}:`;
  if (next.status === 'not-reached' && next.n === 0) return `${when} no attempt of this cell can be counted.`;
  if (next.status === 'not-reached') return `${when} not reached, every attempt has ended by then.`;
  if (next.status === 'horizon' || next.nLive === null) return `${when} no estimate, some attempts were stopped before call ${formatCount(next.budget)}, so their outcome by then is not known.`;
  const counts = `continue ${next.xContinue ?? '?'}/${next.nLive}, restart ${next.xRestart ?? '?'}/${next.n}`;
  return `${when} ${counts}, ${next.verdict ?? 'no verdict'}.`;
}
