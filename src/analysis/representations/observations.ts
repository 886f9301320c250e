import { quantileOfSorted } from '../../engine/quantile';
import type { TraceIndex } from '../../index/traceIndex';
import type { Axis, MonitorPlan } from '../../model/plan';
import type { PrefixClass } from '../../model/representationsResult';
import type { Step } from '../../model/step';
import { runMonitors } from '../../monitors/runMonitors';
import type { Cell, TimedAttempt } from '../cells';
import { positionsOf } from '../stepPositions';

/** What can be seen of an attempt at each time of a plan. */
export interface Observations {
  /** Input tokens of its first call; null: not stated. */
  readonly firstInput: number | null;
  /** By time: steps up to it. */
  readonly seen: readonly number[];
  /** By time: what the steps up to it come to; null without steps. */
  readonly prefixes: readonly (PrefixClass | null)[];
  /** By monitor, then time: the score after the last step up to it; null before the first one. */
  readonly scores: ReadonlyMap<string, readonly (number | null)[]>;
}

export interface ObservationDesign {
  readonly index: TraceIndex;
  readonly times: readonly number[];
  readonly axis: Axis;
  readonly monitors: readonly MonitorPlan[];
}

/** What can be seen of an attempt from nothing but its steps up to each time; rests on no outcome. Linear in steps x monitors. */
export function observeAttempt({ row, attempt }: TimedAttempt, { index, times, axis, monitors }: ObservationDesign): Observations {
  const steps = index.steps(row);
  const firstInput = steps.find(({ call }) => call === 1)?.inputTokens ?? null;
  if (steps.length === 0 || !hasPositions(axis)) return { firstInput, seen: times.map(() => 0), prefixes: times.map(() => null), scores: new Map() };
  const positions = positionsOf(steps, axis);
  // Positions never fall, so the steps by t are the first ones.
  const seen = times.map((t) => positions.filter((position) => position <= t).length);
  const runs = runMonitors(steps, { callLimit: attempt.limits.calls, outside: index.scores(row), plan: monitors });
  return {
    firstInput,
    seen,
    prefixes: seen.map((count) => classOfPrefix(steps.slice(0, count))),
    scores: new Map(runs.map(({ name, scores }) => [name, seen.map((count) => scores.slice(0, count).filter((score) => score !== null).at(-1) ?? null)])),
  };
}

/** Whether steps have a place on an axis. */
export function hasPositions(axis: Axis): boolean {
  return axis === 'calls' || axis === 'tool-steps';
}

/** Errors up to this many are few. */
const FEW_ERRORS = 1;

function classOfPrefix(steps: readonly Step[]): PrefixClass {
  const hashes = steps.flatMap(({ actionHash }) => actionHash ?? []);
  return {
    isEdited: steps.some(({ kind, isError }) => kind === 'edit' && !isError),
    isTested: steps.some(({ kind }) => kind === 'test'),
    hasErrors: steps.filter(({ isError, malformed }) => isError || malformed).length > FEW_ERRORS,
    isRepeated: new Set(hashes).size < hashes.length,
  };
}

/** What is known of a task before an attempt on it starts. */
export interface TaskFeatures {
  readonly repository: string | null;
  readonly prompt: 'short' | 'long' | null;
}

/** Features of the tasks of a group, one for each cell: prompts above the median over tasks are long, and none is where all are equally long. */
export function featuresOfTasks(cells: readonly Cell[], observed: readonly (readonly Observations[])[]): readonly TaskFeatures[] {
  const lengths = observed.map((attempts) => medianOf(attempts.flatMap(({ firstInput }) => firstInput ?? [])));
  const known = lengths.flatMap((length) => length ?? []);
  const middle = medianOf(known);
  const isSplit = middle !== null && known.some((length) => length > middle);
  return cells.map(({ usable }, cell) => {
    const length = lengths[cell] ?? null;
    return {
      repository: usable.find(({ attempt }) => attempt.repository !== null)?.attempt.repository ?? null,
      prompt: !isSplit || length === null ? null : length > middle ? 'long' : 'short',
    };
  });
}

function medianOf(values: readonly number[]): number | null {
  return quantileOfSorted(Float64Array.from(values).sort(), 0.5);
}
