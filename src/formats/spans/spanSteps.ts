// Calls and tools of one agent to steps.

import type { Step } from '../../model/step';
import { hashValue } from '../shared/hash';
import { hashAction } from '../shared/stepHash';
import { strongestKind } from '../shared/stepKinds';
import { cleanLine } from '../shared/text';
import { cutTitle } from '../shared/title';
import type { AgentSpans } from './spanTree';
import type { SpanFacts } from './spanFacts';
import { compareSpans } from './spanTree';
import type { CallUsage } from '../shared/usage';

export interface AgentSteps {
  readonly steps: readonly Step[];
  /** The tool spans of each step, for what they set going. */
  readonly toolsOf: readonly (readonly SpanFacts[])[];
  /** Spans that the steps show. */
  readonly shown: number;
}

interface Draft {
  readonly llm: SpanFacts | null;
  readonly tools: SpanFacts[];
}

/**
 * The steps of an agent: each call with the tools that ran for it. A tool belongs to the call that names its id, else
 * to the call that it hangs under, else to the last one that began before it. Tools before any call are steps without one.
 */
export function buildSteps({ llms, tools }: AgentSpans, usages: ReadonlyMap<SpanFacts, CallUsage>): AgentSteps {
  const drafts: Draft[] = llms.map((llm) => ({ llm, tools: [] }));
  const byCallId = new Map(drafts.flatMap((draft) => (draft.llm?.llm?.callIds ?? []).map((id) => [id, draft] as const)));
  const bySpan = new Map(drafts.map((draft) => [draft.llm?.id ?? '', draft]));
  const before: Draft[] = [];
  let at = 0;
  for (const tool of tools) {
    while (at < drafts.length && compareSpans(drafts[at]?.llm ?? tool, tool) < 0) at++;
    const named = tool.tool?.callId === null ? undefined : byCallId.get(tool.tool?.callId ?? '');
    const home = named ?? bySpan.get(tool.parent ?? '') ?? drafts[at - 1];
    if (home !== undefined) home.tools.push(tool);
    else before.push({ llm: null, tools: [tool] });
  }
  const all = [...before, ...drafts];
  let call = 0;
  const steps = all.map((draft, index) => {
    if (draft.llm !== null) call++;
    return buildStep(draft, index, { call: draft.llm === null ? null : call, next: all[index + 1]?.llm ?? null, usage: draft.llm === null ? null : (usages.get(draft.llm) ?? draft.llm.llm?.usage ?? null) });
  });
  return { steps, toolsOf: all.map((draft) => draft.tools), shown: llms.length + tools.length };
}

function buildStep({ llm, tools }: Draft, index: number, context: { readonly call: number | null; readonly next: SpanFacts | null; readonly usage: CallUsage | null }): Step {
  const action = actionOf(llm, tools);
  const failed = llm?.isError === true;
  const observed = tools.length > 0 ? observedOf(tools) : givenBack(llm, context.next, action.toolCalls);
  return {
    index,
    call: context.call,
    ...action,
    action: llm?.range ?? tools[0]?.range ?? null,
    ...observed,
    isError: observed.isError || failed,
    malformed: false,
    isToolStep: observed.observation !== null || action.kind === 'submit',
    inputTokens: context.usage?.input ?? null,
    cachedTokens: context.usage?.cached ?? null,
    outputTokens: context.usage?.output ?? null,
    cost: llm?.llm?.cost ?? null,
    timeMs: llm?.startMs ?? tools[0]?.startMs ?? null,
  };
}

/** What the model answered; where that was not recorded, or the call failed, what its tools and its error say. */
function actionOf(llm: SpanFacts | null, tools: readonly SpanFacts[]): Pick<Step, 'kind' | 'tools' | 'title' | 'actionHash' | 'toolCalls'> {
  const recorded = llm?.llm?.action ?? null;
  // Some models name their calls in tool spans alone, beside a text.
  if (recorded !== null && (recorded.toolCalls > 0 || tools.length === 0)) return recorded;
  const actions = tools.flatMap((tool) => tool.tool?.action ?? []);
  const [first] = actions;
  if (first === undefined) {
    const error = llm?.isError === true ? (llm.error ?? 'error') : '';
    return { kind: 'other', tools: [], title: cutTitle(cleanLine(error === '' ? 'answer not recorded' : `call failed: ${error.slice(0, 1000)}`)), actionHash: error === '' ? null : hashAction(error), toolCalls: 0 };
  }
  const kind = strongestKind(actions.map((action) => action.kind));
  const main = actions.find((action) => action.kind === kind) ?? first;
  return {
    kind,
    tools: actions.flatMap((action) => action.tools),
    title: actions.length > 1 ? cutTitle(`${main.title.slice(0, 180)} (+${actions.length - 1} more)`) : main.title,
    actionHash: actions.length > 1 ? hashValue(actions.map((action) => action.actionHash)) : first.actionHash,
    toolCalls: actions.length,
  };
}

function observedOf(tools: readonly SpanFacts[]): Pick<Step, 'observation' | 'observationHash' | 'exitCode' | 'isError'> {
  const all = tools.flatMap((tool) => tool.tool?.observed ?? []);
  const start = tools.reduce((least, tool) => Math.min(least, tool.range.start), Infinity);
  const end = tools.reduce((most, tool) => Math.max(most, tool.range.end), 0);
  const file = tools[0]?.range.file ?? '';
  return {
    observation: { file, start, end },
    observationHash: all.length > 1 ? hashValue(all.map((o) => o.observationHash)) : (all[0]?.observationHash ?? null),
    exitCode: all.reduce<number | null>((last, o) => o.exitCode ?? last, null),
    isError: all.some((o) => o.isError),
  };
}

/** Without spans of tools, what they gave back stands in what the next call was given. */
function givenBack(llm: SpanFacts | null, next: SpanFacts | null, toolCalls: number): Pick<Step, 'observation' | 'observationHash' | 'exitCode' | 'isError'> {
  const given = next?.llm?.given ?? null;
  if (llm === null || next === null || given === null || toolCalls === 0) return { observation: null, observationHash: null, exitCode: null, isError: false };
  return { observation: next.range, ...given };
}
