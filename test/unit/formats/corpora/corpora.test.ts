import assert from 'node:assert/strict';
import { corporaReader } from '../../../../src/formats/corpora/corpora';
import { deriveTimes } from '../../../../src/model/deriveTimes';
import type { Step, StepText } from '../../../../src/model/step';
import { collectParts } from '../../../support/collectParts';
import type { CollectedParts } from '../../../support/collectParts';
import { asLines, OPENHANDS_MESSAGES, openHandsRow, sweAgentRow, thought } from '../../../support/corpusRows';
import { fileHead, memorySource, toBytes } from '../../../support/memorySource';

const PATH = 'data/rows.jsonl';

function read(text: string, path = PATH): CollectedParts {
  return collectParts(corporaReader, memorySource({ [path]: text }));
}

function only(text: string, path = PATH): { readonly part: CollectedParts['attempts'][number]['part']; readonly steps: readonly Step[]; readonly problems: CollectedParts['problems'] } {
  const parts = read(text, path);
  const [attempt, ...others] = parts.attempts;
  assert.ok(attempt !== undefined && others.length === 0, `${parts.attempts.length} attempts`);
  return { ...attempt, problems: parts.problems };
}

function textOf(text: string, step: Step | undefined): StepText {
  const bytes = toBytes(text);
  const cut = (range: Step['action']): Uint8Array | null => (range === null ? null : bytes.subarray(range.start, range.end));
  assert.ok(step !== undefined);
  return corporaReader.stepText(step, { action: cut(step.action), observation: cut(step.observation) });
}

describe('corpora, rows of SWE-rebench', () => {
  it('gives one attempt a row, with its id, verdict and end from the columns', () => {
    const { part, problems } = only(asLines(openHandsRow()));
    const { format, formatVersion, task, attempt, runtime, outcome, basis, outcomeFile, exitStatus, locator, calls, toolSteps, toolCalls } = part;
    assert.deepEqual({ format, formatVersion, task, attempt, outcome, basis, outcomeFile, exitStatus, locator, calls, toolSteps, toolCalls }, {
      format: 'swe-rebench', formatVersion: 'nebius/SWE-rebench-openhands-trajectories', task: 'acme__widget-12', attempt: 'chatcmpl-00ab', outcome: 'resolved', basis: 'final',
      outcomeFile: PATH, exitStatus: 'submit', locator: '1', calls: 5, toolSteps: 4, toolCalls: 5,
    });
    assert.deepEqual(runtime, { agent: 'openhands', agentVersion: null, model: null, provider: null, config: null });
    assert.deepEqual(problems, []);
  });
  it('takes the tool messages for what answers a call, and no word of the user', () => {
    const text = asLines(openHandsRow());
    const { steps } = only(text);
    assert.deepEqual(steps.map(({ call, kind, tools, title, isToolStep, exitCode, isError }) => [call, kind, tools.join(), title, isToolStep, exitCode, isError]), [
      [1, 'inspect', 'execute_bash', 'ls', true, 0, false],
      [2, 'edit', 'str_replace_editor,str_replace_editor', 'str_replace_editor: create /w/a.py (+1 more)', true, null, true],
      [3, 'test', 'execute_bash', 'pytest -q', true, 1, true],
      [4, 'think', '', 'I think that is it.', false, null, false],
      [5, 'submit', 'finish', 'finish: done', true, null, false],
    ]);
    assert.deepEqual(textOf(text, steps[1]).observations.map((o) => [o.text, o.isError]), [['File created', false], ['ERROR:\nNo match found for `old_str`', true]]);
    assert.equal(textOf(text, steps[1]).calls.length, 2);
    assert.equal(steps[3]?.observation, null);
  });
  it('reads each verdict that the columns can state, and doubts the others', () => {
    const verdict = (resolved: unknown): string => only(asLines(openHandsRow({ resolved }))).part.outcome;
    assert.deepEqual([1, true, 0, false, -1, null].map(verdict), ['resolved', 'resolved', 'unresolved', 'unresolved', 'unknown', 'unknown']);
    const { part, problems } = only(asLines(openHandsRow({ resolved: 0.5 })));
    assert.equal(part.outcome, 'unknown');
    assert.deepEqual(problems.map(({ code, line, found }) => [code, line, found]), [['bad-value', 1, 'verdict 0.5']]);
  });
  it('says how many messages are of a role that is not known', () => {
    const [first, ...rest] = openHandsRow()['trajectory'] as readonly object[];
    const { problems } = only(asLines(openHandsRow({ trajectory: [first, { role: 'assistanu', content: 'hm' }, ...rest] })));
    assert.deepEqual(problems.map(({ code, severity, line, found }) => [code, severity, line, found]), [['unknown-record', 'warning', 1, '1 messages of an unknown role']]);
  });

  it('tells an end at the turn limit from a submission', () => {
    const { part } = only(asLines(openHandsRow({ resolved: 0, exit_status: 'RuntimeError: Agent reached maximum iteration. Current iteration: 100' })));
    assert.equal(deriveTimes(part).J, 'censored');
    assert.equal(deriveTimes(only(asLines(openHandsRow({ resolved: 0 }))).part).J, 'terminal');
  });
  it('names columns that it does not know, once a file', () => {
    const { problems } = read(asLines(openHandsRow({ note: 1 }), openHandsRow({ note: 2, trajectory_id: 'b', other: {} })));
    assert.deepEqual(problems.map(({ code, severity, found }) => [code, severity, found]), [['unknown-record', 'information', 'columns note, other']]);
  });
  it('reads a conversation that is written into a string, and shows each step of it', () => {
    const text = asLines(openHandsRow({ trajectory: JSON.stringify(OPENHANDS_MESSAGES) }));
    const { steps, part } = only(text);
    const plain = only(asLines(openHandsRow())).steps;
    assert.deepEqual(steps.map(({ title, actionHash, observationHash }) => [title, actionHash, observationHash]), plain.map(({ title, actionHash, observationHash }) => [title, actionHash, observationHash]));
    assert.equal(part.calls, 5);
    assert.deepEqual(textOf(text, steps[2]), textOf(asLines(openHandsRow()), plain[2]));
    assert.equal(textOf(text, steps[4]).calls[0]?.tool, 'finish');
  });
  it('counts a row that was cut off as unreadable, and reads those before it', () => {
    const text = asLines(openHandsRow(), openHandsRow({ trajectory_id: 'b' }));
    const parts = read(text.slice(0, -400));
    assert.equal(parts.attempts.length, 1);
    assert.deepEqual(parts.files.map(({ records, shown, unreadable }) => [records, shown, unreadable]), [[2, 1, 1]]);
    assert.deepEqual(parts.problems.map(({ code, line }) => [code, line]), [['truncated', 2]]);
  });
  it('keeps the last of two conversations under one key, as JSON libraries do', () => {
    const row = JSON.stringify(openHandsRow()).replace('"tools":', '"trajectory":[{"role":"assistant","content":"only this"}],"tools":');
    assert.deepEqual(only(`${row}\n`).steps.map(({ title }) => title), ['only this']);
  });
});

