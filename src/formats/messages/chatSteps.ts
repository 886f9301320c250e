// Messages to steps. A step is one answer of the model with the messages that answer it.

import type { FileRange, Step } from '../../model/step';
import { describeAction, describeMalformed, describeObservations } from '../shared/describeStep';
import type { Observed, ToolCall } from '../shared/describeStep';
import { exitCodeOf } from '../shared/exitCodes';
import type { ChatFacts } from '../shared/chatFacts';
import type { ChatMessage } from '../shared/chatMessages';
import { addKnown } from '../shared/usage';
import type { CallUsage } from '../shared/usage';
import { asksForCommands, findTextActions, isComplaint, isObservationText } from './textActions';

interface Reply {
  readonly observed: Observed;
  readonly range: FileRange;
  /** False: a message of the user, which is an observation only where it answers an action in the text. */
  readonly isTool: boolean;
}

interface Draft {
  message: ChatMessage;
  range: FileRange;
  facts: ChatFacts;
  readonly replies: Reply[];
}

export interface ChatTotals {
  readonly calls: number;
  readonly toolSteps: number;
  readonly toolCalls: number;
  /** First and last time that a message states, in milliseconds since the epoch. */
  readonly firstMs: number | null;
  readonly lastMs: number | null;
  /** The model that the first answer names. */
  readonly model: string | null;
  readonly isRequest: boolean;
}

/** Collects the steps of one conversation, message by message; texts are held for the current step only. */
export class ChatSteps {
  private readonly steps: Step[] = [];
  private current: Draft | null = null;
  private isTextAgent = false;
  private firstMs: number | null = null;
  private lastMs: number | null = null;
  private model: string | null = null;
  /** Messages taken, by role. */
  readonly counts = { system: 0, user: 0, assistant: 0, tool: 0 };
  /** Messages whose role was guessed from a key of unknown make. */
  guessed = 0;
  /** The messages are one logged request and its answer: tokens and cost are those of the last call alone. */
  isRequest = false;

  /** Takes the next message; `range` is its place. Messages before the first answer are the task. */
  add(message: ChatMessage, facts: ChatFacts, range: FileRange): void {
    this.counts[message.role]++;
    if (!message.isStandard) this.guessed++;
    this.noteTime(facts.timeMs);
    if (message.role === 'assistant') this.addAnswer(message, facts, range);
    else if (this.current === null) this.isTextAgent ||= asksForCommands(message.text);
    else this.addReply(this.current, message, range);
  }

  /** The steps, once all messages are in. */
  finish(): readonly Step[] {
    this.close();
    return this.steps;
  }

  totals(): ChatTotals {
    return {
      calls: this.steps.length,
      toolSteps: this.steps.filter((step) => step.isToolStep).length,
      toolCalls: this.steps.reduce((sum, step) => sum + step.toolCalls, 0),
      firstMs: this.firstMs,
      lastMs: this.lastMs,
      model: this.model,
      isRequest: this.isRequest,
    };
  }

  private noteTime(timeMs: number | null): void {
    if (timeMs === null) return;
    this.firstMs = Math.min(this.firstMs ?? timeMs, timeMs);
    this.lastMs = Math.max(this.lastMs ?? timeMs, timeMs);
  }

  private addAnswer(message: ChatMessage, facts: ChatFacts, range: FileRange): void {
    this.model ??= facts.model;
    const draft = this.current;
    if (draft !== null && draft.replies.length === 0 && isSameCall(draft.message, message)) {
      draft.message = mergeMessages(draft.message, message);
      draft.facts = mergeFacts(draft.facts, facts, draft.message.id !== null);
      draft.range = { ...draft.range, end: range.end };
    } else {
      this.close();
      this.current = { message, facts, range, replies: [] };
    }
    for (const answer of message.answers) this.current?.replies.push({ observed: answer, range, isTool: true });
  }

