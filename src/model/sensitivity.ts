// Verdicts and macro changes under readings of the data that the plan did not choose. Plain data.

import type { RuntimeField } from './plan';
import type { Verdict } from './results';

/**
 * The other question; stops by another budget as ends of the run; runs that infrastructure broke after a verdict as failures; every
 * completion of unknown attempts (stops by another budget among them); or a field left out of the runtime key.
 */
export type ReadingName = 'other-estimand' | 'other-budget-terminal' | 'infrastructure-counted' | 'any-completion' | 'merged';

/** Why a reading is none of these data: nothing in them would be read otherwise. */
export type SameReason = 'no-per-call' | 'no-other-budget' | 'no-infrastructure' | 'nothing-unknown';

export interface SensitivityReading {
  readonly name: ReadingName;
  /** The field left out of the key; null for the others. */
  readonly field: RuntimeField | null;
  /** Null: it was read so. */
  readonly same: SameReason | null;
  /** M, cells and counted attempts under the reading; null where it was not read. */
  readonly family: number | null;
  readonly cells: number | null;
  readonly attempts: number | null;
  /** Of the planned reading's certified decisions: those with the same verdict, without it, and in cells that cannot be read so. */
  readonly survived: number;
  readonly broken: number;
  readonly unread: number;
  /** Decisions that would be certified under this reading alone; none of them is. */
  readonly gained: number;
}

export interface CertifiedDecision {
  readonly task: string;
  readonly runtime: string;
  readonly cohort: string | null;
  readonly t: number;
  readonly verdict: Verdict;
  /** Readings that give the same verdict, of those that can be taken of its cell. */
  readonly survived: number;
  readonly of: number;
  /** Indices into `readings` of those that do not. */
  readonly brokenBy: readonly number[];
}

/** The unbiased macro change of a runtime and cohort at one time under every reading; proportions. */
export interface MacroReadings {
  readonly runtime: string;
  readonly cohort: string | null;
  readonly t: number;
  /** Null: not estimable. */
  readonly planned: number | null;
  /** In the order of `readings`; null: not estimable, or not read so. */
  readonly readings: readonly (number | null)[];
}

export interface SensitivityResult {
  readonly schema: 'restart-lens/sensitivity@1';
  readonly readings: readonly SensitivityReading[];
  /** Runs that infrastructure ended and that have no verdict: no reading can count them as failures, and they are among the unknown ones. */
  readonly brokenWithoutVerdict: number;
  /** Decisions that are live as planned. */
  readonly live: number;
  /** Certified as planned, sorted as the audit's. */
  readonly decisions: readonly CertifiedDecision[];
  /** Of those: the ones that every reading keeps. */
  readonly survivedAll: number;
  /** Sorted as the audit's macro numbers. */
  readonly macro: readonly MacroReadings[];
}
