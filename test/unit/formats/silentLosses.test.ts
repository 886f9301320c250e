import assert from 'node:assert/strict';
import { codexReader } from '../../../src/formats/codex/codex';
import type { Reader } from '../../../src/formats/contract';
import { exitStatusesReader } from '../../../src/formats/exitStatuses/reader';
import { harborReader } from '../../../src/formats/harbor/harborReader';
import { labelsReader } from '../../../src/formats/labels/labels';
import { messagesReader } from '../../../src/formats/messages/messagesReader';
import { openHandsReader } from '../../../src/formats/openHands/reader';
import { outcomeTableReader } from '../../../src/formats/outcomeTable/outcomeTable';
import { spansReader } from '../../../src/formats/spans/spansReader';
import { swebenchReportReader } from '../../../src/formats/swebenchReport/reader';
import { sweAgentReader } from '../../../src/formats/sweAgent/sweAgent';
import { collectParts } from '../../support/collectParts';
import { memorySource } from '../../support/memorySource';

const lines = (...records: readonly unknown[]): string => records.map((record) => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`).join('');
const ASK = { role: 'user', content: 'Fix it.' };
const ANSWER = { role: 'assistant', content: 'Done.' };
const started = { type: 'thread.started', thread_id: 't' };
const span = (id: string, more: object): object => ({ name: 'x', context: { trace_id: 't', span_id: id }, start_time: '2026-01-01T00:00:00Z', end_time: '2026-01-01T00:00:01Z', attributes: { 'llm.model_name': 'm' }, ...more });
const CSV = 'task,model,attempt,T,horizon\nt,luna,1,5,30\n';

/** What is lost, the reader, the file, and the problem that says so. */
const LOSSES: readonly (readonly [what: string, reader: Reader, path: string, content: string | Uint8Array, problem: RegExp])[] = [
  ['messages in a text that is no whole list', messagesReader, 'rows.jsonl', lines({ messages: `${JSON.stringify([ASK, ANSWER]).slice(0, -1)}, {"role":]` }), /^not-json .* \(in the text under "messages"\)$/],
  ['a list of messages under a key that is not known', messagesReader, 'log.json', JSON.stringify({ intut: [ASK, ANSWER], output: [ANSWER] }), /^unknown-record messages under "intut"$/],
  ['the only answer, whose role is gone', messagesReader, 'chat.json', JSON.stringify([ASK, { rol: 'assistant', content: 'Done.' }]), /^missing-field 1 messages, none of a model, and 1 records/],
  ['an item of the exec stream of a type that is not known', codexReader, 'out.jsonl', lines(started, { type: 'item.completed', item: { id: 'i', type: 'comman4d_execution', command: 'ls' } }), /^unknown-record .*item\.completed of comman4d_execution$/],
  ['an item of the exec stream without an id', codexReader, 'out.jsonl', lines(started, { type: 'item.started', item: { id: {}, type: 'command_execution', command: 'ls' } }), /^bad-value/],
  ['an event of the exec stream without its item', codexReader, 'out.jsonl', lines(started, { type: 'item.completed', item: null }), /^bad-value/],
  ['the beginning of the exec stream', codexReader, 'out.jsonl', lines({ type: 'turn.completed', usage: { input_tokens: 5, output_tokens: 1 } }), /^missing-field .*beginning of a thread/],
  ['the session of a rollout', codexReader, 'rollout-x.jsonl', lines({ timestamp: '2026-01-01T00:00:00.000Z', type: 'event_msg', payload: { type: 'user_message', message: 'x' } }), /^missing-field no line that names the session$/],
  ['an entry of an actor that is not known', openHandsReader, 'trajectory.json', JSON.stringify([{ id: 1, timestamp: 't', type: 'message', content: 'x', actorType: 'Assistant' }, { id: 2, timestamp: 't', type: 'command', content: 'x', command: 'ls', actorType: 'Asesistant' }]), /^unknown-record command of Asesistant$/],
  ['a message of the agent in a role that is not known', openHandsReader, 'trajectory.json', JSON.stringify([{ kind: 'MessageEvent', id: 'a', timestamp: 't', source: 'agent', llm_message: { role: ']ssistant', content: [] } }]), /^unknown-record MessageEvent of the agent in the role/],
  ['the second trajectory of a file that should hold one', sweAgentReader, 'run/a__b-1/a__b-1.traj', lines({ trajectory: [], info: {} }, { trajectory: [], info: {} }), /^not-json '\{'$/],
  ['what a span is', spansReader, 'spans.json', JSON.stringify([span('1', { span_kind: 'LLM' }), span('2', { span_kind: null })]), /^unknown-record 1 spans of kinds that are not known: span_kind null$/],
  ['a key that is not UTF-8', swebenchReportReader, 'report.json', Buffer.concat([Buffer.from('{"resolved_ids": ["a__b-1"], "unresolved_ids": ["a__b-2"], "err'), Uint8Array.of(0xff), Buffer.from('r_ids": ["a__b-3"]}')]), /^bad-encoding a key/],
  ['a list of ids under a name that is not known', swebenchReportReader, 'report.json', '{"resolved_ids": ["a__b-1"], "unresolved_ids": [], "eror_ids": ["a__b-3"]}', /^unknown-record `eror_ids`$/],
  ['trials of a job', harborReader, 'jobs/j/result.json', JSON.stringify({ id: 'x', n_total_trials: 2, stats: { n_trials: 2, evals: { 'a__m__d': { reward_stats: { reward: { '1.0': ['t__1', null] } }, exception_stats: {} } } } }), /^conflict 2 trials, and the names of 1$/],
  ['statuses behind NUL bytes', exitStatusesReader, 'exit_statuses_1.yaml', 'instances_by_exit_status:\n  Submitted:\n  - a__b-1\0\0\0\n', /^truncated NUL bytes$/],
  ['statuses behind a cut', exitStatusesReader, 'exit_statuses_1.yaml', 'instances_by_exit_status:\n  Submitted:\n  - a__b-1\n  - a__', /^truncated a last line without a line break$/],
  ['the instances of a status', exitStatusesReader, 'exit_statuses_1.yaml', 'instances_by_exit_status:\n  Submitted:\n', /^missing-field nothing for Submitted$/],
  ['a key of a label', labelsReader, 'labels.jsonl', lines({ file: 'a.json', outcome: 'resolved', colour: 'red' }), /^unknown-record key colour$/],
  ['a row of labels with NUL bytes in it', labelsReader, 'labels.csv', 'file,outcome\na,resolved\nb\0\0\0,resolved\n', /^truncated NUL bytes$/],
  ['columns of a table', outcomeTableReader, 'table.csv', 'task,model,T,horizon,colour\nt,luna,5,30,red\n', /^unknown-record columns colour$/],
  ['keys of a table in lines', outcomeTableReader, 'table.jsonl', lines({ task: 't', model: 'luna', T: 5, horizon: 30 }, { task: 't', model: 'luna', T: 5, horizon: 30, hoel: 1 }), /^unknown-record columns hoel$/],
  ['a row with NUL bytes in it', outcomeTableReader, 'table.csv', `${CSV}t,luna\0\0\0,2,5,30\n`, /^truncated NUL bytes$/],
];

describe('readers say what they lose:', () => {
  for (const [what, reader, path, content, problem] of LOSSES) {
    it(what, () => {
      const said = collectParts(reader, memorySource({ [path]: content }, { key: path })).problems.map(({ code, found }) => `${code} ${found}`);
      assert.ok(said.some((words) => problem.test(words)), JSON.stringify(said));
    });
  }
});
