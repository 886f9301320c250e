import assert from 'node:assert/strict';
import { seededRandom, type RandomStream } from '../../../src/engine/random';
import { alarmAt, courseOf, watchedThrough, type TrialAttempt, type TrialRules } from '../../../src/engine/trialAttempt';
import { meanMeasures, percentileRange, resampleTrial } from '../../../src/engine/trialRange';
import { chooseFixedTime, chooseThreshold, falseKillThreshold } from '../../../src/engine/trialSelection';
import { PER_TIME, prepareTask, TRIAL_STATISTICS, type TrialMeasures, type TrialStatistic } from '../../../src/engine/trialTask';

const BUDGET = 10;

function randomAttempt(random: RandomStream): TrialAttempt {
  const solvedAt = random.below(2) === 0 ? 1 + random.below(BUDGET) : Infinity;
  const endedAt = solvedAt < Infinity ? solvedAt : random.below(2) === 0 ? 1 + random.below(BUDGET) : Infinity;
  const checks = Array.from({ length: BUDGET }, (_, i) => i + 1).filter(() => random.below(3) > 0);
  return { solvedAt, endedAt, checks, scores: checks.map(() => random.below(5) / 4) };
}

function randomTask(random: RandomStream): readonly TrialAttempt[] {
  return Array.from({ length: 2 + random.below(4) }, () => randomAttempt(random));
}

interface Played {
  readonly success: number;
  readonly spend: number;
}

