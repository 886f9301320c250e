// The answers of `replay --json`; part of the command line's stable contract.

import type { Axis, Estimand } from './plan';
import type { AuditResult } from './results';

/** A range of a macro number over resamples of tasks, then attempts. Of several numbers each is pointwise. */
export interface ResamplingRange {
  readonly kind: 'resampling range';
  readonly low: number;
  readonly high: number;
  readonly level: number;
  readonly replicates: number;
  /** Share of replicates above zero. */
  readonly positive: number;
}

/**
 * Where the gain of a schedule over a single run comes from; proportions. The gain is
 * `anyone` + `verifier` + `truncation`, and `truncation` is `gained` - `forfeited`.
 */
export interface GainSplit {
  /** Calls that an end releases which anyone can see. */
  readonly anyone: number;
  /** Calls that a failed submission releases, which takes a verifier to see; 0 where none watches. */
  readonly verifier: number;
  /** What cutting live attempts adds to it. */
  readonly truncation: number;
  /** Chance that the schedule cuts a live attempt at all. */
  readonly cut: number;
  /** Chance that a live attempt is cut and a later episode succeeds. */
  readonly gained: number;
  /** Chance that a live attempt is cut although it, or what follows its own end, would have succeeded. */
  readonly forfeited: number;
}

/**
 * A repeated cutoff whose episodes use different attempts of a task in random order: a mean over cells. `too-few`: a task has fewer attempts
 * than episodes. `horizon`: an attempt was not watched up to the cutoff. `several-caps`: the schedule repeats no single cutoff, and no
 * unbiased value is defined. `unchosen`: there is no schedule for some task.
 *
 * Source: BEYOND.md 2.
 */
export interface UnbiasedSuccess {
  readonly success: number | null;
  readonly missing: 'too-few' | 'horizon' | 'several-caps' | 'unchosen' | null;
}

/** Means over cells. */
export interface PolicyMeans {
  readonly success: number;
  readonly spend: number;
}

/** What a policy comes to over the cells of a group, beside a single run and another policy. */
export interface PolicyValue {
  /** Means over the cells; null when a cell's horizon is too short, or there is none. */
  readonly success: number | null;
  readonly spend: number | null;
  /** Minus the policy that it is set against. */
  readonly difference: { readonly estimate: number; readonly interval: ResamplingRange | null } | null;
  /** Minus a single run; null where a single run, or recycling, was not watched as far as the budget. */
  readonly gain: GainSplit | null;
  /** The same policy where a failed submission is known as one, and where it is not. */
  readonly withVerifier: PolicyMeans | null;
  readonly withoutVerifier: PolicyMeans | null;
  /** The longest cap that any episode can have; null where the policy was not replayed. */
  readonly longestCap: number | null;
  /** Attempts verified by the budget; `beyond` of them after the longest cap, where the policy can never see them. */
  readonly completions: { readonly all: number; readonly beyond: number };
}

export interface ReplayTask {
  readonly task: string;
  /** Usable attempts. */
  readonly n: number;
  /** `horizon`: a cap goes beyond what was seen of an attempt; `unchosen`: no cutoff could be chosen for the task. */
  readonly status: 'ok' | 'horizon' | 'unchosen';
  /** Chance of a verified state under the policy, and expected spend on the axis; null unless ok. */
  readonly success: number | null;
  readonly spend: number | null;
  /** The same for one run with the whole budget. */
  readonly single: number | null;
  /** Cutoff that was chosen for this task, where one was chosen. */
  readonly cutoff: number | null;
  /** List of caps that was chosen for this task, where one was chosen. */
  readonly caps: readonly number[] | null;
}

/** The cutoff with the best mean. */
export interface BestCutoff {
  /** Of equal ones the longest. */
  readonly cutoff: number;
  readonly success: number;
  /** All equal ones, rising. */
  readonly tied: readonly number[];
}

/** The best list of caps for all tasks of a group, chosen on these tasks; the last cap repeats. */
export interface BestSchedule {
  /** Of equal lists the one with the fewest caps; of these the longest, first cap first. */
  readonly caps: readonly number[];
  readonly success: number;
  /** No list of the caps `among` comes to more. Equal to `success` where the search was complete (`isExact`). */
  readonly upper: number;
  readonly isExact: boolean;
  /** The caps that lists were made of, rising. */
  readonly among: readonly number[];
  /** Mean of each task's own optimum, whose caps may follow the calls left: an upper bound for any list that all tasks share. */
  readonly perTask: number;
  /** `success` minus one run with the whole budget; null where that was not watched. */
  readonly overSingle: number | null;
  /** The best single cap of `among`, repeated, and `success` minus it. */
  readonly fixed: { readonly cutoff: number; readonly success: number; readonly difference: number };
  /** Each task under the list that is best on the others; null for one task. `flattery`: `success` minus it, the winner's curse. */
  readonly leaveOneTaskOut: {
    readonly success: number;
    readonly flattery: number;
    readonly isExact: boolean;
    /** How many tasks get which list: most tasks first, then by caps. */
    readonly schedules: readonly { readonly caps: readonly number[]; readonly tasks: number }[];
  } | null;
}

/** The attempt that bounds what can be replayed: it was stopped before the budget with neither success nor an end of its own. */
export interface WatchLimit {
  readonly id: string;
  readonly task: string;
  readonly attempt: string;
  /** No longer cap can be replayed on every task; 0: it is not known how far it was watched. */
  readonly watchedTo: number;
  /** Attempts of the group that were not watched to the budget. */
  readonly short: number;
}

