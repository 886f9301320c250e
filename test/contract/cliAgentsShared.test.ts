// Command-line agents on public traces, which are no part of the repository: this suite runs where they lie beside it. What is
// expected is counted here, by other means than the readers'.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildIndex } from '../../src/index/buildIndex';
import { readStepText } from '../../src/index/readStepText';
import type { TraceIndex } from '../../src/index/traceIndex';
import { sharedFolder } from '../support/shared';
import { listFiles } from '../support/sharedFiles';

const shared = sharedFolder();
const traces = shared === null ? '' : path.join(shared, 'traces');
const FOLDERS = ['claude-code', 'codex-cli', 'gemini-cli'];

/** What a producer's own numbers add up to. */
interface Totals {
  readonly calls: number;
  readonly toolCalls: number;
  readonly input: number;
  readonly output: number;
}

interface Loose {
  readonly [key: string]: Loose | undefined;
}

function parsedLines(file: string): Loose[] {
  const text = readFileSync(path.join(traces, file), 'utf8').replaceAll('\0', '');
  return text.split('\n').flatMap((line): Loose[] => {
    try {
      const value: unknown = JSON.parse(line);
      // Looked at as loosely as the test needs; a missing key is undefined.
      return typeof value === 'object' && value !== null ? [value as Loose] : [];
    } catch {
      return [];
    }
  });
}

