import { compareText } from '../base/compareText';
import { groupBy } from '../base/groupBy';
import { PORTION } from '../base/portions';
import type { TraceIndex } from '../index/traceIndex';
import type { Attempt } from '../model/attempt';
import type { CardField, FieldValue, RuntimeCard } from '../model/describeResult';
import type { RuntimeField } from '../model/plan';
import { runtimeLabel } from '../model/runtime';
import type { Cell, Cells, TimedAttempt } from './cells';

const numberText = (value: number | null): string | null => (value === null ? null : String(value));

/** What a card states, in its order: as the index knows it. */
export const CARD_FIELDS: readonly { readonly field: string; readonly of: (attempt: Attempt) => string | null }[] = [
  { field: 'agent', of: ({ runtime }) => runtime.agent },
  { field: 'agentVersion', of: ({ runtime }) => runtime.agentVersion },
  { field: 'model', of: ({ runtime }) => runtime.model },
  { field: 'provider', of: ({ runtime }) => runtime.provider },
  { field: 'config', of: ({ runtime }) => runtime.config },
  { field: 'limitCalls', of: ({ limits, declared }) => numberText(declared?.H ?? limits.calls) },
  { field: 'limitUsd', of: ({ limits }) => numberText(limits.usd) },
  { field: 'limitSeconds', of: ({ limits }) => numberText(limits.seconds) },
  { field: 'format', of: ({ format }) => format },
  { field: 'formatVersion', of: ({ formatVersion }) => formatVersion },
  { field: 'exitStatus', of: ({ exitStatus }) => exitStatus },
  { field: 'basis', of: ({ basis }) => basis },
];

/** A runtime and cohort with all its attempts. */
interface Member {
  readonly runtime: string;
  readonly timed: TimedAttempt;
  readonly isSetAside: boolean;
}

/**
 * A card for each runtime and cohort: every field as its values over the attempts, counted or not, with how many state each and how
 * many none; those without a task too. In portions; the steps of every attempt are looked at for their tools. Sorted by runtime, cohort.
 */
export function* runtimeCards(index: TraceIndex, grouped: Cells, key: readonly RuntimeField[]): Generator<void, readonly RuntimeCard[], void> {
  const cards: RuntimeCard[] = [];
  for (const own of groupBy(membersOf(grouped, key), ({ runtime, timed }) => JSON.stringify([runtime, timed.attempt.cohort])).values()) {
    const [first] = own;
    if (first === undefined) continue;
    const attempts = own.map(({ timed }) => timed);
    const { tools, withSteps } = yield* toolsOf(index, attempts);
    cards.push({
      runtime: first.runtime,
      cohort: first.timed.attempt.cohort,
      tasks: new Set(attempts.map(({ attempt }) => attempt.task).filter((task) => task !== null)).size,
      attempts: own.length,
      setAside: own.filter(({ isSetAside }) => isSetAside).length,
      fields: CARD_FIELDS.map(({ field, of }) => fieldOf(field, attempts.map(({ attempt }) => of(attempt)))),
      tools,
      withSteps,
      started: startedOf(attempts),
    });
  }
  return cards.sort((a, b) => compareText(a.runtime, b.runtime) || compareText(a.cohort ?? '', b.cohort ?? ''));
}

/** Attempts of cells under the cells' names, and those of no cell under the name that their fields give; under the plan's cohorts. */
export function membersOf({ cells, excluded }: Cells, key: readonly RuntimeField[]): readonly Member[] {
  const inCells = cells.flatMap(({ runtime, usable, setAside }) => [
    ...usable.map((timed) => ({ runtime, timed, isSetAside: false })),
    ...setAside.map(({ attempt: timed }) => ({ runtime, timed, isSetAside: true })),
  ]);
  const seen = new Set(inCells.map(({ timed }) => timed.row));
  const elsewhere = excluded.filter(({ attempt, reason }) => reason !== 'other-cohort' && !seen.has(attempt.row));
  return [...inCells, ...elsewhere.map(({ attempt: timed }) => ({ runtime: runtimeLabel(timed.attempt.runtime, key), timed, isSetAside: true }))];
}

/** Every attempt of a cell, counted or not. */
export function attemptsOf({ usable, setAside }: Cell): readonly TimedAttempt[] {
  return [...usable, ...setAside.map(({ attempt }) => attempt)];
}

function fieldOf(field: string, stated: readonly (string | null)[]): CardField {
  const known = stated.filter((value) => value !== null && value !== '');
  return { field, values: countValues(known), unknown: stated.length - known.length };
}

/** How often each text stands there: most frequent first, then by text. */
function countValues(texts: Iterable<string | null>): readonly FieldValue[] {
  const counts = new Map<string, number>();
  for (const text of texts) if (text !== null) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([value, attempts]) => ({ value, attempts })).sort((a, b) => b.attempts - a.attempts || compareText(a.value, b.value));
}

function* toolsOf(index: TraceIndex, attempts: readonly TimedAttempt[]): Generator<void, Pick<RuntimeCard, 'tools' | 'withSteps'>, void> {
  const used: string[] = [];
  let withSteps = 0;
  let looked = 0;
  for (const { attempt, row } of attempts) {
    if (attempt.stepCount === 0) continue;
    withSteps++;
    const own = new Set<string>();
    for (const step of index.steps(row)) for (const tool of step.tools) own.add(tool);
    for (const tool of own) used.push(tool);
    looked += attempt.stepCount;
    if (looked < PORTION) continue;
    looked = 0;
    yield;
  }
  return { tools: withSteps === 0 ? null : countValues(used), withSteps };
}

function startedOf(attempts: readonly TimedAttempt[]): RuntimeCard['started'] {
  const times = attempts.flatMap(({ attempt }) => (attempt.startedMs === null ? [] : [attempt.startedMs]));
  if (times.length === 0) return null;
  const iso = (choose: (a: number, b: number) => number): string => new Date(times.reduce(choose)).toISOString();
  return { first: iso((a, b) => Math.min(a, b)), last: iso((a, b) => Math.max(a, b)), unknown: attempts.length - times.length };
}
