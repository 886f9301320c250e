// One set of attempts under both questions: "first verified state" and "resolved at its own submission". Plain data.

import type { Estimand } from './plan';
import type { AuditDecision, SliderGrid } from './results';

/** A decision as one of the two questions counts it. */
export type ReadDecision = Pick<AuditDecision, 'status' | 'n' | 'nLive' | 'xContinue' | 'xRestart' | 'verdict'>;

/** A runtime and cohort at one time, over its cells that can be read both ways. */
export interface ReadGroup {
  readonly nLive: number;
  /** Among the live: succeeded by B; of all: succeeded within B - t. Over the live cells. */
  readonly xContinue: number;
  readonly xRestart: number;
  readonly live: number;
  readonly restart: number;
  readonly continue: number;
  readonly abstain: number;
  /** Plug-in macro change, a proportion; null when not estimable. */
  readonly change: number | null;
}

export interface OtherReadingResult {
  readonly schema: 'restart-lens/other-reading@1';
  readonly planned: Estimand;
  readonly other: Estimand;
  /** M of the audit, for both. */
  readonly family: number;
  /** Where t and B may be moved to under the slider-safe family; null under the planned one. */
  readonly grid: SliderGrid | null;
  /** Cells of the audit with a countable attempt, and those of them that can be read both ways. */
  readonly cells: { readonly counted: number; readonly readable: number };
  /** Attempts of the readable cells that count as planned. */
  readonly attempts: number;
  /** Sorted as the audit's macro numbers. */
  readonly groups: readonly { readonly runtime: string; readonly cohort: string | null; readonly t: number; readonly cells: number; readonly planned: ReadGroup; readonly other: ReadGroup }[];
  /** Every decision of the readable cells, sorted as the audit's. */
  readonly decisions: readonly { readonly task: string; readonly runtime: string; readonly cohort: string | null; readonly t: number; readonly planned: ReadDecision; readonly other: ReadDecision }[];
}