/** Attempts of one runtime and cohort; of all cohorts of a runtime where they are pooled. */
export interface ReplayGroupName {
  readonly runtime: string;
  /** Null: none stated, or several pooled. */
  readonly cohort: string | null;
  /** Cohorts pooled into the group; empty where nothing is pooled. */
  readonly pooled: readonly string[];
}

export interface ReplayGroup extends ReplayGroupName, PolicyValue {
  /** Cells of the group that have a usable attempt. */
  readonly cells: number;
  readonly horizonCells: number;
  /** Null: every attempt was watched to the budget. */
  readonly watchLimit: WatchLimit | null;
  /** Success of one run with the whole budget. */
  readonly single: number | null;
  /** Success of the policy that `difference` is set against. */
  readonly against: number | null;
  /** Beside the plug-in `success`. */
  readonly unbiased: UnbiasedSuccess;
  /** Chosen among `cutoffs`: in sample, with the value there; null where nothing was chosen. */
  readonly inSample: BestCutoff | null;
  /** Where the cutoff was chosen on other cells: this group's own best, and what it lost by the transfer (own best minus success). */
  readonly transfer: { readonly ownBest: BestCutoff; readonly gap: number; readonly interval: ResamplingRange | null } | null;
  /** With the policy `best`: the list chosen on this group; null where none was chosen here. */
  readonly best: BestSchedule | null;
  readonly tasks: readonly ReplayTask[];
}

interface ReplayHead {
  readonly plan: {
    readonly axis: Axis;
    readonly budget: number;
    readonly estimand: Estimand;
    readonly runtimeKey: readonly string[];
    readonly seed: number;
  };
  /** What a cutoff was chosen among; empty where none was. (`BestSchedule.among` for lists of caps.) */
  readonly cutoffs: readonly number[];
  /** Whether a failed submission is known as one, so that what it leaves is spent. */
  readonly verifierAtSubmission: boolean;
  readonly excluded: AuditResult['excluded'];
  readonly provenance: AuditResult['provenance'];
}

export interface ReplayResult extends ReplayHead {
  readonly schema: 'restart-lens/replay@1';
  /** As given: `fixed:16`; `fixed` where the cutoff is chosen, `best` where a list of caps is. */
  readonly policy: string;
  /** What `difference` is set against, as given: `single`. */
  readonly against: string;
  readonly select: 'in-sample' | 'leave-one-task-out' | 'elsewhere' | null;
  /** With `elsewhere`: the groups that the cutoff (`best`) or list of caps (`schedule`) was chosen on, and the choice; null where none can be made. */
  readonly selectedOn: { readonly groups: readonly ReplayGroupName[]; readonly best: BestCutoff | null; readonly schedule: BestSchedule | null; readonly watchLimit: WatchLimit | null } | null;
  /** Sorted by runtime, cohort. */
  readonly groups: readonly ReplayGroup[];
}

/** A cutoff repeated until the budget is gone. */
export interface CurvePoint {
  readonly cutoff: number;
  /** Null where an attempt was not watched as far as the cutoff. */
  readonly success: number | null;
  readonly spend: number | null;
  readonly interval: ResamplingRange | null;
  /** Minus the policy that the group is set against. */
  readonly difference: PolicyValue['difference'];
  /** Share of resamples in which it is the best of all cutoffs, of equal ones the longest. */
  readonly bestInResamples: number | null;
  /** Beside the plug-in `success`. */
  readonly unbiased: UnbiasedSuccess;
}

export interface PolicyRow extends PolicyValue {
  /** `fixed:16`; `fixed` where the cutoff is chosen, `best` where a list of caps is. */
  readonly policy: string;
  readonly select: 'in-sample' | 'leave-one-task-out' | null;
  /** The cutoff where one is chosen for all tasks. */
  readonly cutoff: number | null;
  /** The list of caps where one is chosen for all tasks. */
  readonly caps: readonly number[] | null;
  /** Beside the plug-in `success`. */
  readonly unbiased: UnbiasedSuccess;
}

export interface StudyGroup extends ReplayGroupName {
  readonly cells: number;
  readonly attempts: number;
  /** Null: every attempt was watched to the budget. */
  readonly watchLimit: WatchLimit | null;
  /** The policy that every `difference` is set against: `single`, or where that was not watched the longest cutoff that was. */
  readonly against: string | null;
  /** One for each of `cutoffs`. */
  readonly curve: readonly CurvePoint[];
  /** Among the cutoffs that every attempt was watched for; null where there is none. */
  readonly inSample: BestCutoff | null;
  /** Each task under the cutoff that is best on the others; null for one task. `cutoffs`: how many tasks get which, rising. */
  readonly leaveOneTaskOut: { readonly success: number; readonly cutoffs: readonly { readonly cutoff: number; readonly tasks: number }[] } | null;
  /** The best list of caps for all tasks; null where no cap was watched on every task. */
  readonly best: BestSchedule | null;
  /** Whether an attempt ended where only a verifier sees the failure, so that the switch changes something. */
  readonly verifierMatters: boolean;
  readonly policies: readonly PolicyRow[];
  /**
   * Under twice the budget, set against repeating full runs: what one run, recycling and an insurance (two probes of half the
   * budget, then a full run) come to.
   */
  readonly atTwice: { readonly budget: number; readonly against: string; readonly policies: readonly PolicyRow[] };
}

/** The success curve over cutoffs, the cutoffs chosen from it, and policies side by side. */
export interface ReplayStudy extends ReplayHead {
  readonly schema: 'restart-lens/replay-study@1';
  /** Sorted by runtime, cohort. */
  readonly groups: readonly StudyGroup[];
}
