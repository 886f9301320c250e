import type { DecisionStatus, Verdict } from '../model/results';
import type { AlarmInput } from './alarmInput';
import type { Tone } from './trajectory';

/** What a decision is in words: `uncounted` where no attempt of the cell counts (a result's JSON says `not-reached` of both). */
export type DecisionState = DecisionStatus | 'uncounted';

/** Two attempts to open beside each other, each at a step (from 1; null: where it begins). */
export type AttemptPair = readonly [PairedAttempt, PairedAttempt];

export interface PairedAttempt {
  readonly id: string;
  readonly step: number | null;
}

/** A piece of a sentence. At most one of `attempt` (its id), `pair` and `cell` (its key) makes it a link. */
export interface TextPart {
  readonly text: string;
  readonly attempt?: string;
  /** With an attempt: the step that it opens at, from 1. */
  readonly step?: number;
  readonly pair?: AttemptPair;
  readonly cell?: string;
  readonly strong?: boolean;
}

/** A sentence in pieces; joined without anything between them it reads as plain text. */
export type RichText = readonly TextPart[];

/** Proportions, both ends included, for drawing. */
export interface IntervalView {
  readonly estimate: number | null;
  readonly low: number;
  readonly high: number;
}

/** One cell of the grid: a decision at one time. All words are finished. */
export interface DecisionView {
  readonly t: number;
  readonly status: DecisionState;
  /** Attempts of the cell. */
  readonly n: number;
  /** Null when one attempt's liveness is unknown. */
  readonly nLive: number | null;
  readonly verdict: Verdict | null;
  /** |difference| times live attempts, for the default order; 0 for not reached and horizon. */
  readonly weight: number;
  /** "4/5"; '' where there is none. */
  readonly continueCount: string;
  readonly restartCount: string;
  /** "80 % [10, 100]"; '' where there is none. */
  readonly continueText: string;
  readonly restartText: string;
  /** Null when not live. */
  readonly continue: IntervalView | null;
  readonly restart: IntervalView | null;
  readonly difference: IntervalView | null;
  /** Points: "+80", "−60"; '' where there is none. */
  readonly differenceText: string;
  /** "[−94, +100]". */
  readonly differenceInterval: string;
  /** Said in place of intervals: "all 5 verified by call 16"; '' when live. */
  readonly note: string;
  /** What is proven against the plan's margin: "R non-inferior"; '' without a margin, or where nothing is. */
  readonly margin: string;
  /** How far the verdict carries over unknown attempts: "holds if missing at random", "4 labels could settle it"; '' where nothing is to say. */
  readonly unknown: string;
}

export interface CellView {
  /** Stable over audits of the same data; opaque. */
  readonly key: string;
  readonly task: string;
  /** One for each time of the plan, in order. */
  readonly decisions: readonly DecisionView[];
}

export interface ContributionView {
  readonly cell: string;
  readonly task: string;
  /** Points added to the macro change; never 0. */
  readonly points: number;
  /** "+2.29". */
  readonly text: string;
}

/** Whether restarts on at t are better over tasks like these, in one sentence. */
export interface MacroVerdictView {
  readonly verdict: 'better' | 'worse' | 'cannot-tell';
  readonly text: string;
}

