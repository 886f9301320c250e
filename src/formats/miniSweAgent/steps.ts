// Messages to steps. A step is a model call with the observations that answer it, or a format
// error alone, whose answer v2 does not store.

import type { FileRange, Step } from '../../model/step';
import { hashAction, hashObservation } from '../shared/stepHash';
import { classifyCommand, strongestKind } from '../shared/stepKinds';
import { cleanLine } from '../shared/text';
import { commandTitle, cutTitle } from '../shared/title';
import { NO_USAGE } from '../shared/usage';
import { exitCodeIn } from './messages';
import type { CallFacts, MiniMessage, Observation } from './messages';

/** What the configuration says about the producer's own user messages (v1). */
export interface Phrases {
  /** Fixed start of the complaint about a badly formatted answer; null when not known. */
  readonly formatError: string | null;
  /** Fixed start of the message about a command that timed out. */
  readonly timeout: string | null;
  /** Commands are cut out by a pattern that is not known here. */
  readonly hasOwnPattern: boolean;
}

/** How the attempt ended, for its last step. */
export interface Ending {
  readonly isSubmitted: boolean;
  /** Version 1 writes what ended the run as a last user message. */
  readonly endsWithUser: boolean;
}

type Answer = Extract<MiniMessage, { kind: 'call' | 'format-error' | 'human' }>;

interface Reply extends Observation {
  readonly range: FileRange;
  /** A user message whose meaning its place decides. */
  readonly isUser: boolean;
}

interface Draft {
  readonly answer: Answer;
  readonly range: FileRange;
  readonly call: number | null;
  readonly replies: Reply[];
}

/** Collects the steps of one attempt, message by message; texts are held for the current step only. */
export class StepBuilder {
  private readonly steps: Step[] = [];
  private current: Draft | null = null;
  private calls = 0;
  phrases: Phrases = { formatError: null, timeout: null, hasOwnPattern: false };

  /** Model calls that the messages show. */
  get callCount(): number {
    return this.calls;
  }

  /** Takes the next message; `range` is its place. Messages before the first call are the task. */
  add(message: MiniMessage, range: FileRange): void {
    switch (message.kind) {
      case 'call':
      case 'format-error':
        this.close();
        this.calls++;
        this.current = { answer: message, range, call: this.calls, replies: [] };
        break;
      case 'human':
        this.close();
        this.current = { answer: message, range, call: null, replies: [] };
        break;
      case 'observation':
        this.current?.replies.push({ ...message, range, isUser: false });
        break;
      case 'interruption':
        this.current?.replies.push({ text: message.text, exitCode: null, isError: false, didRun: false, range, isUser: false });
        break;
      case 'user':
        this.addUser(message.text, range);
        break;
      case 'system':
      case 'exit':
        break;
    }
  }

  /** The steps, once all messages are in. */
  finish(ending: Ending): readonly Step[] {
    const last = this.current;
    if (last !== null && ending.endsWithUser && last.replies.at(-1)?.isUser === true) last.replies.pop();
    this.close(ending.isSubmitted);
    return this.steps;
  }

  private addUser(text: string, range: FileRange): void {
    if (this.current === null) return;
    const exitCode = exitCodeIn(text);
    const isTimeout = startsWith(text, this.phrases.timeout);
    this.current.replies.push({ text, exitCode, isError: isTimeout || (exitCode ?? 0) !== 0, didRun: true, range, isUser: true });
  }

  private close(isSubmitted = false): void {
    const draft = this.current;
    if (draft === null) return;
    this.current = null;
    this.steps.push(buildStep(draft, this.steps.length, isSubmitted, this.phrases));
  }
}

function buildStep(draft: Draft, index: number, isSubmitted: boolean, phrases: Phrases): Step {
  const { answer, range, call, replies } = draft;
  const malformed = isMalformed(draft, phrases);
  const commands = answer.kind === 'format-error' ? [] : answer.commands;
  const didRun = !malformed && answer.kind !== 'human' && replies.some((reply) => reply.didRun);
  const facts: CallFacts = answer.kind === 'human' ? { usage: NO_USAGE, cost: null, timeMs: answer.timeMs } : answer;
  return {
    index,
    call,
    kind: malformed ? 'other' : isSubmitted ? 'submit' : strongestKind(commands.map(classifyCommand)),
    tools: answer.kind === 'call' ? answer.tools : commands.map(() => 'bash'),
    title: titleOf(answer, malformed),
    action: range,
    observation: rangeOf(draft),
    actionHash: hashAction(answer.kind === 'format-error' ? answer.answer : commands.join('\n')),
    observationHash: hashObservation(observationText(draft)),
    malformed,
    isToolStep: didRun || (isSubmitted && !malformed),
    toolCalls: answer.kind === 'human' ? commands.length : answer.toolCalls,
    exitCode: replies.reduce<number | null>((code, reply) => reply.exitCode ?? code, null),
    isError: malformed || replies.some((reply) => reply.isError),
    inputTokens: facts.usage.input,
    cachedTokens: facts.usage.cached,
    outputTokens: facts.usage.output,
    cost: facts.cost === 0 ? null : facts.cost,
    timeMs: facts.timeMs,
  };
}

/** A format error of v2 says so; in v1 the complaint does, or that the text does not hold exactly one command. */
function isMalformed({ answer, replies }: Draft, phrases: Phrases): boolean {
  if (answer.kind === 'format-error') return true;
  if (answer.kind !== 'call' || !answer.isText) return false;
  const reply = replies.find((r) => r.isUser);
  if (reply !== undefined && startsWith(reply.text, phrases.formatError)) return true;
  // Without an answer to it, a text may have been cut off by a limit.
  return !phrases.hasOwnPattern && answer.commands.length !== 1;
}

function titleOf(answer: Answer, malformed: boolean): string {
  const commands = answer.kind === 'format-error' ? [] : answer.commands;
  if (malformed) {
    const text = answer.kind === 'format-error' ? answer.answer || answer.complaint : commands.join(' ');
    return cutTitle(`format error: ${cleanLine(text.slice(0, 1000))}`.replace(/: $/, ''));
  }
  const title = commandTitle(commands[0] ?? '');
  if (commands.length < 2) return title;
  return cutTitle(`${title.slice(0, 180)} (+${commands.length - 1} more)`);
}

/** From the first reply to the last; a complaint of v2 is answer and reply in one message. */
function rangeOf({ answer, range, replies }: Draft): FileRange | null {
  const first = replies[0]?.range;
  const last = replies.at(-1)?.range;
  if (answer.kind === 'format-error') return { ...range, end: last?.end ?? range.end };
  return first === undefined || last === undefined ? null : { ...first, end: last.end };
}

function observationText({ answer, replies }: Draft): string | null {
  const texts = replies.map((reply) => reply.text);
  if (answer.kind === 'format-error') texts.unshift(answer.complaint);
  return texts.length === 0 ? null : texts.join('\n');
}

/** Short phrases prove nothing. */
function startsWith(text: string, phrase: string | null): boolean {
  return phrase !== null && phrase.length >= 16 && text.trimStart().startsWith(phrase);
}
