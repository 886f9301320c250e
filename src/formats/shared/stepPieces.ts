// Steps whose calls and results arrive one by one, over many lines: each piece is described when it comes, so that no
// text is kept, and the pieces are put together when the step ends.

import type { RuntimeFields, TokenTotals } from '../../model/attempt';
import type { Step } from '../../model/step';
import type { describeAction, describeObservations } from './describeStep';
import { hashText } from './hash';
import { strongestKind } from './stepKinds';
import { cutTitle } from './title';
import { addKnown } from './usage';

export type ActionFacts = ReturnType<typeof describeAction>;
export type ObservationFacts = ReturnType<typeof describeObservations>;

/**
 * The facts of an action from those of its single calls, in order; as `describeAction` gives them for one call or none.
 * `message` are the facts of its text, which count where there is no call.
 */
export function joinActions(calls: readonly ActionFacts[], message: ActionFacts): ActionFacts {
  const [only] = calls;
  if (only === undefined) return message;
  if (calls.length === 1) return only;
  const kind = strongestKind(calls.map((call) => call.kind));
  const main = calls.find((call) => call.kind === kind) ?? only;
  return {
    kind,
    tools: calls.flatMap((call) => call.tools),
    title: cutTitle(`${main.title.slice(0, 180)} (+${calls.length - 1} more)`),
    actionHash: hashText(calls.map((call) => call.actionHash ?? '').join('\n')),
    toolCalls: calls.reduce((sum, call) => sum + call.toolCalls, 0),
  };
}

/** The facts of a step's observations from those of single results, in the order in which they are given. */
export function joinObservations(results: readonly ObservationFacts[]): ObservationFacts {
  const [only] = results;
  return {
    observationHash: results.length === 1 && only !== undefined ? only.observationHash : results.length === 0 ? null : hashText(results.map((r) => r.observationHash ?? '').join('\n')),
    exitCode: results.reduce<number | null>((last, result) => result.exitCode ?? last, null),
    isError: results.some((result) => result.isError),
  };
}

/** Counts of an attempt as its steps give them: calls, tool steps, tool calls, and tokens where any step states them. */
export function countSteps(steps: readonly Step[]): { readonly calls: number; readonly toolSteps: number; readonly toolCalls: number; readonly tokens: TokenTotals } {
  let calls = 0;
  let toolSteps = 0;
  let toolCalls = 0;
  let tokens: TokenTotals = { input: null, cached: null, output: null };
  for (const step of steps) {
    if (step.call !== null) calls++;
    if (step.isToolStep) toolSteps++;
    toolCalls += step.toolCalls;
    tokens = { input: addKnown(tokens.input, step.inputTokens), cached: addKnown(tokens.cached, step.cachedTokens), output: addKnown(tokens.output, step.outputTokens) };
  }
  return { calls, toolSteps, toolCalls, tokens };
}

/** Most names that are written out. */
const MOST_NAMES = 4;

/**
 * One value for what a session names several times: the name itself, or all of them in order of first use joined by
 * ` + `, since a run by two models is exchangeable with a run by neither. Null where there is none.
 */
export function joinNames(names: Iterable<string>): string | null {
  const all = [...new Set(names)].map((name) => name.slice(0, 200));
  if (all.length === 0) return null;
  const shown = all.slice(0, MOST_NAMES).join(' + ');
  return all.length > MOST_NAMES ? `${shown} + ${all.length - MOST_NAMES} more` : shown;
}

/** What the runtime of a session is called when several models or versions took part; null when only one did. */
export function describeMixture(runtime: Pick<RuntimeFields, 'model' | 'agentVersion'>): string | null {
  const mixed = [runtime.model, runtime.agentVersion].filter((value): value is string => value !== null && value.includes(' + '));
  return mixed.length === 0 ? null : mixed.join('; ');
}
