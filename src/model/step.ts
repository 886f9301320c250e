import type { ByteRange, CallNumber, EpochMs, Tokens, Usd } from './units';

/** What a step does. The rules are data: `stepKinds.ts`. */
export const STEP_KINDS = ['inspect', 'search', 'edit', 'test', 'run', 'submit', 'think', 'other'] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** A part of a file. Text stays there and is read by range when shown. */
export interface FileRange extends ByteRange {
  readonly file: string;
  /** What else belongs to it, in order: several calls of one answer may stand apart, or in a file each. Absent where nothing does. */
  readonly more?: readonly FileRange[];
}

/**
 * One call with its tool calls and the observations that answer them; a call whose answer
 * could not be parsed is a step too (`malformed`).
 */
export interface Step {
  /** From 0, in order. */
  readonly index: number;
  /** The model call of the step, from 1; null for a step without a call of its own (an autosubmission). */
  readonly call: CallNumber | null;
  readonly kind: StepKind;
  /** Names of the tools called, in order. */
  readonly tools: readonly string[];
  /** One line that names the action: the command, or the tool and its main argument. At most 200 characters. */
  readonly title: string;
  readonly action: FileRange | null;
  readonly observation: FileRange | null;
  /** Hash of the normalised action and of the normalised observation; null where there is none. */
  readonly actionHash: string | null;
  readonly observationHash: string | null;
  readonly malformed: boolean;
  /** True when at least one tool ran (an observation is there) or the step submitted. */
  readonly isToolStep: boolean;
  /** Tool calls as requested. */
  readonly toolCalls: number;
  /** Exit code of the last command of the step that has one. */
  readonly exitCode: number | null;
  /** The observation reports an error: a non-zero exit code, or what the format marks as one. */
  readonly isError: boolean;
  readonly inputTokens: Tokens | null;
  readonly cachedTokens: Tokens | null;
  readonly outputTokens: Tokens | null;
  readonly cost: Usd | null;
  readonly timeMs: EpochMs | null;
}

/** Full text of a step, parsed from its ranges when it is shown. Trace text is hostile: text nodes only. */
export interface StepText {
  readonly reasoning: string;
  readonly message: string;
  readonly calls: readonly { readonly tool: string; readonly text: string }[];
  readonly observations: readonly { readonly text: string; readonly exitCode: number | null; readonly isError: boolean }[];
}
