import type { StepKind } from '../model/step';

// Webviews see the model through the protocol only.
export { STEP_KINDS, type StepKind } from '../model/step';

export type Tone = 'good' | 'bad' | 'unknown' | 'excluded' | 'plain';

/** A run of steps that a monitor marks, with the reason. Steps count from 1 and are inclusive. */
export interface WindowView {
  readonly from: number;
  readonly to: number;
  readonly monitor: string;
  /** Short words for strip and outline: "same command, exit 1, 5 times, same output". */
  readonly reason: string;
}

/** Stands in `MonitorView.scores` where a monitor says nothing. */
export const NO_SCORE = -1;

export interface MonitorView {
  readonly name: string;
  readonly label: string;
  /** What the score means, one sentence. */
  readonly description: string;
  /** Null: nobody stated one. */
  readonly threshold: number | null;
  /** "0.75"; '' when there is none. */
  readonly thresholdText: string;
  /** "score by step", "scored at 5, 8, 11, …". */
  readonly note: string;
  /** Score after each step, [0, 1]; `NO_SCORE` where the monitor says nothing. Length: number of steps. As words in `StepRow.scores`. */
  readonly scores: Float64Array;
  /** First step, from 1, whose score reaches the threshold; null when none does. */
  readonly alarm: number | null;
  /** The chart as one sentence. */
  readonly sentence: string;
}

/** What a verifier said of the state after one call. */
export interface VerifierResultView {
  readonly call: number;
  /** Step of the call, from 1; null where the call has none that can be read. */
  readonly step: number | null;
  readonly passed: boolean;
  /** "5 of 5 tests"; '' when not known. */
  readonly tests: string;
}

/** Results of a verifier after single calls; after every other call it was not run. */
export interface VerifierView {
  /** The run's last call. */
  readonly calls: number;
  /** Rising by call, one a call, at least one. */
  readonly results: readonly VerifierResultView[];
  /** "1 passed, 2 failed, not run after 6 calls; what had passed was broken later". */
  readonly note: string;
  /** The strip as words. */
  readonly sentence: string;
}

/** A run that hangs together with the one that is shown: a sub-agent, or what started it. */
export interface RelatedRun {
  readonly attemptId: string;
  /** "Sub-agent: 14 calls, 120k tokens", "Started by step 5 of session.jsonl": finished words. */
  readonly label: string;
  /** Step to open, from 1; null for its beginning. */
  readonly step: number | null;
}

/** One step as a list shows it: words, asked for near what is in sight. */
export interface StepRow {
  /** From 1, as shown. */
  readonly number: number;
  readonly call: number | null;
  readonly kind: StepKind;
  readonly title: string;
  readonly tools: readonly string[];
  /** "exit 1", "error", "malformed", ''. */
  readonly exit: string;
  /** The step failed: `exit` is shown as bad. */
  readonly failed: boolean;
  /** "call 16, 1.2k tokens in, 40 out, $0.004": finished words; '' when not known. */
  readonly usage: string;
  /** "2 sub-agents"; '' when it started none. */
  readonly agents: string;
  /** Sub-agents that the step started. */
  readonly subAgents: readonly RelatedRun[];
  /** Scores of `TrajectoryView.monitors`, in their order: "0.42", '' where there is none. */
  readonly scores: readonly string[];
}

/**
 * What is known of all steps at once. A run may have hundreds of thousands: they cross as bytes, which costs nothing, and
 * the words of a step are asked for when it comes into sight.
 */
export interface StepColumns {
  readonly count: number;
  /** Place in `STEP_KINDS` by step. Length: `count`. */
  readonly kinds: Uint8Array;
  /** 1 where the step failed, by step. Length: `count`. */
  readonly failed: Uint8Array;
}

/** Consecutive steps. */
export interface StepRows {
  /** Number of the first one, from 1. */
  readonly from: number;
  readonly rows: readonly StepRow[];
}

/** Most rows that one request gives. */
export const MOST_ROWS = 400;

/** Everything about a run but the text of its steps. */
export interface TrajectoryView {
  readonly attemptId: string;
  /** The run for its reader: file and place in it. Unlike the id it does not depend on the folder that was indexed. */
  readonly key: string;
  readonly title: string;
  readonly outcome: { readonly tone: Tone; readonly word: string };
  /** "terminal at call 73, submitted", "73 of 250 calls", "$0.049", ...: finished words in reading order. */
  readonly facts: readonly string[];
  /** Runtime, attempt and basis lines. */
  readonly provenance: readonly string[];
  /** Sub-agents whose step is not known, and for a sub-agent the run that started it. */
  readonly related: readonly RelatedRun[];
  readonly steps: StepColumns;
  /** Steps around the reader's place, so that the first screen needs no second question. */
  readonly rows: StepRows;
  readonly monitors: readonly MonitorView[];
  /** Name of the monitor that is shown first; null when there is none. */
  readonly monitor: string | null;
  /** Null: no verifier ran on the way, as far as is known. */
  readonly verifier: VerifierView | null;
  /** Sorted by `from`; windows of different monitors may overlap. */
  readonly windows: readonly WindowView[];
  /** "73 read = 73 shown + 0 folded + 0 unreadable". */
  readonly counts: string;
  readonly problems: readonly string[];
  /** "4,310 steps so far: 8.4 MB of 1 GB of the file have been read, the rest is being read."; '' once everything that counts has been read. */
  readonly reading: string;
  /** Said when there are no steps: why, and what can be done. */
  readonly empty: string | null;
  /** Whether another attempt of the task is there to compare with. */
  readonly canCompare: boolean;
  /** False where the steps do not stand in a file as text (an archive, a table). */
  readonly hasRaw: boolean;
}

