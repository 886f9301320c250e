import type { DecisionStatus, Verdict } from '../model/results';
import type { Tone } from './trajectory';

/** One cell of the grid: a decision at one time. */
export interface DecisionView {
  readonly t: number;
  readonly status: DecisionStatus;
  readonly n: number;
  readonly nLive: number | null;
  /** "4/5"; '' where there is none. */
  readonly continueCount: string;
  readonly restartCount: string;
  /** Proportions for drawing; null when not live. */
  readonly continue: IntervalView | null;
  readonly restart: IntervalView | null;
  readonly difference: IntervalView | null;
  readonly verdict: Verdict | null;
  /** "+80", "−60", '' : points. */
  readonly differenceText: string;
  /** "[−94, +100]". */
  readonly differenceInterval: string;
  /** Said in place of intervals: "all 5 verified by call 16". */
  readonly note: string;
  /** The whole row as one sentence, for screen readers and Copy as sentence. */
  readonly sentence: string;
  /** Paragraphs of the detail under a chosen cell. */
  readonly detail: readonly string[];
}

export interface IntervalView {
  readonly estimate: number | null;
  readonly low: number;
  readonly high: number;
}

export interface AttemptLine {
  readonly id: string;
  readonly label: string;
  readonly tone: Tone;
  /** On the plan's axis; null when not known. */
  readonly end: number | null;
  readonly verifiedAt: number | null;
  /** "verified at 5", "terminal at 12", "limit". */
  readonly words: string;
  readonly hasSteps: boolean;
}

export interface CellView {
  readonly task: string;
  readonly attempts: readonly AttemptLine[];
  /** One for each time of the plan, in order. */
  readonly decisions: readonly DecisionView[];
}

export interface MacroView {
  readonly t: number;
  readonly change: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** "+2.29", "[0.00, +6.86]", "resampling range, 95 %". */
  readonly changeText: string;
  readonly intervalText: string;
  readonly intervalKind: string;
  readonly taskOracleText: string;
  readonly perfectAlarmText: string;
  readonly liveCells: string;
  /** "One attempt carries this: 23413, attempt 5 supplies all of it."; '' when none does. */
  readonly influence: string;
  readonly influenceAttempt: string | null;
  /** Contribution of each task, points, in the cells' order; for drawing. */
  readonly contributions: readonly { readonly task: string; readonly points: number }[];
  readonly sentence: string;
}

export interface GroupView {
  readonly runtime: string;
  readonly cohort: string | null;
  /** Live attempts over all cells, by time. */
  readonly live: readonly number[];
  readonly cells: readonly CellView[];
  /** One for each time. */
  readonly macro: readonly MacroView[];
}

export interface CaveatView {
  readonly icon: 'warning' | 'info' | 'check';
  readonly text: string;
  /** A command that helps, or null. */
  readonly action: { readonly label: string; readonly command: string } | null;
}

export interface PlannerView {
  readonly text: readonly string[];
  /** Steps of least attempts for *continue* by family size, for drawing. */
  readonly steps: readonly { readonly family: number; readonly attempts: number }[];
  readonly here: number | null;
}

export interface AuditView {
  /** "calls", for titles. */
  readonly axis: string;
  readonly budget: number;
  readonly times: readonly number[];
  /** Index into `times` that is chosen at first. */
  readonly chosen: number;
  /** "Exploratory, not sealed". */
  readonly seal: string;
  readonly planLine: string;
  readonly headline: string;
  readonly lead: string;
  /** At most four, only those that apply, worst first. */
  readonly caveats: readonly CaveatView[];
  readonly totals: { readonly all: number; readonly restart: number; readonly continue: number; readonly abstain: number; readonly notReached: number; readonly horizon: number };
  readonly groups: readonly GroupView[];
  readonly planner: PlannerView;
  /** Words under the charts: intervals, seed, replicates. */
  readonly footnotes: readonly string[];
}

/** What the panel shows instead of an audit: what is missing, and one action. */
export interface AuditNotice {
  readonly kind: 'empty' | 'loading' | 'error' | 'needs-budget';
  readonly headline: string;
  readonly lines: readonly string[];
  /** A command of the extension that helps, with its title; null: none. */
  readonly action: { readonly label: string; readonly command: string } | null;
  /** For `needs-budget`: the budgets on offer with the reason of each. */
  readonly budgets: readonly { readonly budget: number; readonly label: string }[];
  readonly done: number;
  readonly of: number;
}

export type AuditState = { readonly kind: 'audit'; readonly audit: AuditView } | { readonly kind: 'notice'; readonly notice: AuditNotice };

/** Requests of the audit panel, answered by the extension host. */
export interface AuditRequests {
  readonly [method: string]: { readonly params: unknown; readonly result: unknown };
  readonly load: { readonly params: null; readonly result: AuditState };
  readonly openAttempt: { readonly params: { readonly id: string }; readonly result: null };
  readonly copyText: { readonly params: { readonly text: string }; readonly result: null };
  /** Runs a command of this extension; others are refused. */
  readonly command: { readonly params: { readonly command: string }; readonly result: null };
  readonly setBudget: { readonly params: { readonly budget: number }; readonly result: null };
  readonly cancel: { readonly params: null; readonly result: null };
}

/** Events to the audit panel. */
export interface AuditEvents {
  readonly [name: string]: unknown;
  /** The audit changed or the work moved on. */
  readonly state: AuditState;
}
