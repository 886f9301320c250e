import type { TraceIndex } from '../../index/traceIndex';
import type { Attempt } from '../../model/attempt';
import { deriveTimes, type Times } from '../../model/deriveTimes';
import type { MonitorRun } from '../../model/monitors';
import type { MonitorPlan } from '../../model/plan';
import type { Step, StepText } from '../../model/step';
import { monitorInPortions } from '../../monitors/runMonitors';
import { finish } from '../portions';

/** One attempt of an index, and how to read its text. A row is valid for its snapshot only. */
export interface RunSource {
  readonly index: TraceIndex;
  readonly row: number;
  /** Full text of a step (index from 0), read by range. `missing`: bytes of it that were not read. */
  stepText(step: number): Promise<StepText & { readonly missing?: number }>;
  /** Monitors of the plan in force. */
  readonly monitors: readonly MonitorPlan[];
  /** Place among the attempts of its cell, from 1; null when it is in none. */
  readonly siblings: { readonly index: number; readonly of: number } | null;
}

/** What is computed once for an attempt and shared by editor, hover, CodeLens and decorations. */
export interface RunFacts {
  readonly attempt: Attempt;
  readonly steps: readonly Step[];
  readonly monitors: readonly MonitorRun[];
  readonly times: Times;
}

const cache = new WeakMap<TraceIndex, Map<string, Promise<RunFacts>>>();

/** Steps, scores and times of an attempt, kept as long as its index snapshot. Cost at first: linear in its steps, in portions. */
export function factsOf({ index, row, monitors: plan }: Pick<RunSource, 'index' | 'row' | 'monitors'>): Promise<RunFacts> {
  const known = cache.get(index) ?? new Map<string, Promise<RunFacts>>();
  cache.set(index, known);
  // A changed plan changes thresholds.
  const key = `${row} ${JSON.stringify(plan)}`;
  const found = known.get(key);
  if (found) return found;
  const facts = readFacts({ index, row, monitors: plan });
  known.set(key, facts);
  return facts;
}

async function readFacts({ index, row, monitors: plan }: Pick<RunSource, 'index' | 'row' | 'monitors'>): Promise<RunFacts> {
  const attempt = index.attempt(row);
  const steps = await finish(collectSteps(index, row));
  const monitors = await finish(monitorInPortions(steps, { callLimit: attempt.limits.calls, outside: index.scores(row), plan }));
  return { attempt, steps, monitors, times: deriveTimes(attempt) };
}

/** Steps decoded between two chances to do other things: less than a millisecond of work. */
const PORTION = 64;

/** The steps of an attempt, decoded in portions: a run of tens of thousands takes longer than the host may stop. */
export function* collectSteps(index: TraceIndex, row: number): Generator<void, readonly Step[], void> {
  const steps: Step[] = [];
  for (;;) {
    const step = index.step(row, steps.length);
    if (step === null) return steps;
    steps.push(step);
    if (steps.length % PORTION === 0) yield;
  }
}

/** Files that hold an attempt or its steps, sorted. */
export function filesOf({ attempt, steps }: Pick<RunFacts, 'attempt' | 'steps'>): readonly string[] {
  const files = new Set([attempt.file]);
  for (const step of steps) {
    for (const range of [step.action, step.observation]) {
      if (range) for (const { file } of [range, ...(range.more ?? [])]) files.add(file);
    }
  }
  return [...files].sort();
}
