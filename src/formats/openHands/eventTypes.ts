// An event of a conversation in one form for every producer version.

import type { Observed, ToolCall } from '../shared/describeStep';
import type { CallUsage } from '../shared/usage';

/** An answer of the model, or one tool call of it. */
export interface CallEvent {
  readonly kind: 'call';
  /** The model's response: events with one id are one call. Null: not stated. */
  readonly responseId: string | null;
  /** Calls in that response, where stated. */
  readonly callsInResponse: number | null;
  readonly callId: string | null;
  /** Null: the answer only speaks. */
  readonly call: ToolCall | null;
  readonly message: string;
  readonly reasoning: string;
  /** The model that the response names. */
  readonly model: string | null;
  readonly usage: CallUsage | null;
  /** Dollars of the conversation up to here, where stated. */
  readonly spent: number | null;
  /** The call could not be run: unknown tool, or arguments that are none. */
  readonly isMalformed: boolean;
  /** A sub-agent works from here to the result of this call. */
  readonly startsDelegate: boolean;
  /** False: a tool call of another program's agent, whose model calls are not in the trace. */
  readonly isModelCall: boolean;
}

/** What came back for a call. */
export interface ResultEvent {
  readonly kind: 'result';
  readonly callId: string | null;
  /** Id of the event that it answers. */
  readonly cause: string | null;
  readonly observed: Observed;
  /** What it is where it answers no known call. */
  readonly orElse: 'malformed' | 'status' | 'fold';
  readonly endsDelegate: boolean;
}

/** The state of the conversation. `reason` says more where it is an error. */
export interface StatusEvent {
  readonly kind: 'status';
  readonly status: string | null;
  readonly reason: string | null;
  /** An event that carries metrics or the whole state. */
  readonly state: unknown;
}

/** Prompts, recall, condensation and the like: no step. */
export interface FoldedEvent {
  readonly kind: 'folded';
  /** A kind that is not known, to be told. */
  readonly unknown: string | null;
  /** The task, or the prompt of the agent: a conversation's beginning. */
  readonly isOpening: boolean;
  /** What a prompt says about the program that wrote it. */
  readonly version: string | null;
  readonly agentClass: string | null;
  /** Response that wrote a summary of the conversation: a call that is not the agent's own. '' where its id is not stated. */
  readonly condensation: string | null;
}

export interface TraceEvent {
  readonly id: string | null;
  readonly timestamp: string | null;
  readonly what: CallEvent | ResultEvent | StatusEvent | FoldedEvent;
}

export const OPENING: FoldedEvent = { kind: 'folded', unknown: null, isOpening: true, version: null, agentClass: null, condensation: null };
/** Who an event may come from. Another one is told, since its calls would be missed. */
export const SOURCES: ReadonlySet<string> = new Set(['agent', 'user', 'environment', 'hook']);

export const FOLDED: FoldedEvent = { kind: 'folded', unknown: null, isOpening: false, version: null, agentClass: null, condensation: null };

/** A model call that says nothing and calls no tool. */
export const SILENT: CallEvent = {
  kind: 'call',
  responseId: null,
  callsInResponse: null,
  callId: null,
  call: null,
  message: '',
  reasoning: '',
  model: null,
  usage: null,
  spent: null,
  isMalformed: false,
  startsDelegate: false,
  isModelCall: true,
};
