import { RANGE_SEPARATOR } from '../contract';
import type { StepBytes } from '../contract';
import type { Step, StepText } from '../../model/step';
import { showCall } from '../shared/describeStep';
import type { Observed } from '../shared/describeStep';
import { asRecord, getString, getText } from '../shared/fields';
import { parseJson } from '../shared/parseJson';
import { fillAttachments, namedAttachments } from './attachments';
import { readAnswer, readResult, readToolMessage } from './messages';

/** Full text of a step: the answer with its attachments, and each result with its own and with what was raised. */
export function showStep(step: Step, { action, observation }: StepBytes): StepText {
  const parts = action === null ? [] : partsOf(action);
  const [first] = parts;
  const message = first === undefined ? null : asRecord(filled(first, parts.slice(1)).value);
  const answer = readAnswer(message);
  return {
    reasoning: answer.reasoning,
    message: message === null ? decode(action) : answer.message,
    calls: step.malformed ? [] : answer.calls.map((call) => ({ tool: call.tool, text: showCall(call) })),
    observations: observation === null ? [] : readObservations(observation),
  };
}

interface Part {
  readonly value: unknown;
  readonly ok: boolean;
  readonly text: string;
}

function partsOf(bytes: Uint8Array): readonly Part[] {
  const parts: Part[] = [];
  for (let start = 0; start <= bytes.length; ) {
    const found = bytes.indexOf(RANGE_SEPARATOR, start);
    const end = found < 0 ? bytes.length : found;
    const piece = bytes.subarray(start, end);
    const parsed = parseJson(piece);
    parts.push({ value: parsed.ok ? parsed.value : null, ok: parsed.ok, text: decode(piece) });
    start = end + 1;
  }
  return parts;
}

/** A value with the attachments that follow it, and how many those are. */
function filled(part: Part, rest: readonly Part[]): { readonly value: unknown; readonly used: number } {
  const names = namedAttachments(part.value);
  const texts = new Map<string, string>();
  let used = 0;
  for (const name of names) {
    const next = rest[used];
    // A name without text has no part of its own.
    if (next === undefined || typeof next.value !== 'string') break;
    texts.set(name, next.value);
    used++;
  }
  return { value: fillAttachments(part.value, texts), used };
}

function readObservations(bytes: Uint8Array): readonly Observed[] {
  const parts = partsOf(bytes);
  const observed: Observed[] = [];
  for (let i = 0; i < parts.length; ) {
    const part = parts[i];
    if (part === undefined) break;
    const { value, used } = filled(part, parts.slice(i + 1));
    i += 1 + used;
    const next = parts[i];
    if (!part.ok) observed.push({ text: part.text, exitCode: null, isError: false });
    else if (getString(value, 'role') === 'tool') observed.push(readToolMessage(value));
    else if (isRaised(value)) observed.push(readResult(null, value, true));
    else if (next !== undefined && isRaised(next.value)) {
      observed.push(readResult(value, next.value, true));
      i++;
    } else observed.push(readResult(value, null, false));
  }
  return observed;
}

function isRaised(value: unknown): boolean {
  return getText(value, 'type') !== null && getString(value, 'message') !== null;
}

function decode(bytes: Uint8Array | null): string {
  return bytes === null ? '' : new TextDecoder().decode(bytes);
}
