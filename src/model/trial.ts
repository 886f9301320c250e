// A prospective test of a monitor: what is frozen, and what an evaluation came to. Both are plain data; the evaluation is the answer of
// `trial evaluate --json` and part of the command line's stable contract.

import type { Axis, Estimand, Plan } from './plan';
import type { AuditResult } from './results';
import type { IndexedIdentity } from './seal';
import type { Probability, Usd } from './units';

export const TRIAL_SETS = ['held-out', 'after-freeze'] as const;
/** Which attempts are evaluated: those on tasks outside the calibration, or those that surely started after the freeze. */
export type TrialSet = (typeof TRIAL_SETS)[number];

/** Tasks drawn for calibration, and those kept from it. */
export interface TrialSplit {
  readonly seed: number;
  /** Share of tasks asked for. */
  readonly share: Probability;
  /** Sorted. */
  readonly calibration: readonly string[];
  readonly heldOut: readonly string[];
}

/** How the threshold was found on the calibration tasks. */
export type ThresholdRule =
  | { readonly kind: 'best-success' }
  /** At most this share of the successful calibration attempts is stopped. */
  | { readonly kind: 'false-kills'; readonly share: Probability }
  | { readonly kind: 'stated' };

/** Charges in units of the axis. */
export interface FrozenCharges {
  readonly check: number;
  readonly reset: number;
  /** Dollars of a question over dollars of a call, both on the calibration tasks; null where the charge was stated or there is none. */
  readonly rate: { readonly usdPerCheck: Usd; readonly usdPerUnit: Usd } | null;
}

/** What the calibration tasks gave; nothing of any other task is in it. */
export interface CalibrationResult {
  readonly tasks: number;
  readonly attempts: number;
  /** Macro success on the calibration tasks themselves: chosen there, so optimistic. */
  readonly success: { readonly continue: number; readonly fixedTime: number; readonly monitor: number };
  /** Candidates that the time and the threshold were chosen among; null where they were stated. */
  readonly candidates: { readonly times: number | null; readonly thresholds: number | null };
  /** Shares of failing and of succeeding attempts that the frozen monitor stops; null where there are none. */
  readonly alarmRates: AlarmRates;
}

export interface AlarmRates {
  readonly amongFailing: number | null;
  readonly amongSucceeding: number | null;
}

/** Everything that decides in the trial. */
export interface TrialRule {
  readonly monitor: string;
  /** Null: it never alarms. */
  readonly threshold: number | null;
  readonly thresholdRule: ThresholdRule;
  /** Null: never. */
  readonly fixedTime: number | null;
  readonly fixedTimeRule: 'best-success' | 'stated';
  readonly charges: FrozenCharges;
  /** One clean restart with what is left; the fresh attempt is neither asked about nor stopped. */
  readonly reset: 'clean-once';
  readonly calibration: CalibrationResult;
}

/** The file of a trial. Split first, so that a monitor may be trained on the calibration tasks; then frozen. */
export interface TrialFile {
  readonly schema: 'restart-lens/trial@1';
  /** ISO time in UTC of the last stage. */
  readonly written: string;
  /** Settled: B and estimand are filled in once the rule is frozen. */
  readonly plan: Plan;
  readonly planHash: string;
  readonly runtime: { readonly name: string; readonly identity: string };
  readonly split: TrialSplit;
  /** Null: split only. */
  readonly rule: TrialRule | null;
  /** Attempts of the runtime that were there already, sorted by id; no outcome. */
  readonly indexed: readonly IndexedIdentity[];
  readonly engineVersion: string;
  /** SHA-256 of everything above. */
  readonly seal: string;
}

/** One number of an evaluation, with what it rests on. */
export interface TrialMeasure {
  /** Null: not estimable, for the reason. */
  readonly value: number | null;
  readonly notEstimable: string | null;
  /** Null: there is none (one task, or no replicate). */
  readonly interval: { readonly kind: 'resampling range'; readonly low: number; readonly high: number; readonly level: Probability; readonly replicates: number; /** Share of replicates in which the number does not exist; they are left out. */ readonly undefinedShare: number } | null;
  readonly tasks: number;
  readonly attempts: number;
}

