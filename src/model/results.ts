// The plain answers that `--json` prints. Shapes are the stable contract of the command line.
// Keys never depend on the data's order; arrays are sorted by the stated key.

import type { Basis, Limits, Outcome, TokenTotals } from './attempt';
import type { FormatName, TraceFormat } from './formats';
import type { Axis, DecisionFamily, DecisionRule, Estimand } from './plan';
import type { Problem } from './problem';
import type { SealSummary } from './seal';
import type { UnbiasedResult } from './unbiasedResult';

/** How a run ended. The five are disjoint. */
export type Ending = 'verified' | 'terminal' | 'censored' | 'excluded' | 'unknown';

export interface IndexAttempt {
  readonly id: string;
  readonly file: string;
  readonly locator: string;
  readonly format: TraceFormat;
  readonly formatVersion: string | null;
  readonly task: string | null;
  readonly repository: string | null;
  readonly cohort: string | null;
  readonly agent: string | null;
  readonly agentVersion: string | null;
  readonly model: string | null;
  readonly config: string | null;
  readonly runtime: string;
  readonly attempt: string;
  readonly started: string | null;
  readonly calls: number | null;
  readonly toolSteps: number | null;
  readonly toolCalls: number | null;
  readonly tokens: TokenTotals;
  readonly cost: number | null;
  readonly seconds: number | null;
  readonly exitStatus: string | null;
  readonly limits: Limits;
  readonly outcome: Outcome;
  readonly outcomeFile: string | null;
  readonly basis: Basis | null;
  readonly T: number | null;
  readonly E: number | null;
  readonly H: number | null;
  readonly U: number | null;
  readonly J: Ending;
  readonly problems: number;
  /** Sub-agents that hang under the attempt; their calls and tokens are in none of its figures. */
  readonly subAgents: number;
}

export interface IndexFile {
  readonly file: string;
  readonly format: FormatName | null;
  readonly records: number;
  readonly shown: number;
  readonly folded: number;
  readonly unreadable: number;
}

export interface IndexResult {
  readonly schema: 'restart-lens/index@1';
  /** Sorted by file, then locator. */
  readonly attempts: readonly IndexAttempt[];
  /** Sorted by file. */
  readonly files: readonly IndexFile[];
  /** Sorted by file, line, byte, code. */
  readonly problems: readonly Problem[];
  readonly totals: {
    readonly files: number;
    readonly attempts: number;
    /** Sub-agents that hang under attempts: they are no attempts. */
    readonly subAgents: number;
    readonly tasks: number;
    readonly runtimes: number;
    readonly resolved: number;
    readonly unresolved: number;
    readonly unknown: number;
    readonly excluded: number;
  };
}

export interface Interval {
  readonly estimate: number | null;
  readonly low: number;
  readonly high: number;
}

export type DecisionStatus = 'live' | 'not-reached' | 'horizon';
export type Verdict = 'restart' | 'continue' | 'abstain';

/**
 * How far a verdict carries over attempts that are unknown. `any`: it is certified under every completion of them; `at_random`:
 * on those known, so it holds if the rest is missing at random; `abstain`: neither.
 */
export type VerdictLevel = 'any' | 'at_random' | 'abstain';

/** What attempts without a known result could change: excluded ones without a verdict, running ones, those not watched long enough. */
export interface AuditWorstCase {
  /** Attempts of the cell that may fall into more than one class at t. */
  readonly unknown: number;
  /** Simultaneous bounds of the difference over every completion; without unknown attempts those of `difference`. */
  readonly difference: { readonly low: number; readonly high: number };
  readonly verdict: Verdict;
  readonly level: VerdictLevel;
  /** Fewest labels of unknown attempts that, turning out well, would give level `any`; 0: it is reached; null: none can. */
  readonly leastLabels: number | null;
}

/** What one rule makes of a live decision. */
export interface RuleVerdict {
  readonly verdict: Verdict;
  /** Whether some outcome of these attempts, with this nLive, could be certified by it. */
  readonly certifiable: { readonly restart: boolean; readonly continue: boolean };
}

/** The exact sign test, calibrated on the joint law of both arms. */
export interface SignVerdict extends RuleVerdict {
  /** p-value of the direction seen, at most 0.05 % too large; certified when not above alpha / (2M). Null: not computed. */
  readonly p: number | null;
  /** An upper bound of it: p itself where it was computed; 1 where the counts speak for neither action. */
  readonly pAtMost: number;
}

