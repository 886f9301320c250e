import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { openHandsReader } from '../../../../src/formats/openHands/reader';
import { buildIndex } from '../../../../src/index/buildIndex';
import { indexResult } from '../../../../src/index/indexResult';
import type { Step } from '../../../../src/model/step';
import { collectParts } from '../../../support/collectParts';
import type { CollectedParts } from '../../../support/collectParts';
import { fileHead, memorySource } from '../../../support/memorySource';
import * as text from '../../../support/openHandsText';
import { makeFolder, removeFolders } from '../../../support/tempFolder';

const RUN = 'out/small-1_maxiter_50_N_v0.50.0-run_2';
const report = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({ empty_generation: false, resolved: false, failed_apply_patch: false, error_eval: false, test_timeout: false, ...fields });

function read(files: Readonly<Record<string, string>>): CollectedParts {
  const [first = ''] = Object.keys(files).sort();
  const key = openHandsReader.claim(fileHead(first, files[first] ?? ''))?.source ?? 'not claimed';
  return collectParts(openHandsReader, memorySource(files, { key }));
}

function readOne(files: Readonly<Record<string, string>>): CollectedParts['attempts'][number] & CollectedParts {
  const parts = read(files);
  const [only, ...others] = parts.attempts.filter(({ part }) => part.role !== 'sub-agent');
  assert.ok(only !== undefined && others.length === 0, `${parts.attempts.length} attempts`);
  return { ...parts, ...only };
}

/** A step as text: call, kind, tools, and marks. */
function show(step: Step): string {
  const marks = [step.malformed ? 'malformed' : '', step.isToolStep ? '' : 'no tool', step.isError ? 'error' : '', step.exitCode === null ? '' : `exit ${step.exitCode}`].filter((mark) => mark !== '');
  return [`${step.call ?? '-'} ${step.kind} ${step.tools.join('+')}`.trim(), ...marks].join(', ');
}

