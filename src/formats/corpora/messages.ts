// Messages of corpora: OpenAI's chat shape, or that of nebius/SWE-agent-trajectories (role `ai`, text in `text`, that
// of the system in `system_prompt`). Actions stand in `tool_calls`, or in the text: `<function=…>` (SWE-agent and
// OpenHands without function calling), the last fenced block (SWE-agent), a fenced block of bash (mini-swe-agent).

import { asArray, asRecord, getField, getRecord, getString, getText } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { contentText } from '../shared/text';
import { readXmlCalls, textBeforeXmlCalls } from '../shared/xmlCalls';
import type { ToolCall } from '../shared/describeStep';

export type Speaker = 'system' | 'user' | 'agent' | 'tool';

const SPEAKERS: ReadonlyMap<string, Speaker> = new Map([
  ['system', 'system'], ['developer', 'system'], ['user', 'user'], ['human', 'user'],
  ['assistant', 'agent'], ['ai', 'agent'], ['gpt', 'agent'], ['tool', 'tool'], ['function', 'tool'],
]);

/** What an agent's message does. `none`: it only speaks. */
export interface Action {
  readonly notation: 'tool-calls' | 'xml' | 'fence' | 'none';
  readonly calls: readonly ToolCall[];
  /** What is said beside the calls. */
  readonly message: string;
}

/** Who speaks; null for a role that is not known, or no message at all. */
export function speakerOf(message: JsonRecord | null): Speaker | null {
  return SPEAKERS.get(getString(message, 'role') ?? getString(message, 'from') ?? '') ?? null;
}

/** The text of a message, whatever its shape. */
export function textOf(message: JsonRecord): string {
  for (const key of ['content', 'text', 'system_prompt', 'value']) {
    const value = getField(message, key);
    if (value !== undefined && value !== null) return contentText(value);
  }
  return '';
}

export function reasoningOf(message: JsonRecord): string {
  return getText(message, 'reasoning_content') ?? getText(message, 'reasoning') ?? '';
}

/** The action of an agent's message. */
export function readAction(message: JsonRecord): Action {
  const text = textOf(message);
  const calls = statedCalls(message);
  if (calls.length > 0) return { notation: 'tool-calls', calls, message: text };
  const xml = readXmlCalls(text);
  if (xml.length > 0) return { notation: 'xml', calls: xml, message: textBeforeXmlCalls(text) };
  const fence = findFence(text, getString(message, 'role') === 'ai' ? null : BASH);
  if (fence === null) return { notation: 'none', calls: [], message: text };
  const rest = `${text.slice(0, fence.start)}${text.slice(fence.end)}`.trim();
  return { notation: 'fence', calls: [{ tool: toolOf(fence.code), args: fence.code }], message: rest };
}

/** Calls as the API returns them; corpora may hold the list, or the arguments, as JSON in a string. */
function statedCalls(message: JsonRecord): readonly ToolCall[] {
  const stated = getField(message, 'tool_calls');
  const list = asArray(typeof stated === 'string' ? parse(stated) : stated) ?? [];
  return list.flatMap((item) => {
    const call = getRecord(item, 'function') ?? asRecord(item);
    if (call === null) return [];
    return [{ tool: getText(call, 'name') ?? 'tool', args: readArguments(getField(call, 'arguments') ?? getField(call, 'input')) }];
  });
}

function readArguments(args: unknown): unknown {
  if (typeof args !== 'string' || !args.trimStart().startsWith('{')) return args ?? null;
  return parse(args) ?? args;
}

/** A list of messages in a string, as some exports write it; null when it is none. */
export function parseConversation(text: string): readonly unknown[] | null {
  return asArray(parse(text));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const BASH = new Set(['bash', 'sh', 'shell', 'mswea_bash_command']);
/** Marks as SWE-agent's parser finds them (`sweagent/agent/parsing.py`, `ThoughtActionParser`). */
const FENCE = /^```(\S*)[^\S\n]*(?:\n|$)/gm;

interface Fence {
  readonly start: number;
  readonly end: number;
  readonly code: string;
}

/** The last fenced block that stands in no other one; of the given languages only, where they are given. */
function findFence(text: string, languages: ReadonlySet<string> | null): Fence | null {
  const open: { readonly start: number; readonly code: number; readonly language: string }[] = [];
  let last: Fence | null = null;
  for (const match of text.matchAll(FENCE)) {
    const language = match[1] ?? '';
    const [mark] = match;
    if (open.length === 0 || language !== '') {
      open.push({ start: match.index, code: match.index + mark.length, language });
      continue;
    }
    const begin = open.pop();
    if (begin === undefined || open.length > 0) continue;
    if (languages === null || languages.has(begin.language.toLowerCase())) last = { start: begin.start, end: match.index + mark.length, code: text.slice(begin.code, match.index).replace(/\n$/, '') };
  }
  return last !== null && last.code.trim() === '' ? null : last;
}

/** Commands of SWE-agent's own tools; everything else is typed into a shell. */
const TOOLS = new Set([
  'open', 'goto', 'scroll_up', 'scroll_down', 'create', 'edit', 'insert', 'append', 'find_file', 'search_file', 'search_dir', 'str_replace_editor', 'submit', 'exit_forfeit',
]);

function toolOf(command: string): string {
  const word = /^\s*([\w-]+)/.exec(command)?.[1] ?? '';
  return TOOLS.has(word) ? word : 'bash';
}
