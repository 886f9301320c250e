// Unknown attempts, running batches, anytime rules, sliders, false kills, cross-fitting (BEYOND.md 3, 4, 6, 8, 10, 11).

import { allowedClasses, classesIn, type KnownAttempt } from '../../../src/engine/allowedClasses';
import { anytimeLeastForContinue, followSequences } from '../../../src/engine/anytime';
import { CLASSES, countsOfClasses, type ClassCounts } from '../../../src/engine/attemptClass';
import { certify, certifyWith, rememberIntervals } from '../../../src/engine/certificate';
import { leastAttempts } from '../../../src/engine/certifiable';
import { familyTail, type ProportionInterval } from '../../../src/engine/clopperPearson';
import { confidenceSequence, sequenceError } from '../../../src/engine/confidenceSequence';
import { crossfitAlwaysRestart, crossfitValue, type CrossfitAttempt } from '../../../src/engine/crossfit';
import { conformalAllowance, falseKillLaw, pacAllowance, pacLeastSuccesses, paperAllowance } from '../../../src/engine/falseKill';
import { jointEvidence, jointInterval } from '../../../src/engine/jointSequence';
import { sliderFamily } from '../../../src/engine/sliderFamily';
import { countTraces, startedPrefix } from '../../../src/engine/startOrder';
import { boundDecision } from '../../../src/engine/worstCase';
import type { GoldenInputs } from '../goldenFile';
import { toList, toNumber, toRecord, toTrace } from '../goldenValues';
import type { QuantityTable } from '../quantityTable';

export const unknownQuantities: QuantityTable = {
  'x.allowed_classes': (inputs) => ({
    classes: classesIn(allowedClasses(toAttempt(inputs.value('attempt')), placeOf(inputs))).map((index) => CLASSES[index]?.name),
  }),
  'x.worst_case': computeWorstCase,
  'x.start_order': computeStartOrder,
  'x.confidence_sequence': (inputs) => ({ interval: toPair(confidenceSequence(inputs.number('x'), inputs.number('n'), inputs.number('delta'))) }),
  'x.anytime': computeAnytime,
  'x.anytime_least_n': (inputs) => ({ n: anytimeLeastForContinue(inputs.number('alpha'), inputs.number('M')) }),
  'x.joint_sequence': computeJoint,
  'x.slider': computeSlider,
  'x.false_kill': computeFalseKill,
  'x.pac_n': (inputs) => ({ n: pacLeastSuccesses(inputs.number('b'), inputs.number('rho'), inputs.number('delta')) }),
  'x.crossfit': computeCrossfit,
};

const KINDS: Readonly<Record<string, 'outcome' | 'success'>> = { outcome: 'outcome', time: 'success' };

function toAttempt(value: unknown): KnownAttempt {
  if (Array.isArray(value)) return { kind: 'trace', trace: toTrace(value) };
  const { unknown, end } = toRecord(value);
  const kind = KINDS[String(unknown)];
  return kind === undefined ? { kind: 'all' } : { kind, end: toNumber(end) };
}

function placeOf(inputs: GoldenInputs): { readonly t: number; readonly budget: number } {
  return { t: inputs.number('t'), budget: inputs.number('B') };
}

function computeWorstCase(inputs: GoldenInputs): unknown {
  const intervalOf = rememberIntervals(familyTail(inputs.number('alpha'), inputs.number('M')));
  const { unknown, ends, verdict, level, atRandom, leastLabels } = boundDecision(inputs.list('attempts').map(toAttempt), placeOf(inputs), intervalOf);
  return {
    unknown,
    ends: { L_R: ends.restartLow, U_R: ends.restartHigh, L_C: ends.continueLow, U_C: ends.continueHigh },
    verdict,
    level,
    at_random: { n: atRandom.n, n_live: atRandom.nLive, x_cont: atRandom.xContinue, x_restart: atRandom.xRestart },
    least_labels: leastLabels,
  };
}

function computeStartOrder(inputs: GoldenInputs): unknown {
  const at = placeOf(inputs);
  const attempts = inputs.list('attempts').map((item) => {
    const [start, T, E, seen] = toList(item);
    return { start: toNumber(start), trace: toTrace([T, E, seen]) };
  });
  const { prefix, setAside, open } = startedPrefix(attempts, at);
  const counts = countsOfClasses(countTraces(prefix.flatMap((index) => attempts[index]?.trace ?? []), at));
  const delta = sequenceError(inputs.number('alpha'), inputs.number('M'));
  const { verdict } = certifyWith(counts, (x, n) => confidenceSequence(x, n, delta));
  return {
    prefix,
    n: counts.n,
    n_live: counts.nLive,
    x_cont: counts.xContinue,
    x_restart: counts.xRestart,
    set_aside: setAside.length,
    open: open.length,
    complete: open.length === 0,
    anytime: counts.nLive === 0 ? 'not_reached' : verdict,
  };
}

