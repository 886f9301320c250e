// The answer of `opportunity --json`; part of the command line's stable contract.

import type { Axis, Estimand } from './plan';
import type { AuditMacro, AuditResult, Interval, SliderGrid } from './results';

/** A live cell at one time. Proportions per live attempt, over letting it go on. */
export interface OpportunityCell {
  readonly task: string;
  readonly runtime: string;
  readonly cohort: string | null;
  readonly t: number;
  readonly n: number;
  readonly nLive: number;
  /** q and p with their simultaneous intervals. */
  readonly continue: Interval;
  readonly restart: Interval;
  /** (1 - q) p, gain of an alarm without error; bounds simultaneous, from those of q and p. */
  readonly ceiling: Interval;
  /** (p - q)+, gain of the better constant action. */
  readonly bestConstant: number;
  /** ceiling - bestConstant; bounds simultaneous. */
  readonly overConstant: Interval;
}

/** A macro number with its resampling range; null where a cell's horizon is too short. */
export interface MacroNumber {
  readonly estimate: number;
  readonly interval: AuditMacro['interval'];
}

/** A runtime and cohort at one time. Means over all its cells, reached or not, over letting every run go on. */
export interface OpportunityGroup {
  readonly runtime: string;
  readonly cohort: string | null;
  readonly t: number;
  readonly cells: number;
  readonly liveCells: number;
  readonly horizonCells: number;
  /** Live cells whose ceiling is above zero, as estimated. */
  readonly hopefulCells: number;
  /** Restart everybody live, as the audit's head has it; null where that is not estimable, or the time is not one of the audit's. */
  readonly unbiasedChange: number | null;
  /** The same as plug-in, as the numbers below. */
  readonly change: MacroNumber | null;
  /** max(change, 0): one action for every task. */
  readonly bestConstant: number | null;
  /** The better action for each task. */
  readonly taskOracle: MacroNumber | null;
  /** An alarm without error. */
  readonly perfectAlarm: MacroNumber | null;
  /** What choosing per task adds to one action for all, and what telling runs apart could add to that; both from 0. */
  readonly taskOverConstant: number | null;
  readonly alarmOverTask: number | null;
}

export interface OpportunityResult {
  readonly schema: 'restart-lens/opportunity@1';
  readonly plan: {
    readonly axis: Axis;
    readonly budget: number;
    readonly times: readonly number[];
    readonly alpha: number;
    readonly estimand: Estimand;
    readonly runtimeKey: readonly string[];
    readonly seed: number;
    /** Where t and B may be moved to under the slider-safe family; null under the planned one. */
    readonly grid: SliderGrid | null;
  };
  /** M, over which intervals of cells hold together. */
  readonly family: number;
  /** Live ones only. Sorted by runtime, cohort, task, t. */
  readonly cells: readonly OpportunityCell[];
  /** Sorted by runtime, cohort, t. */
  readonly groups: readonly OpportunityGroup[];
  readonly excluded: AuditResult['excluded'];
  readonly provenance: AuditResult['provenance'];
}
