// The reader contract. A reader claims sources and yields parts; `index/join` merges parts into
// attempts. Readers never throw on content: what they cannot use becomes a Problem and a count.

import type { Basis, CallResult, DeclaredTimes, Limits, Outcome, RuntimeFields, SideCalls, TokenTotals } from '../model/attempt';
import type { FormatName, TraceFormat } from '../model/formats';
import type { Problem } from '../model/problem';
import type { Step, StepText } from '../model/step';
import type { ByteOffset, ByteRange, Seconds, Usd } from '../model/units';

/** What recognition may look at. Nothing else is read before a file is claimed. */
export interface FileHead {
  /** Relative to the root, with `/`. */
  readonly path: string;
  /** Last segment of `path`. */
  readonly name: string;
  readonly size: number;
  /** The first 4 KiB, or the whole file when it is shorter. */
  readonly head: Uint8Array;
  /** Names of the columns of a Parquet file, whose schema stands at its end; absent for every other file. */
  readonly columns?: readonly string[];
}

export type Certainty = 'certain' | 'possible';

/**
 * A claim on a file. Files of one reader with equal `source` are read together in one call:
 * `source` is the file's own path, or a folder (or stem) whose members the reader names.
 */
export interface Claim {
  readonly certainty: Certainty;
  readonly source: string;
}

/** A place in a growing file where a reader left off (`PartSink.pause`). */
export interface ResumePoint {
  /** The bytes before it are as they were then. */
  readonly byte: ByteOffset;
  /** Number of the line that begins there, from 1. */
  readonly line: number;
  /** What the reader has to know of everything before, in its own words. */
  readonly state: string;
}

/** A file that can be read in pieces. Paths are those of FileHead. */
export interface SourceFile {
  readonly path: string;
  readonly size: number;
  /**
   * Where the reader is to go on: what it gave before it paused there is kept, of the source's other files too, which are as
   * they were. Only for readers that pause.
   */
  readonly resume?: ResumePoint;
  /** Bytes from `start` (included) to `end` (not), shorter at the end of the file. */
  read(start: ByteOffset, end: ByteOffset): Uint8Array;
  /** The file from `start` on, in pieces whose size the reader must not depend on. */
  chunks(start?: ByteOffset): Iterable<Uint8Array>;
}

export interface Source {
  /** The `source` of the claims. */
  readonly key: string;
  /** Members, sorted by path; at least one. */
  readonly files: readonly SourceFile[];
}

/** Where a part belongs, for the join. */
export interface Place {
  /**
   * Folder whose content is this attempt alone (a Harbor trial folder, a mini-swe-agent
   * `<run>/<instance>` folder), or null where the file is all there is.
   */
  readonly folder: string | null;
  /** Folder of the run that the attempt belongs to; its last segment is the run's name. Null when not known. */
  readonly runFolder: string | null;
}

/** How attempts that started one another find each other, in formats that write sub-agents to conversations of their own. */
export interface Lineage {
  /** Id of the conversation by which others of the same format name it. */
  readonly session: string;
  /** Steps that started sub-agents, or may have: what names the call there (a call's id, a sub-agent's id), and the step's index. */
  readonly spawns: readonly { readonly call: string; readonly step: number }[];
  /** Of a sub-agent: the session that started it, and what names the call there; null where it does not say which call. */
  readonly parent: { readonly session: string; readonly call: string | null } | null;
}

/** What an attempt was in the index that a sanitised table was exported from. */
export interface ExportedAttempt {
  readonly id: string;
  readonly conflict: boolean;
  /** What a verifier said after calls, sorted by call. */
  readonly results: readonly CallResult[];
}

/**
 * Facts about one attempt from one source. Null means "this source does not say", and the join
 * may fill it from another one.
 *
 * Roles: `result` is an attempt by itself that may lack steps (a Harbor trial, a Terminal-Bench 1
 * trial or row, a row of an outcome table); `trajectory` holds steps, and is merged into a `result` whose
 * `place.folder` contains its file. Several trajectories under one result describe the same attempt, which
 * counts once: steps come from ATIF where it is there, else from an agent's own log, and from the result's
 * own format (logs of the harness) only where there is neither. A `sub-agent` is no attempt: the join hangs it under
 * the step that `lineage.parent` names.
 */
export interface AttemptPart {
  readonly role: 'result' | 'trajectory' | 'sub-agent';
  readonly format: TraceFormat;
  readonly formatVersion: string | null;
  readonly file: string;
  readonly locator: string;
  readonly range: ByteRange | null;
  /** Hash of the content that makes the attempt, for identical copies; null when not computed. */
  readonly contentHash: string | null;
  readonly place: Place;
  readonly task: string | null;
  /**
   * Hash of the task's content, with its kind before a colon (`checksum:…`, `text:…`): two values of one kind
   * under one task name are two tasks, a problem `conflict` and no cell. Null where the source does not say.
   */
  readonly taskHash: string | null;
  readonly cohort: string | null;
  readonly runtime: RuntimeFields;
  /** Label of the attempt where the source states one (a trial name, an attempt number), else null. */
  readonly attempt: string | null;
  readonly started: string | null;
  /** Counts as the steps give them; a producer's total only where there are no steps. */
  readonly calls: number | null;
  readonly toolSteps: number | null;
  readonly toolCalls: number | null;
  readonly tokens: TokenTotals;
  readonly cost: Usd | null;
  /** Calls that are not the agent's own, kept apart; null where the source has none. */
  readonly side: SideCalls | null;
  readonly seconds: Seconds | null;
  readonly exitStatus: string | null;
  readonly limits: Limits;
  readonly outcome: Outcome;
  readonly outcomeFile: string | null;
  readonly basis: Basis | null;
  readonly declared: DeclaredTimes | null;
  readonly noResult: boolean;
  readonly synthetic: boolean;
  /** Left out where the format has no sub-agents in conversations of their own. */
  readonly lineage?: Lineage;
  /** Of a row of a sanitised table alone. */
  readonly exported?: ExportedAttempt;
}

