import { meanOf } from '../../base/mean';
import { compareText } from '../../base/compareText';
import { aliasedPairs, type LeaningAttempt } from '../../engine/aliasedPairs';
import { CLASSES, classOf } from '../../engine/attemptClass';
import { clusterInterval } from '../../engine/clusterInterval';
import { crossfitTasks, type CrossfitAttempt } from '../../engine/crossfit';
import { quartileLadder, type ScoreLadder } from '../../engine/scoreLadder';
import type { TraceIndex } from '../../index/traceIndex';
import type { Axis } from '../../model/plan';
import type { AliasedAttempt, ObservedClass, RepresentationGroup, RepresentationResult, RepresentationsResult, ValueOverTasks } from '../../model/representationsResult';
import { groupByRuntime, type AuditedOutcome } from '../audit';
import type { Cell } from '../cells';
import { featuresOfTasks, hasPositions, observeAttempt, type Observations, type TaskFeatures } from './observations';

const LEVEL = 0.95;
/** Aliased pairs kept of each representation. */
const MOST_PAIRS = 20;

/**
 * What deciding by different views of a live attempt is worth over always continuing, on tasks that the decisions were not chosen on, for
 * every runtime, cohort and time of an audit; in portions. Classes rest on what was known by t and on no outcome. A task is left
 * out as a whole where an attempt was not watched to B, and where it has a single attempt.
 *
 * Source: BEYOND.md 11 (held-out value), 9 (intervals over tasks and what they may be called); paper A, section on representations.
 */
export function* representationsInPortions(index: TraceIndex, { result, cells, plan }: AuditedOutcome): Generator<void, RepresentationsResult, void> {
  const groups: RepresentationGroup[] = [];
  for (const group of groupByRuntime(cells).groups) {
    const own = group.cells.flatMap((cell) => cells[cell] ?? []).filter(({ usable }) => usable.length > 0);
    if (own.length === 0) continue;
    const observed: (readonly Observations[])[] = [];
    for (const { usable } of own) {
      const attempts: Observations[] = [];
      for (const attempt of usable) {
        attempts.push(observeAttempt(attempt, { index, times: plan.times, axis: plan.axis, monitors: plan.monitors }));
        yield;
      }
      observed.push(attempts);
    }
    const features = featuresOfTasks(own, observed);
    for (const [time, t] of plan.times.entries()) {
      groups.push({ runtime: group.runtime, cohort: group.cohort, t, ...valueGroup({ cells: own, observed, features, time, t, budget: plan.budget, axis: plan.axis }) });
      yield;
    }
  }
  const { axis, budget, times, estimand, runtimeKey, seed } = result.plan;
  return { schema: 'restart-lens/representations@1', plan: { axis, budget, times, estimand, runtimeKey, seed }, groups, excluded: result.excluded, provenance: result.provenance };
}

interface GroupAtTime {
  readonly cells: readonly Cell[];
  readonly observed: readonly (readonly Observations[])[];
  readonly features: readonly TaskFeatures[];
  readonly time: number;
  readonly t: number;
  readonly budget: number;
  readonly axis: Axis;
}

/** An attempt of a task that counts, with all that any representation may show of it. */
interface Seen {
  readonly id: string;
  readonly label: string;
  readonly task: string;
  readonly isLive: boolean;
  readonly continued: 0 | 1;
  readonly restarted: 0 | 1;
  readonly observations: Observations;
  readonly features: TaskFeatures;
}

function valueGroup(group: GroupAtTime): Omit<RepresentationGroup, 'runtime' | 'cohort' | 't'> {
  const { tasks, singleTasks, horizonTasks } = countedTasks(group);
  const live = tasks.flatMap((task) => task.filter(({ isLive }) => isLive));
  const head = { tasks: tasks.length, singleTasks, horizonTasks, attempts: tasks.reduce((sum, task) => sum + task.length, 0), live: live.length, liveTasks: tasks.filter((task) => task.some(({ isLive }) => isLive)).length };
  if (live.length === 0) return { ...head, missing: tasks.length === 0 ? 'no-tasks' : 'no-live', always: null, constantMonitors: [], representations: [] };
  const { views, constantMonitors } = viewsOf(live, group);
  const valued: { readonly result: RepresentationResult; readonly heldOut: readonly number[] | null }[] = [];
  for (const view of views) {
    const coarser = valued.find(({ result }) => result.name === view.refines);
    valued.push(valueView(view, { tasks, time: group.time, coarser: coarser?.heldOut ?? null }));
  }
  const always = crossfitTasks(tasks.map((task) => task.map((one) => ({ ...one, observed: '' }))))?.always ?? null;
  return { ...head, missing: tasks.length === 1 ? 'one-task' : null, always: always === null ? null : overTasks(always), constantMonitors, representations: valued.map(({ result }) => result) };
}

function countedTasks({ cells, observed, features, t, budget }: GroupAtTime): { readonly tasks: readonly (readonly Seen[])[]; readonly singleTasks: number; readonly horizonTasks: number } {
  const tasks: (readonly Seen[])[] = [];
  let singleTasks = 0;
  let horizonTasks = 0;
  for (const [cell, { task, usable }] of cells.entries()) {
    const classes = usable.map(({ times }) => classOf(times, { t, budget }));
    if (classes.includes(null)) horizonTasks++;
    else if (usable.length < 2) singleTasks++;
    else {
      tasks.push(
        usable.flatMap(({ attempt }, i) => {
          const one = CLASSES[classes[i] ?? -1];
          const observations = observed[cell]?.[i];
          const ofTask = features[cell];
          return one === undefined || observations === undefined || ofTask === undefined ? [] : [{ id: attempt.id, label: attempt.attempt, task, isLive: one.live === 1, continued: one.continue, restarted: one.restart, observations, features: ofTask }];
        }),
      );
    }
  }
  return { tasks, singleTasks, horizonTasks };
}

