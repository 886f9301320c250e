/**
 * Constants of the rules, as data: a caller may pass others. Scores are linear in the evidence up to
 * `full`, where they reach 1. Thresholds are where an alarm would stop the run; the plan may set them.
 * `markAt` is the least score that is marked as a failure window: a mark asks for a look, an alarm
 * for a decision, so a mark comes at less.
 */
export interface MonitorConstants {
  readonly stepCount: {
    /** Calls that count as a whole run where no limit is configured. */
    readonly longest: number;
    readonly threshold: number;
  };
  readonly repeatedAction: {
    /** Steps looked at, the current one included. */
    readonly window: number;
    /** What a repeat counts whose output is not one that the action gave before: the state has moved. */
    readonly otherOutput: number;
    /** Repeats (with the same output) for a score of 1: `full` + 1 occurrences. */
    readonly full: number;
    readonly threshold: number;
    readonly markAt: number;
  };
  readonly errorStreak: { readonly full: number; readonly threshold: number; readonly markAt: number };
  readonly malformedStreak: { readonly full: number; readonly threshold: number; readonly markAt: number };
}

export const DEFAULT_CONSTANTS: MonitorConstants = {
  // 250 is the call limit of mini-swe-agent's and SWE-agent's benchmark configurations.
  stepCount: { longest: 250, threshold: 0.75 },
  repeatedAction: { window: 12, otherOutput: 0.5, full: 4, threshold: 0.75, markAt: 0.5 },
  errorStreak: { full: 5, threshold: 0.8, markAt: 0.6 },
  // Agents give up after three answers in a row that cannot be parsed; an alarm at the third is too late.
  malformedStreak: { full: 3, threshold: 0.6, markAt: 0.6 },
};