  private addReply(draft: Draft, message: ChatMessage, range: FileRange): void {
    for (const observed of message.answers) draft.replies.push({ observed, range, isTool: true });
    if (message.role !== 'user' || message.text === '') return;
    draft.replies.push({ observed: { text: message.text, exitCode: statedExit(message.text), isError: false }, range, isTool: false });
  }

  private close(): void {
    const draft = this.current;
    if (draft === null) return;
    this.current = null;
    const said = draft.replies.find((reply) => !reply.isTool);
    if (said !== undefined && isObservationText(said.observed.text)) this.isTextAgent = true;
    this.steps.push(buildStep(draft, this.steps.length, this.isTextAgent));
  }
}

/** Items of one response, or pieces with one id, as logs write an answer block by block. */
export function isSameCall(a: ChatMessage, b: ChatMessage): boolean {
  return (a.isItem && b.isItem) || (a.id !== null && a.id === b.id);
}

/** Two pieces of one answer as one. */
export function mergeMessages(a: ChatMessage, b: ChatMessage): ChatMessage {
  const join = (x: string, y: string): string => (x === '' || y === '' ? x + y : `${x}\n${y}`);
  return { ...a, text: join(a.text, b.text), reasoning: join(a.reasoning, b.reasoning), calls: [...a.calls, ...b.calls], answers: [...a.answers, ...b.answers] };
}

/** Pieces with one id repeat the usage of the whole answer: the last one has it complete. */
function mergeFacts(a: ChatFacts, b: ChatFacts, isRepeated: boolean): ChatFacts {
  const merge = (x: number | null, y: number | null): number | null => (isRepeated ? (y ?? x) : addKnown(x, y));
  const usage: CallUsage = {
    input: merge(a.usage.input, b.usage.input),
    cached: merge(a.usage.cached, b.usage.cached),
    output: merge(a.usage.output, b.usage.output),
  };
  return { usage, cost: merge(a.cost, b.cost), timeMs: a.timeMs ?? b.timeMs, model: a.model ?? b.model };
}

function buildStep({ message, range, facts, replies }: Draft, index: number, isTextAgent: boolean): Step {
  const said = replies.find((reply) => !reply.isTool);
  const calls = callsOf(message, isTextAgent || (said !== undefined && isObservationText(said.observed.text)));
  const hasTools = replies.some((reply) => reply.isTool);
  const malformed = isTextAgent && calls.length === 0 && said !== undefined && isComplaint(said.observed.text);
  // A person's next words are no observation of a tool's step; of a step that only speaks they are the answer.
  const kept = hasTools ? replies.filter((reply) => reply.isTool) : replies;
  const action = malformed ? describeMalformed(message.text) : describeAction(calls, message.text === '' ? message.reasoning : message.text);
  const hasRun = calls.length > 0 && kept.length > 0;
  return {
    index,
    call: index + 1,
    ...action,
    action: range,
    observation: rangeOf(kept),
    ...describeObservations(kept.map((reply) => reply.observed)),
    malformed,
    isToolStep: !malformed && (hasRun || action.kind === 'submit'),
    inputTokens: facts.usage.input,
    cachedTokens: facts.usage.cached,
    outputTokens: facts.usage.output,
    cost: facts.cost,
    timeMs: facts.timeMs,
  };
}

/** Calls as the API has them, else those in the text; fenced blocks only where something runs them. */
export function callsOf(message: ChatMessage, mayBeFenced: boolean): readonly ToolCall[] {
  if (message.calls.length > 0) return message.calls;
  const found = findTextActions(message.text);
  return found !== null && (found.isMarked || mayBeFenced) ? found.calls : [];
}

/** From the first reply to the last. */
function rangeOf(replies: readonly Reply[]): FileRange | null {
  const first = replies[0]?.range;
  const last = replies.at(-1)?.range;
  return first === undefined || last === undefined ? null : { ...first, end: last.end };
}

function statedExit(text: string): number | null {
  const inner = /^\s{0,40}<returncode>\s{0,8}(-?\d{1,6})/.exec(text.slice(0, 200));
  return inner?.[1] === undefined ? exitCodeOf(text) : Number(inner[1]);
}
