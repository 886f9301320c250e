import type { StepBytes } from '../contract';
import type { Step, StepText } from '../../model/step';
import { showCall } from '../shared/describeStep';
import type { Observed } from '../shared/describeStep';
import { asArray, asRecord, getField, getText } from '../shared/fields';
import { parseJson } from '../shared/parseJson';
import { contentText } from '../shared/text';
import { callsOf, callsOrCommands, messageOf, observationsOf } from './records';

/** Full text of a step; bytes that cannot be parsed are shown as they are. */
export function showAtifStep(step: Step, { action, observation }: StepBytes): StepText {
  const parsed = action === null ? null : parseJson(action);
  const record = parsed?.ok === true ? asRecord(parsed.value) : null;
  const message = messageOf(record);
  const calls = step.malformed ? [] : callsOrCommands(record, callsOf(record), message);
  const observed = observation === null ? [] : readObservation(observation);
  return {
    reasoning: getText(record, 'reasoning_content') ?? '',
    message: record === null ? decode(action) : message,
    calls: calls.map((call) => ({ tool: call.tool, text: showCall(call) })),
    observations: observed.length === 0 && observation !== null ? [{ text: decode(observation), exitCode: null, isError: false }] : observed,
  };
}

/** One observation object, or steps that follow each other, separated by commas. */
function readObservation(bytes: Uint8Array): readonly Observed[] {
  const alone = parseJson(bytes);
  if (alone.ok) return observationsIn(alone.value);
  const list = parseJson(Buffer.concat([Buffer.from('['), bytes, Buffer.from(']')]));
  return list.ok ? (asArray(list.value) ?? []).flatMap(observationsIn) : [];
}

function observationsIn(value: unknown): readonly Observed[] {
  const observation = getField(value, 'observation');
  return observationsOf(observation === undefined ? value : observation);
}

function decode(bytes: Uint8Array | null): string {
  return bytes === null ? '' : contentText(new TextDecoder().decode(bytes));
}