/**
 * What the bounds of a decision rest on: both arms' exact intervals, their confidence sequences, or the sequence of both arms together.
 * Each holds over the whole family at 1 - alpha; a loss uses one end only.
 */
export type BoundBasis = 'intervals' | 'sequences' | 'joint-sequence';

/** The most that restarting loses and gains against continuing: proportions of at least 0. */
export interface LossAndGain {
  readonly lossAtMost: number;
  readonly gainAtMost: number;
}

/** Whether an action is at most the plan's margin worse than the other. True: proven; false: proven worse by more; null: neither. */
export interface NonInferior {
  readonly restart: boolean | null;
  readonly continue: boolean | null;
}

export interface DecisionBounds extends LossAndGain {
  readonly basis: BoundBasis;
  /** The same whatever unknown attempts were. */
  readonly whateverUnknown: LossAndGain;
  /** Null: the plan states no margin. */
  readonly nonInferior: NonInferior | null;
}

/** Of a macro change, over all macro numbers together. */
export interface MacroBounds extends LossAndGain {
  /** Of the interval over tasks that they are the ends of. */
  readonly level: number;
  readonly nonInferior: NonInferior | null;
}

/** How many live decisions have which verdict. */
export interface VerdictCounts {
  readonly restart: number;
  readonly continue: number;
  readonly abstain: number;
}

export interface AuditDecision {
  readonly task: string;
  readonly runtime: string;
  readonly cohort: string | null;
  readonly t: number;
  readonly status: DecisionStatus;
  /** Attempts of the cell. */
  readonly n: number;
  /** Attempts live at t; null when one attempt's liveness is unknown. */
  readonly nLive: number | null;
  readonly xContinue: number | null;
  readonly xRestart: number | null;
  /** Live attempts that succeed within B - t: they are in both arms. */
  readonly xBoth: number | null;
  readonly continue: Interval | null;
  readonly restart: Interval | null;
  /** Restart minus continue: simultaneous bounds. */
  readonly difference: Interval | null;
  /** Null when not live. */
  readonly verdict: Verdict | null;
  readonly certifiable: { readonly restart: boolean; readonly continue: boolean };
  readonly worstCase: AuditWorstCase;
  /** Null when not live. */
  readonly bounds: DecisionBounds | null;
  /** Both rules for a number of attempts fixed in advance; the plan's is the one that counts. Null when not live, under the anytime rule, which is mixed with none, and under the slider-safe family, which is defined for the fixed rule. */
  readonly byRule: { readonly fixed: RuleVerdict; readonly calibrated: SignVerdict } | null;
}

export interface AuditMacro {
  readonly runtime: string;
  readonly cohort: string | null;
  readonly t: number;
  /** J: all cells of the runtime and cohort, reached or not. */
  readonly cells: number;
  readonly horizonCells: number;
  readonly contributing: number;
  /** Plug-in numbers as in paper A, proportions; null when a cell's horizon is too short. */
  readonly change: number | null;
  readonly taskOracle: number | null;
  readonly perfectAlarm: number | null;
  readonly interval: {
    readonly kind: 'resampling range' | 'confidence interval';
    readonly low: number;
    readonly high: number;
    readonly level: number;
    readonly replicates: number;
  } | null;
  /** The single attempt whose removal changes the macro change most: (total - without) / total. Null when the total is 0. */
  readonly influence: { readonly attempt: string; readonly share: number } | null;
  /** What holds beside these plug-in numbers. */
  readonly unbiased: UnbiasedResult;
  /** Null where the interval over tasks may not be called a confidence interval. */
  readonly bounds: MacroBounds | null;
}

/** An attempt as an audit used it, or set it aside: times on the plan's axis. For views; not part of `--json`. */
export interface AuditAttempt {
  readonly id: string;
  readonly task: string | null;
  /** The name that the audit's decisions use. */
  readonly runtime: string;
  readonly cohort: string | null;
  readonly attempt: string;
  readonly T: number | null;
  readonly E: number | null;
  readonly H: number | null;
  readonly U: number | null;
  readonly J: Ending;
  /** Call after which a verifier passed its state first, of an attempt that failed at its own submission; null for all others. */
  readonly brokenAfter: number | null;
  readonly exitStatus: string | null;
  /** Steps that can be read; 0 when only a result is known. */
  readonly steps: number;
  /** Null: counted. */
  readonly excluded: ExclusionReason | null;
}

