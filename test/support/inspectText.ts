import { makeZip } from './zipText';
import type { ZipTextEntry, ZipTextOptions } from './zipText';

/** One call of a sample that a test writes. */
export interface InspectCall {
  readonly say?: string;
  readonly tool?: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: { readonly type: string; readonly message: string };
  readonly usage?: Readonly<Record<string, unknown>>;
  /** Added to the model event. */
  readonly event?: Readonly<Record<string, unknown>>;
}

const TIME = Date.parse('2026-01-02T03:04:05Z');

function timeOf(index: number): string {
  return new Date(TIME + index * 1000).toISOString().replace('Z', '+00:00');
}

/** Model and tool events of some calls, in the shape of formats.md 8.3. */
export function inspectEvents(calls: readonly InspectCall[], { span = null, from = 0 }: { readonly span?: string | null; readonly from?: number } = {}): object[] {
  return calls.flatMap(({ say = '', tool, args, result = 'done', error, usage, event }, i) => {
    const id = `call_${from + i}`;
    const message = { role: 'assistant', content: say, source: 'generate', ...(tool === undefined ? {} : { tool_calls: [{ id, function: tool, arguments: args ?? {}, type: 'function' }] }) };
    const model = {
      span_id: span,
      timestamp: timeOf(2 * (from + i)),
      event: 'model',
      model: 'acme/small-1',
      input: [{ role: 'user', content: 'a long question' }],
      output: { model: 'small-1', choices: [{ message, stop_reason: tool === undefined ? 'stop' : 'tool_calls' }], usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15, ...usage } },
      completed: timeOf(2 * (from + i) + 1),
      ...event,
    };
    const ran = { span_id: span, timestamp: timeOf(2 * (from + i) + 1), event: 'tool', type: 'function', id, function: tool, arguments: args ?? {}, result, ...(error ? { error } : {}), events: [], completed: timeOf(2 * (from + i) + 1) };
    return tool === undefined ? [model] : [model, ran];
  });
}

/** A sample with its events. */
export function inspectSample(id: string | number, epoch: number, events: readonly object[], more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { id, epoch, input: `question ${id}`, target: 'ok', messages: [], output: {}, scores: { match: { value: 'C', answer: 'x' } }, metadata: {}, store: {}, events, model_usage: {}, attachments: {}, ...more };
}

/** The header of a log. */
export function inspectHeader(more: Readonly<Record<string, unknown>> = {}, status = 'success'): Record<string, unknown> {
  return {
    version: 2,
    status,
    eval: { run_id: 'r1', task_id: 't1', created: '2026-01-02T03:04:00+00:00', task: 'fix_bugs', dataset: { name: 'demo', samples: 2 }, model: 'acme/small-1', config: { epochs: 2, message_limit: 40, time_limit: 600 }, packages: { inspect_ai: '0.3.210' } },
    plan: { name: 'plan', steps: [{ solver: 'use_tools', params: {} }, { solver: 'basic_agent', params: {} }], config: {} },
    results: { total_samples: 2, completed_samples: 2, scores: [{ name: 'match', scorer: 'match', metrics: {} }] },
    ...more,
  };
}

export interface EvalTextOptions extends ZipTextOptions {
  readonly header?: Readonly<Record<string, unknown>> | null;
  /** How a member is packed; default deflate. */
  readonly pack?: (name: string, content: string) => Omit<ZipTextEntry, 'name'>;
}

/** An `.eval` log. `header: null`: a run that is still going. */
export function evalText(samples: readonly Record<string, unknown>[], { header = inspectHeader(), pack = (_name, content) => ({ content }), ...zip }: EvalTextOptions = {}): Uint8Array {
  const spec = header ?? inspectHeader();
  const summaries = samples.map(({ id, epoch, scores }) => ({ id, epoch, scores }));
  const members: [string, unknown][] = [
    ['_journal/start.json', { version: 2, eval: spec['eval'], plan: spec['plan'] }],
    ...samples.map((sample): [string, unknown] => [`samples/${String(sample['id'])}_epoch_${String(sample['epoch'])}.json`, sample]),
    ['_journal/summaries/1.json', summaries],
    ...(header === null ? [] : ([['summaries.json', summaries], ['header.json', spec]] satisfies [string, unknown][])),
  ];
  return makeZip(members.map(([name, value]) => ({ name, ...pack(name, JSON.stringify(value)) })), zip);
}

/** A `.json` log. */
export function inspectJson(samples: readonly Record<string, unknown>[], header: Readonly<Record<string, unknown>> = inspectHeader()): string {
  return JSON.stringify({ ...header, stats: {}, samples, reductions: [] });
}