export interface PolicyMeasures {
  readonly continue: TrialMeasure;
  readonly fixedTime: TrialMeasure;
  readonly monitor: TrialMeasure;
}

/** What could be won at a decision time. Shares of attempts, means over tasks. */
export interface TrialOpportunity {
  readonly t: number;
  readonly live: TrialMeasure;
  readonly liveFailing: TrialMeasure;
  /** Gain of restarting at t exactly those that would fail. */
  readonly ceiling: TrialMeasure;
  /** Tasks with a live attempt that fails and a restart that has succeeded within what is left. */
  readonly tasksWithBoth: number;
}

/** Stops of one rule. */
export interface StopMeasures {
  readonly stopped: TrialMeasure;
  /** Gain of stopping, among the same, only those that would fail. */
  readonly ceiling: TrialMeasure;
  /** Restart minus continue over those stopped, without charges for questions. */
  readonly actionValue: TrialMeasure;
  /** Lost by acting in tasks where ignoring every stop is better; by ignoring them where acting is. */
  readonly regretOfActing: TrialMeasure;
  readonly regretOfIgnoring: TrialMeasure;
}

export interface ReliabilityBin {
  readonly low: number;
  readonly high: number;
  readonly attempts: number;
  readonly tasks: number;
  /** Means over the attempts of the bin; null where there is none. */
  readonly meanScore: number | null;
  readonly failing: number | null;
}

export interface TrialTaskRow {
  readonly task: string;
  readonly cohort: string | null;
  readonly attempts: number;
  readonly stopped: { readonly fixedTime: number; readonly monitor: number };
  readonly success: { readonly continue: number; readonly fixedTime: number; readonly monitor: number };
  readonly spend: { readonly continue: number; readonly fixedTime: number; readonly monitor: number };
}

/** Why tasks or attempts are in no number of an evaluation. */
export type TrialAsideReason = AuditResult['excluded'][number]['reason'] | 'not-monitored' | 'not-watched' | 'one-attempt' | 'started-before' | 'calibration-task';

export interface TrialEvaluation {
  readonly schema: 'restart-lens/trial-evaluation@1';
  readonly trial: {
    readonly seal: string;
    readonly sealHolds: boolean;
    readonly written: string;
    readonly axis: Axis;
    readonly budget: number;
    readonly estimand: Estimand;
    readonly rule: TrialRule;
  };
  readonly evaluated: {
    readonly set: TrialSet;
    readonly runtime: string;
    /** Whether this is the runtime of the calibration. */
    readonly isTransfer: boolean;
    /** `replay`: what would have followed a restart is drawn from the task's other attempts; `restarts`: restarts were run. */
    readonly design: 'replay' | 'restarts';
    readonly tasks: number;
    readonly attempts: number;
    /** Of the attempts: surely started after the freeze; start not known. */
    readonly startedAfter: number;
    readonly startUnknown: number;
    readonly aside: readonly { readonly reason: TrialAsideReason; readonly attempts: number }[];
  };
  readonly opportunity: readonly TrialOpportunity[];
  readonly calibration: {
    readonly frozen: AlarmRates;
    readonly amongFailing: TrialMeasure;
    readonly amongSucceeding: TrialMeasure;
    /** Highest score while live against failing. */
    readonly reliability: readonly ReliabilityBin[];
  };
  readonly regret: { readonly fixedTime: StopMeasures; readonly monitor: StopMeasures };
  readonly success: PolicyMeasures & { readonly fixedMinusContinue: TrialMeasure; readonly monitorMinusContinue: TrialMeasure; readonly monitorMinusFixed: TrialMeasure; readonly lostToChecks: TrialMeasure };
  readonly cost: {
    /** On the axis, charges included. */
    readonly spend: PolicyMeasures;
    readonly checks: TrialMeasure;
    readonly resets: { readonly fixedTime: TrialMeasure; readonly monitor: TrialMeasure };
    /** Dollars of attempts and, for the monitor, of its questions. */
    readonly usd: PolicyMeasures;
  };
  /** Sorted by task, cohort. */
  readonly tasks: readonly TrialTaskRow[];
  readonly provenance: AuditResult['provenance'];
}
