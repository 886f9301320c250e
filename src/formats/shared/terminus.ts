// Answers of Terminus-2, the agent that comes with Harbor (Source: harbor-framework/harbor,
// src/harbor/agents/terminus_2): JSON or XML with keystrokes for a terminal, with any text around it.

import { asRecord, getArray, getBoolean, getField, getText } from './fields';
import type { ToolCall } from './describeStep';

export interface TerminusAnswer {
  /** `bash_command` for each command, `mark_task_complete` last where the agent says it is done. */
  readonly calls: readonly ToolCall[];
  /** Analysis and plan. */
  readonly thoughts: string;
}

/** How the harness begins the next prompt when it could not parse an answer. Warnings alone begin otherwise. */
const REJECTED = /^\s{0,40}Previous response had parsing errors:/;
const MAX_COMMANDS = 10_000;

/** The commands of an answer; null when there are none to be found in it. */
export function readTerminusAnswer(text: string): TerminusAnswer | null {
  return readJsonAnswer(text) ?? readXmlAnswer(text);
}

/** Whether the harness told the agent that its answer could not be parsed. */
export function isTerminusRejection(observation: string): boolean {
  return REJECTED.test(observation.slice(0, 200));
}

function readJsonAnswer(text: string): TerminusAnswer | null {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  if (start < 0 || end < start) return null;
  let value: unknown;
  try {
    value = JSON.parse(text.slice(start, end + 1));
  } catch {
    return null;
  }
  const commands = getArray(value, 'commands');
  if (commands === null) return null;
  const calls = commands.slice(0, MAX_COMMANDS).flatMap((command): ToolCall[] => {
    const keystrokes = getField(command, 'keystrokes');
    return typeof keystrokes === 'string' ? [{ tool: 'bash_command', args: asRecord(command) }] : [];
  });
  const isDone = getBoolean(value, 'task_complete') === true;
  const thoughts = [getText(value, 'analysis'), getText(value, 'plan')].filter((part) => part !== null).join('\n');
  return { calls: isDone ? [...calls, { tool: 'mark_task_complete', args: {} }] : calls, thoughts };
}

function readXmlAnswer(text: string): TerminusAnswer | null {
  if (!text.includes('<commands') && !text.includes('<response')) return null;
  const calls: ToolCall[] = [];
  let from = text.indexOf('<keystrokes');
  while (from >= 0 && calls.length < MAX_COMMANDS) {
    const open = text.indexOf('>', from);
    const close = open < 0 ? -1 : text.indexOf('</keystrokes>', open);
    if (close < 0) break;
    const duration = /duration\s*=\s*"([\d.]{1,20})"/.exec(text.slice(from, Math.min(open, from + 200)))?.[1];
    calls.push({ tool: 'bash_command', args: { keystrokes: text.slice(open + 1, close), ...(duration === undefined ? {} : { duration: Number(duration) }) } });
    from = text.indexOf('<keystrokes', close);
  }
  if (/<task_complete>\s{0,20}true/i.test(text)) calls.push({ tool: 'mark_task_complete', args: {} });
  const thoughts = ['analysis', 'plan'].map((tag) => between(text, `<${tag}>`, `</${tag}>`)).filter((part) => part !== '').join('\n');
  return { calls, thoughts };
}

function between(text: string, open: string, close: string): string {
  const start = text.indexOf(open);
  const end = start < 0 ? -1 : text.indexOf(close, start);
  return end < 0 ? '' : text.slice(start + open.length, end).trim();
}
