// The seal of a plan: what freezing wrote down, and how the plan of today stands to it. A seal is a promise, not a proof:
// whoever holds the files can set clocks and write a lock anew; the study log shows what was done by the product's own means.

import type { Plan } from './plan';
import type { Estimand, PlannedCells } from './plan';

/** What the data of the day of freezing settled, so that later data cannot settle it otherwise. */
export interface SettledFields {
  readonly budget: number;
  readonly times: readonly number[];
  readonly estimand: Estimand;
  readonly cells: readonly PlannedCells[];
  /** Null under the anytime rule, which may look at any number. */
  readonly attemptsPerCell: number | null;
}

/** An attempt that was there already: what tells it again, and nothing of how it ended. */
export interface IndexedIdentity {
  readonly id: string;
  /** Content hash of its source; null where none was taken. */
  readonly content: string | null;
}

/** What freezing writes beside the plan. */
export interface Lock {
  readonly schema: 'restart-lens/lock@1';
  /** 1 for the first seal of the plan file, rising with each freezing again. */
  readonly number: number;
  /** Seal of the lock before; null for the first. */
  readonly previous: string | null;
  /** ISO time in UTC, to the millisecond. */
  readonly frozen: string;
  /** As the file states it, with defaults. */
  readonly plan: Plan;
  readonly settled: SettledFields;
  /** SHA-256 of the plan with its settled fields: the hash that audits under this seal print. */
  readonly planHash: string;
  /** Sorted by id. */
  readonly indexed: readonly IndexedIdentity[];
  readonly engineVersion: string;
  /** SHA-256 of everything above. */
  readonly seal: string;
}

/** Where a reader of a slider-safe plan looks: every such place on the grid is planned. */
export interface SliderPosition {
  readonly budget: number;
  readonly times: readonly number[];
}

/** How a plan stands to its lock. `moved`: it stands, and t or B are looked at elsewhere on the grid that it planned. */
export type SealCheck =
  /** Never frozen. */
  | { readonly state: 'none' }
  | { readonly state: 'intact'; readonly lock: Lock; readonly moved?: SliderPosition }
  /** The file is as frozen, but options or the screen ask for something else. */
  | { readonly state: 'altered'; readonly lock: Lock; readonly changed: readonly (keyof Plan)[] }
  | { readonly state: 'broken'; readonly lock: Lock | null; readonly reason: SealBreak; readonly changed: readonly (keyof Plan)[]; /** The plan of today, where it was changed. */ readonly now?: Plan };

/** Why a seal is broken. */
export type SealBreak = 'plan-changed' | 'plan-missing' | 'plan-unreadable' | 'lock-edited' | 'lock-unreadable';

export const NO_SEAL: SealCheck = { state: 'none' };

/** What an audit says of the seal; in `--json` as `plan.seal`. */
export interface SealSummary {
  readonly state: 'intact' | 'altered' | 'broken';
  readonly reason: SealBreak | null;
  /** Keys of the plan that differ from the frozen ones, in the plan's order. */
  readonly changed: readonly string[];
  readonly number: number | null;
  readonly frozen: string | null;
  /** Hash of the lock. */
  readonly seal: string | null;
  readonly attemptsPerCell: number | null;
  /** Largest budget of the grid on which t and B may be moved; null where the frozen plan is not slider-safe. */
  readonly slidersUpTo: number | null;
  /** Cells planned, and those that have their planned number of attempts; null where the plan is not as frozen. */
  readonly cells: { readonly planned: number; readonly complete: number } | null;
  /** Attempts started after the seal in planned cells, and those that are counted as planned; null where the plan is not as frozen. */
  readonly attempts: { readonly started: number; readonly counted: number } | null;
}