describe('OpenHands, legacy', () => {
  const line = (fields: Record<string, unknown> = {}): Record<string, string> => ({ [`${RUN}/output.jsonl`]: text.lines(text.outputObject('acme__widget-12', fields)) });

  it('makes a step of each answer, malformed ones among them, and counts them as calls', () => {
    const { part, steps } = readOne(line());
    assert.deepEqual(steps.map(show), ['1 inspect execute_bash, exit 0', '2 other, malformed, no tool, error', '3 edit str_replace_editor, error', '4 submit finish']);
    assert.deepEqual([part.calls, part.toolSteps, part.toolCalls, part.exitStatus], [4, 3, 3, 'finish']);
    assert.deepEqual([part.task, part.attempt, part.place.runFolder, part.started, part.seconds], ['acme__widget-12', null, RUN, '2025-05-01T10:00:01.000000', 9]);
  });
  it('gives each call what it used, and states sums that are those of the calls', () => {
    const { part, steps, problems } = readOne(line());
    assert.deepEqual(steps.map((s) => [s.inputTokens, s.cost]), [[100, 0.01], [null, null], [200, 0.01], [300, 0.01]]);
    assert.deepEqual([part.tokens, part.side], [{ input: 600, cached: 0, output: 30 }, null]);
    assert.ok(Math.abs((part.cost ?? 0) - 0.03) < 1e-12);
    assert.deepEqual(problems, []);
  });
  it('gives a malformed answer the metered call that stands between those of its neighbours', () => {
    const usages = [text.usage('r4', 100), text.usage('lost', 150), text.usage('r7', 200), text.usage('r9', 300)];
    const { steps, part } = readOne(line({ metrics: text.metrics(usages) }));
    assert.deepEqual(steps.map((s) => s.inputTokens), [100, 150, 200, 300]);
    assert.equal(part.side, null);
  });
  it('keeps metered calls apart that left no event', () => {
    const usages = [text.usage('r4', 100), text.usage('a', 1), text.usage('b', 2), text.usage('r7', 200), text.usage('r9', 300), text.usage('c', 4, 1)];
    const { part, steps } = readOne(line({ metrics: text.metrics(usages) }));
    assert.deepEqual(steps.map((s) => s.inputTokens), [100, null, 200, 300]);
    assert.deepEqual([part.side?.calls, part.side?.tokens, part.calls], [3, { input: 7, cached: 0, output: 21 }, 4]);
  });
  it('says where the totals of the producer are not the sums of its calls, and counts the calls', () => {
    const metrics = text.metrics([text.usage('r4', 100)], { accumulated_cost: 5, accumulated_token_usage: { prompt_tokens: 900, completion_tokens: 10 } });
    const { part, problems } = readOne(line({ metrics }));
    assert.deepEqual([part.tokens.input, part.cost], [100, 0.01]);
    assert.deepEqual(problems.map(({ code, severity, found }) => [code, severity, found]), [['conflict', 'information', '100 prompt tokens in calls, 900 in all; 0.01 dollars in calls, 5 in all']]);
  });
  it('adds cache reads where the prompt leaves them out, and takes a price of 0 for no price', () => {
    const metrics = text.metrics([text.usage('r4', 100, 10, 900), text.usage('r7', 200)], { costs: [{ cost: 0 }, { cost: 0 }], accumulated_cost: 0 });
    const { part, steps } = readOne(line({ metrics }));
    assert.deepEqual([part.tokens, part.cost, steps[0]?.cost], [{ input: 1200, cached: 900, output: 20 }, null, null]);
  });
  it('joins the calls of one response to one step and keeps their ranges apart', () => {
    const history = text.opening();
    const first = text.action({ command: 'ls', response: 'r', total: 2 });
    const second = text.action({ command: 'pytest', response: 'r', total: 2 });
    const third = text.action({ command: 'pwd', response: 'r', total: 1 });
    history.push(first, text.answer(first, 'one'), second, text.answer(second, 'two', { extras: { metadata: { exit_code: 3 } } }), third);
    const content = JSON.stringify(history);
    const { steps } = readOne({ 'x/trajectory.json': content });
    assert.deepEqual(steps.map(show), ['1 test execute_bash+execute_bash, error, exit 3', '2 inspect execute_bash, no tool']);
    const [step] = steps;
    assert.ok(step?.action?.more?.length === 1 && step.observation?.more?.length === 1);
    const bytes = Buffer.from(content);
    const at = ({ start, end }: { readonly start: number; readonly end: number }): unknown => JSON.parse(bytes.subarray(start, end).toString());
    assert.deepEqual(step.action.more.map(at), [second]);
    assert.deepEqual([at(step.observation), ...step.observation.more.map(at)], [text.answer, text.answer].map((_, i) => history[i === 0 ? 5 : 7]));
  });
  it('counts the calls of a sub-agent apart, from the delegation to what it brought back', () => {
    const history = text.opening();
    const start = text.action({ action: 'delegate', tool: 'delegate', args: { agent: 'BrowsingAgent', inputs: {} } });
    const browse = text.action({ action: 'browse', tool: 'browser', args: { url: 'x' } });
    history.push(start, browse, text.answer(browse, 'page', { observation: 'browse' }), text.action({ action: 'finish', tool: 'finish', args: {} }));
    history.push(text.event('agent', { cause: start['id'], observation: 'delegate', content: 'found', extras: {} }));
    const last = text.action({ command: 'ls' });
    history.push(last, text.answer(last, 'a.py'));
    const { part, steps, attempts } = readOne(line({ history, metrics: text.metrics([text.usage('r4', 100), text.usage('r5', 7), text.usage('r7', 8), text.usage('r9', 200)]) }));
    assert.deepEqual(steps.map(show), ['1 other delegate', '2 inspect execute_bash, exit 0']);
    assert.deepEqual([part.calls, part.tokens.input, part.side?.calls, part.side?.tokens.input], [2, 300, 2, 15]);
    const sub = attempts.find((attempt) => attempt.part.role === 'sub-agent');
    assert.deepEqual(sub?.steps.map(show), ['1 run browser, exit 0', '2 submit finish']);
    assert.deepEqual([sub?.part.calls, sub?.part.tokens.input, sub?.part.lineage?.parent], [2, 15, { session: `${RUN}/output.jsonl#1`, call: 't4' }]);
  });
  it('tells sub-agents of sub-agents apart', () => {
    const history = text.opening();
    const start = text.action({ action: 'delegate', tool: 'delegate', args: {} });
    const inner = text.action({ action: 'delegate', tool: 'delegate', args: {} });
    history.push(start, inner, text.action({ command: 'ls' }), text.event('agent', { cause: inner['id'], observation: 'delegate', content: 'in', extras: {} }), text.event('agent', { observation: 'delegate', content: 'out', extras: {} }), text.action({ command: 'pwd' }));
    const { part, attempts } = readOne(line({ history, metrics: null }));
    assert.deepEqual(attempts.map((a) => [a.part.role, a.part.calls, a.part.lineage?.parent?.session ?? null]), [['trajectory', 2, null], ['sub-agent', 1, `${RUN}/output.jsonl#1`], ['sub-agent', 1, `${RUN}/output.jsonl#1 sub-agent 1`]]);
    assert.equal(part.side?.calls, 2);
  });
  it('takes the error of a line, then the last state, for the exit', () => {
    const state = (name: string, reason = ''): Record<string, unknown> => text.event('environment', { observation: 'agent_state_changed', content: '', extras: { agent_state: name, reason } });
    const exit = (history: unknown[], error: string | null = null): string | null => readOne(line({ history, error })).part.exitStatus;
    assert.equal(exit(text.legacyHistory(), 'RuntimeError: Agent reached maximum iteration'), 'RuntimeError: Agent reached maximum iteration');
    assert.equal(exit([...text.legacyHistory(), state('error', 'AgentStuckInLoopError: Agent got stuck in a loop')]), 'error: AgentStuckInLoopError: Agent got stuck in a loop');
    assert.equal(exit([...text.legacyHistory(), state('finished'), state('running')]), 'finish');
    assert.equal(exit([...text.legacyHistory().slice(0, -1), text.event('agent', { observation: 'error', content: 'Agent reached maximum iteration in headless mode', extras: {} }), state('error')]), 'error: Agent reached maximum iteration in headless mode');
  });
  it('reads pairs and flat events of 2024, with costs alone', () => {
    const pairs = [
      [{ action: 'message', source: 'user', args: { content: 'fix it' } }, { observation: 'null', content: '' }],
      [{ action: 'run', source: 'agent', args: { command: 'ls' } }, { observation: 'run', content: 'x', extras: { exit_code: 2 } }],
      [{ action: 'finish', source: 'agent', args: {} }, []],
    ];
    const old = readOne(line({ history: pairs, metrics: { accumulated_cost: 0.3, costs: [0.1, 0.2] } }));
    assert.deepEqual(old.steps.map(show), ['1 inspect run, error, exit 2', '2 submit finish']);
    assert.deepEqual(old.steps.map(({ cost }) => cost), [0.1, 0.2]);
    const flat = [{ content: 'fix', wait_for_response: false, action: 'message' }, { command: 'touch X', thought: 'go', action: 'run' }, { content: 'ok', exit_code: 0, observation: 'run' }, { thought: 'done', action: 'finish' }];
    const resolver = readOne({ 'runs/output.jsonl': text.lines({ issue: { owner: 'acme', repo: 'widget', number: 5 }, issue_type: 'issue', instruction: 'x', git_patch: '', history: flat, success: true, error: null }) });
    assert.deepEqual(resolver.steps.map(show), ['1 edit run, exit 0', '2 submit finish']);
    assert.deepEqual([resolver.part.task, resolver.part.outcome], ['acme/widget#5', 'unknown']);
  });
  it('reads the verdict that an evaluation adds to the line', () => {
    const verdicts: [Record<string, unknown>, string][] = [[report({ resolved: true }), 'resolved'], [report(), 'unresolved'], [report({ empty_generation: true }), 'unresolved'], [report({ error_eval: true }), 'unknown'], [report({ test_timeout: true }), 'unknown'], [{}, 'unknown']];
    for (const [value, outcome] of verdicts) assert.equal(readOne(line({ test_result: { git_patch: 'x', report: value } })).part.outcome, outcome, JSON.stringify(value));
  });
  it('keeps runtimes equal that differ only in where, when and over what they ran', () => {
    const runtime = (fields: Record<string, unknown>): unknown => readOne(line({ metadata: text.metadata(fields) })).part.runtime;
    const llm = text.metadata()['llm_config'] as Record<string, unknown>;
    const usual = runtime({});
    assert.deepEqual(usual, { agent: 'openhands', agentVersion: '0.50.0', model: 'acme/small-1', provider: 'acme', config: (usual as { config: string }).config });
    assert.deepEqual(runtime({ start_time: 'later', eval_output_dir: 'elsewhere/small-1_maxiter_50_N_v0.50.0-no-hint-run_7', llm_config: { ...llm, api_key: 'x', log_completions_folder: 'y' } }), usual);
    for (const other of [{ llm_config: { ...llm, temperature: 1 } }, { max_iterations: 30 }, { eval_output_dir: 'out/small-1_maxiter_50_N_v0.50.0-run_2' }, { agent_class: 'BrowsingAgent' }]) assert.notDeepEqual(runtime(other), usual, JSON.stringify(other));
  });
  it('takes the version from the metadata, else from the prompt, else the commit', () => {
    const version = (folder: string, args: Record<string, unknown>): string | null => {
      const [system = {}, ...rest] = text.legacyHistory();
      return readOne(line({ metadata: text.metadata({ eval_output_dir: folder }), history: [{ ...system, args }, ...rest] })).part.runtime.agentVersion;
    };
    assert.deepEqual([version('m_maxiter_5_N_v0.50.0', { openhands_version: '0.58.0' }), version('m_maxiter_5', { openhands_version: '0.58.0' }), version('m_maxiter_5', {})], ['0.50.0', '0.58.0', 'abcdef012345']);
  });
  it('counts the calls of a line that was cut off after its events, and knows no end of it', () => {
    const whole = text.lines(text.outputObject('acme__widget-12'));
    const { part } = readOne({ [`${RUN}/output.jsonl`]: whole.slice(0, whole.indexOf('"accumulated_cost"')) });
    assert.deepEqual([part.calls, part.exitStatus], [4, null]);
  });
  it('takes a conversation that began and made no call for an attempt of no calls, and a piece of a log for none', () => {
    const opening = text.opening();
    for (const files of [{ 'trajectory.json': JSON.stringify(opening) }, text.eventFiles('conv', text.sdkHistory().slice(0, 2))]) {
      const { part, steps, problems } = readOne(files);
      assert.deepEqual([part.calls, steps.length, part.outcome], [0, 0, 'unknown']);
      assert.ok(problems.some(({ message }) => message.endsWith('it is an attempt of no calls.')), JSON.stringify(problems));
    }
    const piece = read({ 'trajectory.json': JSON.stringify(opening.slice(-1).map((event) => ({ ...event, action: 'change_agent_state', args: {} }))) });
    assert.deepEqual(piece.attempts, []);
  });

  it('knows no calls of a line that was cut off or that an error left empty', () => {
    const whole = text.lines(text.outputObject('acme__widget-12'));
    const cut = readOne({ [`${RUN}/output.jsonl`]: whole.slice(0, whole.indexOf('str_replace')) });
    assert.deepEqual([cut.part.calls, cut.steps.length, cut.part.contentHash], [null, 2, null]);
    assert.ok(cut.problems.some(({ code }) => code === 'truncated'));
    assert.equal(readOne(line({ history: [], metrics: null, error: 'Maximum retries (5) reached: boom' })).part.calls, null);
  });
  it('says that an output is empty, and goes on after a line that is none', () => {
    assert.deepEqual(read({ [`${RUN}/output.jsonl`]: '' }).problems.map(({ code }) => code), ['truncated']);
    const parts = read({ [`${RUN}/output.jsonl`]: `${text.lines(text.outputObject('a__b-1'))}oops\n\n${text.lines(text.outputObject('a__b-2'))}` });
    assert.deepEqual(parts.attempts.map(({ part }) => [part.task, part.locator]), [['a__b-1', '1'], ['a__b-2', '4']]);
    assert.deepEqual(parts.files.map(({ records, shown, unreadable }) => [records, shown, unreadable]), [[3, 2, 1]]);
  });
});

