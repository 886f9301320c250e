// Builds sessions of Claude Code: each function makes one line.

const START = Date.parse('2026-02-01T10:00:00.000Z');

export interface LineOptions {
  readonly uuid: string;
  readonly parent?: string | null;
  readonly session?: string;
  /** Seconds after the start. */
  readonly at?: number;
  readonly version?: string;
  /** The line belongs to a sub-agent; '' for a side chain without an id. */
  readonly agent?: string;
  /** Further keys of the line. */
  readonly more?: Readonly<Record<string, unknown>>;
}

export interface AnswerOptions extends LineOptions {
  readonly id: string;
  readonly block: Readonly<Record<string, unknown>>;
  readonly output?: number;
  readonly model?: string;
}

function common({ uuid, parent = null, session = 's1', at = 0, version = '2.1.0', agent, more = {} }: LineOptions): Record<string, unknown> {
  return {
    parentUuid: parent,
    isSidechain: agent !== undefined,
    userType: 'external',
    cwd: '/srv/demo',
    sessionId: session,
    version,
    gitBranch: 'main',
    ...(agent === undefined || agent === '' ? {} : { agentId: agent }),
    uuid,
    timestamp: new Date(START + at * 1000).toISOString(),
    ...more,
  };
}

export function promptLine(text: string, options: LineOptions): string {
  return JSON.stringify({ type: 'user', message: { role: 'user', content: text }, ...common(options) });
}

/** One block of an answer: 4 fresh, 900 written and 100 read tokens each time. */
export function answerLine({ id, block, output = 35, model = 'acme-large', ...options }: AnswerOptions): string {
  const usage = { input_tokens: 4, cache_creation_input_tokens: 900, cache_read_input_tokens: 100, output_tokens: output };
  return JSON.stringify({ type: 'assistant', message: { id, type: 'message', model, role: 'assistant', content: [block], stop_reason: null, usage }, requestId: `req_${id}`, ...common(options) });
}

export function resultLine(call: string, text: unknown, options: LineOptions & { readonly isError?: boolean; readonly detail?: unknown }): string {
  const { isError = false, detail = { stdout: text, stderr: '', interrupted: false }, ...rest } = options;
  const content = [{ type: 'tool_result', tool_use_id: call, content: text, is_error: isError }];
  return JSON.stringify({ type: 'user', message: { role: 'user', content }, toolUseResult: detail, ...common(rest) });
}

export const bash = (id: string, command: string): Record<string, unknown> => ({ type: 'tool_use', id, name: 'Bash', input: { command } });
export const task = (id: string, prompt: string): Record<string, unknown> => ({ type: 'tool_use', id, name: 'Task', input: { description: 'Look around', prompt, subagent_type: 'Explore' } });
export const say = (text: string): Record<string, unknown> => ({ type: 'text', text });
export const think = (text: string): Record<string, unknown> => ({ type: 'thinking', thinking: text, signature: 'x' });

export function lines(...all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('');
}

/** A prompt, an answer in three lines with one call, its result, and a closing answer. */
export function smallSession(session = 's1', prefix = ''): string[] {
  const id = (name: string): string => `${prefix}${name}`;
  return [
    JSON.stringify({ type: 'file-history-snapshot', messageId: id('u1'), snapshot: { messageId: id('u1'), trackedFileBackups: {} }, isSnapshotUpdate: false }),
    promptLine('Count the “files”', { uuid: id('u1'), session }),
    answerLine({ uuid: id('a1'), parent: id('u1'), session, at: 2, id: id('msg_1'), block: think('I list them.'), output: 3 }),
    answerLine({ uuid: id('a2'), parent: id('a1'), session, at: 3, id: id('msg_1'), block: say('Listing.'), output: 3 }),
    answerLine({ uuid: id('a3'), parent: id('a2'), session, at: 4, id: id('msg_1'), block: bash(id('tu_1'), 'ls'), output: 40 }),
    resultLine(id('tu_1'), 'x.py', { uuid: id('r1'), parent: id('a3'), session, at: 5 }),
    answerLine({ uuid: id('a4'), parent: id('r1'), session, at: 7, id: id('msg_2'), block: say('One file.'), output: 20 }),
  ];
}
