import { compareText } from '../../base/compareText';
import { watchedThrough, type TrialAttempt } from '../../engine/trialAttempt';
import type { TraceIndex } from '../../index/traceIndex';
import type { Axis } from '../../model/plan';
import type { Step } from '../../model/step';
import type { TrialAsideReason } from '../../model/trial';
import { makeRules, runMonitors } from '../../monitors/runMonitors';
import type { Cell, TimedAttempt } from '../cells';
import { positionsOf } from '../stepPositions';

/** An attempt of a trial with its dollars. */
export interface TrialRun extends TrialAttempt {
  readonly id: string;
  /** Dollars spent through each position on the axis (index 0: none); null where a step states none. */
  readonly usd: readonly number[] | null;
  /** Dollars of each question, as long as `checks`; null where one is not stated. */
  readonly checkUsd: readonly number[] | null;
}

/** A task (of one cohort) with the attempts that count. */
export interface TrialCell {
  readonly task: string;
  readonly cohort: string | null;
  readonly runs: readonly TrialRun[];
}

export interface TrialRuns {
  readonly cells: readonly TrialCell[];
  /** Attempts in no number, by reason; sorted. */
  readonly aside: readonly { readonly reason: TrialAsideReason; readonly attempts: number }[];
  /** No attempt of the cells was scored: the runs have no questions, and nothing can be said of the monitor. */
  readonly isMonitored: boolean;
}

export interface RunsDesign {
  readonly index: TraceIndex;
  readonly monitor: string;
  readonly axis: Axis;
  readonly budget: number;
}

/**
 * The attempts of cells as a trial counts them, in portions. A task stays out as a whole when one of its attempts was not watched through
 * the budget (leaving that attempt out alone would keep the ones that finished early), and when it has a single attempt, which
 * no other one can follow. Where some attempts were scored those that were not stay out; where none was, all stay in without questions.
 */
export function* trialRuns(cells: readonly Cell[], design: RunsDesign): Generator<void, TrialRuns, void> {
  const aside = new Map<TrialAsideReason, number>();
  const setAside = (reason: TrialAsideReason, count: number): void => {
    if (count > 0) aside.set(reason, (aside.get(reason) ?? 0) + count);
  };
  const built: { readonly cell: Cell; readonly runs: readonly { readonly run: TrialRun; readonly isScored: boolean }[] }[] = [];
  for (const cell of cells) {
    for (const { reason } of cell.setAside) setAside(reason, 1);
    const watched = cell.usable.map((timed) => ({ timed, times: watchedThrough(timed.times, design.budget) }));
    if (watched.some(({ times }) => times === null)) {
      setAside('not-watched', cell.usable.length);
      continue;
    }
    const runs = [];
    for (const { timed, times } of watched) {
      if (times !== null) runs.push(runOf(timed, times, design));
      yield;
    }
    built.push({ cell, runs });
  }
  const isMonitored = built.some(({ runs }) => runs.some(({ isScored }) => isScored));
  const kept: TrialCell[] = [];
  for (const { cell, runs } of built) {
    const scored = isMonitored ? runs.filter(({ isScored }) => isScored) : runs;
    setAside('not-monitored', runs.length - scored.length);
    if (scored.length === 1) setAside('one-attempt', 1);
    if (scored.length > 1) kept.push({ task: cell.task, cohort: cell.cohort, runs: scored.map(({ run }) => run) });
  }
  return { cells: kept, aside: [...aside].map(([reason, attempts]) => ({ reason, attempts })).sort((a, b) => compareText(a.reason, b.reason)), isMonitored };
}

/** Names that a trial may take: the rules that are built in, then those of score sidecars, sorted. */
export function monitorNames(index: TraceIndex): readonly string[] {
  const outside = new Set<string>();
  for (let row = 0; row < index.attemptCount; row++) for (const { monitor } of index.scores(row)) outside.add(monitor);
  const rules = makeRules().map(({ name }) => name);
  return [...rules, ...[...outside].filter((name) => !rules.includes(name)).sort(compareText)];
}

function runOf({ row, attempt }: TimedAttempt, times: Pick<TrialAttempt, 'solvedAt' | 'endedAt'>, { index, monitor, axis, budget }: RunsDesign): { readonly run: TrialRun; readonly isScored: boolean } {
  const steps = index.steps(row);
  const positions = steps.length === 0 ? Array.from({ length: lastPosition(times, budget) }, (_, i) => i + 1) : positionsOf(steps, axis);
  const outside = index.scores(row).filter((score) => score.monitor === monitor);
  const context = { callLimit: attempt.limits.calls ?? attempt.declared?.H ?? null, outside, plan: [] };
  const scores = steps.length === 0 && axis === 'calls' ? countedScores(monitor, positions, context.callLimit) : (runMonitors(steps, context).find(({ name }) => name === monitor)?.scores ?? []);
  const costs = new Map(outside.map(({ step, cost }) => [step, cost]));
  // Before the first position nothing is spent and nothing can be decided.
  const asked = scores.flatMap((score, step) => (score === null || (positions[step] ?? 0) < 1 ? [] : [{ score, at: positions[step] ?? 0, usd: outside.length === 0 ? 0 : (costs.get(step) ?? null) }]));
  const checkUsd = asked.flatMap(({ usd }) => (usd === null ? [] : [usd]));
  return {
    isScored: asked.length > 0,
    run: { id: attempt.id, ...times, checks: asked.map(({ at }) => at), scores: asked.map(({ score }) => score), usd: dollarsBy(steps, positions), checkUsd: checkUsd.length === asked.length ? checkUsd : null },
  };
}

function lastPosition({ endedAt }: Pick<TrialAttempt, 'endedAt'>, budget: number): number {
  return Math.min(endedAt, budget);
}

/** Counting calls needs no step, so an attempt of which only the result is known can be scored by it; by no other rule. */
function countedScores(monitor: string, calls: readonly number[], callLimit: number | null): readonly (number | null)[] {
  const rule = makeRules().find(({ name }) => name === monitor && name === 'step-count');
  if (rule === undefined) return [];
  const next = rule.start({ callLimit });
  return calls.map((call) => next({ index: call - 1, call, kind: 'other', actionHash: null, observationHash: null, malformed: false, isToolStep: false, isError: false, exitCode: null }));
}

function dollarsBy(steps: readonly Step[], positions: readonly number[]): readonly number[] | null {
  const usd: number[] = [0];
  let spent = 0;
  for (const [i, { call, cost }] of steps.entries()) {
    // A step without a call of its own costs nothing.
    if (cost === null && call !== null) return null;
    spent += cost ?? 0;
    const at = positions[i] ?? 0;
    while (usd.length <= at) usd.push(usd.at(-1) ?? 0);
    usd[at] = spent;
  }
  return steps.length === 0 ? null : usd;
}