/** One call after the other, paying for each, and every other attempt of the task in turn after a restart. */
function play(task: readonly TrialAttempt[], i: number, others: readonly number[], { stop, check, reset }: { readonly stop: number | null; readonly check: number; readonly reset: number }): Played {
  const attempt = task[i];
  assert.ok(attempt);
  let left = BUDGET;
  for (let call = 1; left >= 1; call++) {
    left -= 1;
    if (attempt.solvedAt === call) return { success: 1, spend: BUDGET - left };
    if (attempt.endedAt === call) return { success: 0, spend: BUDGET - left };
    if (call === BUDGET) return { success: 0, spend: BUDGET };
    left -= check * attempt.checks.filter((position) => position === call).length;
    if (left < 0) return { success: 0, spend: BUDGET };
    if (call !== stop) continue;
    left -= reset;
    if (left < 0) return { success: 0, spend: BUDGET };
    const runs = others.map((k): Played => {
      const other = task[k];
      assert.ok(other);
      for (let at = 1; at <= left; at++) {
        if (other.solvedAt === at) return { success: 1, spend: BUDGET - left + at };
        if (other.endedAt === at) return { success: 0, spend: BUDGET - left + at };
      }
      return { success: 0, spend: BUDGET };
    });
    return { success: mean(runs.map((run) => run.success)), spend: mean(runs.map((run) => run.spend)) };
  }
  return { success: 0, spend: BUDGET };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function of(measures: TrialMeasures | null, name: TrialStatistic): number {
  return measures?.[TRIAL_STATISTICS.indexOf(name)] ?? NaN;
}

function ones(task: readonly TrialAttempt[]): readonly number[] {
  return task.map(() => 1);
}

function measure(task: readonly TrialAttempt[], rules: Partial<TrialRules>, times: readonly number[] = []): TrialMeasures {
  return prepareTask(task, { budget: BUDGET, fixedTime: null, threshold: null, charges: { check: 0, reset: 0 }, ...rules }, times).measure(ones(task));
}

function near(actual: number, expected: number, words: string): void {
  assert.ok(Math.abs(actual - expected) < 1e-12, `${words}: ${actual} instead of ${expected}`);
}

describe('the policies of a trial', () => {
  it('come to what playing every call and every follower comes to, with charges and with attempts drawn several times', () => {
    const random = seededRandom(11);
    for (let round = 0; round < 400; round++) {
      const task = randomTask(random);
      const rules: TrialRules = { budget: BUDGET, fixedTime: random.below(4) === 0 ? null : 1 + random.below(BUDGET - 1), threshold: random.below(5) === 0 ? null : random.below(5) / 4, charges: { check: [0, 0.25, 1, 2.5][random.below(4)] ?? 0, reset: [0, 0.5, 1, 4][random.below(4)] ?? 0 } };
      const counts = round % 2 === 0 ? ones(task) : task.map(() => random.below(3));
      if (counts.every((count) => count === 0)) continue;
      const measures = prepareTask(task, rules, []).measure(counts);
      const drawn = counts.flatMap((count, i) => new Array<number>(count).fill(i));
      const playAll = (stopOf: (attempt: TrialAttempt) => number | null, check: number, reset: number): readonly Played[] =>
        drawn.map((i) => {
          const followers = drawn.filter((k) => k !== i);
          return play(task, i, followers.length > 0 ? followers : task.map((_, k) => k).filter((k) => k !== i), { stop: stopOf(task[i] ?? randomAttempt(random)), check, reset });
        });
      const arms = { Continue: playAll(() => null, 0, 0), Fixed: playAll(() => rules.fixedTime, 0, rules.charges.reset), Monitor: playAll((attempt) => alarmAt(attempt, rules.threshold), rules.charges.check, rules.charges.reset) };
      for (const [name, played] of Object.entries(arms)) {
        near(of(measures, `success${name}` as TrialStatistic), mean(played.map(({ success }) => success)), `round ${round} success ${name}`);
        near(of(measures, `spend${name}` as TrialStatistic), mean(played.map(({ spend }) => spend)), `round ${round} spend ${name}`);
      }
    }
  });

  it('are the same for continuing and for a monitor that never alarms and costs nothing', () => {
    const random = seededRandom(12);
    for (let round = 0; round < 50; round++) {
      const measures = measure(randomTask(random), { threshold: null });
      near(of(measures, 'successMonitor'), of(measures, 'successContinue'), 'success');
      near(of(measures, 'spendMonitor'), of(measures, 'spendContinue'), 'spend');
      assert.deepEqual([of(measures, 'actionMonitor'), of(measures, 'ceilingMonitor'), of(measures, 'stoppedMonitor')], [0, 0, 0]);
    }
  });

  it('are the same for a fixed time and for a monitor that alarms then for every run', () => {
    const random = seededRandom(13);
    for (let round = 0; round < 50; round++) {
      const time = 1 + random.below(BUDGET - 1);
      const task = randomTask(random).map((attempt) => ({ ...attempt, checks: [time], scores: [1] }));
      const measures = measure(task, { fixedTime: time, threshold: 1, charges: { check: 0, reset: random.below(3) } });
      for (const what of ['success', 'spend', 'stopped', 'action', 'ceiling', 'actRegret'] as const) near(of(measures, `${what}Monitor`), of(measures, `${what}Fixed`), what);
    }
  });

  it('reach the ceiling of a time with a monitor that alarms then for exactly the runs that would fail', () => {
    const random = seededRandom(14);
    for (let round = 0; round < 50; round++) {
      const time = 1 + random.below(BUDGET - 1);
      const task = randomTask(random).map((attempt) => ({ ...attempt, checks: [time], scores: [attempt.solvedAt === Infinity ? 1 : 0] }));
      const measures = measure(task, { threshold: 1, fixedTime: time }, [time]);
      const ceiling = measures[TRIAL_STATISTICS.length + PER_TIME - 1] ?? NaN;
      near(of(measures, 'monitorMinusContinue'), ceiling, 'gain');
      near(of(measures, 'ceilingFixed'), ceiling, 'ceiling');
      assert.ok(ceiling >= of(measures, 'fixedMinusContinue') - 1e-12);
      near(measures[TRIAL_STATISTICS.length + 1] ?? NaN, of(measures, 'alarmedFailing'), 'live and failing');
      assert.equal(of(measures, 'alarmedSucceeding'), 0);
    }
  });

  it('succeed no more often and cost no less as charges rise', () => {
    const random = seededRandom(15);
    for (let round = 0; round < 100; round++) {
      const task = randomTask(random);
      const rules = { fixedTime: 1 + random.below(BUDGET - 1), threshold: random.below(5) / 4 };
      for (const kind of ['check', 'reset'] as const) {
        const ladder = [0, 0.1, 0.5, 1, 1.7, 3, 8, 20].map((charge) => measure(task, { ...rules, charges: { check: 0, reset: 0, [kind]: charge } }));
        for (let step = 1; step < ladder.length; step++) {
          for (const arm of ['Fixed', 'Monitor'] as const) {
            assert.ok(of(ladder[step] ?? null, `success${arm}`) <= of(ladder[step - 1] ?? null, `success${arm}`) + 1e-12, `${kind} success ${arm}`);
            assert.ok(of(ladder[step] ?? null, `spend${arm}`) >= of(ladder[step - 1] ?? null, `spend${arm}`) - 1e-12, `${kind} spend ${arm}`);
          }
        }
      }
    }
  });

  it('split the gain of a monitor into action value and what questions cost, and regret by eq 4', () => {
    const random = seededRandom(16);
    for (let round = 0; round < 100; round++) {
      const measures = measure(randomTask(random), { fixedTime: 4, threshold: 0.5, charges: { check: 0.5, reset: 1 } });
      near(of(measures, 'monitorMinusContinue'), of(measures, 'actionMonitor') - of(measures, 'lostToChecks'), 'gain');
      assert.ok(of(measures, 'lostToChecks') >= -1e-12);
      for (const arm of ['Fixed', 'Monitor'] as const) near(of(measures, `actRegret${arm}`) - of(measures, `ignoreRegret${arm}`), -of(measures, `action${arm}`), 'regrets');
      assert.ok(of(measures, 'ceilingMonitor') >= of(measures, 'actionMonitor') - 1e-12);
    }
  });

  it('refuse a task of one attempt', () => {
    assert.throws(() => measure([{ solvedAt: 1, endedAt: 1, checks: [], scores: [] }], {}), /two attempts/);
  });
});

describe('an attempt of a trial', () => {
  it('is none when it was not watched through the budget', () => {
    assert.equal(watchedThrough({ T: null, E: null, H: 9 }, 10), null);
    assert.deepEqual(watchedThrough({ T: null, E: null, H: 10 }, 10), { solvedAt: Infinity, endedAt: Infinity });
    assert.deepEqual(watchedThrough({ T: 12, E: null, H: 30 }, 10), { solvedAt: Infinity, endedAt: Infinity });
    assert.deepEqual(watchedThrough({ T: null, E: 4, H: 5 }, 10), { solvedAt: Infinity, endedAt: 4 });
    assert.deepEqual(watchedThrough({ T: 4, E: 4, H: 5 }, 10), { solvedAt: 4, endedAt: 4 });
  });

  it('is not stopped at its own end, and what questions leave is cut to the budget', () => {
    const attempt: TrialAttempt = { solvedAt: 6, endedAt: 6, checks: [2, 4, 6], scores: [0, 0, 1] };
    const charges = { budget: 10, checkCharge: 0, resetCharge: 0 };
    assert.equal(courseOf(attempt, 6, charges).left, null);
    assert.deepEqual(courseOf(attempt, 5, { ...charges, checkCharge: 1, resetCharge: 9 }), { used: 5, checks: 2, reset: 3, left: 0, isSolved: false });
    assert.deepEqual(courseOf(attempt, null, { ...charges, checkCharge: 2 }), { used: 6, checks: 4, reset: 0, left: null, isSolved: true });
    assert.deepEqual(courseOf(attempt, null, { ...charges, checkCharge: 2.5 }), { used: 5, checks: 5, reset: 0, left: null, isSolved: false });
  });
});

describe('calibration of a trial', () => {
  const random = seededRandom(17);
  const tasks = Array.from({ length: 7 }, () => randomTask(random));
  const charges = { check: 0.25, reset: 1 };
  const success = (rules: Partial<TrialRules>, name: TrialStatistic): number => mean(tasks.map((task) => of(measure(task, { charges, ...rules }), name)));

  it('finds the best fixed time of all, of equal ones the longest', () => {
    const values = [...Array.from({ length: BUDGET - 1 }, (_, i) => i + 1), null].map((fixedTime) => ({ fixedTime, value: success({ fixedTime }, 'successFixed') }));
    const best = Math.max(...values.map(({ value }) => value));
    const chosen = chooseFixedTime({ tasks, budget: BUDGET, charges });
    assert.equal(chosen?.value, values.filter(({ value }) => value >= best - 1e-12).at(-1)?.fixedTime);
    near(chosen?.success ?? NaN, best, 'success');
  });

  it('finds the best threshold of all, of equal ones the highest', () => {
    const values = [0, 0.25, 0.5, 0.75, 1, null].map((threshold) => ({ threshold, value: success({ threshold }, 'successMonitor') }));
    const best = Math.max(...values.map(({ value }) => value));
    const chosen = chooseThreshold({ tasks, budget: BUDGET, charges });
    near(chosen?.success ?? NaN, best, 'success');
    assert.equal(chosen?.value, values.filter(({ value }) => value >= best - 1e-12).at(-1)?.threshold);
  });

  it('lets a monitor alone that only stops runs on their way to success', () => {
    const harmful = [3, 5, 7].map((solvedAt): TrialAttempt => ({ solvedAt, endedAt: solvedAt, checks: [2], scores: [0.9] }));
    assert.equal(chooseThreshold({ tasks: [harmful], budget: 8, charges: { check: 0, reset: 0 } })?.value, null);
    assert.equal(chooseFixedTime({ tasks: [harmful], budget: 8, charges: { check: 0, reset: 0 } })?.value, null);
    assert.equal(chooseFixedTime({ tasks: [], budget: 8, charges }), null);
  });

  it('allows 4 of 90 successes and 3 of 74 to be stopped at 5 %', () => {
    const runs = (count: number): readonly (readonly number[])[] => Array.from({ length: count }, (_, i) => [i / count, 0]);
    assert.deepEqual([falseKillThreshold(runs(90), 0.05).allowed, falseKillThreshold(runs(74), 0.05).allowed], [4, 3]);
    assert.equal(falseKillThreshold(runs(90), 0.05).stopped, 4);
    assert.deepEqual(falseKillThreshold([[], []], 0.05), { runs: 0, allowed: 0, threshold: null, stopped: 0 });
  });
});

describe('the range of a trial', () => {
  it('is centred on the estimate, since followers are drawn from the same resample', () => {
    const random = seededRandom(18);
    const tasks = Array.from({ length: 3 }, () => prepareTask(randomTask(random), { budget: BUDGET, fixedTime: 3, threshold: 0.5, charges: { check: 0, reset: 0 } }, []));
    const work = resampleTrial({ tasks, seed: 1, replicates: 20_000 });
    let step = work.next();
    while (step.done !== true) step = work.next();
    const estimates = meanMeasures(tasks);
    for (const name of ['successContinue', 'successFixed', 'successMonitor', 'monitorMinusFixed', 'spendMonitor'] as const) {
      const replicates: Float64Array = step.value[TRIAL_STATISTICS.indexOf(name)] ?? new Float64Array();
      const range = percentileRange(replicates);
      assert.equal(replicates.length, 20_000);
      // Five standard errors of a mean of values that spread over at most the budget, or over 2 for shares.
      const slack = (5 * (name === 'spendMonitor' ? BUDGET : 2)) / Math.sqrt(20_000) / 2;
      assert.ok(Math.abs(mean([...replicates]) - of(estimates, name)) < slack, name);
      assert.ok(range !== null && range.low <= of(estimates, name) && of(estimates, name) <= range.high && range.undefinedShare === 0);
    }
  });

  it('is what listing every resample gives, for two attempts of one task', () => {
    // Stopped at 1, attempt a is followed by b and b by a: b is verified at 4, a never.
    const task = prepareTask([{ solvedAt: Infinity, endedAt: Infinity, checks: [1], scores: [1] }, { solvedAt: 4, endedAt: 4, checks: [1], scores: [1] }], { budget: 10, fixedTime: null, threshold: 1, charges: { check: 0, reset: 0 } }, []);
    const work = resampleTrial({ tasks: [task], seed: 5, replicates: 4_000 });
    let step = work.next();
    while (step.done !== true) step = work.next();
    const gains = [...(step.value[TRIAL_STATISTICS.indexOf('monitorMinusContinue')] ?? [])];
    // Both a: +1; both b: -1; one of each: 0, in half of the resamples.
    const share = (value: number): number => gains.filter((gain) => gain === value).length / gains.length;
    for (const [value, expected] of [[1, 0.25], [-1, 0.25], [0, 0.5]] as const) assert.ok(Math.abs(share(value) - expected) < 0.04, `${value}: ${share(value)}`);
  });
});