export interface MacroView {
  readonly t: number;
  /** Points, unbiased, and its range over tasks like these, for drawing; null when not estimable. */
  readonly change: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** "+2.86", "[−4.13, +9.85]", "95 % resampling range"; '' where there is none. */
  readonly changeText: string;
  readonly intervalText: string;
  readonly intervalKind: string;
  /** The kind in two words, where the bracket stands under another column's title: "95 % range", "95 % pointwise". */
  readonly shortKind: string;
  /** Split-sample oracle and unbiased perfect alarm; "–" where there is none. */
  readonly taskOracleText: string;
  readonly perfectAlarmText: string;
  /** The same numbers as in the paper: "+2.29", "[0.00, +6.86]", "95 % resampling range". */
  readonly plugin: { readonly changeText: string; readonly intervalText: string; readonly intervalKind: string; readonly taskOracleText: string; readonly perfectAlarmText: string };
  /** Null where there is no unbiased number. */
  readonly verdict: MacroVerdictView | null;
  /** What the number rests on, a sentence each: these tasks, tasks like these, influence, the plug-in. */
  readonly notes: readonly RichText[];
  /** "2 of 7 live". */
  readonly liveCells: string;
  /** Said in the group's row: "2 of 7 live; change over all runs, unbiased, 95 % range", "no task reaches call 16: nothing to change". */
  readonly label: string;
  /** The remark under the contributions, and whether it is a warning (one attempt or one cell carries the number). */
  readonly remark: RichText;
  readonly remarkIsWarning: boolean;
  /** From the largest downwards, first those against restarting; without zeros. */
  readonly contributions: readonly ContributionView[];
  /** The whole as one sentence. */
  readonly sentence: string;
}

export interface LiveTotal {
  /** Of the cells for which it is known. */
  readonly count: number;
  /** "35"; "12+" when it is not known for a cell; "·" when nobody is live. */
  readonly text: string;
}

export interface GroupView {
  readonly key: string;
  readonly runtime: string;
  readonly cohort: string | null;
  /** Live attempts over all cells, by time. */
  readonly live: readonly LiveTotal[];
  /** Sorted by task. */
  readonly cells: readonly CellView[];
  /** One for each time. */
  readonly macro: readonly MacroView[];
}

export interface CaveatView {
  readonly icon: 'warning' | 'info' | 'check';
  readonly text: string;
  /** A command that helps, or null. */
  readonly action: ActionView | null;
}

/** A command of the extension with its title. */
export interface ActionView {
  readonly label: string;
  readonly command: string;
}

export interface PlannerView {
  /** What the family demands, in sentences. */
  readonly text: readonly string[];
  /** Least attempts for *continue* where it steps up with the family's size, rising; for drawing. Empty: not drawn. */
  readonly steps: readonly { readonly family: number; readonly attempts: number }[];
  /** Places on the curve that are labelled, rising by family; the last is this family. */
  readonly marks: readonly { readonly family: number; readonly attempts: number; readonly label: string }[];
  /** Attempts per cell here: the fewest and the most; null without cells. */
  readonly here: { readonly low: number; readonly high: number; readonly label: string } | null;
  /** The curve as a sentence. */
  readonly sentence: string;
}

export interface SealView {
  readonly state: 'planned' | 'exploratory' | 'broken';
  readonly text: string;
  /** Which attempts are counted, where planned ones are there and the reader may look at all instead; null: no choice. */
  readonly attempts: AttemptScope | null;
}

/** What was planned, or everything, which is exploratory. */
export type AttemptScope = 'planned' | 'all';

/** A word and what it means. */
export interface TermView {
  readonly term: string;
  readonly text: string;
}

export interface AuditView {
  /** "calls", for titles. */
  readonly axis: string;
  readonly budget: number;
  readonly times: readonly number[];
  /** "4", "8" … as shown. */
  readonly timeLabels: readonly string[];
  /** Index into `times` that is chosen at first. */
  readonly chosen: number;
  readonly seal: SealView;
  readonly planLine: string;
  /** Whether verdicts hold where t or B is moved to. */
  readonly moves: string;
  readonly headline: string;
  readonly lead: string;
  /** What restarting can lose and gain at most, a sentence each. */
  readonly bounds: readonly string[];
  /** At most four, only those that apply, worst first; what did not fit stands in the footnotes. */
  readonly caveats: readonly CaveatView[];
  readonly totals: {
    readonly all: number;
    readonly restart: number;
    readonly continue: number;
    readonly abstain: number;
    /** Without those of cells that have no countable attempt. */
    readonly notReached: number;
    readonly uncounted: number;
    readonly horizon: number;
  };
  /** Words of the columns: "Verified within the budget", "restart with B − t calls, of all". */
  readonly words: {
    readonly success: string;
    readonly restartArm: string;
    /** "simult. 95 %". */
    readonly level: string;
  };
  /** Groups that are live at the chosen time first, then by runtime and cohort. */
  readonly groups: readonly GroupView[];
  readonly planner: PlannerView;
  /** Whether some attempts have results after single calls, which answer the other question, too. */
  readonly hasOtherReading: boolean;
  /** Whether a live decision abstains and traces hold steps to fork after. */
  readonly hasForks: boolean;
  /** What the words mean. */
  readonly terms: readonly TermView[];
  /** Words under the charts: intervals, seed, replicates, versions. */
  readonly footnotes: readonly string[];
}