/** The attempt that a line of a sidecar names: by its id, by file and locator, or by task, runtime and label. */
export interface AttemptName {
  /** The sidecar. */
  readonly file: string;
  readonly attemptId: string | null;
  readonly attemptFile: string | null;
  readonly locator: string | null;
  readonly task: string | null;
  readonly runtime: string | null;
  readonly attempt: string | null;
}

/** What a label sidecar says beside a verdict, and whom it names beside `task` and `attempt`. */
export interface AttemptLabel extends Pick<AttemptName, 'attemptId' | 'attemptFile' | 'locator' | 'runtime'> {
  readonly firstVerified: number | null;
  /** Results after single calls; empty where none are stated. */
  readonly results: readonly CallResult[];
}

/** What a sidecar says of a task's verifier; null: not stated. */
export interface TaskGatePart {
  readonly baseFails: boolean | null;
  readonly referencePasses: boolean | null;
}

/** One verdict of a report: it labels the attempt of `task` in the run that the report belongs to. */
export interface OutcomePart {
  readonly file: string;
  /** Null: every task of the run of which the file says nothing. */
  readonly task: string | null;
  /** `none`: the evaluation gave no verdict (error, no logs, infrastructure). */
  readonly verdict: 'resolved' | 'unresolved' | 'none';
  /** Path segments and file-name stems that may hold the run id, to be matched with run folder names; '' is the root's. */
  readonly runIds: readonly string[];
  /** File name without its last extension, matched by its end: it ends in `.<run folder name>`. */
  readonly stem: string | null;
  readonly model: string | null;
  readonly attempt: string | null;
  /** Of a label sidecar, which labels the one attempt that it names; absent or null: a report. */
  readonly label?: AttemptLabel | null;
  /** Of a sidecar that speaks of the task, and of no attempt; absent or null: it does not. */
  readonly gate?: TaskGatePart | null;
}

/** Facts about a run folder: predictions, exit statuses, configuration. */
export interface RunPart {
  readonly file: string;
  readonly runFolder: string;
  readonly kind: 'predictions' | 'exit-statuses' | 'job' | 'metadata' | 'selection';
  /**
   * Task to value: the model name for predictions, the status for exit statuses, and for a selection the attempt that the
   * run handed in where it made several, as `file#locator`: reports on the run judge that one.
   */
  readonly tasks: ReadonlyMap<string, string>;
  readonly runtime: Partial<RuntimeFields>;
  readonly cohort: string | null;
}

/** A score of an outside monitor for a step of the attempt that it names. */
export interface ScorePart extends AttemptName {
  /** Call, from 1; or null where `step` (index from 0) is given. */
  readonly call: number | null;
  readonly step: number | null;
  readonly monitor: string;
  readonly score: number;
  readonly threshold: number | null;
  readonly cost: Usd | null;
}

/** Records read = shown + folded + unreadable. `format` null: looked at, not a trace. */
export interface FilePart {
  readonly file: string;
  readonly format: FormatName | null;
  readonly records: number;
  readonly shown: number;
  readonly folded: number;
  readonly unreadable: number;
}

/** Receives what a reader finds. */
export interface PartSink {
  attempt(part: AttemptPart, steps: readonly Step[]): void;
  outcome(part: OutcomePart): void;
  run(part: RunPart): void;
  score(part: ScorePart): void;
  problem(problem: Problem): void;
  /** Once for every file of the source. */
  file(part: FilePart): void;
  /**
   * Everything that was given until now holds whatever is appended to the file, and reading may go on there when it has
   * grown; what is given after that is dropped then. Called at most once, after the last whole line of one file: the only one
   * of its source, or `path`, where the others are as they were. The file's counts (`file`) come later, and are those of all
   * of it.
   */
  pause?(point: ResumePoint, path?: string): void;
  /** Throws a Cancelled error when the user has cancelled; call it between records. */
  checkCancelled(): void;
}

/** Put between the bytes of a range and those of its `more`: a byte that stands nowhere in JSON. */
export const RANGE_SEPARATOR = 0x1e;

/** Bytes of a step's ranges, for showing it; those of a range with `more` are joined by `RANGE_SEPARATOR`. */
export interface StepBytes {
  readonly action: Uint8Array | null;
  readonly observation: Uint8Array | null;
}

export interface Reader {
  /** Unique name, the folder under `src/formats`. */
  readonly name: string;
  /** From name and first 4 KiB. Null: not mine. Never throws. */
  claim(head: FileHead): Claim | null;
  /**
   * Yields the parts of a source. Never throws on content; lets Cancelled and file-system errors through. A reader whose
   * libraries are asynchronous (Parquet, WASM) returns a promise, and yields nothing any more once it is settled.
   */
  read(source: Source, sink: PartSink): void | Promise<void>;
  /** Full text of a step of this reader. Bytes may be cut or garbage: what cannot be parsed is shown as it is. */
  stepText(step: Step, bytes: StepBytes): StepText;
}
