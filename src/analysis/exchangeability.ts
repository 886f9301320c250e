import { compareText } from '../base/compareText';
import { groupBy } from '../base/groupBy';
import { PORTION } from '../base/portions';
import { adjustByHolm } from '../engine/holm';
import { seededRandom } from '../engine/random';
import { stratifiedGroupTest } from '../engine/stratifiedPermutation';
import { stratifiedRankTest } from '../engine/stratifiedRank';
import type { TraceIndex } from '../index/traceIndex';
import type { Attempt } from '../model/attempt';
import type { ExchangeabilityResult, FieldChange, OutcomeCheck, OutcomeCheckName, SameBeginnings, UnmadeReason } from '../model/exchangeability';
import { RUNTIME_FIELDS, type Plan, type RuntimeField } from '../model/plan';
import type { Cell, TimedAttempt } from './cells';
import { jobsOf } from './jobs';
import { attemptsOf, CARD_FIELDS } from './runtimeCards';
import { earliestStart } from './startOf';

/** Actions compared between attempts of a cell. */
export const BEGINNING = 5;

const DAY = 86_400_000;

/**
 * What speaks against the attempts of a cell being exchangeable: outcomes against the order of starts, job folders, UTC days and each
 * runtime field that varies inside cells (permutations within cells, Holm over the checks made); how many pairs begin with the same
 * actions; when fields changed. Over counted attempts. In portions. Cost: permutations of all attempts, and the first steps of each; asked
 * again of the same attempts, next to nothing.
 */
export function* checkExchangeability(index: TraceIndex, cells: readonly Cell[], plan: CheckedPlan): Generator<void, ExchangeabilityResult, void> {
  const key = keyOf(cells, plan);
  const before = known.get(index);
  if (before?.key === key) return before.result;
  const result = yield* computeChecks(index, cells, plan);
  known.set(index, { key, result });
  return result;
}

type CheckedPlan = Pick<Plan, 'alpha' | 'seed' | 'runtimeKey'>;

/** The last answer of an index: B and t have no part in it, and moving them asks for it again. */
const known = new WeakMap<TraceIndex, { readonly key: string; readonly result: ExchangeabilityResult }>();

/** What the checks follow from: the same attempts in the same cells, with the same outcomes. */
function keyOf(cells: readonly Cell[], { alpha, seed, runtimeKey }: CheckedPlan): string {
  const members = cells.map(({ usable, setAside }) => [usable.map((timed) => (isSuccess(timed) ? timed.row : ~timed.row)), setAside.length]);
  return JSON.stringify([alpha, seed, runtimeKey, members]);
}

function* computeChecks(index: TraceIndex, cells: readonly Cell[], plan: CheckedPlan): Generator<void, ExchangeabilityResult, void> {
  const changes = fieldChanges(cells, plan.runtimeKey);
  const raw = [yield* startOrder(cells, plan.seed), ...(yield* groupChecks(cells, plan.seed, changes))];
  const made = raw.filter(({ p }) => p !== null);
  const adjusted = new Map(adjustByHolm(made.map(({ p }) => p ?? 1)).map((p, at) => [made[at], p] as const));
  const checks = raw.map((check): OutcomeCheck => {
    const p = adjusted.get(check) ?? null;
    const { placements, ...described } = check;
    return { ...described, adjusted: p, tooFew: p !== null && made.length / placements > plan.alpha, failed: p !== null && p <= plan.alpha };
  });
  return {
    level: plan.alpha,
    seed: plan.seed,
    checks,
    made: made.length,
    failed: checks.filter(({ failed }) => failed).length,
    beginnings: { actions: BEGINNING, groups: yield* sameBeginnings(index, cells) },
    changes,
  };
}

type RawCheck = Omit<OutcomeCheck, 'adjusted' | 'failed' | 'tooFew'> & { readonly placements: number };

function unmade(check: OutcomeCheckName, field: string | null, reason: UnmadeReason): RawCheck {
  return { check, field, unmade: reason, cells: 0, attempts: 0, groups: null, statistic: null, expected: null, p: null, method: null, replicates: null, placements: 1 };
}

function isSuccess({ times }: TimedAttempt): boolean {
  return times.J === 'verified';
}

function isMixed(attempts: readonly TimedAttempt[]): boolean {
  return attempts.some(isSuccess) && !attempts.every(isSuccess);
}

function* startOrder(cells: readonly Cell[], seed: number): Generator<void, RawCheck, void> {
  const started = cells.map(({ usable }) => withStarts(usable));
  const strata = started.filter(isMixed).map((attempts) => ({ positions: attempts.map(({ attempt }) => earliestStart(attempt) ?? 0), successes: attempts.map(isSuccess) }));
  yield;
  const test = yield* stratifiedRankTest(strata, seededRandom(seed, 0));
  if (test !== null) return { ...test, check: 'start-order', field: null, unmade: null, groups: null };
  return unmade('start-order', null, !cells.some(({ usable }) => isMixed(usable)) ? 'outcomes-alike' : strata.length === 0 ? 'no-starts' : 'one-group');
}

/** Attempts whose starts can be ordered among themselves: those that name their zone, or all of them where none does. */
function withStarts(usable: readonly TimedAttempt[]): readonly TimedAttempt[] {
  const zoned = usable.filter(({ attempt }) => attempt.startedMs !== null);
  return zoned.length > 0 ? zoned : usable.filter(({ attempt }) => earliestStart(attempt) !== null);
}

