// The model calls of a session, put together from items in the order in which they were written.

import type { FileRange, Step } from '../../model/step';
import type { ByteRange, EpochMs } from '../../model/units';
import { describeAction, describeMalformed, describeObservations } from '../shared/describeStep';
import type { Observed } from '../shared/describeStep';
import { hashText } from '../shared/hash';
import { extendLines, joinActions, joinObservations } from '../shared/stepPieces';
import type { ActionFacts, ObservationFacts } from '../shared/stepPieces';
import { commandTitle, cutTitle } from '../shared/title';
import { NO_USAGE } from '../shared/usage';
import type { CallUsage } from '../shared/usage';
import type { CodexCall } from './items';

interface Draft {
  readonly timeMs: EpochMs | null;
  readonly calls: ActionFacts[];
  readonly texts: ActionFacts[];
  reasoning: ActionFacts | null;
  malformedCalls: number;
  didRun: boolean;
  readonly results: ObservationFacts[];
  usage: CallUsage | null;
  action: FileRange;
  observation: FileRange | null;
  /** The answer is over: what comes next is another one's. */
  isSealed: boolean;
}

/** Where an item stands and when it came. */
export interface ItemPlace extends ByteRange {
  readonly timeMs: EpochMs | null;
}

const NO_TEXT = describeAction([], '');

/**
 * Collects calls. An answer is a run of reasoning, messages and tool calls; it is over with the first output, or with the
 * count of its tokens, whichever comes first. Keeps no text.
 */
export class CallList {
  private drafts: Draft[] = [];
  private readonly byCall = new Map<string, Draft>();

  constructor(private readonly file: string) {}

  get length(): number {
    return this.drafts.length;
  }

  /** Whether items came since the last answer whose tokens were counted. */
  get awaitsUsage(): boolean {
    const last = this.drafts.at(-1);
    return last !== undefined && last.usage === null;
  }

  reason(text: string, place: ItemPlace): void {
    const draft = this.open(place);
    draft.reasoning ??= describeAction([], text);
  }

  say(text: string, place: ItemPlace): void {
    this.open(place).texts.push(describeAction([], text));
  }

  call(call: CodexCall, place: ItemPlace): void {
    const draft = this.open(place);
    draft.calls.push(describeCall(call));
    if (call.isMalformed) draft.malformedCalls++;
    if (call.didRun) draft.didRun = true;
    if (call.id !== null) this.byCall.set(call.id, draft);
  }

  /** What a call printed. False: the call is not here. */
  output(id: string | null, observed: Observed, place: ItemPlace): boolean {
    const draft = id === null ? undefined : this.byCall.get(id);
    if (draft === undefined) return false;
    draft.results.push(describeObservations([observed]));
    draft.observation = draft.observation === null ? this.rangeOf(place) : extendLines(draft.observation, this.rangeOf(place));
    draft.isSealed = true;
    return true;
  }

  /** The tokens of the last answer, which is over then. */
  count(usage: CallUsage): void {
    const last = this.drafts.at(-1);
    if (last === undefined) return;
    last.usage = usage;
    last.isSealed = true;
  }

  /** Something stands between this answer and the next. */
  seal(): void {
    const last = this.drafts.at(-1);
    if (last !== undefined) last.isSealed = true;
  }

  /** The answer goes on although some of its calls are done. */
  reopen(): void {
    const last = this.drafts.at(-1);
    if (last !== undefined) last.isSealed = false;
  }

  /** Forgets the calls so far: they were copied from another session. */
  drop(): void {
    this.drafts = [];
    this.byCall.clear();
  }

  /** Index of the step of a tool call; null when it is not here. */
  stepOf(call: string): number | null {
    const draft = this.byCall.get(call);
    const index = draft === undefined ? -1 : this.drafts.indexOf(draft);
    return index < 0 ? null : index;
  }

  steps(): readonly Step[] {
    return this.drafts.map(buildStep);
  }

  private open(place: ItemPlace): Draft {
    const last = this.drafts.at(-1);
    const range = this.rangeOf(place);
    if (last !== undefined && !last.isSealed) {
      last.action = extendLines(last.action, range);
      return last;
    }
    const draft: Draft = { timeMs: place.timeMs, calls: [], texts: [], reasoning: null, malformedCalls: 0, didRun: false, results: [], usage: null, action: range, observation: null, isSealed: false };
    this.drafts.push(draft);
    return draft;
  }

  private rangeOf({ start, end }: ByteRange): FileRange {
    return { file: this.file, start, end };
  }
}

function buildStep(draft: Draft, index: number): Step {
  const usage = draft.usage ?? NO_USAGE;
  const malformed = draft.calls.length > 0 && draft.malformedCalls === draft.calls.length;
  const results = joinObservations(draft.results);
  return {
    index,
    call: index + 1,
    ...joinActions(draft.calls, messageOf(draft)),
    action: draft.action,
    observation: draft.observation,
    ...results,
    isError: results.isError || draft.malformedCalls > 0,
    malformed,
    isToolStep: !malformed && (draft.results.length > 0 || draft.didRun),
    inputTokens: usage.input,
    cachedTokens: usage.cached,
    outputTokens: usage.output,
    cost: null,
    timeMs: draft.timeMs,
  };
}

function describeCall(call: CodexCall): ActionFacts {
  if (call.isMalformed) return { ...describeMalformed(`${call.tool} ${typeof call.args === 'string' ? call.args : ''}`), tools: [call.tool.slice(0, 100)], toolCalls: 1 };
  const facts = describeAction([call], '');
  const patch = call.tool === 'apply_patch' && typeof call.args === 'string' ? /^\*\*\* ((?:Add|Update|Delete) File: .{1,150})$/m.exec(call.args.slice(0, 4096)) : null;
  return patch?.[1] === undefined ? facts : { ...facts, title: cutTitle(`apply_patch: ${commandTitle(patch[1])}`) };
}

function messageOf({ texts, reasoning }: Draft): ActionFacts {
  const [first] = texts;
  if (first === undefined) return reasoning ?? NO_TEXT;
  return texts.length === 1 ? first : { ...first, actionHash: hashText(texts.map((text) => text.actionHash ?? '').join('\n')) };
}
