// Spans of one trace to an attempt, and to the sub-agents that hang under it.

import type { AttemptPart, Lineage } from '../contract';
import type { Outcome, SideCalls } from '../../model/attempt';
import type { Step } from '../../model/step';
import { makeAttemptPart, providerOfModel, UNKNOWN_TOKENS } from '../shared/attemptParts';
import { INSTANCE_ID, readMetadata } from '../shared/conversationFacts';
import { hashValue } from '../shared/hash';
import { addKnown, sumUsage } from '../shared/usage';
import type { CallUsage } from '../shared/usage';
import type { SpanFacts } from './spanFacts';
import { buildSteps } from './spanSteps';
import { compareSpans, sortTrace } from './spanTree';
import type { AgentSpans, TraceSpans } from './spanTree';

/** What a trace says about itself outside its spans (Langfuse). */
export interface TraceFacts {
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly outcome: Outcome;
}

export interface BuiltPart {
  readonly part: AttemptPart;
  readonly steps: readonly Step[];
}

export interface BuiltTrace {
  readonly parts: readonly BuiltPart[];
  /** Spans that steps show, of the attempt and of its sub-agents. */
  readonly shown: number;
}

/** The parts of a trace; empty where it has no call of a model and no tool. `key` names the trace in its file. */
export function buildTrace(file: string, key: string, spans: readonly SpanFacts[], trace: TraceFacts | null): BuiltTrace {
  const sorted = sortTrace(spans);
  const usages = new Map<SpanFacts, CallUsage>();
  for (const [inner, outer] of sorted.repeated) {
    if (outer.llm !== null && inner.llm !== null && outer.llm.usage.input === null && outer.llm.usage.output === null) usages.set(outer, inner.llm.usage);
  }
  if (sorted.own.llms.length + sorted.own.tools.length + sorted.subAgents.length === 0) return { parts: [], shown: 0 };
  const place: Where = { file, key, usages, doorOf: sorted.doorOf };
  const own = buildAgent(sorted.own, place, null);
  const facts = factsOf(spans, trace, own.part);
  const main = makeAttemptPart({ ...own.part, ...facts, role: 'trajectory', format: 'otel', file, place: { folder: null, runFolder: null }, side: sideOf([...sorted.subAgents.flatMap((agent) => agent.llms), ...sorted.judges], usages) });
  const subs = sorted.subAgents.map((agent) => buildAgent(agent, place, agent.root));
  const isAlone = sorted.own.llms.length + sorted.own.tools.length === 0;
  const parts = [{ part: main, steps: own.steps }, ...subs.map(({ part, steps }) => ({ part: { ...part, task: main.task, place: main.place }, steps }))];
  return { parts: isAlone && subs.length === 0 ? [] : parts, shown: own.shown + subs.reduce((sum, sub) => sum + sub.shown, 0) };
}

interface Where {
  readonly file: string;
  readonly key: string;
  readonly usages: ReadonlyMap<SpanFacts, CallUsage>;
  readonly doorOf: TraceSpans['doorOf'];
}

function buildAgent(agent: AgentSpans, { file, key, usages, doorOf }: Where, root: SpanFacts | null): BuiltPart & { readonly shown: number } {
  const { steps, toolsOf, shown } = buildSteps(agent, usages);
  const spawns = toolsOf.flatMap((tools, step) => tools.map((tool) => ({ call: tool.id, step })));
  const from = root === null ? null : doorOf(root);
  const parent = from === null ? null : { session: sessionOf(key, from.owner), call: from.door?.id ?? null };
  const lineage: Lineage = { session: sessionOf(key, root), spawns, parent };
  const models = agent.llms.flatMap((llm) => llm.llm?.model ?? []);
  const model = models[0] ?? null;
  const spans = [...agent.llms, ...agent.tools];
  const part = makeAttemptPart({
    role: root === null ? 'trajectory' : 'sub-agent',
    format: 'otel',
    file,
    locator: sessionOf(key, root),
    place: { folder: null, runFolder: null },
    contentHash: hashValue(spans.map((span) => span.hash)),
    runtime: {
      agent: root === null ? null : (root.agent ?? root.tool?.action.tools[0] ?? root.name),
      agentVersion: root?.agentVersion ?? null,
      model,
      provider: agent.llms.map((llm) => llm.llm?.provider ?? null).find((provider) => provider !== null) ?? providerOfModel(model),
      config: agent.llms.map((llm) => llm.llm?.config ?? null).find((config) => config !== null) ?? null,
    },
    ...timesOf(spans),
    calls: agent.llms.length,
    toolSteps: steps.filter((step) => step.isToolStep).length,
    toolCalls: steps.reduce((sum, step) => sum + step.toolCalls, 0),
    tokens: sumUsage(steps.map((step) => ({ input: step.inputTokens, cached: step.cachedTokens, output: step.outputTokens }))),
    cost: steps.reduce<number | null>((sum, step) => addKnown(sum, step.cost), null),
    lineage,
  });
  return { part, steps, shown };
}