const num = (value: unknown): number => (typeof value === 'number' ? value : 0);
const list = (value: unknown): Loose[] => (Array.isArray(value) ? (value as Loose[]) : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function claudeTotals(file: string): Totals {
  const usage = new Map<string, Loose | undefined>();
  const tools = new Set<string>();
  const lines = new Set<string>();
  for (const line of parsedLines(file)) {
    const isNew = !lines.has(text(line['uuid'])) || line['uuid'] === undefined;
    lines.add(text(line['uuid']));
    const message = line['message'];
    if (!isNew || text(line['type']) !== 'assistant' || message === undefined) continue;
    const id = text(message['id']) || `line ${lines.size}`;
    usage.set(id, message['usage'] ?? usage.get(id));
    for (const block of list(message['content'])) if (text(block['type']) === 'tool_use') tools.add(text(block['id']));
  }
  const sum = (...keys: string[]): number => [...usage.values()].reduce((total, one) => total + keys.reduce((all, key) => all + num(one?.[key]), 0), 0);
  return { calls: usage.size, toolCalls: tools.size, input: sum('input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'), output: sum('output_tokens') };
}

function codexTotals(file: string): Totals {
  const totals = new Set<string>();
  let usage: Loose | undefined;
  let toolCalls = 0;
  for (const { type, payload } of parsedLines(file)) {
    const info = payload?.['info'];
    if (text(payload?.['type']) === 'token_count' && info != null) {
      usage = info['total_token_usage'];
      totals.add(JSON.stringify(usage));
    }
    if (text(type) === 'response_item' && /_call$/.test(text(payload?.['type']))) toolCalls++;
  }
  return { calls: totals.size, toolCalls, input: num(usage?.['input_tokens']), output: num(usage?.['output_tokens']) };
}

function geminiTotals(file: string): Totals {
  // Looked at as loosely as the test needs.
  const answers = list((JSON.parse(readFileSync(path.join(traces, file), 'utf8')) as Loose)['messages']).filter((message) => text(message['type']) === 'gemini');
  const sum = (key: string): number => answers.reduce((total, message) => total + num(message['tokens']?.[key]), 0);
  return { calls: answers.length, toolCalls: answers.reduce((total, message) => total + list(message['toolCalls']).length, 0), input: sum('input'), output: sum('total') - sum('input') };
}

const suite = shared === null ? describe.skip : describe;

suite(`command-line agents on public traces${shared === null ? ' (skipped: no shared folder)' : ''}`, () => {
  const files = shared === null ? [] : [...FOLDERS.flatMap((folder) => listFiles(path.join(traces, folder)).map((file) => `${folder}/${file}`)), 'odd/nul-tail.jsonl'].filter((file) => /\.jsonl?$/.test(file));
  let index: TraceIndex;

  before(async () => {
    index = await buildIndex({ roots: [...FOLDERS.map((folder) => path.join(traces, folder)), path.join(traces, 'odd')] });
  });

  /** Rows of the file, sub-agents included. */
  const rowsOf = (file: string): readonly number[] => [...index.rowsOfFile(file), ...index.subAgentsOfFile(file)];

  it('name every file as what it is, and count every record', () => {
    const formats = new Map(index.files.map((file) => [file.file, file]));
    for (const file of files) {
      const found = formats.get(file);
      assert.equal(found?.format, file.startsWith('codex') ? 'codex' : file.startsWith('gemini') ? 'gemini-cli' : 'claude-code', file);
      assert.equal(found.records, found.shown + found.folded + found.unreadable, file);
    }
    assert.deepEqual([files.length, index.subAgentCount], [49, 1]);
  });

  it('have the calls, tool calls and tokens that the lines themselves add up to', () => {
    let compared = 0;
    for (const file of files) {
      // Without ids and usage, or without calls of its own.
      if (/sample_session\.json$|session-basic|stream-output|codex_(?:parent|subagent)|rollout-/.test(file)) continue;
      const [row] = rowsOf(file);
      assert.ok(row !== undefined, file);
      const { calls, toolCalls, tokens } = index.attempt(row);
      const expected = file.startsWith('codex') ? codexTotals(file) : file.startsWith('gemini') ? geminiTotals(file) : claudeTotals(file);
      assert.deepEqual({ calls, toolCalls, input: tokens.input ?? 0, output: tokens.output ?? 0 }, expected, file);
      compared++;
    }
    assert.equal(compared, 35);
  });

  it('state no outcome, and a session, an agent and times wherever lines have them', () => {
    for (let row = 0; row < index.attemptCount; row++) {
      const { format, outcome, runtime, attempt, task, file, started } = index.attempt(row);
      if (format !== 'claude-code' && format !== 'codex' && format !== 'gemini-cli') continue;
      assert.deepEqual([outcome, task, runtime.agent], ['unknown', null, format], file);
      assert.notEqual(attempt, '');
      if (!/stream-output/.test(file)) assert.notEqual(started, null, file);
    }
  });

  it('show the text of every step whole', async () => {
    let steps = 0;
    for (const file of files) {
      for (const row of rowsOf(file)) {
        for (const step of index.steps(row)) {
          const shown = await readStepText(index, row, step);
          assert.equal(shown.missing, 0);
          assert.equal(shown.calls.length, step.toolCalls, `${file} step ${step.index}`);
          assert.equal(shown.observations.length > 0, step.observation !== null, `${file} step ${step.index}`);
          assert.ok(shown.message + shown.reasoning !== '' || shown.calls.length > 0, `${file} step ${step.index}`);
          steps++;
        }
      }
    }
    assert.equal(steps, 106);
  });

  it('end before the NUL bytes of a crash, and say what was lost there', () => {
    const [row] = rowsOf('odd/nul-tail.jsonl');
    assert.equal(index.attempt(row ?? -1).calls, 3);
    assert.deepEqual(index.problems.filter(({ file }) => file === 'odd/nul-tail.jsonl').map(({ code }) => code), ['truncated', 'not-json']);
  });

  it('hang the one sub-agent whose session is there under it, and say of the others that theirs is not', () => {
    const session = rowsOf(files.find((file) => file.endsWith('claude_session.jsonl')) ?? '')[0] ?? -1;
    assert.deepEqual(index.subAgents(session).map(({ row, step }) => [path.posix.basename(index.attempt(row).file), step]), [['claude_agent.jsonl', null]]);
    assert.deepEqual(index.attempt(session).side?.calls, 1);
    const lost = index.problems.filter(({ message }) => message.startsWith('This is a sub-agent'));
    assert.deepEqual(lost.map(({ file }) => path.posix.basename(file)), ['codex_subagent_matched.jsonl', 'codex_subagent_matched_2.jsonl', 'codex_subagent_unmatched.jsonl', 'rollout-subagent-019b88e5.jsonl']);
  });
});