describe('corpora, rows of SWE-agent', () => {
  it('takes the last fenced block for the command, and a text without one for malformed', () => {
    const row = sweAgentRow([thought('First ```inline``` then\n```python\nx = 1\n```\nrun', 'python -m pytest'), 'Nothing to run.', thought('Edit.', 'edit 1:2\nx\nend_of_edit'), thought('Done.', 'submit')]);
    const { steps, part } = only(JSON.stringify([row]), 'rows.json');
    assert.deepEqual(steps.map(({ call, kind, tools, title, malformed, isToolStep }) => [call, kind, tools.join(), title, malformed, isToolStep]), [
      [1, 'test', 'bash', 'python -m pytest', false, true],
      [2, 'other', '', 'format error: Nothing to run.', true, false],
      [3, 'edit', 'edit', 'edit 1:2 …', false, true],
      [4, 'submit', 'submit', 'submit', false, true],
    ]);
    assert.deepEqual([part.calls, part.toolSteps, part.outcome, part.runtime.model, part.runtime.agent], [4, 3, 'unresolved', 'swe-agent-llama-70b', 'swe-agent']);
  });
  it('counts no call for the words with which the harness ends a run', () => {
    const { steps, part } = only(JSON.stringify([sweAgentRow([thought('Look.', 'ls'), 'Exit due to context window'], { exit_status: 'submitted (exit_context)' })]), 'rows.json');
    assert.deepEqual(steps.map(({ call }) => call), [1, null]);
    assert.equal(part.calls, 1);
    assert.deepEqual([deriveTimes(part).J, deriveTimes(part).exit], ['terminal', 'agent-failure']);
  });
  it('takes a counter of occurrences off the task, and says so once', () => {
    const rows = ['acme__widget-12_1', 'acme__widget-12_17', 'acme__widget_2-3'].map((instance_id) => sweAgentRow([thought('x', 'ls')], { instance_id }));
    const parts = read(JSON.stringify(rows), 'rows.json');
    assert.deepEqual(parts.attempts.map(({ part }) => [part.task, part.attempt, part.locator]), [['acme__widget-12', '1', '0'], ['acme__widget-12', '17', '1'], ['acme__widget_2-3', null, '2']]);
    assert.deepEqual(parts.problems.map(({ severity, found }) => [severity, found]), [['information', '2 ids that end in a counter of occurrences']]);
  });
  it('censors a run that its budget stopped', () => {
    const { part } = only(JSON.stringify([sweAgentRow([thought('x', 'ls')], { exit_status: 'submitted (exit_cost)' })]), 'rows.json');
    assert.deepEqual([deriveTimes(part).J, deriveTimes(part).H], ['censored', 1]);
  });
});