/** From the first begin to the last end. */
function timesOf(spans: readonly SpanFacts[]): Pick<AttemptPart, 'started' | 'seconds'> {
  let start: number | null = null;
  let end: number | null = null;
  for (const { startMs, endMs } of spans) {
    if (startMs !== null) start = Math.min(start ?? startMs, startMs);
    const last = endMs ?? startMs;
    if (last !== null) end = Math.max(end ?? last, last);
  }
  return { started: start === null ? null : new Date(start).toISOString(), seconds: start === null || end === null || end < start ? null : (end - start) / 1000 };
}

/** The name of an agent among those of its trace. */
function sessionOf(key: string, root: SpanFacts | null): string {
  return root === null ? key : `${key}/${root.id}`;
}

/** Facts of the attempt that only the whole trace tells. */
function factsOf(spans: readonly SpanFacts[], trace: TraceFacts | null, own: AttemptPart): Partial<AttemptPart> {
  const ordered = [...spans].sort(compareSpans);
  const ids = new Set(spans.map((span) => span.id));
  const root = ordered.find((span) => span.parent === null || !ids.has(span.parent)) ?? ordered[0];
  // fromEntries makes own properties, also of `__proto__`; of equal names the last one stays.
  const metadata = Object.fromEntries([...[...ordered].reverse().map((span) => span.metadata), root?.metadata ?? {}, trace?.metadata ?? {}].flatMap((found) => Object.entries(found)));
  const stated = readMetadata(metadata);
  const conversation = ordered.map((span) => span.conversation).find((id) => id !== null) ?? null;
  const named = conversation === null ? null : /^([^#]{1,400})(?:#(.{1,100}))?$/.exec(conversation);
  const isNamed = named?.[1] !== undefined && INSTANCE_ID.test(named[1]);
  const verdicts = [trace?.outcome ?? 'unknown', ...ordered.map((span) => span.outcome), stated.outcome];
  const outcome = verdicts.find((verdict) => verdict !== 'unknown') ?? 'unknown';
  const agents = ordered.filter((span) => span.agent !== null && (span.kind === 'agent' || span === root));
  const first = ordered.find((span) => span.llm !== null && span.llm.model !== null);
  return {
    // Around the calls there is time of the agent's own.
    ...timesOf(spans),
    task: stated.task ?? (isNamed ? (named[1] ?? null) : null),
    attempt: stated.attempt ?? (isNamed ? (named[2] ?? own.locator) : own.locator),
    exitStatus: root?.isError === true ? (root.error?.slice(0, 200) ?? 'error') : null,
    outcome,
    basis: outcome === 'unknown' ? null : 'final',
    outcomeFile: outcome === 'unknown' ? null : (root?.range.file ?? null),
    runtime: {
      agent: agents[0]?.agent ?? stated.agent,
      agentVersion: agents[0]?.agentVersion ?? stated.agentVersion,
      model: own.runtime.model ?? first?.llm?.model ?? null,
      provider: own.runtime.provider ?? first?.llm?.provider ?? providerOfModel(first?.llm?.model ?? null),
      config: own.runtime.config,
    },
  };
}

function sideOf(calls: readonly SpanFacts[], usages: ReadonlyMap<SpanFacts, CallUsage>): SideCalls | null {
  if (calls.length === 0) return null;
  const tokens = sumUsage(calls.map((call) => usages.get(call) ?? call.llm?.usage ?? UNKNOWN_TOKENS));
  return { calls: calls.length, tokens, cost: calls.reduce<number | null>((sum, call) => addKnown(sum, call.llm?.cost ?? null), null) };
}
