import type { StepKind, StepText } from '../model/step';

export type Tone = 'good' | 'bad' | 'unknown' | 'excluded' | 'plain';

/** A run of steps that a monitor marks, with the reason. Steps count from 1 and are inclusive. */
export interface WindowView {
  readonly from: number;
  readonly to: number;
  readonly monitor: string;
  /** Short words for strip and outline: "same command, same output, 5 times". */
  readonly reason: string;
}

export interface MonitorView {
  readonly name: string;
  readonly label: string;
  /** What the score means, one sentence. */
  readonly description: string;
  readonly threshold: number;
  /** Score after each step, [0, 1]; null where the monitor says nothing. Length: number of steps. */
  readonly scores: readonly (number | null)[];
  /** First step, from 1, whose score reaches the threshold; null when none does. */
  readonly alarm: number | null;
}

export interface StepRow {
  /** From 1, as shown. */
  readonly number: number;
  readonly call: number | null;
  readonly kind: StepKind;
  readonly title: string;
  readonly tools: readonly string[];
  readonly exitCode: number | null;
  readonly isError: boolean;
  readonly malformed: boolean;
  /** "1.2k in, 40 out", "$0.004": finished words; '' when not known. */
  readonly tokens: string;
  readonly cost: string;
}

/** Everything about a run but the text of its steps. */
export interface TrajectoryView {
  readonly attemptId: string;
  readonly title: string;
  readonly outcome: { readonly tone: Tone; readonly word: string };
  /** "terminal at call 73, submitted", "73 of 250 calls", "$0.049", ...: finished words in reading order. */
  readonly facts: readonly string[];
  /** Runtime, attempt and basis lines. */
  readonly provenance: readonly string[];
  readonly steps: readonly StepRow[];
  readonly monitors: readonly MonitorView[];
  /** Sorted by `from`. */
  readonly windows: readonly WindowView[];
  /** "73 read = 73 shown + 0 folded + 0 unreadable". */
  readonly counts: string;
  readonly problems: readonly string[];
  /** Said when there are no steps: why, and what can be done. */
  readonly empty: string | null;
}

export interface SearchHits {
  /** Step numbers, from 1, rising. */
  readonly steps: readonly number[];
  /** Steps searched of all: less than all only when cancelled. */
  readonly searched: number;
}

/** Requests of the trajectory view, answered by the extension host. */
export interface TrajectoryRequests {
  readonly [method: string]: { readonly params: unknown; readonly result: unknown };
  readonly load: { readonly params: null; readonly result: TrajectoryView };
  /** Full text of a step (number from 1). */
  readonly stepText: { readonly params: { readonly step: number }; readonly result: StepText };
  /** Searches the text of every step, case-insensitive, rendered or not. */
  readonly search: { readonly params: { readonly query: string }; readonly result: SearchHits };
  /** Selects the step in the raw file beside; `focus` moves the cursor there. */
  readonly reveal: { readonly params: { readonly step: number; readonly focus: boolean }; readonly result: null };
  readonly copy: { readonly params: { readonly step: number; readonly as: 'text' | 'json' | 'link' }; readonly result: null };
}

/** Events to the trajectory view. */
export interface TrajectoryEvents {
  readonly [name: string]: unknown;
  /** The selection moved in the raw file, or a command asked for it. */
  readonly select: { readonly step: number };
  readonly window: { readonly direction: 'next' | 'previous' };
  /** The file changed or scores arrived: load again, keep the place. */
  readonly changed: null;
}

/** Events from the trajectory view to the host. */
export interface TrajectoryHostEvents {
  readonly [name: string]: unknown;
  readonly selected: { readonly step: number };
}