/** A representation: what it shows of an attempt. */
interface View {
  readonly name: string;
  readonly refines: string | null;
  readonly missing: RepresentationResult['missing'];
  readonly ladder: ScoreLadder | null;
  observe(attempt: Seen): ObservedClass;
}

/** The representations of a group, each after the one that it refines. */
function viewsOf(live: readonly Seen[], { time, axis }: GroupAtTime): { readonly views: readonly View[]; readonly constantMonitors: readonly string[] } {
  const prefixOf = ({ observations }: Seen): ObservedClass => ({ prefix: observations.prefixes[time] ?? null });
  const taskOf = ({ features }: Seen): ObservedClass => ({ repository: features.repository, prompt: features.prompt });
  const noFeatures = live.every(({ features }) => features.repository === null && features.prompt === null) ? 'no-features' : null;
  const noSteps = !hasPositions(axis) ? 'axis' : live.every(({ observations }) => (observations.prefixes[time] ?? null) === null) ? 'no-steps' : null;
  const views: View[] = [
    { name: 'nothing', refines: null, missing: null, ladder: null, observe: () => ({}) },
    { name: 'task', refines: 'nothing', missing: noFeatures, ladder: null, observe: taskOf },
    { name: 'prefix', refines: 'nothing', missing: noSteps, ladder: null, observe: prefixOf },
    { name: 'task+prefix', refines: 'prefix', missing: noFeatures ?? noSteps, ladder: null, observe: (one) => ({ ...taskOf(one), ...prefixOf(one) }) },
  ];
  const constantMonitors: string[] = [];
  for (const monitor of [...new Set(live.flatMap(({ observations }) => [...observations.scores.keys()]))]) {
    const scoreOf = ({ observations }: Seen): number | null => observations.scores.get(monitor)?.[time] ?? null;
    const ladder = quartileLadder(live.flatMap((one) => scoreOf(one) ?? []));
    if (ladder === null) continue;
    if (ladder.thresholds.length === 0) {
      constantMonitors.push(monitor);
      continue;
    }
    const rungOf = (one: Seen): ObservedClass => {
      const score = scoreOf(one);
      return { rung: score === null ? null : ladder.binOf(score) };
    };
    views.push({ name: `score:${monitor}`, refines: 'nothing', missing: null, ladder, observe: rungOf });
    views.push({ name: `prefix+score:${monitor}`, refines: 'prefix', missing: noSteps, ladder, observe: (one) => ({ ...prefixOf(one), ...rungOf(one) }) });
  }
  return { views, constantMonitors };
}

interface Valuing {
  readonly tasks: readonly (readonly Seen[])[];
  readonly time: number;
  /** Held-out contributions of the representation that is refined. */
  readonly coarser: readonly number[] | null;
}

function valueView({ name, refines, missing, ladder, observe }: View, { tasks, time, coarser }: Valuing): { readonly result: RepresentationResult; readonly heldOut: readonly number[] | null } {
  const head = { name, refines, missing, thresholds: ladder?.thresholds ?? null };
  if (missing !== null) return { result: { ...head, classes: [], inSample: null, heldOut: null, increment: null, aliased: { count: 0, shown: [] } }, heldOut: null };
  const observedBy = new Map<string, ObservedClass>();
  const keyOf = (attempt: Seen): string => {
    const observed = observe(attempt);
    const key = JSON.stringify(observed);
    observedBy.set(key, observed);
    return key;
  };
  const seen = tasks.map((task) => task.map((one): CrossfitAttempt<string> => ({ observed: one.isLive ? keyOf(one) : '', isLive: one.isLive, continued: one.continued, restarted: one.restarted })));
  const found = crossfitTasks(seen);
  const pairs = aliasedPairs(seen, {
    most: MOST_PAIRS,
    isSeen: (key) => {
      const { prefix, rung } = observedBy.get(key) ?? {};
      return prefix !== null && rung !== null;
    },
  });
  const describe = ({ task, attempt, restart, continuation }: LeaningAttempt): AliasedAttempt => {
    const one = tasks[task]?.[attempt];
    if (one === undefined) throw new Error('A pair names an attempt that was not handed in.');
    const step = one.observations.seen[time] ?? 0;
    return { attempt: one.id, label: one.label, task: one.task, step: step === 0 ? null : step, restart, continue: continuation };
  };
  const heldOut = found?.heldOut ?? null;
  return {
    heldOut,
    result: {
      ...head,
      classes: (found?.classes ?? []).map(({ observed, live, tasks: own, advantage, isRestarted, turned }) => ({ observed: observedBy.get(observed) ?? {}, live, tasks: own, advantage, decision: isRestarted ? ('restart' as const) : ('continue' as const), turned })).sort((a, b) => b.live - a.live || b.advantage - a.advantage || compareText(JSON.stringify(a.observed), JSON.stringify(b.observed))),
      inSample: found === null ? null : meanOf(found.inSample),
      heldOut: heldOut === null ? null : overTasks(heldOut),
      increment: heldOut === null || coarser === null ? null : overTasks(heldOut.map((value, task) => value - (coarser[task] ?? NaN))),
      aliased: {
        count: pairs.count,
        shown: pairs.shown.map(({ restarted, continued, gap }) => ({ restarted: describe(restarted), continued: describe(continued), gap })),
      },
    },
  };
}

function overTasks(values: readonly number[]): ValueOverTasks {
  const found = clusterInterval(values, LEVEL);
  if (found === null) throw new Error('A mean over no task was asked for.');
  return { estimate: found.mean, kind: found.call, low: found.low, high: found.high, level: found.level, contributing: found.contributing, reasons: found.reasons };
}
