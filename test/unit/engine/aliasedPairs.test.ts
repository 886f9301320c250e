import assert from 'node:assert/strict';
import { aliasedPairs } from '../../../src/engine/aliasedPairs';
import type { CrossfitAttempt } from '../../../src/engine/crossfit';
import { seededRandom } from '../../../src/engine/random';

type Row = CrossfitAttempt<string>;

/** Attempts at t = 4 under 12 by first verified call; null: never. */
function task(times: readonly (number | null)[], observed = 'a'): readonly Row[] {
  return times.map((T) => ({ observed, isLive: T === null || T > 4, continued: T !== null && T <= 12 ? 1 : 0, restarted: T !== null && T <= 8 ? 1 : 0 }));
}

function leanOf(rows: readonly Row[], i: number): number {
  const others = rows.filter((_, k) => k !== i);
  const live = others.filter(({ isLive }) => isLive);
  const all = rows.filter(({ isLive }) => isLive);
  if (rows[i]?.isLive !== true || live.length === 0) return 0;
  const mean = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0) / list.length;
  const own = mean(others.map(({ restarted }) => restarted)) - mean(live.map(({ continued }) => continued));
  const whole = mean(rows.map(({ restarted }) => restarted)) - mean(all.map(({ continued }) => continued));
  return own * whole > 1e-12 ? own : 0;
}

describe('aliased pairs', () => {
  it('finds the pair of the example, with the share of both actions among the other attempts', () => {
    const found = aliasedPairs([task([3, 3, null, null]), task([10, 10, 10, null])], { most: 5 });
    assert.deepEqual(found, {
      count: 1,
      shown: [{ restarted: { task: 0, attempt: 2, restart: 2 / 3, continuation: 0 }, continued: { task: 1, attempt: 3, restart: 0, continuation: 1 }, gap: 2 / 3 }],
    });
  });

  it('finds none where the classes differ, where tasks lean alike, or where no other attempt is live', () => {
    assert.equal(aliasedPairs([task([3, 3, null, null]), task([10, 10, 10, null], 'b')], { most: 5 }).count, 0);
    assert.equal(aliasedPairs([task([3, 3, null, null]), task([3, null, null, null])], { most: 5 }).count, 0);
    assert.equal(aliasedPairs([task([3, 3, null]), task([10, 10, 10, null])], { most: 5 }).count, 0);
    assert.equal(aliasedPairs([task([3, 3, null, null]), task([10, 10, 10, null])], { most: 5, isSeen: (observed) => observed !== 'a' }).count, 0);
    // Each attempt of such a task, left out, moves the shares against itself; its task leans one way all the same.
    assert.equal(aliasedPairs([task([3, null, 10]), task([3, null, 10])], { most: 5 }).count, 0);
  });

  it('counts pairs of tasks as looking at every pair of attempts does, and shows those with the largest gaps', () => {
    const random = seededRandom(8);
    for (let round = 0; round < 60; round++) {
      const tasks = Array.from({ length: 2 + random.below(4) }, () => Array.from({ length: 2 + random.below(4) }, (): Row => ({ observed: 'ab'[random.below(2)] ?? '', isLive: random.below(4) > 0, continued: random.below(2) === 0 ? 0 : 1, restarted: random.below(2) === 0 ? 0 : 1 })));
      const pairs = new Map<string, number>();
      tasks.forEach((rows, a) => rows.forEach((one, i) => tasks.forEach((others, b) => others.forEach((other, k) => {
        const [lean, opposite] = [leanOf(rows, i), leanOf(others, k)];
        if (a === b || one.observed !== other.observed || lean <= 0 || opposite >= 0) return;
        const key = `${one.observed} ${a} ${b}`;
        pairs.set(key, Math.max(pairs.get(key) ?? 0, Math.min(lean, -opposite)));
      }))));
      const found = aliasedPairs(tasks, { most: 3 });
      assert.equal(found.count, pairs.size);
      const gaps = [...pairs.values()].sort((x, y) => y - x).slice(0, 3);
      assert.equal(found.shown.length, gaps.length);
      found.shown.forEach(({ gap }, at) => assert.ok(Math.abs(gap - (gaps[at] ?? NaN)) < 1e-12));
    }
  });
});