/**
 * Why an attempt is in no count. `no-task`: no task is known, so there is no cell. `other-estimand`: it serves the other
 * question (a verdict on the submission beside first verified calls), and a cell never mixes them. `other-cohort`: the plan
 * names cohorts, and not this one.
 */
export type ExclusionReason = 'infrastructure' | 'no-result' | 'no-outcome' | 'no-axis' | 'no-task' | 'other-cohort' | 'other-estimand' | 'conflict' | 'duplicate' | UnplannedReason | PendingReason;

/** Why an attempt is not counted yet under the anytime rule: it was not followed to B; or it started after one whose result is not known. */
export type PendingReason = 'open' | 'started-later';

/**
 * Why an attempt is not counted under a seal: it started before the seal, was there at freezing, or its start is not known; its
 * cell is not of the plan; its cell has its planned number without it, or does not have it yet.
 */
export type UnplannedReason = 'before-seal' | 'not-planned' | 'beyond-plan' | 'short-of-plan';

/** Least attempts per cell for which any verdict is possible, at this M and alpha; null: none up to the search limit. */
export interface LeastAttempts {
  readonly continue: number | null;
  readonly restart: number | null;
}

/** Least attempts under one family of decisions. */
export interface FamilyPrice extends LeastAttempts {
  /** M, under the paper's rule. */
  readonly family: number;
}

/** What it costs that t and B may be moved after looking. */
export type LeastByFamily = Readonly<Record<DecisionFamily, FamilyPrice>>;

/** Where sliders may go, each cell alike: every whole t below every whole budget up to one. */
export interface SliderGrid {
  /** The largest budget. */
  readonly budget: number;
  /** Pairs of t and budget. */
  readonly pairs: number;
  /** Under a seal: t or B stand elsewhere than the plan has them. */
  readonly isMoved: boolean;
}

export interface AuditResult {
  readonly schema: 'restart-lens/audit@1';
  readonly plan: {
    readonly axis: Axis;
    readonly budget: number;
    readonly times: readonly number[];
    readonly alpha: number;
    readonly rule: DecisionRule;
    readonly family: DecisionFamily;
    /** Null under the planned family. */
    readonly grid: SliderGrid | null;
    /** Margin of non-inferiority, points; null: none is stated. */
    readonly marginPoints: number | null;
    readonly estimand: Estimand;
    /** The plan stands as frozen, and whatever is counted was planned. */
    readonly sealed: boolean;
    /** Null: never frozen. */
    readonly seal: SealSummary | null;
    readonly runtimeKey: readonly string[];
    readonly seed: number;
    /** Keys taken from the defaults, sorted. */
    readonly defaults: readonly string[];
    readonly hash: string;
  };
  /** M: cells x times, reached or not; slider-safe, the M of the paper's rule with the same tail, which may end in a half. */
  readonly family: number;
  /** Sorted by runtime, cohort, task, t. */
  readonly decisions: readonly AuditDecision[];
  readonly totals: VerdictCounts & {
    readonly live: number;
    readonly notReached: number;
    readonly horizon: number;
    readonly byRule: { readonly fixed: VerdictCounts; readonly calibrated: VerdictCounts } | null;
  };
  /** Under the plan's rule, and under both. */
  readonly leastAttempts: LeastAttempts & {
    readonly byRule: { readonly fixed: LeastAttempts; readonly calibrated: LeastAttempts } | null;
    /** Null under the calibrated and the anytime rule. */
    readonly byFamily: LeastByFamily | null;
  };
  /** Sorted by runtime, cohort, t. */
  readonly macro: readonly AuditMacro[];
  readonly excluded: readonly { readonly reason: ExclusionReason; readonly attempts: readonly string[] }[];
  /** Fields in which cells differ and could be merged by the user's choice, and fields outside the key that vary inside cells. */
  readonly runtimeNotes: readonly {
    readonly kind: 'mergeable' | 'varies-inside-cells';
    readonly field: string;
    readonly runtimes: readonly string[];
    readonly cells: number;
  }[];
  readonly provenance: {
    readonly engineVersion: string;
    readonly seed: number;
    readonly attempts: number;
    readonly basis: Readonly<Record<Basis, number>>;
    readonly synthetic: number;
  };
}
