import { openHandsReader } from '../../src/formats/openHands/reader';
import * as text from '../support/openHandsText';
import { checkReader } from './readerContract';

/** A cut between lines leaves a shorter file of lines. */
function isLineEnd(kept: string): boolean {
  const last = kept.slice(kept.lastIndexOf('\n') + 1).trim();
  if (last === '') return true;
  try {
    JSON.parse(last);
    return true;
  } catch {
    return false;
  }
}

const RUN = 'out/small-1_maxiter_50_N_v0.50.0-run_2';
const report = { empty_generation: false, resolved: true, failed_apply_patch: false, error_eval: false, test_timeout: false };

const delegated = (): Record<string, unknown>[] => {
  const history = text.opening();
  const start = text.action({ action: 'delegate', tool: 'delegate_to_browsing_agent', args: { agent: 'BrowsingAgent', inputs: { task: 'look it up' } } });
  const browse = text.action({ action: 'browse_interactive', tool: 'browser', args: { browser_actions: 'goto("x")' }, usage: { prompt_tokens: 70, completion_tokens: 7 } });
  history.push(start, browse, text.answer(browse, 'page', { observation: 'browse' }), text.action({ action: 'finish', tool: 'finish', args: {} }));
  history.push(text.event('agent', { cause: start['id'], observation: 'delegate', content: 'found', extras: { outputs: {} } }));
  return history;
};

const pairs = [
  [{ action: 'message', source: 'user', args: { content: 'fix it' }, id: 0, timestamp: '2024-06-01T10:00:00' }, { observation: 'null', content: '', extras: {} }],
  [{ action: 'run', source: 'agent', args: { command: 'ls', thought: 'look' }, id: 1, timestamp: '2024-06-01T10:00:01' }, { observation: 'run', content: 'a.py', cause: 1, extras: { exit_code: 0 } }],
  [{ action: 'finish', source: 'agent', args: {}, id: 3, timestamp: '2024-06-01T10:00:03' }, []],
];

const flat = [
  { content: 'fix it', wait_for_response: false, action: 'message' },
  { command: 'touch LICENSE', thought: 'go', action: 'run', is_confirmed: 'confirmed' },
  { content: 'ok', command_id: -1, command: 'touch LICENSE', exit_code: 0, observation: 'run' },
  { outputs: {}, thought: 'done', action: 'finish' },
];

const sub = 'conv/subagents/abcd';

