// Alarms, representations, completion laws, schedules, replay, selection, resampling and proportions (MATH.md 1.3 to 1.5), in
// the golden files' spellings.

import { meanAlarmGain, valueAlarm } from '../../../src/engine/alarm';
import { conditionOnFailure, effectiveViews, ensembleVariance } from '../../../src/engine/branches';
import { capsSuccess, completedBy, continuationSuccess, countHazards, hazardsOf, liveContinuation, scheduleSuccess } from '../../../src/engine/completion';
import { chooseCutoff, leaveOneTaskOut } from '../../../src/engine/cutoffSelection';
import { boxInterval, fisherTest, newcombeInterval, oneSidedUpper } from '../../../src/engine/proportions';
import { replayCell } from '../../../src/engine/replay';
import { boundAliasing, regretOf, valueRepresentation, worstAliasingRegret } from '../../../src/engine/representation';
import { nominalCaps, type Schedule } from '../../../src/engine/schedule';
import { drawResampled, drawTwoArms, resampleTasks, summariseReplicates, type TaskResampling } from '../../../src/engine/taskBootstrap';
import type { GoldenInputs } from '../goldenFile';
import { toList, toNumber, toRecord, toTrace } from '../goldenValues';
import type { QuantityTable } from '../quantityTable';

export const decisionQuantities: QuantityTable = {
  's0.alarm': (inputs) => {
    const { gain, threshold, ceiling, overConstant, accuracy } = valueAlarm({ q: inputs.number('q'), p: inputs.number('p'), tau: inputs.number('tau'), phi: inputs.number('phi') });
    return { gain, threshold, ceiling, over_constant: overConstant, accuracy };
  },
  's0.alarm_general': (inputs) => {
    const runs = inputs.list('rows').map((row) => {
      const [weight, alarm, restart, continuation] = toList(row).map(toNumber);
      return { weight: weight ?? NaN, alarm: alarm ?? NaN, restart: restart ?? NaN, continuation: continuation ?? NaN };
    });
    return { gain: meanAlarmGain(runs) };
  },
  's0.decision_value': (inputs) => {
    const groups = inputs.list('group').map(String);
    const value = valueRepresentation(classesOf(inputs).map((one, i) => ({ ...one, group: groups[i] ?? '' })));
    return value && { V_Z: value.fine, V_G: value.coarse, V_constant: value.constant, loss: value.loss, loss_eq13: value.lossWithin, lossless: value.isLossless };
  },
  's0.regret': (inputs) => {
    const chances = inputs.list('decision').map((decision) => (decision === 'cont' ? 1 : decision === 'restart' ? 0 : toNumber(decision)));
    return { regret: regretOf(classesOf(inputs), chances) };
  },
  's0.aliasing': (inputs) => {
    const { bound, continueChance } = boundAliasing(inputs.number('p'));
    return { bound, alpha: continueChance, worst: worstAliasingRegret(inputs.number('p'), inputs.number('alpha')) };
  },
  's0.fixed_cutoff': (inputs) => {
    const law = inputs.numbers('F');
    return { success: scheduleSuccess(law, { schedule: { kind: 'fixed', cap: inputs.number('c') }, budget: inputs.number('B') }), schedule: capsSuccess(law, inputs.numbers('caps')) };
  },
  's0.hazard': (inputs) => {
    const law = inputs.numbers('F');
    const hazard = hazardsOf(law);
    const window = { t: inputs.number('t'), r: inputs.number('r') };
    return { hazard, continuation: continuationSuccess(hazard, window), restart: completedBy(law, window.r) };
  },
  's0.empirical_hazard': (inputs) => {
    const { marginal, verified, terminal } = countHazards(inputs.list('attempts').map(toTrace), inputs.number('upto'));
    return { sub: marginal, live_verified: verified, live_terminal: terminal, continuation_live: liveContinuation({ verified, terminal }, { t: inputs.number('t'), r: inputs.number('r') }) };
  },
  's0.schedule': (inputs) => ({ caps: nominalCaps(scheduleOf(inputs), inputs.number('B')) }),
  's0.replay': (inputs) => {
    const replay = replayCell(inputs.list('attempts').map(toTrace), { schedule: scheduleOf(inputs), budget: inputs.number('B') });
    return replay.kind === 'ok' ? { success: replay.success, calls: replay.spend } : { error: replay.kind };
  },
  's0.loto': computeSelection,
  's0.hier_bootstrap': computeHierarchical,
  's0.two_arm_bootstrap': (inputs) => {
    const tasks = inputs.list('tasks').map((task) => {
      const arm = (name: string): readonly boolean[] => toList(toRecord(task)[name]).map((value) => value === 1);
      return { baseline: arm('baseline'), treatment: arm('treatment') };
    });
    const share = (arm: readonly boolean[]): number => arm.filter(Boolean).length / arm.length;
    const point = tasks.reduce((sum, { baseline, treatment }) => sum + share(treatment) - share(baseline), 0) / tasks.length;
    return resample({ tasks: tasks.length, draw: drawTwoArms(tasks), seed: 1, replicates: inputs.number('reps') }, point, inputs.number('level'));
  },
  's0.newcombe': (inputs) => {
    const first = { successes: inputs.number('x1'), trials: inputs.number('n1') };
    const second = { successes: inputs.number('x2'), trials: inputs.number('n2') };
    const { estimate, low, high } = newcombeInterval(first, second, inputs.number('conf'));
    const box = boxInterval(first, second, inputs.number('conf'));
    return { diff: estimate, interval: [low, high], wilson_box: [box.low, box.high] };
  },
  's0.fisher': (inputs) => {
    const { twoSided, greater, less } = fisherTest({ a: inputs.number('a'), b: inputs.number('b'), c: inputs.number('c'), d: inputs.number('d') });
    return { two_sided: twoSided, greater, less };
  },
  's0.one_sided_upper': (inputs) => ({ upper: oneSidedUpper({ successes: inputs.number('x'), trials: inputs.number('n') }, inputs.number('alpha')) }),
  's0.branches': (inputs) => {
    const component = { q: inputs.number('q'), r: inputs.number('r') };
    const views = { views: inputs.number('m'), correlation: inputs.number('rho') };
    const { conditional, thresholdR, isInverted } = conditionOnFailure(component);
    return { conditional, threshold_r: thresholdR, inverted: isInverted, variance: ensembleVariance({ q: component.q, ...views }), m_eff: effectiveViews(views) };
  },
};

