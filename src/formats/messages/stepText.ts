import type { Step, StepText } from '../../model/step';
import type { StepBytes } from '../contract';
import { describeChat } from '../shared/chatMessages';
import type { ChatMessage } from '../shared/chatMessages';
import { showCall } from '../shared/describeStep';
import { asArray } from '../shared/fields';
import { readRecords } from '../shared/looseRecords';
import { parseJson } from '../shared/parseJson';
import { callsOf, isSameCall, mergeMessages } from './chatSteps';
import { findTextActions } from './textActions';

/** Full text of a step from its bytes; bytes that do not parse are shown as they are. */
export function readStepText(step: Step, bytes: StepBytes): StepText {
  const inside = messagesInString(bytes.action);
  if (inside !== null) return stepInString(step, inside);
  const answers = describeAll(bytes.action).filter((message) => message.role === 'assistant');
  const replies = describeAll(bytes.observation);
  const [first, ...rest] = answers;
  const observations = readObservations(replies, bytes.observation);
  if (first === undefined) return { reasoning: '', message: decode(bytes.action), calls: [], observations };
  return { ...readAnswer(rest.reduce(mergeMessages, first), step), observations };
}

function readAnswer(message: ChatMessage, step: Step): Pick<StepText, 'reasoning' | 'message' | 'calls'> {
  // Whether a fenced block was run is what the whole conversation says; the step remembers it.
  const calls = step.toolCalls === 0 ? [] : callsOf(message, true);
  const isInText = calls.length > 0 && message.calls.length === 0;
  const said = isInText ? message.text.slice(0, findTextActions(message.text)?.start ?? 0).trimEnd() : message.text;
  return { reasoning: message.reasoning, message: said, calls: calls.map((call) => ({ tool: call.tool, text: showCall(call) })) };
}

function readObservations(replies: readonly ChatMessage[], bytes: Uint8Array | null): StepText['observations'] {
  if (bytes === null) return [];
  const answers = replies.flatMap((message) => message.answers);
  const shown = answers.length > 0 ? answers : replies.filter((message) => message.role === 'user').map(({ text }) => ({ text, exitCode: null, isError: false }));
  if (shown.length === 0) return [{ text: decode(bytes), exitCode: null, isError: false }];
  return shown.map(({ text, exitCode, isError }) => ({ text, exitCode, isError: isError || (exitCode !== null && exitCode !== 0) }));
}

/** Messages kept as a JSON string: the whole string is the range of every step. */
function messagesInString(bytes: Uint8Array | null): readonly ChatMessage[] | null {
  if (bytes === null || bytes[0] !== 0x22) return null;
  const text = parseJson(bytes);
  const list = text.ok && typeof text.value === 'string' ? parseJson(Buffer.from(text.value)) : null;
  const values = list?.ok === true ? asArray(list.value) : null;
  return values?.map(describeChat).filter((message) => message !== null) ?? null;
}

function stepInString(step: Step, messages: readonly ChatMessage[]): StepText {
  const groups: { answer: ChatMessage; readonly replies: ChatMessage[] }[] = [];
  for (const message of messages) {
    const last = groups.at(-1);
    if (message.role !== 'assistant') last?.replies.push(message);
    else if (last !== undefined && last.replies.length === 0 && isSameCall(last.answer, message)) last.answer = mergeMessages(last.answer, message);
    else groups.push({ answer: message, replies: [] });
  }
  const group = groups[step.index];
  if (group === undefined) return { reasoning: '', message: '', calls: [], observations: [] };
  return { ...readAnswer(group.answer, step), observations: step.observation === null ? [] : readObservations(group.replies, new Uint8Array()) };
}

function describeAll(bytes: Uint8Array | null): readonly ChatMessage[] {
  return bytes === null ? [] : readRecords(bytes).map(describeChat).filter((message) => message !== null);
}

function decode(bytes: Uint8Array | null): string {
  return bytes === null ? '' : new TextDecoder().decode(bytes);
}
