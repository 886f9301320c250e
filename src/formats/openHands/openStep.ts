// A step while its calls and results come in; texts are described when they come and not kept.

import type { FileRange, Step } from '../../model/step';
import { describeAction, describeMalformed, describeObservations } from '../shared/describeStep';
import type { Observed } from '../shared/describeStep';
import { joinActions, joinObservations } from '../shared/stepPieces';
import type { ActionFacts, ObservationFacts } from '../shared/stepPieces';
import { epochMs } from '../shared/times';
import type { CallUsage } from '../shared/usage';
import type { CallEvent } from './eventTypes';

/** A step before it is known what its call cost. */
export interface DraftStep {
  readonly step: Step;
  readonly responseId: string | null;
  readonly usage: CallUsage | null;
  /** Dollars of the conversation up to its end, where stated. */
  readonly spent: number | null;
}

export class OpenStep {
  readonly isModelCall: boolean;
  lastTool: string | null = null;
  private readonly responseId: string | null;
  private readonly calls: ActionFacts[] = [];
  private readonly results: ObservationFacts[] = [];
  private readonly actions: FileRange[] = [];
  private readonly observations: FileRange[] = [];
  private message: ActionFacts = describeAction([], '');
  private usage: CallUsage | null = null;
  private spent: number | null = null;
  private timestamp: string | null = null;
  private malformed = 0;
  private readonly expected: number | null;

  constructor(first: Pick<CallEvent, 'isModelCall' | 'responseId' | 'callsInResponse'>) {
    this.isModelCall = first.isModelCall;
    this.responseId = first.responseId;
    this.expected = first.callsInResponse;
  }

  /** An answer of which only the complaint about it is there. */
  static refused(complaint: string): OpenStep {
    const step = new OpenStep({ isModelCall: true, responseId: null, callsInResponse: null });
    step.message = { ...describeMalformed(complaint), actionHash: null };
    step.malformed = 1;
    return step;
  }

  /** Whether the call belongs to the same response. Some servers give all responses one id, so the number stated counts too. */
  takesMore(call: CallEvent): boolean {
    return call.responseId !== null && call.responseId === this.responseId && (this.expected === null || this.calls.length < this.expected);
  }

  addCall(call: CallEvent, timestamp: string | null, range: FileRange): void {
    if (call.call !== null) this.calls.push(describeAction([call.call], call.message));
    else if (this.calls.length === 0) this.message = describeAction([], call.message);
    this.lastTool = call.call?.tool ?? null;
    if (call.isMalformed) this.malformed++;
    this.usage ??= call.usage;
    this.spent = call.spent ?? this.spent;
    this.timestamp ??= timestamp;
    this.actions.push(range);
  }

  addResult(observed: Observed, range: FileRange): void {
    this.results.push(describeObservations([observed]));
    this.observations.push(range);
  }

  /** Whether a call of it has no result yet. */
  waits(): boolean {
    return this.results.length < this.calls.length;
  }

  finish(index: number, call: number | null): DraftStep {
    const action = joinActions(this.calls, this.message);
    const isMalformed = this.malformed > 0 && this.malformed >= this.calls.length;
    const step: Step = {
      index,
      call,
      ...action,
      action: joinRanges(this.actions),
      observation: joinRanges(this.observations),
      ...joinObservations(this.results),
      malformed: isMalformed,
      isToolStep: !isMalformed && (this.results.length > 0 || action.kind === 'submit'),
      inputTokens: null,
      cachedTokens: null,
      outputTokens: null,
      cost: null,
      timeMs: epochMs(this.timestamp),
    };
    return { step, responseId: this.responseId, usage: this.usage, spent: this.spent };
  }
}

function joinRanges(ranges: readonly FileRange[]): FileRange | null {
  const [first, ...more] = ranges;
  if (first === undefined) return null;
  return more.length === 0 ? first : { ...first, more };
}