export interface AttemptLine {
  readonly id: string;
  /** "attempt 5", "run-2". */
  readonly label: string;
  readonly tone: Tone;
  /** Live at the decision time; null: not known. */
  readonly isLive: boolean | null;
  /** End on the plan's axis, cut at B; null when not known. */
  readonly end: number | null;
  /** The end lies beyond B. */
  readonly goesOn: boolean;
  /** Null: not verified by B. */
  readonly verifiedAt: number | null;
  /** Beside the line: "verified at 5", "terminal at 12", "limit". */
  readonly words: string;
  /** "verified at call 5", "censored at call 30, the limit". */
  readonly fullWords: string;
  readonly hasSteps: boolean;
}

/** What opens under a chosen cell. Asked for when it is opened. */
export interface CellDetailView {
  readonly key: string;
  readonly t: number;
  /** "t = 16". */
  readonly timeLabel: string;
  /** "23413, luna, t = 16." */
  readonly title: string;
  /** "One attempt of 5 is still live (attempt 5)." */
  readonly summary: string;
  readonly points: readonly { readonly mark: 'continue' | 'restart' | 'not-reached' | 'uncounted' | 'horizon'; readonly text: string }[];
  readonly conclusion: string;
  /** How many more attempts a verdict would take; empty where that says nothing. */
  readonly needs: RichText;
  /** Everything in one sentence, for screen readers and Copy as sentence. */
  readonly sentence: string;
  /** The alarm calculator with both actions' estimates here and the rates that it begins with; null where an action has no estimate. */
  readonly alarm: AlarmInput | null;
  /** Counted attempts, by end, then label. */
  readonly attempts: readonly AttemptLine[];
  /** Attempts of the cell that are in no count, with the reason: "attempt 3", "with unknown outcome". */
  readonly setAside: readonly { readonly id: string; readonly label: string; readonly words: string }[];
  readonly timeline: {
    /** B. */
    readonly domain: number;
    readonly ticks: readonly { readonly at: number; readonly label: string }[];
    readonly decisionLabel: string;
    /** B − t. */
    readonly restartSpan: number;
    readonly restartLabel: string;
    readonly sentence: string;
  };
}

/** What the panel shows instead of an audit: what is missing, and one action. */
export interface AuditNotice {
  readonly kind: 'empty' | 'loading' | 'error' | 'needs-budget';
  readonly headline: string;
  readonly lines: readonly string[];
  readonly actions: readonly ActionView[];
  /** For `needs-budget`: the budgets on offer with the reason of each. */
  readonly budgets: readonly { readonly budget: number; readonly label: string }[];
  /** For `loading`; `of` 0: not known yet. */
  readonly done: number;
  readonly of: number;
  /** There are attempts, and what needs no audit can be said of them (request `described`). */
  readonly describes: boolean;
}

/** One sentence and one action above an audit: work goes on, files changed since. */
export interface BannerView {
  readonly kind: 'loading' | 'stale' | 'error';
  readonly text: string;
  readonly detail: string;
  readonly action: ActionView | null;
  readonly done: number;
  readonly of: number;
}

export type AuditState =
  | { readonly kind: 'audit'; readonly audit: AuditView; readonly banner: BannerView | null }
  | { readonly kind: 'notice'; readonly notice: AuditNotice };