/** What is shown in place of a run. */
export interface TrajectoryNotice {
  readonly kind: 'loading' | 'empty' | 'error' | 'choose';
  readonly headline: string;
  readonly lines: readonly string[];
  readonly actions: readonly { readonly label: string; readonly action: TrajectoryAction }[];
}

export type TrajectoryState =
  /** `step`: one that was asked for, from 1; it is chosen and opened. Null: the reader's place is kept. */
  | { readonly kind: 'view'; readonly view: TrajectoryView; readonly step: number | null }
  | { readonly kind: 'notice'; readonly notice: TrajectoryNotice };

/** What the view may ask the host to do beside reading. */
export const TRAJECTORY_ACTIONS = ['compare', 'raw', 'choose', 'problems', 'attempts', 'index'] as const;
export type TrajectoryAction = (typeof TRAJECTORY_ACTIONS)[number];

/** One part of a step's text, clean: no terminal sequences, invisible characters made visible. */
export interface StepSection {
  readonly kind: 'reasoning' | 'message' | 'call' | 'observation';
  /** "Command", "Output", "Thinking", the tool's name, ... */
  readonly title: string;
  /** "last 7 of 18 lines, exit 1"; '' when there is nothing to add. */
  readonly note: string;
  readonly failed: boolean;
  /** What is shown at first: the beginning, or the end of an output. */
  readonly preview: string;
  /** The preview is the whole text. */
  readonly complete: boolean;
  /** Parts that `sectionPart` gives. */
  readonly parts: number;
}

/** A step's output against that of the last step with the same action. */
export interface StepDifference {
  /** From 1. */
  readonly step: number;
  /** "same output", "another output: not a plain repeat". */
  readonly note: string;
  readonly lines: readonly { readonly sign: '-' | '+'; readonly text: string }[];
}

export interface StepTextView {
  readonly sections: readonly StepSection[];
  readonly difference: StepDifference | null;
  /** "Raw, line 1254"; '' when there is no raw text. */
  readonly rawLabel: string;
  /** What is missing of the step, and why; '' when all is there. */
  readonly notice: string;
}

export interface SectionPart {
  readonly text: string;
  /** "Part 3 of 210, lines 4,001–6,000 of 400,000". */
  readonly label: string;
}

export interface SearchHit {
  /** From 1. */
  readonly step: number;
  /** One line around the first place found; the match stands from `from` to `to` (not included). */
  readonly snippet: string;
  readonly from: number;
  readonly to: number;
}

export interface SearchHits {
  /** Rising by step; one a step. */
  readonly hits: readonly SearchHit[];
  readonly searched: number;
}

// The maps are type aliases: an interface would need an index signature, and so lose the names of its methods.

/** Requests of the trajectory view, answered by the extension host. */
export type TrajectoryRequests = {
  /** `attempt`: the id that the view kept over a reload; null at first. `top`: the step, from 1, at the reader's place. */
  readonly load: { readonly params: { readonly attempt: string | null; readonly top: number }; readonly result: TrajectoryState };
  /** Rows of the steps `from` to `to` (from 1, inclusive), `MOST_ROWS` at most. */
  readonly stepRows: { readonly params: { readonly from: number; readonly to: number }; readonly result: StepRows };
  /** Text of a step (number from 1). */
  readonly stepText: { readonly params: { readonly step: number }; readonly result: StepTextView };
  /** A part (from 0) of a section (from 0) of a step: long texts are read in parts. */
  readonly sectionPart: { readonly params: { readonly step: number; readonly section: number; readonly part: number }; readonly result: SectionPart };
  /** Searches the text of every step, case-insensitive, rendered or not. */
  readonly search: { readonly params: { readonly query: string }; readonly result: SearchHits };
  /** Shows the step in the raw file beside; `focus` moves the cursor there. */
  readonly reveal: { readonly params: { readonly step: number; readonly focus: boolean }; readonly result: null };
  readonly copy: { readonly params: { readonly step: number; readonly as: 'text' | 'json' | 'link' }; readonly result: null };
  /** Opens a run that hangs together with this one, at a step (from 1) where one is given. */
  readonly openRun: { readonly params: { readonly attempt: string; readonly step: number | null }; readonly result: null };
  readonly act: { readonly params: { readonly action: TrajectoryAction }; readonly result: null };
};

/** Events to the trajectory view. */
export type TrajectoryEvents = {
  /** The selection moved in the raw file, or a command asked for it. `focus`: the reader asked to go there. */
  readonly select: { readonly step: number; readonly focus: boolean };
  readonly window: { readonly direction: 'next' | 'previous' };
  /** How far a search has come. */
  readonly searchProgress: { readonly searched: number; readonly of: number };
  /** The file changed, scores arrived, or another attempt was chosen: load again. */
  readonly changed: { readonly attempt: string | null };
};

/** Events from the trajectory view to the host. */
export type TrajectoryHostEvents = {
  /** The reader chose a step; the raw file beside follows when it is open. */
  readonly selected: { readonly step: number };
  /** A run that `load` gave is on the page and takes `select` and `window`. */
  readonly shown: { readonly attempt: string };
};