describe('OpenHands, agent SDK', () => {
  it('joins parallel calls, tells what could not be run, and keeps the condenser apart', () => {
    const { part, steps } = readOne({ 'eval/run/output.jsonl': text.lines(text.sdkOutput('acme__widget-12')) });
    assert.deepEqual(steps.map(show), ['1 inspect terminal+terminal, error, exit 1', '2 other nothing, malformed, no tool, error', '3 submit finish']);
    assert.deepEqual([part.calls, part.toolSteps, part.toolCalls], [3, 2, 4]);
    assert.deepEqual([part.tokens, part.side?.calls, part.side?.tokens.input], [{ input: 600, cached: 40, output: 30 }, 1, 50]);
    assert.deepEqual([part.runtime.agent, part.runtime.agentVersion, part.limits.calls, part.exitStatus], ['openhands-sdk', '1.2.3', 100, 'finish']);
  });
  it('reads a folder of events with its state as one attempt, whose steps may stand in several files', () => {
    const files = { ...text.eventFiles('conv', text.sdkHistory()), 'conv/base_state.json': JSON.stringify(text.baseState()) };
    const { part, steps } = readOne(files);
    assert.deepEqual(steps.map(show), ['1 inspect terminal+terminal, error, exit 1', '2 other nothing, malformed, no tool, error', '3 submit finish']);
    assert.deepEqual([part.attempt, part.exitStatus, part.limits.calls, part.runtime.model], ['conv', 'finished', 500, 'acme/small-1']);
    assert.deepEqual([part.tokens, part.side?.calls, part.side?.tokens.input], [{ input: 600, cached: 40, output: 30 }, 1, 50]);
    assert.deepEqual([steps[0]?.action, ...(steps[0]?.action?.more ?? [])].map((range) => range?.file.slice(-10, -5)), ['dddddddddd'.slice(0, 5), 'ddddd']);
    const [first] = steps;
    const bytesOf = (range: Step['action']): Uint8Array => Buffer.concat([range, ...(range?.more ?? [])].map((r, i) => Buffer.from(`${i > 0 ? '\u001e' : ''}${files[(r?.file ?? '') as keyof typeof files].slice(0)}`)));
    assert.ok(first !== undefined);
    const shown = openHandsReader.stepText(first, { action: bytesOf(first.action), observation: bytesOf(first.observation) });
    assert.deepEqual(shown, { reasoning: 'hm', message: 'look', calls: [{ tool: 'terminal', text: 'ls' }, { tool: 'terminal', text: 'cat ä.py' }], observations: [{ text: 'a.py', exitCode: 0, isError: false }, { text: 'no such file', exitCode: 1, isError: false }] });
  });
  it('reads events as the command line prints them, words among them, and does not count where an event is damaged', () => {
    const [, ...events] = text.sdkHistory().map((event) => JSON.stringify(event));
    const printed = readOne({ 'x/stdout.json': [...events.slice(0, 4), 'Agent is working', ...events.slice(4)].join('\n') });
    assert.deepEqual([printed.part.calls, printed.problems.map(({ code, line }) => [code, line])], [3, [['not-json', 5]]]);
    assert.deepEqual(printed.files.map(({ records, unreadable }) => [records, unreadable]), [[11, 1]]);
    const damaged = readOne({ 'x/stdout.json': [...events.slice(0, 4), events[4]?.slice(0, 40), ...events.slice(5)].join('\n') });
    assert.equal(damaged.part.calls, null);
  });
  it('does not count a conversation of which files are gone', () => {
    const files = text.eventFiles('conv', text.sdkHistory());
    const [, , , gone = ''] = Object.keys(files).sort();
    const { part, problems } = readOne(Object.fromEntries(Object.entries(files).filter(([path]) => path !== gone)));
    assert.equal(part.calls, null);
    assert.deepEqual(problems.map(({ code, found }) => [code, found]), [['missing-field', '10 of 11 events']]);
  });
  it('counts the conversations of sub-agents to the one that started them', () => {
    const sub = 'conv/subagents/abcd';
    const files = {
      ...text.eventFiles('conv', text.sdkHistory()),
      ...text.eventFiles(sub, [text.sdkAction('s1', 'd1', 'pwd'), text.sdkAnswer('d1', '/')]),
      [`${sub}/base_state.json`]: JSON.stringify(text.baseState({ stats: { usage_to_metrics: { agent: text.metrics([text.usage('s1', 30)]) } } })),
    };
    const { part } = readOne(files);
    assert.deepEqual([part.calls, part.side?.calls, part.side?.tokens.input, part.side?.cost], [3, 2, 30, 0.01]);
  });
  it('takes totals that come with an excerpt of a conversation for none of its own', () => {
    const stats = { usage_to_metrics: { default: text.metrics([], { accumulated_token_usage: { prompt_tokens: 9000, completion_tokens: 90 } }) } };
    const update = text.sdkEvent('ConversationStateUpdateEvent', 'environment', { key: 'stats', value: stats });
    const excerpt = [text.sdkAction('r1', 'c1', 'ls'), update];
    assert.equal(readOne({ 'x/events.jsonl': text.lines(...excerpt) }).part.tokens.input, null);
    assert.equal(readOne({ 'x/events.jsonl': text.lines(...text.sdkHistory(), update) }).part.tokens.input, 9000);
  });
  it('tells kinds of events that it does not know, once a conversation', () => {
    const { problems } = readOne({ 'x/events.jsonl': text.lines(...text.sdkHistory(), ...[1, 2].map(() => text.sdkEvent('MindReadEvent', 'agent', {}))) });
    assert.deepEqual(problems.map(({ code, found }) => [code, found]), [['unknown-record', 'MindReadEvent']]);
  });
  it('knows tool calls of another program\'s agent, and not its calls', () => {
    const { part, steps } = readOne({ 'x/events.jsonl': text.lines(
      text.sdkEvent('ACPToolCallEvent', 'agent', { tool_call_id: 'x', title: 'Run ls', status: 'completed', tool_kind: 'execute', raw_input: { command: 'ls' }, raw_output: 'a.py' }),
      text.sdkEvent('MessageEvent', 'agent', { llm_message: { role: 'assistant', content: [] }, llm_response_id: 'r1' }),
    ) });
    assert.deepEqual([part.calls, part.toolSteps, steps.map(show)], [null, 1, ['- inspect execute', '1 think, no tool']]);
  });
});

