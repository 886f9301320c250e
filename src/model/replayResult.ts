// The answer of `replay --json`; part of the command line's stable contract.

import type { Axis, Estimand } from './plan';
import type { AuditResult } from './results';

/** A range of a macro number over resamples of tasks, then attempts. */
export interface ResamplingRange {
  readonly kind: 'resampling range';
  readonly low: number;
  readonly high: number;
  readonly level: number;
  readonly replicates: number;
  /** Share of replicates above zero. */
  readonly positive: number;
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
}

export interface ReplayGroup {
  readonly runtime: string;
  readonly cohort: string | null;
  /** Cells of the runtime and cohort that have a usable attempt. */
  readonly cells: number;
  readonly horizonCells: number;
  /** Means over the cells; null when a cell's horizon is too short, or there is none. */
  readonly success: number | null;
  readonly spend: number | null;
  readonly single: number | null;
  /** Policy minus single run. */
  readonly difference: { readonly estimate: number; readonly interval: ResamplingRange | null } | null;
  /** Chosen among `cutoffs`: in sample, with the value there; null where nothing was chosen. */
  readonly inSample: { readonly cutoff: number; readonly success: number } | null;
  readonly tasks: readonly ReplayTask[];
}

export interface ReplayResult {
  readonly schema: 'restart-lens/replay@1';
  readonly plan: {
    readonly axis: Axis;
    readonly budget: number;
    readonly estimand: Estimand;
    readonly runtimeKey: readonly string[];
    readonly seed: number;
  };
  /** As given: `fixed:16`; `fixed` where the cutoff is chosen. */
  readonly policy: string;
  readonly select: 'in-sample' | 'leave-one-task-out' | null;
  /** What a cutoff was chosen among; empty where none was. */
  readonly cutoffs: readonly number[];
  /** Whether a failed submission is known as one, so that what it leaves is spent. */
  readonly verifierAtSubmission: boolean;
  /** Sorted by runtime, cohort. */
  readonly groups: readonly ReplayGroup[];
  readonly excluded: AuditResult['excluded'];
  readonly provenance: AuditResult['provenance'];
}