function* groupChecks(cells: readonly Cell[], seed: number, changes: readonly FieldChange[]): Generator<void, readonly RawCheck[], void> {
  const jobOf = jobsOf(cells.flatMap(attemptsOf).map(({ attempt }) => attempt));
  const dayOf = ({ startedMs }: Attempt): string | null => (startedMs === null ? null : String(Math.floor(startedMs / DAY)));
  const asked: { readonly check: OutcomeCheckName; readonly field: string | null; readonly of: (attempt: Attempt) => string | null }[] = [
    { check: 'job', field: null, of: (attempt) => jobOf(attempt) ?? '' },
    { check: 'day', field: null, of: dayOf },
    ...[...new Set(changes.map(({ field }) => field))].map((field) => {
      const of = valueOf(field);
      return { check: 'field' as const, field, of: (attempt: Attempt): string => JSON.stringify(of(attempt)) };
    }),
  ];
  const results: RawCheck[] = [];
  for (const [at, { check, field, of }] of asked.entries()) {
    const groups = new Map<string, number>();
    const strata = cells.map(({ usable }) => {
      const known = usable.filter(({ attempt }) => of(attempt) !== null);
      return { attempts: known, groups: known.map(({ attempt }) => numberOf(groups, of(attempt) ?? '')), successes: known.map(isSuccess) };
    });
    yield;
    const test = yield* stratifiedGroupTest(strata, seededRandom(seed, at + 1));
    const reason = !cells.some(({ usable }) => isMixed(usable)) ? 'outcomes-alike' : check === 'day' && !strata.some(({ attempts }) => isMixed(attempts)) ? 'no-starts' : 'one-group';
    results.push(test === null ? unmade(check, field, reason) : { ...test, check, field, unmade: null, method: 'permutation' });
  }
  return results;
}

function numberOf(numbers: Map<string, number>, name: string): number {
  const known = numbers.get(name);
  if (known !== undefined) return known;
  numbers.set(name, numbers.size);
  return numbers.size - 1;
}

/** Fields of a runtime card that must not vary inside a cell: those outside the key, limits and the version of the format. */
function fieldsToWatch(key: readonly RuntimeField[]): readonly string[] {
  return [...RUNTIME_FIELDS.filter((field) => !key.includes(field)), 'limitCalls', 'limitUsd', 'limitSeconds', 'formatVersion'];
}

function valueOf(field: string): (attempt: Attempt) => string | null {
  return CARD_FIELDS.find((known) => known.field === field)?.of ?? (() => null);
}

function fieldChanges(cells: readonly Cell[], key: readonly RuntimeField[]): readonly FieldChange[] {
  const changes = fieldsToWatch(key).flatMap((field) => {
    const of = valueOf(field);
    const varying = cells.filter(({ usable }) => new Set(usable.map(({ attempt }) => of(attempt))).size > 1);
    return [...groupBy(varying, ({ runtime, cohort }) => JSON.stringify([runtime, cohort])).values()].map((own) => ({
      field,
      runtime: own[0]?.runtime ?? '',
      cohort: own[0]?.cohort ?? null,
      cells: own.length,
      values: valuesOf(own.flatMap(({ usable }) => usable.map(({ attempt }) => attempt)), of),
    }));
  });
  return changes.sort((a, b) => compareText(a.field, b.field));
}

function valuesOf(attempts: readonly Attempt[], of: (attempt: Attempt) => string | null): FieldChange['values'] {
  return [...groupBy(attempts, (attempt) => JSON.stringify(of(attempt))).values()]
    .map((own) => {
      const value = own[0] === undefined ? null : of(own[0]);
      const starts = own.flatMap(({ startedMs }) => (startedMs === null ? [] : [startedMs]));
      const iso = (choose: (a: number, b: number) => number): string | null => (starts.length === 0 ? null : new Date(starts.reduce(choose)).toISOString());
      return { value, attempts: own.length, first: iso((a, b) => Math.min(a, b)), last: iso((a, b) => Math.max(a, b)) };
    })
    .sort((a, b) => compareText(a.first ?? '', b.first ?? '') || compareText(a.value ?? '', b.value ?? ''));
}

function* sameBeginnings(index: TraceIndex, cells: readonly Cell[]): Generator<void, readonly SameBeginnings[], void> {
  const results: SameBeginnings[] = [];
  let looked = 0;
  for (const own of groupBy(cells, ({ runtime, cohort }) => JSON.stringify([runtime, cohort])).values()) {
    let [pairs, same] = [0, 0];
    for (const { usable } of own) {
      const seen = new Map<string, number>();
      let counted = 0;
      for (const { attempt, row } of usable) {
        if (++looked % PORTION === 0) yield;
        const beginning = attempt.stepCount < BEGINNING ? null : beginningOf(index, row);
        if (beginning === null) continue;
        const before = seen.get(beginning) ?? 0;
        pairs += counted;
        same += before;
        counted++;
        seen.set(beginning, before + 1);
      }
    }
    const { runtime = '', cohort = null } = own[0] ?? {};
    if (pairs > 0) results.push({ runtime, cohort, pairs, same });
  }
  return results;
}

/** The first actions as one text; null where one of them is not known. */
function beginningOf(index: TraceIndex, row: number): string | null {
  const hashes = Array.from({ length: BEGINNING }, (_, at) => index.step(row, at)?.actionHash ?? null);
  return hashes.includes(null) ? null : hashes.join(' ');
}
