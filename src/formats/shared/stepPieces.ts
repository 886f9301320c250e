// Steps whose calls and results arrive one by one, over many lines: each piece is described when it comes, so that no
// text is kept, and the pieces are put together when the step ends.

import type { TokenTotals } from '../../model/attempt';
import type { FileRange, Step } from '../../model/step';
import { RANGE_SEPARATOR } from '../contract';
import type { describeAction, describeObservations } from './describeStep';
import { hashText } from './hash';
import { seedProblem, WHOLE_FILE } from './problems';
import type { ProblemSeed } from './problems';
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

/**
 * The range with a further line of the same file: longer where the line follows it after one line break, else with one
 * more part. A line inside the last part changes nothing.
 */
export function extendLines(range: FileRange, line: FileRange): FileRange {
  const { more = [] } = range;
  const last = more.at(-1) ?? range;
  if (line.start >= last.start && line.end <= last.end) return range;
  const follows = line.start > last.end && line.start - last.end <= 2;
  if (!follows) return { ...range, more: [...more, line] };
  return more.length === 0 ? { ...range, end: line.end } : { ...range, more: [...more.slice(0, -1), { ...last, end: line.end }] };
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

/** Says that several models or versions took part; null when there was one of each. */
export function mixtureProblem(models: readonly string[], versions: readonly string[]): ProblemSeed | null {
  if (models.length < 2 && versions.length < 2) return null;
  const what = models.length > 1 && versions.length > 1 ? 'models and versions' : models.length > 1 ? 'models' : 'versions';
  const named = [...(models.length > 1 ? models : []), ...(versions.length > 1 ? versions : [])].slice(0, 6).map((name) => name.slice(0, 60));
  return seedProblem('conflict', WHOLE_FILE, {
    found: named.join(', '),
    expected: 'one model and one version',
    message: `Several ${what} took part in the session; its runtime names all of them and is kept apart from each alone.`,
  }, 'information');
}

/** The lines of a range and of its `more`, as a step's bytes hold them; empty ones are left out. */
export function splitLines(bytes: Uint8Array): readonly Uint8Array[] {
  const lines: Uint8Array[] = [];
  let from = 0;
  for (let at = 0; at <= bytes.length; at++) {
    if (at < bytes.length && bytes[at] !== 0x0a && bytes[at] !== RANGE_SEPARATOR) continue;
    if (at > from) lines.push(bytes.subarray(from, at));
    from = at + 1;
  }
  return lines;
}
