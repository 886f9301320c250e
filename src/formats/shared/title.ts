// One-line names of actions.

import { asRecord, getField, getString } from './fields';
import { cleanLine, contentText } from './text';

/** Longest title, in UTF-16 units. */
export const MAX_TITLE = 200;

/** Arguments that name what a tool call is about, the first that is there. */
const MAIN_ARGUMENTS = [
  'command', 'cmd', 'script', 'code', 'file_path', 'filepath', 'filename', 'path', 'file', 'target_file', 'notebook_path',
  'pattern', 'query', 'regex', 'url', 'keystrokes', 'input', 'prompt', 'description', 'message', 'thought', 'answer', 'name',
];

/** Tools that only run a command: the command alone is the title. */
const SHELL_TOOLS = /^(?:bash|sh|shell|shell_command|execute_bash|run_shell_command|run_command|run_terminal_cmd|execute_command|exec_command|local_shell|local_shell_call|terminal|bash_command|container\.exec)$/i;

/**
 * One line that names a command: its first line that is not blank or a comment, with ` …` when
 * more follows. At most 200 characters; controls and bidi marks are taken out.
 */
export function commandTitle(command: string): string {
  // A title needs little of a command that may be megabytes of heredoc.
  const head = command.slice(0, 4096);
  const lines = head.split(/\r\n?|\n/);
  const isCut = command.length > head.length;
  let comment = '';
  let comments = 0;
  for (const [i, raw] of lines.entries()) {
    const line = cleanLine(raw);
    if (line === '') continue;
    if (!line.startsWith('#')) return markMore(line, isCut || lines.slice(i + 1).some((later) => cleanLine(later) !== ''));
    if (comments++ === 0) comment = line;
  }
  return comments === 0 ? '' : markMore(comment, isCut || comments > 1);
}

function markMore(line: string, hasMore: boolean): string {
  return cutTitle(hasMore ? `${line} …` : line);
}

/**
 * One line that names a tool call: `name: main argument`, or the command alone for a shell tool.
 * `args` may be an object, a JSON string, or text.
 */
export function toolTitle(name: string, args: unknown): string {
  const tool = cleanLine(name.slice(0, 400));
  const main = mainArgument(args);
  if (main === '') return cutTitle(tool);
  return SHELL_TOOLS.test(tool) ? commandTitle(main) : cutTitle(`${tool}: ${commandTitle(main)}`);
}

/** The argument that says most about a tool call, as text; '' when there is none. */
export function mainArgument(args: unknown): string {
  const value = typeof args === 'string' ? parseArguments(args) : args;
  const record = asRecord(value);
  if (record === null) return typeof value === 'string' ? value : '';
  for (const key of MAIN_ARGUMENTS) {
    const argument = getField(record, key);
    if (typeof argument === 'string' && argument.trim() !== '') {
      const sub = key === 'command' ? getString(record, 'path') : null;
      return sub === null ? argument : `${argument} ${sub}`;
    }
    if (Array.isArray(argument) && argument.length > 0) return shellText(argument);
  }
  const first = Object.values(record).find((v) => typeof v === 'string' && v.trim() !== '');
  return typeof first === 'string' ? first : '';
}

/** An argument vector as text; `["bash", "-lc", script]` is its script. */
export function shellText(words: readonly unknown[]): string {
  const texts = words.map((word) => contentText(word));
  const [shell = '', flag = '', script] = texts;
  if (/(?:^|\/)(?:ba|z|da)?sh$/.test(shell) && /^-[a-z]*c$/.test(flag) && script !== undefined) return script;
  return texts.join(' ');
}

/** `text` cut to 200 characters with an ellipsis, never inside a surrogate pair. */
export function cutTitle(text: string): string {
  if (text.length <= MAX_TITLE) return text;
  let end = MAX_TITLE - 1;
  const last = text.charCodeAt(end - 1);
  if (last >= 0xd800 && last <= 0xdbff) end--;
  return `${text.slice(0, end)}…`;
}

function parseArguments(text: string): unknown {
  if (!text.trimStart().startsWith('{')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
