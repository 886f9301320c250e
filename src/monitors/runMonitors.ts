import type { MonitorPlan } from '../model/plan';
import type { Step } from '../model/step';
import { DEFAULT_CONSTANTS, type MonitorConstants } from './constants';
import { type OutsideScore, readOutside } from './outsideScores';
import { repeatedAction } from './repeatedAction';
import type { Rule, RunContext } from './rule';
import { stepCount } from './stepCount';
import { errorStreak, malformedStreak } from './streak';
import type { MonitorRun, StepView } from './types';

export interface MonitorInput extends RunContext {
  /** Scores from sidecars, in any order. */
  readonly outside: readonly OutsideScore[];
  /** The plan's monitors: their thresholds win over defaults and sidecars. */
  readonly plan: readonly MonitorPlan[];
  readonly constants?: MonitorConstants;
}

/** The monitors that are computed here, in the order in which they are shown. */
export function makeRules(constants: MonitorConstants = DEFAULT_CONSTANTS): readonly Rule[] {
  return [
    repeatedAction(constants.repeatedAction),
    errorStreak(constants.errorStreak),
    malformedStreak(constants.malformedStreak),
    stepCount(constants.stepCount),
  ];
}

/**
 * Every monitor over one attempt: those of the plan first and in its order, then those from sidecars
 * by name, then the rules. Where a sidecar uses a rule's name, the sidecar's scores are shown under it
 * (somebody computed them on purpose). Element i of a monitor's scores rests on steps 0..i alone.
 * Cost: steps x window of the repeated-action rule.
 */
export function runMonitors(steps: readonly Step[], input: MonitorInput): readonly MonitorRun[] {
  const work = monitorInPortions(steps, input);
  for (;;) {
    const portion = work.next();
    if (portion.done === true) return portion.value;
  }
}

/** Steps scored between two chances to do other things: about a millisecond of work. */
const PORTION = 250;

/** As `runMonitors`, for hosts whose thread must not stop: yields every few hundred steps. */
export function* monitorInPortions(steps: readonly Step[], input: MonitorInput): Generator<void, readonly MonitorRun[], void> {
  const thresholds = new Map(input.plan.map((monitor) => [monitor.monitor, monitor.threshold]));
  const outside = new Map<string, OutsideScore[]>();
  for (const score of input.outside) {
    const known = outside.get(score.monitor);
    if (known) known.push(score);
    else outside.set(score.monitor, [score]);
  }
  const runs = [...outside.keys()]
    .sort((a, b) => (a < b ? -1 : 1))
    .map((name) => readOutside(name, outside.get(name) ?? [], { stepCount: steps.length, planThreshold: thresholds.get(name) ?? null }));
  for (const rule of makeRules(input.constants)) {
    if (!outside.has(rule.name)) runs.push(yield* runRule(rule, steps, { callLimit: input.callLimit, planThreshold: thresholds.get(rule.name) ?? null }));
  }
  const order = [...thresholds.keys()];
  const place = (run: MonitorRun): number => (thresholds.has(run.name) ? order.indexOf(run.name) : order.length);
  // Array sort is stable, so the rest keep their order.
  return runs.sort((a, b) => place(a) - place(b));
}

interface RuleOptions extends RunContext {
  readonly planThreshold: number | null;
}

function* runRule(rule: Rule, steps: readonly StepView[], { callLimit, planThreshold }: RuleOptions): Generator<void, MonitorRun, void> {
  const next = rule.start({ callLimit });
  const scores: (number | null)[] = [];
  for (const step of steps) {
    scores.push(next(step));
    if (scores.length % PORTION === 0) yield;
  }
  const threshold = planThreshold ?? rule.threshold;
  const alarm = scores.findIndex((score) => score !== null && score >= threshold);
  return {
    name: rule.name,
    label: rule.label,
    description: rule.description,
    threshold,
    thresholdSource: planThreshold === null ? 'default' : 'plan',
    scores,
    alarm: alarm < 0 ? null : alarm,
    windows: rule.findWindows(steps, scores, Math.min(rule.markAt, threshold)),
  };
}
