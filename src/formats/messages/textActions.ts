// Actions that a model without tool calls writes into its text. Marked ones (tags made for it) are calls wherever they
// stand; a fenced block may as well be part of an answer to a person, so it counts only where the conversation shows
// that something ran it.

import { findCommands } from '../shared/fencedCommands';
import { readArguments } from '../shared/chatMessages';
import type { ToolCall } from '../shared/describeStep';
import { asRecord, getField, getText } from '../shared/fields';
import { readTerminusAnswer } from '../shared/terminus';
import { readXmlCalls } from '../shared/xmlCalls';

export interface TextActions {
  readonly calls: readonly ToolCall[];
  /** Written in tags made for calls, so that nothing else can be meant. */
  readonly isMarked: boolean;
  /** Where the first of them begins: what stands before is what the model said. */
  readonly start: number;
}

const MAX_CALLS = 1000;
/** Tags whose content is a command or code, and the tool that runs it. */
const CODE_TAGS: readonly (readonly [string, string])[] = [
  ['execute_bash', 'execute_bash'],
  ['execute_ipython', 'execute_ipython_cell'],
  ['execute_browse', 'browse'],
  ['mswea_bash_command', 'bash'],
  ['bash_code', 'bash'],
];
const FENCE = '```';
/** Words after a fence that leave the block a command; other languages are code that is shown, not run. */
const COMMAND_FENCE = /^(?:|sh|shell|bash|console|zsh|command|cmd|mswea_bash_command)$/i;

/** The actions in a model's text; null when there are none. */
export function findTextActions(text: string): TextActions | null {
  return findMarked(text) ?? findFenced(text) ?? findReAct(text);
}

