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
  /** Of sub-agents and of what summarises the conversation, in order. */
  readonly side: readonly SideCall[];
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

/** A call that started a sub-agent; `step` is null where a sub-agent made it. */
interface Delegation {
  readonly step: OpenStep | null;
  readonly callId: string | null;
  readonly eventId: string | null;
}

export class Conversation {
  private readonly steps: OpenStep[] = [];
  private readonly side: SideCall[] = [];
  private readonly byCall = new Map<string, OpenStep>();
  private readonly byEvent = new Map<string, OpenStep>();
  /** Calls at which sub-agents began that still work, innermost last. */
  private readonly delegates: Delegation[] = [];
  private readonly unknown = new Set<string>();
  private readonly models = new Set<string>();
  private hasOpening = false;
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

  constructor(private readonly file: string) {}

  /** Takes the next event; `file` where it stands in one of its own. False: the value is no event. */
  add(value: unknown, range: ByteRange, bytes: Uint8Array, file = this.file): boolean {
    const read = readEvent(value, this.events === 0);
    if (read === null) return false;
    this.events++;
    if (this.shape === null || this.shape === 'entries') this.shape = read.shape;
    const { event } = read;
    this.identify(event, bytes);
    if (event.timestamp !== null) {
      this.started ??= event.timestamp;
      this.ended = event.timestamp;
    }
    const place = { file, start: range.start, end: range.end };
    if (this.take(event, place)) this.shown++;
    const output = event.what.kind === 'call' && !event.what.isModelCall ? readAcpResult(value) : null;
    if (output !== null) this.takeResult(output, place);
    return true;
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
    return {
      steps,
      side: this.side,
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
        if (what.unknown !== null && this.unknown.size < MOST_KINDS) this.unknown.add(what.unknown.slice(0, 80));
        if (what.condensation !== null) this.side.push({ responseId: what.condensation === '' ? null : what.condensation, usage: null, cost: null });
        return false;
    }
  }

  private takeCall(event: TraceEvent, call: CallEvent, range: FileRange): boolean {
    if (this.delegates.length > 0) {
      this.takeDelegated(event, call);
      return false;
    }
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
    if (call.startsDelegate) this.delegates.push({ step, callId: call.callId, eventId: event.id });
    return true;
  }

  /** A sub-agent's call, counted apart. */
  private takeDelegated(event: TraceEvent, call: CallEvent): void {
    const last = this.side[this.side.length - 1];
    if (call.responseId === null || last?.responseId !== call.responseId) this.side.push({ responseId: call.responseId, usage: call.usage, cost: null });
    if (call.startsDelegate) this.delegates.push({ step: null, callId: call.callId, eventId: event.id });
  }

  private takeResult(result: ResultEvent, range: FileRange): boolean {
    const delegation = this.delegates[this.delegates.length - 1];
    if (delegation !== undefined) {
      if (endsDelegation(result, delegation)) this.delegates.pop();
      else if (isLoose(result)) this.side.push({ responseId: null, usage: null, cost: null });
      if (this.delegates.length > 0 || delegation.step === null || !endsDelegation(result, delegation)) return false;
      delegation.step.addResult(result.observed, range);
      return true;
    }
    const step = this.answered(result);
    if (step === undefined) return this.takeUnasked(result, range);
    step.addResult(result.observed, range);
    return true;
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
    if (status === null || this.delegates.length > 0) return;
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

function endsDelegation(result: ResultEvent, { callId, eventId }: Delegation): boolean {
  return result.endsDelegate || (callId !== null && result.callId === callId) || (eventId !== null && result.cause === eventId);
}

/** A complaint about an answer of the model that left nothing else. */
function isLoose({ orElse, callId, cause }: ResultEvent): boolean {
  return orElse === 'malformed' && callId === null && cause === null;
}
