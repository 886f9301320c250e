import { chooseCutoff } from './cutoffSelection';
import { alarmAt, courseOf, type TrialAttempt, type TrialCharges } from './trialAttempt';

/** Most candidates for a time or a threshold; of more, this many spread evenly by rank. */
export const MOST_CANDIDATES = 1_000;

export interface CalibrationDesign {
  /** Calibration tasks, each of two or more attempts. */
  readonly tasks: readonly (readonly TrialAttempt[])[];
  /** B, a whole number from 1. */
  readonly budget: number;
  readonly charges: TrialCharges;
}

export interface Chosen {
  /** Null: letting every run go on is at least as good as every candidate. */
  readonly value: number | null;
  /** Mean over the calibration tasks under the choice. */
  readonly success: number;
  readonly candidates: number;
}

/**
 * The position at which restarting whoever is live gives the best mean success over the calibration tasks; of equal ones the longest, and
 * none before any. Null without tasks. Cost: candidates x attempts squared within a task.
 *
 * Source: paper A, section 7.4; MATH.md 1.6.
 */
export function chooseFixedTime({ tasks, budget, charges }: CalibrationDesign): Chosen | null {
  const times = spread(Array.from({ length: budget - 1 }, (_, i) => i + 1));
  return choose({ tasks, candidates: times, never: budget, stopOf: () => (time) => time, courses: { budget, checkCharge: 0, resetCharge: charges.reset } });
}

/**
 * The threshold with the best mean success over the calibration tasks; of equal ones the highest, and never before any. Candidates are the values at
 * which an alarm of a live attempt moves. Null without tasks.
 *
 * Source: paper A, section 7.4; MATH.md 1.6.
 */
export function chooseThreshold({ tasks, budget, charges }: CalibrationDesign): Chosen | null {
  const records = new Set(tasks.flatMap((attempts) => attempts.flatMap(recordsOf)));
  const thresholds = spread([...records].sort((a, b) => a - b));
  return choose({ tasks, candidates: thresholds, never: ABOVE_EVERY_SCORE, stopOf: (attempt) => (threshold) => alarmAt(attempt, threshold), courses: { budget, checkCharge: charges.check, resetCharge: charges.reset } });
}

/** Scores end at 1. */
const ABOVE_EVERY_SCORE = 2;

interface Choice {
  readonly tasks: CalibrationDesign['tasks'];
  readonly candidates: readonly number[];
  /** Stands for no stop, above every candidate. */
  readonly never: number;
  readonly stopOf: (attempt: TrialAttempt) => (candidate: number) => number | null;
  readonly courses: Parameters<typeof courseOf>[2];
}

function choose({ tasks, candidates, never, stopOf, courses }: Choice): Chosen | null {
  const options = [...candidates, never];
  const values = tasks.map((attempts) => options.map((option) => meanSuccess(attempts, (attempt) => (option === never ? null : stopOf(attempt)(option)), courses)));
  const best = chooseCutoff({ cutoffs: options, values });
  return best === null ? null : { value: best.cutoff === never ? null : best.cutoff, success: best.mean, candidates: candidates.length };
}

function meanSuccess(attempts: readonly TrialAttempt[], stopOf: (attempt: TrialAttempt) => number | null, courses: Choice['courses']): number {
  let success = 0;
  for (const attempt of attempts) {
    const { left, isSolved } = courseOf(attempt, stopOf(attempt), courses);
    if (left === null) success += Number(isSolved);
    else success += attempts.filter((other) => other !== attempt && other.solvedAt <= left).length / (attempts.length - 1);
  }
  return success / attempts.length;
}

/** Scores of a live attempt above all before them: where its alarm moves as the threshold rises. */
function recordsOf({ checks, scores, endedAt }: TrialAttempt): readonly number[] {
  let highest = -Infinity;
  return scores.filter((score, i) => {
    if (score <= highest || (checks[i] ?? Infinity) >= endedAt) return false;
    highest = score;
    return true;
  });
}

function spread(values: readonly number[]): readonly number[] {
  if (values.length <= MOST_CANDIDATES) return values;
  return Array.from({ length: MOST_CANDIDATES }, (_, i) => values[Math.round((i * (values.length - 1)) / (MOST_CANDIDATES - 1))] ?? NaN);
}

export interface FalseKillThreshold {
  /** Successful runs with at least one score. */
  readonly runs: number;
  /** How many of them may be stopped. */
  readonly allowed: number;
  /** Just above the highest score of the first run that must not be stopped; null without such runs: never stop. */
  readonly threshold: number | null;
  readonly stopped: number;
}

/** Keeps the run that must not be stopped below the threshold. */
const STEP = 1e-9;

/**
 * The threshold that stops at most a share of the successful runs: their highest scores sorted falling, it lies just above number
 * floor(share x runs) + 1. Where all may be stopped it is 0. Runs without a score do not count. Ties may stop fewer.
 *
 * Example: 90 runs at 5 % allow 4, 74 allow 3.
 *
 * Source: paper C (2610.25525), calibration; MATH.md 3.
 */
export function falseKillThreshold(scores: readonly (readonly number[])[], share: number): FalseKillThreshold {
  const highest = scores.filter((run) => run.length > 0).map((run) => run.reduce((most, score) => Math.max(most, score), -Infinity)).sort((a, b) => b - a);
  const runs = highest.length;
  // The slack repairs products such as 0.29 x 100.
  const allowed = Math.floor(share * runs + STEP);
  const threshold = runs === 0 ? null : allowed >= runs ? 0 : (highest[allowed] ?? 0) + STEP;
  return { runs, allowed, threshold, stopped: threshold === null ? 0 : highest.filter((score) => score >= threshold).length };
}
