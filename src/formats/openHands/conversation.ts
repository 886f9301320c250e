// Puts the events of one conversation together to steps: a response of the model with its tool calls and what came back.

import type { FileRange } from '../../model/step';
import type { ByteRange } from '../../model/units';
import { ContentHash } from '../shared/hash';
import type { CallUsage } from '../shared/usage';
import { readEvent } from './event';
import type { EventShape } from './event';
import type { CallEvent, ResultEvent, StatusEvent, TraceEvent } from './eventTypes';
import { readAcpResult } from './sdkEvent';
import { OpenStep } from './openStep';
import type { DraftStep } from './openStep';

/** A call that is not the agent's own. */
export interface SideCall {
  readonly responseId: string | null;
  readonly usage: CallUsage | null;
  readonly cost: number | null;
}

export interface ConversationFacts {
  readonly steps: readonly DraftStep[];
  /** Of what summarises the conversation, in order. */
  readonly side: readonly SideCall[];
  /** In the order in which they were started. */
  readonly subagents: readonly SubConversation[];
  readonly shape: EventShape | null;
  /** Last state that was told, as written, with its reason. */
  readonly status: string | null;
  readonly reason: string | null;
  /** Name of the last tool call where it ends the run: `finish` or `reject`. */
  readonly ending: string | null;
  /** Metrics or states that came with events, the last of them. */
  readonly state: unknown;
  readonly started: string | null;
  readonly ended: string | null;
  readonly events: number;
  readonly shown: number;
  /** The task or a prompt stands before the first call: the conversation is there from its beginning. */
  readonly hasOpening: boolean;
  /** Version and agent's class, as the first prompt that names them does. */
  readonly version: string | null;
  readonly agentClass: string | null;
  /** Models that responses name, each once. */
  readonly models: readonly string[];
  /** Kinds of events that are not known, each once. */
  readonly unknownKinds: readonly string[];
  /** Some calls were made by another program's agent: the model's calls are not all there. */
  readonly hasForeignCalls: boolean;
  /** Equal for a conversation and its copy, however it is written: made of ids and times where events have them. */
  readonly key: string;
}

/** States that say nothing about how a run ended. */
export const UNDER_WAY: ReadonlySet<string> = new Set(['running', 'idle', 'loading', 'init', 'starting', 'deleting']);
const ENDINGS = /^(?:finish|reject)$/;
const MOST_KINDS = 20;
/** Levels of sub-agents that are told apart. */
const DEEPEST = 16;

/** A sub-agent at work: from the call that started it to what comes back for that call. */
interface Delegation {
  readonly step: OpenStep;
  readonly callId: string | null;
  readonly eventId: string | null;
  readonly conversation: Conversation;
}

/** A sub-agent's conversation inside another one. */
export interface SubConversation {
  /** What names the call that started it, and the index of its step. */
  readonly call: string;
  readonly step: number;
  readonly facts: ConversationFacts;
}

export class Conversation {
  private readonly steps: OpenStep[] = [];
  private readonly side: SideCall[] = [];
  private readonly byCall = new Map<string, OpenStep>();
  private readonly byEvent = new Map<string, OpenStep>();
  private readonly delegations: Delegation[] = [];
  private open: Delegation | null = null;
  private readonly unknown = new Set<string>();
  private readonly models = new Set<string>();
  private hasOpening = false;
  private version: string | null = null;
  private agentClass: string | null = null;
  private readonly hash = new ContentHash();
  private shape: EventShape | null = null;
  private status: string | null = null;
  private reason: string | null = null;
  private state: unknown = null;
  private started: string | null = null;
  private ended: string | null = null;
  private events = 0;
  private shown = 0;
  private hasForeignCalls = false;

  constructor(private readonly file: string, private readonly level = 0) {}

  /** Takes the next event; `file` where it stands in one of its own. False: the value is no event. */
  add(value: unknown, range: ByteRange, bytes: Uint8Array, file = this.file): boolean {
    const read = readEvent(value, this.events === 0);
    if (read === null) return false;
    this.identify(read.event, bytes);
    this.accept(read.event, read.shape, { file, start: range.start, end: range.end }, value);
    return true;
  }

  private accept(event: TraceEvent, shape: EventShape, place: FileRange, value: unknown): void {
    this.events++;
    if (this.shape === null || this.shape === 'entries') this.shape = shape;
    if (event.timestamp !== null) {
      this.started ??= event.timestamp;
      this.ended = event.timestamp;
    }
    if (this.open !== null && !(event.what.kind === 'result' && this.endsOpen(event.what, this.open))) {
      const { conversation } = this.open;
      const before = conversation.shown;
      conversation.accept(event, shape, place, value);
      this.shown += conversation.shown - before;
      return;
    }
    if (this.take(event, place)) this.shown++;
    const output = event.what.kind === 'call' && !event.what.isModelCall ? readAcpResult(value) : null;
    if (output !== null) this.takeResult(output, place);
  }

  /** Events that a step shows, so far. */
  get shownSoFar(): number {
    return this.shown;
  }