/** How observations begin (or end) that harnesses hand back as a message of the user. */
const OBSERVATION = /^\s{0,40}(?:OBSERVATION|EXECUTION RESULT|Execution result|<returncode>|<output>|<observation>|<tool_response>|<function_results?>|<execute_result|\[exit_code=|\[File: |\[Command |\[The command |Exit code|New Terminal Output|Current terminal state)/i;
const SHELL_STATE = /\(Open file: [^)]{0,400}\)\s{0,8}\(Current directory: [^)]{0,400}\)\s{0,8}bash-\$\s{0,8}$/;
/** How prompts ask for commands in the text. */
const DEMAND = /\b(?:exactly|only|must|single|one)\b[^\n]{0,120}\b(?:code block|command|action|bash block)\b/i;
/** How harnesses complain about an answer without a usable action. */
const COMPLAINT = /\bexactly one\b|\bcode block|\bformat(?:ted)?\b.{0,40}\b(?:error|incorrect|correct|wrong)|\b(?:could not|couldn't|not be|failed to) pars|\bmalformed\b|\bno (?:valid )?(?:action|command|tool call)/i;

/** Whether a message of the user is what a program printed. */
export function isObservationText(text: string): boolean {
  return OBSERVATION.test(text.slice(0, 400)) || SHELL_STATE.test(text.slice(-1200));
}

/** Whether a prompt asks for commands in fenced blocks. */
export function asksForCommands(prompt: string): boolean {
  return prompt.includes(FENCE) && DEMAND.test(prompt.slice(0, 65_536));
}

/** Whether a reply says that the answer held no usable action. */
export function isComplaint(reply: string): boolean {
  return COMPLAINT.test(reply.slice(0, 600));
}

function findMarked(text: string): TextActions | null {
  const functions = readXmlCalls(text);
  if (functions.length > 0) return { calls: functions, isMarked: true, start: text.indexOf('<function=') };
  const jsonCalls = between(text, '<tool_call>', '</tool_call>').flatMap(({ inner, start }) => readJsonCall(inner, start));
  if (jsonCalls.length > 0) return { calls: jsonCalls.map(({ call }) => call), isMarked: true, start: jsonCalls[0]?.start ?? 0 };
  const invoked = readInvokes(text);
  if (invoked.length > 0) return { calls: invoked, isMarked: true, start: text.indexOf('<invoke ') };
  for (const [tag, tool] of CODE_TAGS) {
    const found = between(text, `<${tag}>`, `</${tag}>`);
    if (found.length > 0) return { calls: found.map(({ inner }) => ({ tool, args: inner.trim() })), isMarked: true, start: found[0]?.start ?? 0 };
  }
  const terminus = /"commands"|<commands/.test(text) ? readTerminusAnswer(text) : null;
  const start = text.search(/[{<]/);
  return terminus !== null && terminus.calls.length > 0 ? { calls: terminus.calls, isMarked: true, start: Math.max(0, start) } : null;
}

function findFenced(text: string): TextActions | null {
  const commands = findCommands(text);
  const start = text.indexOf(FENCE);
  if (commands.length > 0) return { calls: commands.map((args) => ({ tool: 'bash', args })), isMarked: false, start: Math.max(0, start) };
  // SWE-agent takes the last block of a text.
  const blocks = fencedBlocks(text);
  const last = blocks.at(-1);
  return last === undefined ? null : { calls: [{ tool: 'bash', args: last.inner }], isMarked: false, start: last.start };
}

function fencedBlocks(text: string): readonly { readonly inner: string; readonly start: number }[] {
  const blocks: { inner: string; start: number }[] = [];
  let at = lineFence(text, 0);
  while (at >= 0 && blocks.length < MAX_CALLS) {
    const lineEnd = text.indexOf('\n', at);
    const close = lineEnd < 0 ? -1 : lineFence(text, lineEnd);
    if (close < 0) break;
    if (COMMAND_FENCE.test(text.slice(at + FENCE.length, lineEnd).trim())) blocks.push({ inner: text.slice(lineEnd + 1, close).trim(), start: at });
    at = lineFence(text, close + FENCE.length);
  }
  return blocks;
}

/** The next fence that begins a line, from `from` on. */
function lineFence(text: string, from: number): number {
  if (from === 0 && text.startsWith(FENCE)) return 0;
  const at = text.indexOf(`\n${FENCE}`, from);
  return at < 0 ? -1 : at + 1;
}

function findReAct(text: string): TextActions | null {
  const match = /^Action:[ \t]*([\w.-]{1,100})[ \t]*\r?\nAction Input:[ \t]*/m.exec(text);
  if (match?.[1] === undefined) return null;
  const rest = text.slice(match.index + match[0].length);
  const end = rest.search(/\n(?:Observation:|Thought:)/);
  return { calls: [{ tool: match[1], args: readArguments((end < 0 ? rest : rest.slice(0, end)).trim()) }], isMarked: false, start: match.index };
}

function between(text: string, open: string, close: string): readonly { readonly inner: string; readonly start: number }[] {
  const found: { inner: string; start: number }[] = [];
  let at = text.indexOf(open);
  while (at >= 0 && found.length < MAX_CALLS) {
    const end = text.indexOf(close, at + open.length);
    if (end < 0) break;
    found.push({ inner: text.slice(at + open.length, end), start: at });
    at = text.indexOf(open, end + close.length);
  }
  return found;
}

/** `{"name": …, "arguments": …}`, as Hermes and Qwen write it. */
function readJsonCall(text: string, start: number): { readonly call: ToolCall; readonly start: number }[] {
  const record = asRecord(readArguments(text.trim()));
  const tool = getText(record, 'name');
  return tool === null ? [] : [{ call: { tool, args: readArguments(getField(record, 'arguments') ?? getField(record, 'parameters') ?? {}) }, start }];
}

/** `<invoke name="bash"><parameter name="command">ls</parameter></invoke>`. */
function readInvokes(text: string): readonly ToolCall[] {
  return between(text, '<invoke name="', '</invoke>').flatMap(({ inner }) => {
    const end = inner.indexOf('">');
    if (end <= 0 || end > 200) return [];
    const parameters = between(inner, '<parameter name="', '</parameter>').flatMap(({ inner: parameter }) => {
      const close = parameter.indexOf('">');
      return close <= 0 || close > 200 ? [] : [[parameter.slice(0, close), parameter.slice(close + 2).replace(/^\n/, '').replace(/\n$/, '')] as const];
    });
    // fromEntries makes own properties, also of `__proto__`.
    return [{ tool: inner.slice(0, end), args: Object.fromEntries(parameters) }];
  });
}
