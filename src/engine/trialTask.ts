import { alarmAt, courseOf, type Course, type TrialAttempt, type TrialRules } from './trialAttempt';

/** What is counted of a task under a trial's rules: means over its attempts. */
export const TRIAL_STATISTICS = [
  // Success of the three policies within the budget.
  'successContinue', 'successFixed', 'successMonitor',
  'fixedMinusContinue', 'monitorMinusContinue', 'monitorMinusFixed',
  // Spend on the axis, charges included, and the charges alone.
  'spendContinue', 'spendFixed', 'spendMonitor', 'checksMonitor', 'resetsFixed', 'resetsMonitor',
  // Attempts that were restarted, and what an error-free choice among exactly these would have gained.
  'stoppedFixed', 'stoppedMonitor', 'ceilingFixed', 'ceilingMonitor',
  // Action value: restarting those stopped against letting them go on, without charges for questions.
  'actionFixed', 'actionMonitor', 'lostToChecks',
  // Regret of acting on every stop of the task, and of ignoring every one.
  'actRegretFixed', 'ignoreRegretFixed', 'actRegretMonitor', 'ignoreRegretMonitor',
  // Alarms against what continuing would have come to.
  'failing', 'succeeding', 'alarmedFailing', 'alarmedSucceeding',
] as const;
export type TrialStatistic = (typeof TRIAL_STATISTICS)[number];

/** One value for each statistic, in the order of `TRIAL_STATISTICS`, and after them three for each decision time: live, live and failing, ceiling. */
export type TrialMeasures = Float64Array;

/** Numbers per decision time in `TrialMeasures`. */
export const PER_TIME = 3;

/** A task of a trial with everything that does not change when its attempts are drawn anew. */
export interface TrialTask {
  readonly attempts: readonly TrialAttempt[];
  /** Fills the measures for how often each attempt was drawn (as long as `attempts`). */
  measure(counts: ArrayLike<number>): TrialMeasures;
}

/**
 * Prepares a task of two or more attempts. A restarted attempt is followed by each of the task's *other* attempts with equal
 * chance, which gets what is left and is neither watched nor stopped. Where attempts are drawn anew and nothing but copies of one was drawn,
 * the task's other attempts follow it.
 *
 * Measuring costs a pass over attempts for each of two stopping rules and each decision time.
 *
 * Source: paper A, section 7.4 and eqs 4, 8, 10; MATH.md 1.6.
 */
export function prepareTask(attempts: readonly TrialAttempt[], rules: TrialRules, times: readonly number[]): TrialTask {
  if (attempts.length < 2) throw new RangeError('A task needs two attempts, so that another one can follow a restart.');
  const donors = new Donors(attempts);
  const { budget, charges } = rules;
  const free = { budget, checkCharge: 0, resetCharge: charges.reset };
  const goOn = attempts.map((attempt) => courseOf(attempt, null, free));
  const stopAll = (at: number | null): readonly Arm[] => attempts.map((attempt, i) => donors.arm(i, courseOf(attempt, at, free)));
  const fixed = stopAll(rules.fixedTime);
  const monitor = attempts.map((attempt, i) => donors.arm(i, courseOf(attempt, alarmAt(attempt, rules.threshold), { ...free, checkCharge: charges.check })));
  const atTimes = times.map(stopAll);
  const measure = (counts: ArrayLike<number>): TrialMeasures => {
    const measures = new Float64Array(TRIAL_STATISTICS.length + PER_TIME * times.length);
    const drawn = donors.draw(counts);
    const total = addUp(counts);
    const mean = (of: (i: number) => number): number => addUp(counts, of) / total;
    const put = (values: Readonly<Partial<Record<TrialStatistic, number>>>): void => {
      TRIAL_STATISTICS.forEach((name, at) => {
        const value = values[name];
        if (value !== undefined) measures[at] = value;
      });
    };
    const solved = (i: number): number => Number(goOn[i]?.isSolved === true);
    const successContinue = mean(solved);
    const fixedArm = measureArm(fixed, { drawn, mean, solved });
    const monitorArm = measureArm(monitor, { drawn, mean, solved });
    put({
      successContinue,
      successFixed: fixedArm.success,
      successMonitor: monitorArm.success,
      fixedMinusContinue: fixedArm.success - successContinue,
      monitorMinusContinue: monitorArm.success - successContinue,
      monitorMinusFixed: monitorArm.success - fixedArm.success,
      spendContinue: mean((i) => goOn[i]?.used ?? 0),
      spendFixed: fixedArm.spend,
      spendMonitor: monitorArm.spend,
      checksMonitor: mean((i) => monitor[i]?.course.checks ?? 0),
      resetsFixed: mean((i) => fixed[i]?.course.reset ?? 0),
      resetsMonitor: mean((i) => monitor[i]?.course.reset ?? 0),
      stoppedFixed: fixedArm.stopped,
      stoppedMonitor: monitorArm.stopped,
      ceilingFixed: fixedArm.ceiling,
      ceilingMonitor: monitorArm.ceiling,
      actionFixed: fixedArm.action,
      actionMonitor: monitorArm.action,
      lostToChecks: successContinue + monitorArm.action - monitorArm.success,
      actRegretFixed: Math.max(0, -fixedArm.action),
      ignoreRegretFixed: Math.max(0, fixedArm.action),
      actRegretMonitor: Math.max(0, -monitorArm.action),
      ignoreRegretMonitor: Math.max(0, monitorArm.action),
      failing: mean((i) => 1 - solved(i)),
      succeeding: successContinue,
      alarmedFailing: monitorArm.stoppedFailing,
      alarmedSucceeding: monitorArm.stoppedSolved,
    });
    atTimes.forEach((arms, time) => {
      const arm = measureArm(arms, { drawn, mean, solved });
      measures.set([arm.stopped, arm.stoppedFailing, arm.ceiling], TRIAL_STATISTICS.length + PER_TIME * time);
    });
    return measures;
  };
  return { attempts, measure };
}

