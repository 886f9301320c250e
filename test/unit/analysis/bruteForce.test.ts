import assert from 'node:assert/strict';
import { runAudit } from '../../../src/analysis/audit';
import { isProvenNonInferior, largestLoss, largestMacroLoss, provenLoss } from '../../../src/analysis/lossBound';
import { nextRunsInPortions } from '../../../src/analysis/nextRuns';
import { runPortions } from '../../../src/base/portions';
import type { Attempt } from '../../../src/model/attempt';
import type { AuditDecision } from '../../../src/model/results';
import type { AuditedOutcome } from '../../../src/analysis/audit';
import { parsePlan } from '../../../src/plan/parsePlan';
import { declaredAttempt, makeAttempt } from '../../support/attempts';
import { makeIndex } from '../../support/fakeIndex';

// Everything here is counted and bounded anew, with none of the engine's code: binomial sums, bisection, every outcome one by one.

const BUDGET = 30;

/** An attempt by its times; `all`: nothing is known of it; `cut`: watched up to call 20 in vain. */
type Kind = 'early' | 'ended' | 'middle' | 'late' | 'fail' | 'all' | 'cut';
const TIMES: Readonly<Record<Exclude<Kind, 'all' | 'cut'>, { readonly T?: number; readonly E?: number }>> = { early: { T: 3 }, ended: { E: 5 }, middle: { T: 12 }, late: { T: 25 }, fail: {} };

function attemptOf(kind: Kind, name: string, task = 'a'): Attempt {
  if (kind === 'all') return makeAttempt({ format: 'outcome-table', task, attempt: name, id: `${task} ${name}` });
  return declaredAttempt(task, name, kind === 'cut' ? { H: 20 } : TIMES[kind], { id: `${task} ${name}` });
}

function audit(cells: Readonly<Record<string, readonly Kind[]>>, plan: object): AuditedOutcome {
  const parsed = parsePlan(JSON.stringify({ budget: BUDGET, ...plan }), 'plan');
  assert.deepEqual(parsed.problems, []);
  const index = makeIndex(Object.entries(cells).flatMap(([task, kinds]) => kinds.map((kind, i) => attemptOf(kind, String(i), task))));
  const outcome = runAudit(index, parsed.plan, parsed.defaults);
  assert.ok(outcome.kind === 'audit', JSON.stringify(outcome));
  return outcome;
}

function choose(n: number, k: number): number {
  return k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k;
}
const atMost = (x: number, n: number, p: number): number => Array.from({ length: x + 1 }, (_, k) => choose(n, k) * p ** k * (1 - p) ** (n - k)).reduce((sum, mass) => sum + mass, 0);

