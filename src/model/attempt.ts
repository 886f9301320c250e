import type { TraceFormat } from './formats';
import type { ByteRange, CallNumber, EpochMs, Seconds, Tokens, Usd } from './units';

/** The verified result. "The agent submitted" is never an outcome. */
export type Outcome = 'resolved' | 'unresolved' | 'unknown';

/** What an outcome rests on: a verifier after each call, an outcome table, or the verdict on the submission. */
export type Basis = 'per-call' | 'declared' | 'final';

/** What makes two attempts exchangeable. Null: the trace does not say. */
export interface RuntimeFields {
  readonly agent: string | null;
  readonly agentVersion: string | null;
  readonly model: string | null;
  readonly provider: string | null;
  /** Hash of prompt, sampling and limits where the trace holds them. */
  readonly config: string | null;
}

/** Configured limits; 0 meaning "none" is null. */
export interface Limits {
  readonly calls: number | null;
  readonly usd: Usd | null;
  readonly seconds: Seconds | null;
}

/**
 * Sums over the agent's own calls; null when the trace does not say.
 * `input` includes cache reads (`cached` is that part), `output` includes reasoning.
 */
export interface TokenTotals {
  readonly input: Tokens | null;
  readonly cached: Tokens | null;
  readonly output: Tokens | null;
}

/**
 * Totals of calls that are not the agent's own: sub-agents, summarisers, reviewers, graders.
 * They are in none of the attempt's other figures.
 */
export interface SideCalls {
  readonly calls: number;
  readonly tokens: TokenTotals;
  readonly cost: Usd | null;
}

/** What a verifier said after one call. */
export interface CallResult {
  readonly call: CallNumber;
  readonly passed: boolean;
  /** Null where only the verdict is known. */
  readonly testsPassed: number | null;
  readonly testsTotal: number | null;
}

/** T, E and H as an outcome table states them itself (axis calls). */
export interface DeclaredTimes {
  readonly T: CallNumber | null;
  readonly E: CallNumber | null;
  readonly H: CallNumber | null;
}

/**
 * Facts about one run of one runtime on one task, as the index stores them.
 * T, E, H, U and J are derived from them (`deriveTimes`), never stored.
 */
export interface Attempt {
  /** Hash of source path, locator and content head: stable over re-indexing. */
  readonly id: string;
  /** File that holds the attempt, relative to the root, with `/`. */
  readonly file: string;
  /** Place in a file that holds many (line number, array index, ...); '' where the file is the attempt. */
  readonly locator: string;
  readonly range: ByteRange | null;
  readonly contentHash: string | null;
  readonly format: TraceFormat;
  readonly formatVersion: string | null;
  /** Name of the reader that can show the steps' text; null where there are no steps. */
  readonly stepReader: string | null;
  /** As the benchmark writes it; null where the trace has none. */
  readonly task: string | null;
  /** For clustering, from ids such as `owner__repo-123`: `owner/repo`. */
  readonly repository: string | null;
  readonly cohort: string | null;
  readonly runtime: RuntimeFields;
  /** Label that tells attempts of one task and runtime apart, such as the run folder. */
  readonly attempt: string;
  /** ISO time with zone, or without one when the producer wrote local time; null when not known. */
  readonly started: string | null;
  readonly startedMs: EpochMs | null;
  readonly calls: number | null;
  readonly toolSteps: number | null;
  readonly toolCalls: number | null;
  readonly tokens: TokenTotals;
  readonly cost: Usd | null;
  /** Calls that are not the agent's own, kept apart; null where there are none. */
  readonly side: SideCalls | null;
  /** Agent time where it is kept apart, else first to last event. */
  readonly seconds: Seconds | null;
  /** As written (Harbor: exception type or null; Terminal-Bench 1: failure_mode). */
  readonly exitStatus: string | null;
  readonly limits: Limits;
  readonly outcome: Outcome;
  readonly outcomeFile: string | null;
  readonly basis: Basis | null;
  readonly declared: DeclaredTimes | null;
  /** No result was ever written (a Harbor trial folder without result.json). */
  readonly noResult: boolean;
  /** Another attempt has the same identity and other content: neither is counted. */
  readonly conflict: boolean;
  /** The source marks the row as made up. */
  readonly synthetic: boolean;
  /** Number of steps in the store; 0 when only a result is known. */
  readonly stepCount: number;
  readonly problems: number;
}