describe('corpora, other sets', () => {
  const messages = [{ role: 'system', content: 's' }, { role: 'user', content: 'u' }, { role: 'assistant', content: 'Look.\n<function=bash>\n<parameter=command>ls</parameter>\n</function>' }, { role: 'user', content: 'OBSERVATION:\na.py' }, { role: 'assistant', content: '<function=submit>\n</function>' }];
  it('tells Open-SWE rows by their columns; the model and its settings stand in the metadata', () => {
    const row = { instance_id: 'acme__widget-1', repo: 'acme/widget', license: 'mit', language: 'go', trajectory_id: 'u-1', messages: OPENHANDS_MESSAGES, tools: ['{}'], resolved: -1, hf_dataset_name: 'x', metadata: { category: 'bug', teacher_model: { name: 'MiniMax-M2.5', enable_thinking: true } } };
    const { part } = only(asLines(row), 'openhands/train-0001.jsonl');
    assert.deepEqual([part.formatVersion, part.attempt, part.outcome, part.runtime.model, part.runtime.agent], ['nvidia/Open-SWE-Traces', 'u-1', 'unknown', 'MiniMax-M2.5', 'openhands']);
    assert.ok(part.runtime.config !== null);
    assert.equal(part.calls, 5);
  });
  it('reads SWE-smith rows whose calls stand in the text', () => {
    const { part, steps } = only(JSON.stringify([{ messages, instance_id: 'a__b.1.c', resolved: true, model: 'm', traj_id: 'a__b.1.c.x', patch: '' }]), 'rows.json');
    assert.deepEqual([part.formatVersion, part.attempt, part.calls, part.toolSteps, part.task], ['SWE-bench/SWE-smith-trajectories', 'a__b.1.c.x', 2, 2, 'a__b.1.c']);
    assert.deepEqual(steps.map(({ kind, title }) => [kind, title]), [['inspect', 'ls'], ['submit', 'submit']]);
  });
  it('takes attempt, model and limit of SWE-Gym rows from the name of their run', () => {
    const row = { instance_id: 'acme__widget-1', run_id: 'CodeActAgent_gpt-4o-2024-08-06_maxiter_30_N_v2.1-no-hint-t05-run_3', resolved: false, messages, tools: [], test_result: { report: {} } };
    const { part } = only(asLines(row));
    assert.deepEqual([part.attempt, part.runtime.model, part.limits.calls, part.outcome], ['run_3', 'gpt-4o-2024-08-06', 30, 'unresolved']);
  });
  it('types rows of unknown make as plain messages', () => {
    const { part } = only(JSON.stringify([{ messages, instance_id: 'acme__widget-1', resolved: true }]), 'rows.json');
    assert.deepEqual([part.format, part.formatVersion, part.outcome], ['messages', null, 'resolved']);
  });
  it('claims no prediction, no trajectory of SWE-agent and no table', () => {
    const files: readonly (readonly [string, string])[] = [
      ['preds.json', '[{"instance_id": "a", "model_name_or_path": "m", "model_patch": ""}]'],
      ['a.traj', '{"trajectory": [{"action": "ls", "observation": ""}], "info": {}}'],
      ['t.jsonl', '{"instance_id": "a", "resolved": true}\n'],
      ['x.json', '[{"trajectory": "none", "instance_id": "a"}]'],
    ];
    for (const [name, text] of files) assert.equal(corporaReader.claim(fileHead(name, text)), null, name);
  });
});