function classesOf(inputs: GoldenInputs): { readonly weight: number; readonly restart: number; readonly continuation: number }[] {
  const [restart, continuation] = [inputs.numbers('q_restart'), inputs.numbers('q_cont')];
  return inputs.numbers('prob').map((weight, i) => ({ weight, restart: restart[i] ?? NaN, continuation: continuation[i] ?? NaN }));
}

function scheduleOf(inputs: GoldenInputs): Schedule {
  const kind = inputs.value('kind');
  switch (kind) {
    case 'fixed':
      return { kind, cap: inputs.number('c') };
    case 'geometric':
      return { kind, base: inputs.number('base'), ratio: inputs.number('ratio') };
    case 'luby':
      return { kind, unit: inputs.number('unit') };
    case 'list':
      return { kind: 'caps', caps: inputs.numbers('caps') };
    case 'single':
      return { kind };
    default:
      throw new TypeError(`No schedule is called ${String(kind)}.`);
  }
}

function computeSelection(inputs: GoldenInputs): unknown {
  const cutoffs = inputs.numbers('cutoffs');
  const tasks = inputs.entries('values').map(([task, values]) => ({ task, row: cutoffs.map((cutoff) => toNumber(toRecord(values)[String(cutoff)])) }));
  const table = { cutoffs, values: tasks.map(({ row }) => row) };
  const chosen = chooseCutoff(table);
  const heldOut = leaveOneTaskOut(table);
  const byTask = <T>(of: (one: { readonly cutoff: number; readonly value: number }) => T): unknown => (heldOut === null ? null : Object.fromEntries(tasks.map(({ task }, i) => [task, of(heldOut.tasks[i] ?? { cutoff: NaN, value: NaN })])));
  return { in_sample_cutoff: chosen?.cutoff ?? null, in_sample: chosen?.mean ?? null, chosen: byTask(({ cutoff }) => cutoff), held_out: byTask(({ value }) => value), macro: heldOut?.mean ?? null };
}

function computeHierarchical(inputs: GoldenInputs): unknown {
  const cells = inputs.entries('cells').map(([, attempts]) => toList(attempts).map(toTrace));
  const budget = inputs.number('B');
  const contrast = (attempts: Parameters<typeof replayCell>[0]): number => {
    const [a, b] = [inputs.number('cutoff_a'), inputs.number('cutoff_b')].map((cap) => replayCell(attempts, { schedule: { kind: 'fixed', cap }, budget }));
    if (a?.kind !== 'ok' || b?.kind !== 'ok') throw new TypeError('A cell cannot be replayed.');
    return a.success - b.success;
  };
  const point = cells.reduce((sum, cell) => sum + contrast(cell), 0) / cells.length;
  return resample({ tasks: cells.length, draw: drawResampled(cells, contrast), seed: 1, replicates: inputs.number('reps') }, point, inputs.number('level'));
}

function resample(design: TaskResampling, point: number, level: number): unknown {
  const work = resampleTasks(design);
  let step = work.next();
  while (step.done !== true) step = work.next();
  const { low, high, positive, zero, negative } = summariseReplicates(step.value, level);
  return { point, mean: step.value.mean, sd: step.value.deviation, lo: low, hi: high, p_positive: positive, p_zero: zero, p_negative: negative };
}