function computeAnytime(inputs: GoldenInputs): unknown {
  const classes = inputs.list('classes').map((name) => CLASSES.findIndex((one) => one.name === name));
  const state = followSequences(classes, inputs.number('alpha'), inputs.number('M'));
  return {
    n: state.n,
    n_live: state.nLive,
    cont: toPair(state.continue),
    restart: toPair(state.restart),
    cont_running: toPair(state.running.continue),
    restart_running: toPair(state.running.restart),
    empty: state.isEmpty,
    first: state.first === null ? null : [state.first.n, state.first.direction],
  };
}

function computeJoint(inputs: GoldenInputs): unknown {
  const [early = 0, ended = 0, both = 0, late = 0, fail = 0] = inputs.numbers('counts');
  const counts: ClassCounts = [early, ended, both, late, fail];
  const design = { alpha: inputs.number('alpha'), family: inputs.number('M'), armsOverlap: inputs.value('overlap') === true };
  const { logRestart, logContinue, threshold, verdict } = jointEvidence(counts, design);
  const interval = jointInterval(counts, design);
  return { log_e_restart: logRestart, log_e_continue: logContinue, threshold, decision: verdict ?? 'not_reached', interval: interval === null ? null : toPair(interval) };
}

function computeSlider(inputs: GoldenInputs): unknown {
  const [cells, alpha] = [inputs.number('cells'), inputs.number('alpha')];
  const family = sliderFamily(cells, { times: inputs.numbers('times'), budgets: inputs.numbers('budgets') }, alpha);
  const [n = 0, nLive = 0, xContinue = 0, xRestart = 0] = inputs.numbers('check');
  const certificate = certify({ n, nLive, xContinue, xRestart }, family.tail);
  const least = leastAttempts(alpha, family.equivalent);
  return {
    pairs: family.pairs,
    restart_intervals: family.restartIntervals,
    M_pairs: cells * family.pairs,
    intervals: family.intervals,
    M_equivalent: family.equivalent,
    tail: family.tail,
    continue_n: least.continue,
    restart_n: least.restart?.n ?? null,
    decision: nLive === 0 ? 'not_reached' : certificate.verdict,
    cont: toPair(certificate.continue),
    restart: toPair(certificate.restart),
  };
}

function computeFalseKill(inputs: GoldenInputs): unknown {
  const [n, rho, delta] = [inputs.number('n'), inputs.number('rho'), inputs.number('delta')];
  const allowances = { conformal: conformalAllowance(n, rho), paper: paperAllowance(n, rho), pac: pacAllowance(n, rho, delta) };
  const laws = Object.entries(allowances).map(([name, b]) => {
    const { mean, upper95, above } = falseKillLaw(b, n, rho);
    return [name, { mean, upper95, p_above: above }] as const;
  });
  return { b_conformal: allowances.conformal, b_paper: allowances.paper, b_pac: allowances.pac, ...Object.fromEntries(laws) };
}

function computeCrossfit(inputs: GoldenInputs): unknown {
  const groups = new Map(inputs.entries('group'));
  const tasks = inputs.list('tasks').map((task) =>
    toList(task).map((row): CrossfitAttempt<unknown> => {
      const [observed, live, continued, restarted] = toList(row);
      return { observed, isLive: live === 1, continued: continued === 1 ? 1 : 0, restarted: restarted === 1 ? 1 : 0 };
    }),
  );
  const valueBy = (classOf: (observed: unknown) => unknown): unknown => {
    const value = crossfitValue(tasks.map((task) => task.map((row) => ({ ...row, observed: classOf(row.observed) }))));
    return value === null ? null : { in_sample: value.inSample, held_out: value.heldOut };
  };
  const counted = tasks.filter((task) => task.length > 1).length;
  return {
    J: counted,
    skipped: tasks.length - counted,
    Z: valueBy((observed) => observed),
    G: valueBy((observed) => groups.get(String(observed))),
    constant: valueBy(() => 'all'),
    always_restart: crossfitAlwaysRestart(tasks),
  };
}

function toPair({ low, high }: ProportionInterval): readonly [number, number] {
  return [low, high];
}
