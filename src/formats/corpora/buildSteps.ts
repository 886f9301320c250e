import type { ByteRange } from '../../model/units';
import type { FileRange, Step } from '../../model/step';
import { describeAction, describeMalformed, describeObservations } from '../shared/describeStep';
import type { Observed } from '../shared/describeStep';
import { exitCodeOf } from '../shared/exitCodes';
import type { JsonRecord } from '../shared/fields';
import { hashAction } from '../shared/stepHash';
import { classifyCommand } from '../shared/stepKinds';
import { cleanLine } from '../shared/text';
import { commandTitle, cutTitle } from '../shared/title';
import { readAction, speakerOf, textOf } from './messages';
import type { Action } from './messages';

/** A message of a row and where it stands; null where it could not be read. */
export interface RowMessage {
  readonly value: JsonRecord | null;
  readonly range: ByteRange;
}

/** An agent's message, by its number, and those that answer it: from the first to the last, or null. */
export interface Turn {
  readonly agent: number;
  readonly action: Action;
  readonly answers: { readonly first: number; readonly last: number } | null;
  /** The harness, not the agent, wrote it: it ends a run that cannot go on. */
  readonly isHarness: boolean;
  readonly malformed: boolean;
}

/**
 * The turns of a conversation. Tool messages answer calls; where actions stand in the text, the user's next messages
 * do. In a conversation with actions in the text, a message without one could not be parsed, if it was answered.
 */
export function splitTurns(messages: readonly (JsonRecord | null)[]): readonly Turn[] {
  const speakers = messages.map(speakerOf);
  const actions = messages.map((message, i) => (message !== null && speakers[i] === 'agent' ? readAction(message) : null));
  const isStated = actions.some((action) => action?.notation === 'tool-calls');
  const isInText = !isStated && actions.some((action) => action !== null && action.notation !== 'none');
  const lastAgent = speakers.lastIndexOf('agent');
  return actions.flatMap((action, agent) => {
    if (action === null) return [];
    const answers = answersTo(agent, speakers, isInText);
    const isHarness = isInText && agent === lastAgent && action.notation === 'none' && /^\s*Exit(?:ing|ed)? (?:due to|because|\()/.test(action.message.slice(0, 200));
    const malformed = isInText && action.notation === 'none' && !isHarness && answers !== null;
    return [{ agent, action, answers, isHarness, malformed }];
  });
}

function answersTo(agent: number, speakers: readonly (string | null)[], isInText: boolean): Turn['answers'] {
  let first = -1;
  let last = -1;
  for (let i = agent + 1; i < speakers.length; i++) {
    const speaker = speakers[i];
    if (speaker === 'agent' || (speaker === 'user' && !isInText)) break;
    if (speaker !== 'tool' && speaker !== 'user') continue;
    if (first < 0) first = i;
    last = i;
  }
  return first < 0 ? null : { first, last };
}

/** The steps of a conversation; ranges are those of its messages, in `file`. */
export function buildSteps(messages: readonly RowMessage[], file: string): readonly Step[] {
  const values = messages.map(({ value }) => value);
  const turns = splitTurns(values);
  let call = 0;
  return turns.map((turn, index): Step => {
    const answers = turn.answers === null ? [] : values.slice(turn.answers.first, turn.answers.last + 1).flatMap((message) => (message === null ? [] : [observe(message)]));
    const described = describe(turn);
    const observed = describeObservations(answers);
    return {
      index,
      call: turn.isHarness ? null : ++call,
      ...described,
      action: rangeOf(messages, turn.agent, turn.agent, file),
      observation: turn.answers === null ? null : rangeOf(messages, turn.answers.first, turn.answers.last, file),
      ...observed,
      isError: observed.isError || turn.malformed || turn.isHarness,
      malformed: turn.malformed,
      isToolStep: described.toolCalls > 0 && (answers.length > 0 || described.kind === 'submit'),
      inputTokens: null,
      cachedTokens: null,
      outputTokens: null,
      cost: null,
      timeMs: null,
    };
  });
}

function describe({ action, isHarness, malformed }: Turn): Pick<Step, 'kind' | 'tools' | 'title' | 'actionHash' | 'toolCalls'> {
  if (isHarness) return { kind: 'other', tools: [], title: cutTitle(`ended by the harness: ${cleanLine(action.message.slice(0, 400))}`), actionHash: null, toolCalls: 0 };
  if (malformed) return describeMalformed(action.message);
  const [only] = action.calls;
  if (action.notation !== 'fence' || only === undefined || typeof only.args !== 'string') return describeAction(action.calls, action.message);
  const command = only.args;
  return { kind: classifyCommand(command), tools: [only.tool], title: commandTitle(command), actionHash: hashAction(command), toolCalls: 1 };
}

/** How the producers' own tools and templates report failure, at the start of an observation. */
const FAILURES = /^(?:ERROR:|Your proposed edit has introduced new syntax error|EXECUTION TIMED OUT|Execution timed out|The command '.{0,2000}?' was cancelled because)/s;

/** What an answering message says. */
export function observe(message: JsonRecord): Observed {
  const text = textOf(message);
  const head = text.slice(0, 4096).trimStart();
  const exitCode = exitCodeOf(text);
  return { text, exitCode, isError: (exitCode ?? 0) !== 0 || FAILURES.test(head.replace(/^OBSERVATION:\s{0,8}/, '')) };
}

function rangeOf(messages: readonly RowMessage[], first: number, last: number, file: string): FileRange | null {
  const start = messages[first]?.range.start;
  const end = messages[last]?.range.end;
  return start === undefined || end === undefined ? null : { file, start, end };
}
