// The facts of a step that follow from what was called and what came back, the same for every format.

import type { Step } from '../../model/step';
import { hashValue } from './hash';
import { hashAction, hashObservation } from './stepHash';
import { classifyTool, strongestKind } from './stepKinds';
import { commandTitle, cutTitle, mainArgument, toolTitle } from './title';
import { asRecord, getNumber, getString } from './fields';
import { cleanLine } from './text';

/** A tool call as requested. `args` may be an object, a JSON string or text. */
export interface ToolCall {
  readonly tool: string;
  readonly args: unknown;
}

/** What came back for a call. */
export interface Observed {
  readonly text: string;
  readonly exitCode: number | null;
  readonly isError: boolean;
}

/** Arguments that say how a call is made and not what it does: a longer wait is the same action again. */
const MANNER = new Set(['duration', 'timeout', 'timeout_ms', 'is_blocking', 'security_risk', 'description', 'justification', 'yield_time_ms', 'max_output_tokens']);

/**
 * Kind, tools, title and hash of an action. A step with several calls takes the strongest kind, and the title of
 * the first call of that kind; a step without calls takes the first line of its message.
 */
export function describeAction(calls: readonly ToolCall[], message: string): Pick<Step, 'kind' | 'tools' | 'title' | 'actionHash' | 'toolCalls'> {
  const kinds = calls.map((call) => classifyTool(call.tool, call.args));
  const kind = strongestKind(kinds);
  const main = calls[Math.max(0, kinds.indexOf(kind))];
  const title = main === undefined ? commandTitle(message) : (waitTitle(main) ?? toolTitle(main.tool, main.args));
  return {
    kind,
    tools: calls.map((call) => cleanLine(call.tool).slice(0, 100)),
    title: calls.length > 1 ? cutTitle(`${title.slice(0, 180)} (+${calls.length - 1} more)`) : title,
    actionHash: hashAction(calls.length === 0 ? message : calls.map((call) => textOfCall(call)).join('\n')),
    toolCalls: calls.length,
  };
}

/** As describeAction, for an answer that the harness could not parse. */
export function describeMalformed(message: string): ReturnType<typeof describeAction> {
  const title = cutTitle(`format error: ${cleanLine(message.slice(0, 1000))}`.replace(/: $/, ''));
  return { kind: 'other', tools: [], title, actionHash: hashAction(message), toolCalls: 0 };
}

/** Hash and end of the observations of a step; all of them null and false where nothing came back. */
export function describeObservations(observed: readonly Observed[]): Pick<Step, 'observationHash' | 'exitCode' | 'isError'> {
  const exitCode = observed.reduce<number | null>((last, o) => o.exitCode ?? last, null);
  return {
    observationHash: observed.length === 0 ? null : hashObservation(observed.map((o) => o.text).join('\n')),
    exitCode,
    isError: observed.some((o) => o.isError || (o.exitCode !== null && o.exitCode !== 0)),
  };
}

/** A call as text, for showing: its main argument where that is all there is, else the arguments as JSON. */
export function showCall(call: ToolCall): string {
  const record = asRecord(call.args);
  if (record === null) return typeof call.args === 'string' ? call.args : (JSON.stringify(call.args, null, 2) ?? '');
  const names = Object.keys(record).filter((name) => !MANNER.has(name));
  const main = mainArgument(record);
  return names.length === 1 && main !== '' ? main : JSON.stringify(record, null, 2);
}

/** Keystrokes of nothing are how agents at a terminal wait for what is still running. */
function waitTitle({ tool, args }: ToolCall): string | null {
  const keystrokes = getString(args, 'keystrokes');
  const seconds = getNumber(args, 'duration');
  return keystrokes !== null && keystrokes.trim() === '' && seconds !== null ? `${cleanLine(tool).slice(0, 100)}: wait ${seconds} s` : null;
}

function textOfCall(call: ToolCall): string {
  const record = asRecord(call.args);
  if (record === null) return `${call.tool}\n${mainArgument(call.args)}`;
  const kept = Object.entries(record).filter(([name]) => !MANNER.has(name));
  const [only] = kept;
  const text = kept.length === 1 && typeof only?.[1] === 'string' ? only[1] : hashValue(Object.fromEntries(kept));
  return `${call.tool}\n${text}`;
}