/** The p at which a falling function of p is `value`. */
function solve(of: (p: number) => number, value: number): number {
  let [low, high] = [0, 1];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (of(middle) > value) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
const upper = (x: number, n: number, tail: number): number => (x === n ? 1 : solve((p) => atMost(x, n, p), tail));
const lower = (x: number, n: number, tail: number): number => 1 - upper(n - x, n, tail);

/** What an attempt may be at t: live, solved when it goes on, solved by a restart of B - t. */
type Place = readonly [live: number, continued: number, restarted: number];
const placeOf = (T: number, E: number, t: number): Place => {
  const live = Number(T > t && E > t);
  return [live, live * Number(T <= BUDGET && E > BUDGET), Number(T <= BUDGET - t)];
};

/** Every place that an attempt may have, by trying each T and each E after what was seen of it. */
function placesOf(kind: Kind, t: number): readonly Place[] {
  if (kind !== 'all' && kind !== 'cut') return [placeOf(TIMES[kind].T ?? Infinity, TIMES[kind].E ?? Infinity, t)];
  const from = kind === 'cut' ? 21 : 1;
  const calls = Array.from({ length: BUDGET + 2 - from }, (_, i) => from + i);
  const found = [...calls.map((T) => placeOf(T, Infinity, t)), ...calls.map((E) => placeOf(Infinity, E, t)), placeOf(Infinity, Infinity, t)];
  return [...new Map(found.map((place) => [place.join(), place])).values()];
}

/** L_R - U_C and U_R - L_C of every completion, at their least and largest. */
function boundsOf(kinds: readonly Kind[], t: number, tail: number): { readonly low: number; readonly high: number } {
  let sums: readonly Place[] = [[0, 0, 0]];
  for (const kind of kinds) {
    const next = sums.flatMap(([a, b, c]) => placesOf(kind, t).map(([d, e, f]): Place => [a + d, b + e, c + f]));
    sums = [...new Map(next.map((place) => [place.join(), place])).values()];
  }
  const n = kinds.length;
  const ends = sums.map(([nLive, x, restarted]) => ({ low: lower(restarted, n, tail) - (nLive === 0 ? 1 : upper(x, nLive, tail)), high: upper(restarted, n, tail) - (nLive === 0 ? 0 : lower(x, nLive, tail)) }));
  return { low: Math.min(...ends.map(({ low }) => low)), high: Math.max(...ends.map(({ high }) => high)) };
}

const near = (found: number | undefined, expected: number, what: string): void => assert.ok(found !== undefined && Math.abs(found - expected) < 1e-9, `${what}: ${found}, not ${expected}`);
const many = (kind: Kind, count: number): readonly Kind[] => Array.from({ length: count }, () => kind);

/** Small cells: all alike, ties, one attempt, nobody live, everything unknown, some of each. */
const CELLS: readonly (readonly Kind[])[] = [
  ['fail'],
  ['all'],
  ['cut', 'early'],
  [...many('late', 3)],
  [...many('early', 4), 'fail'],
  ['early', 'ended', 'middle', 'late', 'fail'],
  ['early', 'late', 'early', 'late'],
  ['early', 'ended', 'all'],
  [...many('early', 6), 'fail', 'all', 'all'],
  [...many('late', 5), ...many('cut', 2)],
  ['early', 'early', 'cut', 'all', 'fail', 'late'],
  [...many('ended', 3), ...many('all', 2)],
];

describe('bounded loss by brute force', () => {
  for (const [t, alpha] of [[16, 0.05], [8, 0.05], [16, 0.49], [15, 0.000001], [29, 0.3], [1, 0.05]] as const) {
    it(`is the least of every completion at t = ${t}, alpha ${alpha}`, () => {
      for (const kinds of CELLS) {
        if (kinds.every((kind) => kind === 'all')) continue;
        const outcome = audit({ a: kinds }, { times: [t], alpha, marginPoints: 30 });
        const [decision] = outcome.result.decisions;
        assert.ok(decision);
        const what = `${kinds.join(' ')} at ${t}`;
        const whatever = boundsOf(kinds, t, alpha / 4);
        const loss = provenLoss(decision);
        const isKnown = kinds.every((kind) => placesOf(kind, t).length === 1);
        assert.equal(decision.worstCase.unknown === 0, isKnown, what);
        if (decision.status === 'not-reached' && isKnown) assert.equal(loss, null, what);
        else near(loss ?? undefined, Math.max(0, -whatever.low), what);
        if (decision.bounds === null) continue;
        near(decision.bounds.whateverUnknown.gainAtMost, Math.max(0, whatever.high), what);
        const known = boundsOf(kinds.filter((kind) => kind !== 'all'), t, alpha / 4);
        if (!kinds.includes('cut') || placesOf('cut', t).length === 1) near(decision.bounds.lossAtMost, Math.max(0, -known.low), what);
        assert.equal(isProvenNonInferior(decision, 30), loss !== null && loss <= 0.3, what);
      }
    });
  }

  it('is not below the true loss more often than alpha, for any law on a grid, and no claim against a margin is wrong more often', () => {
    const [n, t, alpha] = [4, 16, 0.3] as const;
    const outcomes: { readonly counts: readonly number[]; readonly decision: AuditDecision }[] = [];
    for (let a = 0; a <= n; a++) for (let b = 0; a + b <= n; b++) for (let c = 0; a + b + c <= n; c++) {
      const counts = [a, b, c, n - a - b - c];
      const kinds = (['early', 'ended', 'late', 'fail'] as const).flatMap((kind, k) => many(kind, counts[k] ?? 0));
      const [decision] = audit({ a: kinds }, { times: [t], alpha, marginPoints: 20 }).result.decisions;
      assert.ok(decision);
      outcomes.push({ counts, decision });
    }
    const multinomial = (counts: readonly number[], law: readonly number[]): number => {
      let [left, mass] = [n, 1];
      for (const [k, count] of counts.entries()) {
        mass *= choose(left, count) * (law[k] ?? 0) ** count;
        left -= count;
      }
      return mass;
    };
    let largest = 0;
    const grid = [0, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 1];
    for (const p of grid) for (const q of grid) for (const m of grid) {
      // Early p; of the rest m lives on, of which q is solved late.
      const law = [p, (1 - p) * (1 - m), (1 - p) * m * q, (1 - p) * m * (1 - q)];
      if (m === 0 || p === 1) continue;
      const wrong = outcomes.filter(({ decision: { bounds, verdict } }) => bounds !== null && (bounds.lossAtMost < q - p - 1e-12 || bounds.gainAtMost < p - q - 1e-12 || (verdict === 'restart' && p <= q) || (verdict === 'continue' && q <= p) || (bounds.nonInferior?.restart === true && q - p > 0.2 + 1e-12) || (bounds.nonInferior?.continue === true && p - q > 0.2 + 1e-12) || (bounds.nonInferior?.restart === false && q - p <= 0.2) || (bounds.nonInferior?.continue === false && p - q <= 0.2)));
      largest = Math.max(largest, wrong.reduce((sum, { counts }) => sum + multinomial(counts, law), 0));
    }
    assert.ok(largest <= alpha, `wrong in ${largest}`);
    assert.ok(largest > 0, 'some of it can be wrong');
  });

  it('asks for cells that nothing is known of, and of macro numbers that they are part of', () => {
    const good = [...many('early', 90), ...many('fail', 10)];
    const alone = audit({ a: good }, { times: [16] });
    assert.equal(largestLoss(alone.result.decisions), 0);
    const beside = audit({ a: good, b: many('all', 3) }, { times: [16] });
    assert.equal(beside.result.decisions.find(({ task }) => task === 'b')?.status, 'not-reached');
    assert.equal(largestLoss(beside.result.decisions), 1, 'nothing is known of b');
    const ended = audit({ a: good, b: ['ended', 'early', 'all'] }, { times: [16], alpha: 0.05 });
    near(largestLoss(ended.result.decisions) ?? undefined, Math.max(0, -boundsOf(['ended', 'early', 'all'], 16, 0.05 / 8).low), 'of three, one unknown');
    const wholly = audit({ a: good, b: ['ended', 'early'] }, { times: [16] });
    assert.equal(largestLoss(wholly.result.decisions), 0, 'every attempt of b is known and had ended');
    const tasks = Object.fromEntries(Array.from({ length: 24 }, (_, k) => [`t${k}`, [...many('early', 6), ...many('fail', 2 + (k % 3))]]));
    assert.equal(largestMacroLoss(audit(tasks, { times: [16] }).result), 0);
    assert.equal(largestMacroLoss(audit({ ...tasks, u: many('all', 2) }, { times: [16] }).result), 'unknown-attempts');
    assert.equal(largestMacroLoss(audit({ ...tasks, t0: [...(tasks.t0 ?? []), 'cut'] }, { times: [16] }).result), 'unknown-attempts');
    assert.equal(largestMacroLoss(audit({ a: good }, { times: [16] }).result), 'no-interval');
    assert.equal(largestMacroLoss(audit({ a: many('early', 5) }, { times: [16] }).result), 'nobody-live');
  });

  it('holds over the slider-safe family, where t and B may be anywhere', () => {
    const kinds = [...many('early', 5), 'fail', 'late', 'all'] as const;
    // Pairs of t < B up to 30, and their differences, as whole numbers: tail alpha / (2 (435 + 29)).
    const [decision] = audit({ a: kinds }, { times: [16], family: 'sliders' }).result.decisions;
    near(decision === undefined ? undefined : (provenLoss(decision) ?? undefined), Math.max(0, -boundsOf(kinds, 16, 0.05 / (2 * (435 + 29))).low), 'sliders');
  });
});

describe('next runs by brute force', () => {
  /** P of these counts in n draws of an urn with these weights: every ball that is drawn is put back with another of its kind. */
  function urn(weights: readonly number[], counts: readonly number[]): number {
    let [mass, drawn] = [1, 0];
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    for (const [k, count] of counts.entries()) {
      for (let i = 0; i < count; i++) {
        mass *= (((weights[k] ?? 0) + i) / (total + drawn)) * ((drawn + 1) / (i + 1));
        drawn++;
      }
    }
    return mass;
  }

  function chances(weights: readonly number[], n: number, tail: number): { readonly restart: number; readonly continue: number } {
    const sum = { restart: 0, continue: 0 };
    for (let a = 0; a <= n; a++) for (let b = 0; a + b <= n; b++) for (let c = 0; a + b + c <= n; c++) for (let d = 0; a + b + c + d <= n; d++) {
      const [fail, nLive, x, restarted] = [n - a - b - c - d, n - a - b, c + d, a + c];
      if (c > 0 && weights[2] === 0) continue;
      if (nLive === 0) continue;
      const isRestart = lower(restarted, n, tail) > upper(x, nLive, tail);
      if (!isRestart && !(lower(x, nLive, tail) > upper(restarted, n, tail))) continue;
      sum[isRestart ? 'restart' : 'continue'] += urn(weights, [a, b, c, d, fail]);
    }
    return sum;
  }

  it('asks for the least fresh cell, with the chances of every outcome of an urn', () => {
    let compared = 0;
    for (const [t, kinds] of [[16, many('late', 3)], [16, ['late', 'late', 'late', 'ended']], [8, ['late', 'late', 'late']], [8, ['late', 'late', 'late', 'middle']], [16, ['late', 'late']]] as const) {
      const alpha = 0.49;
      const outcome = audit({ a: kinds }, { times: [t], alpha });
      const [decision] = outcome.result.decisions;
      if (decision?.verdict !== 'abstain') continue;
      const [run] = runPortions(nextRunsInPortions(outcome)).runs;
      if (run === undefined || run.attempts > 14) continue;
      const count = (kind: Kind): number => kinds.filter((one) => one === kind).length + 0.5;
      const overlaps = t < BUDGET - t;
      const weights = [count('early'), count('ended'), overlaps ? count('middle') : 0, count('late'), count('fail')];
      const found = chances(weights, run.attempts, alpha / 4);
      near(run.chances.restart, found.restart, `${kinds.join()} restart`);
      near(run.chances.continue, found.continue, `${kinds.join()} continue`);
      assert.ok(found.restart + found.continue >= 0.8);
      const before = chances(weights, run.attempts - 1, alpha / 4);
      assert.ok(before.restart + before.continue < 0.8, `${kinds.join()}: ${run.attempts - 1} would do`);
      assert.equal(run.cost.calls !== null && run.cost.calls > 0, true);
      compared++;
    }
    assert.ok(compared >= 2, `compared ${compared}`);
  });

  it('plans nothing where nothing is live, nothing is known, or the budget is out of reach, and says how many abstain', () => {
    const of = (cells: Parameters<typeof audit>[0], plan: object = {}): readonly number[] => {
      const { abstaining, lookedAt, reachable, runs } = runPortions(nextRunsInPortions(audit(cells, { times: [16], ...plan })));
      return [abstaining, lookedAt, reachable, runs.length];
    };
    assert.deepEqual(of({ a: many('early', 5) }), [0, 0, 0, 0]);
    assert.deepEqual(of({ a: many('early', 5), b: many('all', 5) }), [0, 0, 0, 0]);
    assert.deepEqual(of({ a: many('fail', 5) }, { budget: 1000, times: [16] }), [0, 0, 0, 0], 'watched to 30 of 1,000');
    const [abstaining, lookedAt] = of({ a: ['early', 'fail'], b: ['early', 'fail'], c: ['late'] });
    assert.deepEqual([abstaining, lookedAt], [3, 3], 'ties are looked at once and told each');
    assert.deepEqual(of({ a: ['fail', 'early'] }, { family: 'sliders' }).slice(0, 2), [1, 1]);
    assert.deepEqual(of({ a: ['fail', 'early'] }, { alpha: 0.499 }).slice(0, 2), [1, 1]);
  });

  it('leaves the price in calls unknown on an axis of tool steps, where no attempt says its calls', () => {
    const attempts = Array.from({ length: 3 }, (_, i) => makeAttempt({ task: 'a', attempt: String(i), id: String(i), outcome: 'resolved', basis: 'final', exitStatus: 'Submitted', toolSteps: 25, limits: { calls: 30, usd: null, seconds: null } }));
    const { plan, defaults } = parsePlan(JSON.stringify({ axis: 'tool-steps', budget: 30, times: [16], alpha: 0.49 }), 'plan');
    const outcome = runAudit(makeIndex(attempts), plan, defaults);
    assert.ok(outcome.kind === 'audit', JSON.stringify(outcome));
    const { runs, rankedBy } = runPortions(nextRunsInPortions(outcome));
    assert.equal(rankedBy, 'attempts');
    assert.deepEqual(runs.map(({ attempts: fresh, cost }) => [fresh, cost.calls, cost.dollars]), [[8, null, null]]);
  });
});
