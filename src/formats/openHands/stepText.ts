import { RANGE_SEPARATOR } from '../contract';
import type { StepBytes } from '../contract';
import type { Step, StepText } from '../../model/step';
import { showCall } from '../shared/describeStep';
import { parseJson } from '../shared/parseJson';
import { contentText } from '../shared/text';
import { readEvent } from './event';
import type { CallEvent, ResultEvent } from './eventTypes';
import { readAcpResult } from './sdkEvent';

/** Full text of a step from its events. Bytes that are no event are shown as they are. */
export function readStepText(step: Step, { action, observation }: StepBytes): StepText {
  const said = eventsIn(action);
  const calls = said.events.flatMap(({ call }) => call ?? []);
  const returned = eventsIn(observation);
  const observations = returned.events.flatMap(({ result }) => result?.observed ?? []);
  const texts = (of: (call: CallEvent) => string): string => [...new Set(calls.map(of))].filter((text) => text.trim() !== '').join('\n');
  return {
    reasoning: texts((call) => call.reasoning),
    message: [texts((call) => call.message), ...said.other].filter((text) => text !== '').join('\n'),
    calls: calls.flatMap(({ call }) => (call === null ? [] : [{ tool: call.tool, text: showCall(call) }])),
    observations: [...observations, ...returned.other.map((text) => ({ text, exitCode: null, isError: step.isError }))],
  };
}

interface ShownEvents {
  readonly events: readonly { readonly call: CallEvent | null; readonly result: ResultEvent | null }[];
  /** What could not be read as an event. */
  readonly other: readonly string[];
}

function eventsIn(bytes: Uint8Array | null): ShownEvents {
  const events: ShownEvents['events'][number][] = [];
  const other: string[] = [];
  for (const part of bytes === null ? [] : splitRanges(bytes)) {
    const parsed = parseJson(part);
    const what = parsed.ok ? (readEvent(parsed.value)?.event.what ?? null) : null;
    const output = parsed.ok ? readAcpResult(parsed.value) : null;
    if (what?.kind === 'call' || what?.kind === 'result' || output !== null) {
      events.push({ call: what?.kind === 'call' ? what : null, result: what?.kind === 'result' ? what : output });
    } else {
      other.push(contentText(new TextDecoder().decode(part)));
    }
  }
  return { events, other };
}

function splitRanges(bytes: Uint8Array): readonly Uint8Array[] {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (let at = bytes.indexOf(RANGE_SEPARATOR); at >= 0; at = bytes.indexOf(RANGE_SEPARATOR, from)) {
    parts.push(bytes.subarray(from, at));
    from = at + 1;
  }
  return [...parts, bytes.subarray(from)];
}
