import type { Step, StepText } from '../../model/step';
import type { StepBytes } from '../contract';
import { showCall } from '../shared/describeStep';
import { asArray, asRecord } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { parseJson } from '../shared/parseJson';
import { observe, splitTurns } from './buildSteps';
import { parseConversation, readAction, reasoningOf } from './messages';

/**
 * Full text of a step. Its bytes are messages, several parted by commas; in rows whose conversation is JSON in a string they
 * are that whole string, of which the step's own turn is shown. Bytes that do not parse are shown as they are.
 */
export function readStepText(step: Step, bytes: StepBytes): StepText {
  const parsed = parseValues(bytes.action);
  const [first] = parsed;
  if (typeof first === 'string') return fromConversation(step, first);
  const message = asRecord(first);
  const observations = readObservations(bytes.observation);
  if (message === null) return { reasoning: '', message: decode(bytes.action), calls: [], observations };
  return { ...readMessage(step, message), observations };
}

function fromConversation(step: Step, text: string): StepText {
  const messages = (parseConversation(text) ?? []).map(asRecord);
  const turn = splitTurns(messages)[step.index];
  const message = turn === undefined ? null : (messages[turn.agent] ?? null);
  if (turn === undefined || message === null) return { reasoning: '', message: text, calls: [], observations: [] };
  const answers = turn.answers === null ? [] : messages.slice(turn.answers.first, turn.answers.last + 1);
  return { ...readMessage(step, message), observations: answers.flatMap((answer) => (answer === null ? [] : [observe(answer)])) };
}

function readMessage(step: Step, message: JsonRecord): Omit<StepText, 'observations'> {
  const action = readAction(message);
  const isShown = step.toolCalls > 0;
  const calls = isShown ? action.calls.map((call) => ({ tool: call.tool, text: showCall(call) })) : [];
  return { reasoning: reasoningOf(message), message: action.message, calls };
}

function readObservations(bytes: Uint8Array | null): StepText['observations'] {
  if (bytes === null) return [];
  const messages = parseValues(bytes).map(asRecord);
  const read = messages.flatMap((message) => (message === null ? [] : [observe(message)]));
  return read.length > 0 ? read : [{ text: decode(bytes), exitCode: null, isError: false }];
}

/** The values of a range that holds one or several, parted by commas. Empty when it is not JSON. */
function parseValues(bytes: Uint8Array | null): readonly unknown[] {
  if (bytes === null) return [];
  const parsed = parseJson(Buffer.concat([Buffer.from('['), bytes, Buffer.from(']')]));
  return (parsed.ok ? asArray(parsed.value) : null) ?? [];
}

function decode(bytes: Uint8Array | null): string {
  return bytes === null ? '' : new TextDecoder().decode(bytes);
}