/** An attempt under a stopping rule: its course, and how far the others' sorted times lie within what it leaves. */
interface Arm {
  readonly attempt: number;
  readonly course: Course;
  /** Of the attempts sorted by first verified position, and by end, how many lie within what is left; 0 when nothing was stopped. */
  readonly solvedWithin: number;
  readonly endedWithin: number;
}

interface ArmContext {
  readonly drawn: Drawn;
  readonly mean: (of: (i: number) => number) => number;
  readonly solved: (i: number) => number;
}

function measureArm(arms: readonly Arm[], { drawn, mean, solved }: ArmContext): { readonly success: number; readonly spend: number; readonly stopped: number; readonly stoppedSolved: number; readonly stoppedFailing: number; readonly action: number; readonly ceiling: number } {
  const after = arms.map((arm) => (arm.course.left === null ? null : drawn.follow(arm)));
  return {
    success: mean((i) => after[i]?.success ?? Number(arms[i]?.course.isSolved === true)),
    spend: mean((i) => {
      const course = arms[i]?.course;
      return course === undefined ? 0 : course.used + course.checks + course.reset + (after[i]?.spend ?? 0);
    }),
    stopped: mean((i) => Number(after[i] !== null)),
    stoppedSolved: mean((i) => (after[i] === null ? 0 : solved(i))),
    // Counted, not subtracted: a share of all must come out as 1.
    stoppedFailing: mean((i) => (after[i] === null ? 0 : 1 - solved(i))),
    action: mean((i) => (after[i] ? after[i].success - solved(i) : 0)),
    ceiling: mean((i) => (after[i] ? after[i].success * (1 - solved(i)) : 0)),
  };
}

/** Draws of attempts that may follow a restart. */
interface Drawn {
  follow(arm: Arm): { readonly success: number; readonly spend: number };
}

/** A task's attempts, sorted once, so that what follows a restart is counted by prefix sums. */
class Donors {
  private readonly bySolved: readonly number[];
  private readonly byEnded: readonly number[];
  /** Sums when each attempt is there once. */
  private readonly whole: Prefixes;

  constructor(private readonly attempts: readonly TrialAttempt[]) {
    const indices = attempts.map((_, i) => i);
    const position = (at: (attempt: TrialAttempt) => number, i: number): number => at(attempts[i] ?? { solvedAt: Infinity, endedAt: Infinity, checks: [], scores: [] });
    this.bySolved = [...indices].sort((a, b) => compare(position((t) => t.solvedAt, a), position((t) => t.solvedAt, b)));
    this.byEnded = [...indices].sort((a, b) => compare(position((t) => t.endedAt, a), position((t) => t.endedAt, b)));
    this.whole = this.prefixes(attempts.map(() => 1));
  }

  arm(attempt: number, course: Course): Arm {
    const { left } = course;
    const within = (of: (attempt: TrialAttempt) => number): number => (left === null ? 0 : this.attempts.filter((other) => of(other) <= left).length);
    return { attempt, course, solvedWithin: within((other) => other.solvedAt), endedWithin: within((other) => other.endedAt) };
  }

  draw(counts: ArrayLike<number>): Drawn {
    const own = this.prefixes(counts);
    const total = addUp(counts);
    return {
      follow: (arm) => {
        const count = counts[arm.attempt] ?? 0;
        return total > count ? this.meanOver(own, arm, { total, count }) : this.meanOver(this.whole, arm, { total: this.attempts.length, count: 1 });
      },
    };
  }

  private meanOver({ solved, ended, endedSum }: Prefixes, { attempt, course, solvedWithin, endedWithin }: Arm, { total, count }: { readonly total: number; readonly count: number }): { readonly success: number; readonly spend: number } {
    const left = course.left ?? 0;
    const self = this.attempts[attempt];
    const others = total - count;
    const success = (solved[solvedWithin] ?? 0) - (self && self.solvedAt <= left ? count : 0);
    const spend = (endedSum[endedWithin] ?? 0) + left * (total - (ended[endedWithin] ?? 0)) - count * Math.min(self?.endedAt ?? left, left);
    return { success: success / others, spend: spend / others };
  }

  /** Sums of counts over the first k attempts in each order; `endedSum` weighs by the end. */
  private prefixes(counts: ArrayLike<number>): Prefixes {
    const solved = new Float64Array(this.attempts.length + 1);
    const ended = new Float64Array(this.attempts.length + 1);
    const endedSum = new Float64Array(this.attempts.length + 1);
    this.bySolved.forEach((i, k) => (solved[k + 1] = (solved[k] ?? 0) + (counts[i] ?? 0)));
    this.byEnded.forEach((i, k) => {
      const at = this.attempts[i]?.endedAt ?? Infinity;
      const count = counts[i] ?? 0;
      ended[k + 1] = (ended[k] ?? 0) + count;
      // Attempts that end within nothing are never asked for: no sum may meet them.
      endedSum[k + 1] = (endedSum[k] ?? 0) + (at === Infinity ? 0 : count * at);
    });
    return { solved, ended, endedSum };
  }
}

interface Prefixes {
  readonly solved: Float64Array;
  readonly ended: Float64Array;
  readonly endedSum: Float64Array;
}

function addUp(counts: ArrayLike<number>, of: (i: number) => number = () => 1): number {
  let sum = 0;
  for (let i = 0; i < counts.length; i++) {
    const count = counts[i] ?? 0;
    if (count > 0) sum += count * of(i);
  }
  return sum;
}

function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