  finish(): ConversationFacts {
    const own = this.steps;
    let call = 0;
    const steps = own.map((step, index) => step.finish(index, step.isModelCall ? ++call : null));
    const last = own[own.length - 1]?.lastTool ?? null;
    const indices = new Map(own.map((step, index) => [step, index]));
    return {
      steps,
      side: this.side,
      subagents: this.delegations.map(({ step, callId, eventId, conversation }, i) => ({ call: callId ?? eventId ?? String(i), step: indices.get(step) ?? 0, facts: conversation.finish() })),
      shape: this.shape,
      status: this.status,
      reason: this.reason,
      ending: last !== null && ENDINGS.test(last) ? last : null,
      state: this.state,
      started: this.started,
      ended: this.ended,
      events: this.events,
      shown: this.shown,
      hasOpening: this.hasOpening,
      version: this.version,
      agentClass: this.agentClass,
      models: [...this.models],
      unknownKinds: [...this.unknown],
      hasForeignCalls: this.hasForeignCalls,
      key: this.hash.digest(),
    };
  }

  private identify({ id, timestamp }: TraceEvent, bytes: Uint8Array): void {
    this.hash.update(timestamp === null ? bytes : Buffer.from(`${id ?? ''}\n${timestamp}\n`));
  }

  /** Whether a step shows the event. */
  private take(event: TraceEvent, range: FileRange): boolean {
    const { what } = event;
    switch (what.kind) {
      case 'call':
        return this.takeCall(event, what, range);
      case 'result':
        return this.takeResult(what, range);
      case 'status':
        this.takeStatus(what);
        return false;
      case 'folded':
        if (what.isOpening && this.steps.length === 0) this.hasOpening = true;
        this.version ??= what.version;
        this.agentClass ??= what.agentClass;
        if (what.unknown !== null && this.unknown.size < MOST_KINDS) this.unknown.add(what.unknown.slice(0, 80));
        if (what.condensation !== null) this.side.push({ responseId: what.condensation === '' ? null : what.condensation, usage: null, cost: null });
        return false;
    }
  }

  private takeCall(event: TraceEvent, call: CallEvent, range: FileRange): boolean {
    if (!call.isModelCall) {
      this.hasForeignCalls = true;
      // Told again when it goes on.
      if (call.callId !== null && this.byCall.has(call.callId)) return false;
    }
    const last = this.steps[this.steps.length - 1];
    const step = last?.takesMore(call) === true ? last : new OpenStep(call);
    if (step !== last) this.steps.push(step);
    step.addCall(call, event.timestamp, range);
    if (call.model !== null && this.models.size < MOST_KINDS) this.models.add(call.model);
    if (call.callId !== null) this.byCall.set(call.callId, step);
    if (event.id !== null) this.byEvent.set(event.id, step);
    if (call.startsDelegate) {
      this.open = { step, callId: call.callId, eventId: event.id, conversation: new Conversation(this.file, this.level + 1) };
      // A sub-agent of one at the deepest level is taken for that one itself.
      if (this.level >= DEEPEST) this.open = null;
      else this.delegations.push(this.open);
    }
    return true;
  }

  private takeResult(result: ResultEvent, range: FileRange): boolean {
    const { open } = this;
    if (open !== null) {
      this.open = null;
      open.step.addResult(result.observed, range);
      return true;
    }
    const step = this.answered(result);
    if (step === undefined) return this.takeUnasked(result, range);
    step.addResult(result.observed, range);
    return true;
  }

  /** A result that names no call ends the innermost sub-agent. */
  private endsOpen(result: ResultEvent, { callId, eventId, conversation }: Delegation): boolean {
    const isNamed = (callId !== null && result.callId === callId) || (eventId !== null && result.cause === eventId);
    return isNamed || (result.endsDelegate && conversation.open === null);
  }

  private answered({ callId, cause, orElse }: ResultEvent): OpenStep | undefined {
    const known = (callId === null ? undefined : this.byCall.get(callId)) ?? (cause === null ? undefined : this.byEvent.get(cause));
    if (known !== undefined || callId !== null || cause !== null || orElse !== 'fold') return known;
    // The oldest files pair actions and observations by nothing but their order.
    const last = this.steps[this.steps.length - 1];
    return last?.waits() === true ? last : undefined;
  }

  /** A result that answers no call. */
  private takeUnasked(result: ResultEvent, range: FileRange): boolean {
    if (isLoose(result)) {
      const step = OpenStep.refused(result.observed.text);
      step.addResult(result.observed, range);
      this.steps.push(step);
      return true;
    }
    if (result.orElse === 'status') {
      this.status = 'error';
      this.reason = result.observed.text;
    }
    return false;
  }

  private takeStatus({ status, reason, state }: StatusEvent): void {
    if (state !== null) this.state = state;
    if (status === null) return;
    // A conversation that goes on has not ended; one that errs tells its reason before its state.
    if (UNDER_WAY.has(status)) {
      this.status = null;
      this.reason = null;
    } else if (!(status === 'error' && this.reason !== null && reason === null)) {
      this.status = status;
      this.reason = reason;
    }
  }
}

/** A complaint about an answer of the model that left nothing else. */
function isLoose({ orElse, callId, cause }: ResultEvent): boolean {
  return orElse === 'malformed' && callId === null && cause === null;
}
