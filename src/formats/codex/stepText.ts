import type { Step, StepText } from '../../model/step';
import type { StepBytes } from '../contract';
import { showCall } from '../shared/describeStep';
import { asRecord, getRecord, getString } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { parseJson } from '../shared/parseJson';
import { splitLines } from '../shared/stepPieces';
import { cleanText } from '../shared/text';
import { readItem, readStreamItem } from './items';

type Observations = StepText['observations'];

/** Full text of a step from the lines of its answer and of the outputs. Bytes that do not parse are shown as they are. */
export function readStepText(step: Step, bytes: StepBytes): StepText {
  const lines = bytes.action === null ? [] : readRecords(bytes.action);
  const observations = readObservations(step, bytes.observation);
  if (lines.length === 0) return { reasoning: '', message: bytes.action === null ? '' : decode(bytes.action), calls: [], observations };
  const reasoning: string[] = [];
  const message: string[] = [];
  const calls: { tool: string; text: string }[] = [];
  for (const line of lines) {
    const stream = streamItemOf(line);
    const item = stream === null ? readItem(getRecord(line, 'payload') ?? line) : null;
    if (stream?.type === 'reasoning') reasoning.push(stream.text);
    else if (stream?.type === 'agent_message') message.push(stream.text);
    const call = stream?.call ?? (item?.kind === 'call' ? item.call : null);
    if (call !== null) calls.push({ tool: call.tool, text: showCall(call) });
    else if (item?.kind === 'say') message.push(item.text);
    else if (item?.kind === 'reason') reasoning.push(item.text);
  }
  return { reasoning: joined(reasoning), message: joined(message), calls, observations };
}

function readObservations(step: Step, bytes: Uint8Array | null): Observations {
  if (bytes === null) return [];
  const found = readRecords(bytes).flatMap((line): Observations => {
    const stream = streamItemOf(line);
    if (stream !== null) return stream.observed === null ? [] : [stream.observed];
    const item = readItem(getRecord(line, 'payload') ?? line);
    return item.kind === 'output' ? [item.observed] : [];
  });
  return found.length > 0 ? found : [{ text: decode(bytes), exitCode: null, isError: step.isError }];
}

function streamItemOf(line: JsonRecord): ReturnType<typeof readStreamItem> | null {
  const item = getRecord(line, 'item');
  return item !== null && (getString(line, 'type') ?? '').startsWith('item.') ? readStreamItem(item) : null;
}

function readRecords(bytes: Uint8Array): readonly JsonRecord[] {
  return splitLines(bytes).map((line) => parseJson(line)).map((parsed) => (parsed.ok ? asRecord(parsed.value) : null)).filter((record): record is JsonRecord => record !== null);
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}

function decode(bytes: Uint8Array): string {
  return cleanText(new TextDecoder().decode(bytes));
}
