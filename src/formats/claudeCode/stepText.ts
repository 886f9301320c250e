import type { Step, StepText } from '../../model/step';
import { RANGE_SEPARATOR } from '../contract';
import type { StepBytes } from '../contract';
import { showCall } from '../shared/describeStep';
import { asArray, asRecord, getField, getRecord, getString, getText } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { parseJson } from '../shared/parseJson';
import { cleanText, contentText } from '../shared/text';
import { observedOf } from './chain';
import { isInterrupted } from './lines';

/**
 * Full text of a step. Its ranges hold the lines of the answer and of its results; a line with results of several answers is
 * told apart by the ids of their calls. Bytes that do not parse are shown as they are.
 */
export function readStepText(step: Step, bytes: StepBytes): StepText {
  const lines = bytes.action === null ? [] : readRecords(bytes.action);
  if (bytes.action !== null && lines.length === 0) {
    return { reasoning: '', message: decode(bytes.action), calls: [], observations: readObservations(step, bytes.observation, null) };
  }
  const blocks = lines.flatMap(blocksOf);
  const ids = new Set<string>();
  const calls: { tool: string; text: string }[] = [];
  for (const block of blocks) {
    if (!/tool_use$/.test(getString(block, 'type') ?? '')) continue;
    const call = getString(block, 'id');
    if (call !== null && ids.has(call)) continue;
    if (call !== null) ids.add(call);
    const tool = getText(block, 'name') ?? 'tool';
    calls.push({ tool, text: showCall({ tool, args: getField(block, 'input') }) });
  }
  return {
    reasoning: textOf(blocks, 'thinking'),
    message: textOf(blocks, 'text'),
    calls,
    observations: readObservations(step, bytes.observation, ids),
  };
}

/** `ids` null: the answer could not be read, so every result is taken for one of its own. */
function readObservations(step: Step, bytes: Uint8Array | null, ids: ReadonlySet<string> | null): StepText['observations'] {
  if (bytes === null) return [];
  const found = readRecords(bytes).flatMap((line) => {
    const interrupted = isInterrupted(getField(line, 'toolUseResult'));
    return blocksOf(line).flatMap((block) => {
      const call = getString(block, 'tool_use_id');
      return call !== null && (ids === null || ids.has(call)) ? [observedOf(block, interrupted)] : [];
    });
  });
  return found.length > 0 ? found : [{ text: decode(bytes), exitCode: null, isError: step.isError }];
}

function blocksOf(line: JsonRecord): readonly unknown[] {
  const content = getField(getRecord(line, 'message'), 'content');
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return asArray(content) ?? [];
}

function textOf(blocks: readonly unknown[], type: 'thinking' | 'text'): string {
  return blocks.filter((block) => getString(block, 'type') === type).map((block) => contentText(block)).filter((text) => text !== '').join('\n\n');
}

/** Records of a range: a line, lines, or elements of an array parted by commas, in each of its parts. */
function readRecords(bytes: Uint8Array): readonly JsonRecord[] {
  return splitAt(bytes, RANGE_SEPARATOR).flatMap((part) => {
    const lines = recordsOf(splitAt(part, 0x0a).map((line) => parseJson(line)).map((parsed) => (parsed.ok ? parsed.value : null)));
    if (lines.length > 0) return lines;
    const list = parseJson(Buffer.concat([Buffer.from('['), part, Buffer.from(']')]));
    return list.ok ? recordsOf(asArray(list.value) ?? []) : [];
  });
}

function recordsOf(values: readonly unknown[]): readonly JsonRecord[] {
  return values.map(asRecord).filter((record): record is JsonRecord => getString(record, 'type') !== null);
}

function splitAt(bytes: Uint8Array, separator: number): readonly Uint8Array[] {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (let at = bytes.indexOf(separator); at >= 0; at = bytes.indexOf(separator, from)) {
    parts.push(bytes.subarray(from, at));
    from = at + 1;
  }
  parts.push(bytes.subarray(from));
  return parts.filter((part) => part.length > 0);
}

function decode(bytes: Uint8Array): string {
  return cleanText(new TextDecoder().decode(bytes));
}