describe('a run of OpenHands in the index', () => {
  after(removeFolders);
  const later = (): Record<string, unknown>[] => [...text.sdkHistory(), text.sdkAction('r9', 'c9', 'pwd')];
  const critic = (finalFields: Record<string, unknown> = {}): Record<string, string> => ({
    [`${RUN}/output.critic_attempt_1.jsonl`]: text.lines(text.sdkOutput('a__b-1'), text.sdkOutput('a__b-2')),
    [`${RUN}/output.critic_attempt_2.jsonl`]: text.lines(text.sdkOutput('a__b-1', { attempt: 2, history: later() })),
    [`${RUN}/output.jsonl`]: text.lines(text.sdkOutput('a__b-1', { attempt: 2, history: later(), ...finalFields }), text.sdkOutput('a__b-2', finalFields)),
  });
  const outcomes = async (files: Record<string, string>): Promise<readonly string[]> => {
    const result = indexResult(await buildIndex({ roots: [makeFolder(files)] }));
    return result.attempts.map(({ task, attempt, outcome }) => `${task} ${attempt} ${outcome}`);
  };

  it('counts the attempts of the critic and not the output made of them', async () => {
    const parts = read(critic());
    assert.deepEqual(parts.attempts.map(({ part }) => [part.task, part.attempt]), [['a__b-1', 'critic_attempt_1'], ['a__b-2', 'critic_attempt_1'], ['a__b-1', 'critic_attempt_2']]);
    assert.deepEqual(parts.files.map(({ file, shown, folded }) => [file.slice(RUN.length + 1), shown, folded]), [['output.critic_attempt_1.jsonl', 2, 0], ['output.critic_attempt_2.jsonl', 1, 0], ['output.jsonl', 0, 2]]);
    assert.deepEqual(await outcomes(critic()), ['a__b-1 critic_attempt_1 unknown', 'a__b-2 critic_attempt_1 unknown', 'a__b-1 critic_attempt_2 unknown']);
  });
  const LABELLED = ['a__b-1 critic_attempt_1 unknown', 'a__b-2 critic_attempt_1 resolved', 'a__b-1 critic_attempt_2 resolved'];
  const list = { total_instances: 2, submitted_instances: 2, resolved_ids: ['a__b-1', 'a__b-2'], unresolved_ids: [], error_ids: [] };
  for (const name of ['report.json', 'output.report.json']) {
    it(`gives the verdicts of ${name} to the attempts that the output repeats`, async () => {
      assert.deepEqual(await outcomes({ ...critic(), [`${RUN}/${name}`]: JSON.stringify(list) }), LABELLED);
    });
  }
  it('gives verdicts in the output, and line by line beside it, to the same attempts', async () => {
    assert.deepEqual(await outcomes(critic({ test_result: { git_patch: 'x', report: report({ resolved: true }) } })), LABELLED);
    const beside = text.lines(...['a__b-1', 'a__b-2'].map((task) => ({ instance_id: task, test_result: { report: report({ resolved: true }) } })));
    assert.deepEqual(await outcomes({ ...critic(), [`${RUN}/output.swebench_eval.jsonl`]: beside }), LABELLED);
    assert.deepEqual(await outcomes({ ...critic(), [`${RUN}/output.swebench_eval.jsonl`]: beside, [`${RUN}/report.json`]: JSON.stringify(list) }), LABELLED);
  });
  it('labels one of two attempts of a critic by a report on that file alone', async () => {
    const only = { ...list, resolved_ids: [], unresolved_ids: ['a__b-1'] };
    assert.deepEqual(await outcomes({ ...critic(), [`${RUN}/output.critic_attempt_1.report.json`]: JSON.stringify(only), [`${RUN}/output.report.json`]: JSON.stringify(list) }), ['a__b-1 critic_attempt_1 unresolved', 'a__b-2 critic_attempt_1 resolved', 'a__b-1 critic_attempt_2 resolved']);
  });
  it('hangs sub-agents under the attempt whose call started them, or in whose folder they lie', async () => {
    const history = text.opening();
    const start = text.action({ action: 'delegate', tool: 'delegate', args: {} });
    history.push(text.action({ command: 'ls' }), start, text.action({ command: 'pwd' }), text.event('agent', { cause: start['id'], observation: 'delegate', content: 'out', extras: {} }));
    const files = {
      'runs/output.jsonl': text.lines(text.outputObject('a__b-1', { history, metrics: null })),
      ...text.eventFiles('conv', text.sdkHistory()),
      ...text.eventFiles('conv/subagents/abcd', [text.sdkAction('s1', 'd1', 'pwd'), text.sdkAnswer('d1', '/')]),
    };
    const index = await buildIndex({ roots: [makeFolder(files)] });
    assert.equal(index.attemptCount, 2);
    assert.deepEqual([0, 1].map((row) => index.subAgents(row).map(({ step, depth }) => [step, depth])), [[[null, 1]], [[1, 1]]]);
    assert.deepEqual(indexResult(index).problems, []);
  });
  it('finds the attempt that a compressed output repeats', async () => {
    const root = makeFolder({ ...critic(), [`${RUN}/report.json`]: JSON.stringify({ ...list }) });
    for (const name of ['output.critic_attempt_1.jsonl', 'output.critic_attempt_2.jsonl', 'output.jsonl']) {
      const file = path.join(root, RUN, name);
      writeFileSync(`${file}.gz`, gzipSync(readFileSync(file)));
      rmSync(file);
    }
    const { attempts } = indexResult(await buildIndex({ roots: [root] }));
    assert.deepEqual(attempts.map(({ task, attempt, outcome }) => `${task} ${attempt} ${outcome}`), LABELLED);
  });
  it('calls reports that disagree a conflict and labels nothing', async () => {
    const beside = text.lines({ instance_id: 'a__b-2', test_result: { report: report() } });
    const [, second] = await outcomes({ ...critic(), [`${RUN}/output.swebench_eval.jsonl`]: beside, [`${RUN}/report.json`]: JSON.stringify(list) });
    assert.equal(second, 'a__b-2 critic_attempt_1 unknown');
  });
  it('takes the last of the lines that a resumed run wrote for a task as the one that was judged', async () => {
    const files = { [`${RUN}/output.jsonl`]: text.lines(text.outputObject('a__b-1'), text.outputObject('a__b-1', { history: text.sdkHistory() }), text.outputObject('a__b-1')), [`${RUN}/report.json`]: JSON.stringify({ ...list, resolved_ids: ['a__b-1'] }) };
    const parts = read({ [`${RUN}/output.jsonl`]: files[`${RUN}/output.jsonl`] ?? '' });
    assert.deepEqual(parts.files.map(({ shown, folded }) => [shown, folded]), [[2, 1]]);
    assert.deepEqual(parts.problems.map(({ code }) => code), ['duplicate']);
    assert.deepEqual((await outcomes(files)).map((o) => o.split(' ').pop()), ['resolved', 'unknown']);
  });
  it('folds a run that was copied, and fills lines without metadata from the file beside them', async () => {
    const output = text.lines(text.outputObject('a__b-1', { metadata: null }));
    const run = (folder: string): Record<string, string> => ({ [`${folder}/output.jsonl`]: output, [`${folder}/metadata.json`]: JSON.stringify(text.metadata()) });
    const result = indexResult(await buildIndex({ roots: [makeFolder({ ...run('runs/one'), ...run('runs/copy') })] }));
    assert.deepEqual(result.attempts.map(({ model, H }) => [model, H]), [['acme/small-1', 50]]);
  });
});
