import type { Step, StepText } from '../../model/step';
import type { StepBytes } from '../contract';
import { showCall } from '../shared/describeStep';
import { asRecord } from '../shared/fields';
import { parseJson } from '../shared/parseJson';
import { cleanText } from '../shared/text';
import { readMessage } from './messages';
import type { GeminiMessage } from './messages';

/** Full text of a step from its message. Bytes that do not parse are shown as they are. */
export function readStepText(step: Step, bytes: StepBytes): StepText {
  const action = parseMessage(bytes.action);
  const result = parseMessage(bytes.observation);
  const observed = (result?.calls ?? []).flatMap((call) => call.observed ?? []);
  const observations = bytes.observation === null || observed.length > 0 ? observed : [{ text: decode(bytes.observation), exitCode: null, isError: step.isError }];
  if (action === null) return { reasoning: '', message: bytes.action === null ? '' : decode(bytes.action), calls: [], observations };
  return { reasoning: action.thoughts, message: action.text, calls: action.calls.map((call) => ({ tool: call.tool, text: showCall(call) })), observations };
}

function parseMessage(bytes: Uint8Array | null): GeminiMessage | null {
  if (bytes === null) return null;
  const parsed = parseJson(bytes);
  const record = parsed.ok ? asRecord(parsed.value) : null;
  return record === null ? null : readMessage(record);
}

function decode(bytes: Uint8Array): string {
  return cleanText(new TextDecoder().decode(bytes));
}
