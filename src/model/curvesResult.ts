// The answer of `curves --json`; part of the command line's stable contract. Entry i of a series belongs to position i of the grid.

import type { Axis, Estimand } from './plan';
import type { AuditResult, Interval } from './results';

/** F: share of attempts verified by a position. */
export interface CompletionPoint {
  /** Attempts of which it is not known; summed over cells in a group. */
  readonly unknown: number;
  /** Null as soon as it is not known of one attempt. */
  readonly estimate: number | null;
  /** The share if none, and if all, of the unknown were verified. */
  readonly least: number;
  readonly most: number;
  /** The band, around `least` and `most`. */
  readonly low: number;
  readonly high: number;
}

/** What became of attempts that were running, from the position before (0 at first) to this one. */
export interface HazardPoint {
  readonly atRisk: number;
  readonly verified: number;
  readonly terminal: number;
  /** Shares of those at risk; null where nobody is. */
  readonly verifiedHazard: Interval | null;
  readonly terminalHazard: Interval | null;
}

/** C(t, B - t) beside R(B - t) in one cell. */
export interface ActionPoint {
  readonly t: number;
  readonly nLive: number | null;
  readonly status: 'live' | 'not-reached' | 'horizon';
  readonly continue: Interval | null;
  readonly restart: Interval | null;
}

/** The same in a group: means over all its cells, weighted by the share that is live, so that they differ by the macro change. */
export interface GroupActionPoint {
  readonly t: number;
  /** Live attempts of all cells. */
  readonly nLive: number;
  readonly continue: Interval;
  readonly restart: Interval;
  readonly change: Interval;
}

interface Attempts {
  readonly runtime: string;
  readonly cohort: string | null;
  readonly n: number;
  readonly verified: number;
  readonly terminal: number;
  readonly censored: number;
  /** Every attempt was watched as far as here, or ended before; null: every attempt was seen to end. */
  readonly watchedUntil: number | null;
  readonly completion: readonly CompletionPoint[];
  readonly hazards: readonly HazardPoint[];
}

export interface CurvesCell extends Attempts {
  readonly task: string;
  /** Positions below the budget. */
  readonly actions: readonly ActionPoint[];
}

export interface CurvesGroup extends Attempts {
  readonly cells: number;
  /** Null: somebody was not watched as far as the budget. */
  readonly actions: readonly GroupActionPoint[] | null;
  /** Of completion and both actions; and of their difference, the plug-in macro change with the range that audits print. */
  readonly replicates: number;
  readonly changeReplicates: number;
}

/** Completions that were seen, and those of them that no episode as long as a cap reaches. */
export interface TruncationGroup {
  readonly runtime: string;
  readonly cohort: string | null;
  readonly completions: number;
  /** The budget (t null), then what a restart at each planned time has left. */
  readonly caps: readonly { readonly cap: number; readonly t: number | null; readonly beyond: number }[];
}

export interface CurvesResult {
  readonly schema: 'restart-lens/curves@1';
  readonly plan: {
    readonly axis: Axis;
    readonly budget: number;
    readonly times: readonly number[];
    readonly alpha: number;
    readonly estimand: Estimand;
    readonly runtimeKey: readonly string[];
    readonly seed: number;
  };
  /** Positions, rising, above 0. */
  readonly grid: readonly number[];
  /** Bands of cells and hazards: pointwise exact; of groups: pointwise resampling ranges of means over tasks. */
  readonly level: number;
  /** Sorted by runtime, cohort. Hazards of a group pool its tasks. */
  readonly groups: readonly CurvesGroup[];
  /** Sorted by runtime, cohort, task; those without a usable attempt are left out. */
  readonly cells: readonly CurvesCell[];
  /** Sorted by runtime, cohort. */
  readonly truncation: readonly TruncationGroup[];
  /** Zero-success evidence: least attempts with U0 at most epsilon, for each family size; null: none. Sorted by family, epsilon falling. */
  readonly evidence: readonly { readonly family: number; readonly epsilon: number; readonly attempts: number | null }[];
  /** For each family size, the upper end after no success in as many attempts as the smallest and the largest cell has. */
  readonly here: readonly { readonly family: number; readonly n: number; readonly upper: number }[];
  readonly excluded: AuditResult['excluded'];
  readonly provenance: AuditResult['provenance'];
}