checkReader('OpenHands', openHandsReader, [
  { name: 'legacy output', files: { [`${RUN}/output.jsonl`]: text.lines(text.outputObject('acme__widget-12'), text.outputObject('acme__widget-13', { error: 'RuntimeError: Agent reached maximum iteration' })) }, isSilentCut: isLineEnd },
  { name: 'output with verdicts and metadata beside it', recognisedByContent: [`${RUN}/output.jsonl`], isSilentCut: isLineEnd, files: {
    [`${RUN}/metadata.json`]: JSON.stringify(text.metadata()),
    [`${RUN}/output.jsonl`]: text.lines(text.outputObject('acme__widget-12', { metadata: null })),
    [`${RUN}/output.swebench_eval.jsonl`]: text.lines({ instance_id: 'acme__widget-12', test_result: { report, test_output: 'ok' } }),
  } },
  { name: 'critic attempts and the output made of them', isSilentCut: isLineEnd, files: {
    [`${RUN}/output.critic_attempt_1.jsonl`]: text.lines(text.sdkOutput('a__b-1', { test_result: {} }), text.sdkOutput('a__b-2')),
    [`${RUN}/output.critic_attempt_1_errors.jsonl`]: text.lines({ instance_id: 'a__b-3', attempt: 1, test_result: {}, error: 'Maximum retries (3) reached: boom', history: [] }),
    [`${RUN}/output.critic_attempt_2.jsonl`]: text.lines(text.sdkOutput('a__b-1', { attempt: 2, history: [...text.sdkHistory(), text.sdkAction('r9', 'c9', 'pwd')] })),
    [`${RUN}/output.jsonl`]: text.lines(text.sdkOutput('a__b-2', { test_result: { git_patch: 'diff', report } })),
  } },
  { name: '2024 pairs', files: { [`${RUN}/output.jsonl`]: text.lines({ instance_id: 'acme__widget-12', test_result: { git_patch: '' }, metadata: text.metadata(), history: pairs, metrics: { accumulated_cost: 0.3, costs: [0.1, 0.2] }, error: null }) }, isSilentCut: isLineEnd },
  { name: '2024 resolver', files: { 'runs/output.jsonl': text.lines({ issue: { owner: 'acme', repo: 'widget', number: 5, title: 'x' }, issue_type: 'issue', instruction: 'fix it', base_commit: '', git_patch: 'diff', history: flat, metrics: { accumulated_cost: 0.3, costs: [0.1, 0.2] }, success: true, comment_success: null, result_explanation: 'yes', error: null }) }, isSilentCut: isLineEnd },
  { name: 'one line over many', files: { 'runs/one.json': JSON.stringify(text.outputObject('acme__widget-12'), null, 2) } },
  { name: 'exported conversation', files: { 'exports/trajectory.json': JSON.stringify(text.legacyHistory()) } },
  { name: 'exported conversation, indented, with a sub-agent', files: { 'exports/trajectory.json': JSON.stringify(delegated(), null, 4) } },
  { name: 'conversation in an object', files: { 'exports/x.json': JSON.stringify({ trajectory: text.legacyHistory() }) } },
  { name: 'history in an object', files: { 'exports/x.json': JSON.stringify({ history: text.sdkHistory(), stats: text.baseState()['stats'] }) } },
  { name: 'entries of the visualizer', files: { 'exports/x.json': JSON.stringify({ entries: [{ id: 1, timestamp: '2025-03-07T17:45:00.000Z', type: 'message', content: 'help', actorType: 'User' }, { id: 2, timestamp: '2025-03-07T17:45:10.000Z', type: 'command', content: 'Running', command: 'npm test', actorType: 'Assistant' }] }) } },
  { name: 'lines of events', files: { 'exports/events.jsonl': text.lines(...text.sdkHistory()) }, isSilentCut: isLineEnd },
  { name: 'event folder with a sub-agent', recognisedByContent: 'none', files: {
    ...text.eventFiles('conv', text.sdkHistory()),
    'conv/base_state.json': JSON.stringify(text.baseState()),
    ...text.eventFiles(sub, [text.sdkAction('s1', 'd1', 'pwd'), text.sdkAnswer('d1', '/')]),
    [`${sub}/base_state.json`]: JSON.stringify(text.baseState({ stats: { usage_to_metrics: { agent: text.metrics([text.usage('s1', 30)]) } } })),
  } },
  { name: 'events without a folder of their own', recognisedByContent: 'none', files: Object.fromEntries(Object.entries(text.eventFiles('conv', text.sdkHistory())).map(([path, content]) => [path.replace('/events/', '/'), content])) },
  { name: 'event folder of an older server', recognisedByContent: 'none', files: {
    ...Object.fromEntries(text.legacyHistory().map((event, i) => [`sessions/one/events/${i}.json`, JSON.stringify(event)])),
    'sessions/one/event_cache/0-25.json': JSON.stringify(text.legacyHistory()),
  } },
  { name: 'calls of another program\'s agent', files: { 'exports/acp.json': JSON.stringify([
    text.sdkEvent('MessageEvent', 'user', { llm_message: { role: 'user', content: [{ type: 'text', text: 'fix it' }] } }),
    text.sdkEvent('ACPToolCallEvent', 'agent', { tool_call_id: 'x1', title: 'Run ls', status: 'completed', tool_kind: 'execute', raw_input: { command: 'ls' }, raw_output: 'a.py', is_error: false }),
    text.sdkEvent('MessageEvent', 'agent', { llm_message: { role: 'assistant', content: [{ type: 'text', text: 'done' }] }, llm_response_id: 'r1' }),
  ]) } },
  { name: 'log of one call', files: { 'llm_completions/a__b-1/acme__small-1-1757015025.972.json': JSON.stringify({ messages: [{ role: 'user', content: 'x' }], response: { id: 'r' }, cost: 0.1, timestamp: 1 }) }, recognisedByContent: 'none' },
]);
