import type { Step, StepText } from '../../model/step';
import type { StepBytes } from '../contract';
import { asArray, asRecord, getField, getRecord, getString } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { parseJson } from '../shared/parseJson';
import { contentText } from '../shared/text';
import { describeMessage, describeObservation, messageText, reasoningText, statedCommands, toolCallsOf } from './messages';
import { findCommands, withoutCommands } from '../shared/fencedCommands';

type Calls = StepText['calls'];
type Observations = StepText['observations'];

/**
 * Full text of a step from its bytes: reasoning, thought, commands, and what each command printed
 * with its exit code. Bytes that do not parse are shown as they are.
 */
export function readStepText(step: Step, bytes: StepBytes): StepText {
  const action = parseMessages(bytes.action)[0] ?? null;
  const observations = readObservations(bytes, step.isError);
  if (action === null) return { reasoning: '', message: decode(bytes.action), calls: [], observations };
  if (isFormatError(action)) return { reasoning: '', ...readUnparsed(action), observations };
  return { reasoning: reasoningText(action), ...readCalls(action), observations };
}

function readCalls(message: JsonRecord): { message: string; calls: Calls } {
  const text = messageText(message);
  const commands = statedCommands(message);
  if (commands.length > 0) {
    const names = toolCallsOf(message).map((call) => call.tool);
    return { message: withoutCommands(text), calls: commands.map((command, i) => ({ tool: names[i] ?? 'bash', text: command })) };
  }
  return { message: withoutCommands(text), calls: findCommands(text).map((command) => ({ tool: 'bash', text: command })) };
}

function readObservations(bytes: StepBytes, isErrorStep: boolean): Observations {
  if (bytes.observation === null) return [];
  const messages = parseMessages(bytes.observation);
  if (messages.length === 0) return [{ text: decode(bytes.observation), exitCode: null, isError: false }];
  return messages.map((message) => {
    if (isFormatError(message)) return { text: messageText(message), exitCode: null, isError: true };
    const { text, exitCode, isError } = describeObservation(message);
    return { text, exitCode, isError: isError || (isErrorStep && messages.length === 1) };
  });
}

function isFormatError(message: JsonRecord): boolean {
  return getString(getRecord(message, 'extra'), 'interrupt_type') === 'FormatError';
}

/** An answer that the producer could not parse, as far as it was stored: its text and what it tried to call. */
function readUnparsed(message: JsonRecord): { message: string; calls: Calls } {
  const described = describeMessage(message);
  const answer = described?.kind === 'format-error' ? described.answer : '';
  const response = getRecord(getRecord(message, 'extra'), 'response');
  const calls = response === null ? [] : toolCallsOf(getRecord(asArray(getField(response, 'choices'))?.[0], 'message') ?? response);
  if (calls.length > 0) return { message: answer, calls };
  return { message: withoutCommands(answer), calls: findCommands(answer).map((command) => ({ tool: 'bash', text: command })) };
}

/** The messages of a range that holds one or several, parted by commas. Empty when it is not JSON. */
function parseMessages(bytes: Uint8Array | null): JsonRecord[] {
  if (bytes === null) return [];
  const parsed = parseJson(Buffer.concat([Buffer.from('['), bytes, Buffer.from(']')]));
  const values = parsed.ok ? asArray(parsed.value) : null;
  const records = (values ?? []).map(asRecord);
  return records.every((record) => record !== null) ? records : [];
}

function decode(bytes: Uint8Array | null): string {
  return bytes === null ? '' : contentText(new TextDecoder().decode(bytes));
}
