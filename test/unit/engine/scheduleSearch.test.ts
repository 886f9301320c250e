import assert from 'node:assert/strict';
import { episodeLaw, type EpisodeLaw } from '../../../src/engine/episodeLaw';
import { outcomeColumns, type ReplayAttempt } from '../../../src/engine/outcomeColumns';
import { seededRandom, type RandomStream } from '../../../src/engine/random';
import { replayLaw } from '../../../src/engine/replay';
import { searchSchedules, type FoundSchedules, type ScheduleSearch } from '../../../src/engine/scheduleSearch';
import { readReconstruction } from '../../support/reconstruction';

function search(design: ScheduleSearch): FoundSchedules {
  const work = searchSchedules(design);
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}

function lawOf(attempts: readonly ReplayAttempt[], budget: number): EpisodeLaw {
  const columns = outcomeColumns(attempts);
  const law = episodeLaw(columns, columns.counts, budget);
  assert.ok(law !== null);
  return law;
}

function valueOf(law: EpisodeLaw, caps: readonly number[]): number {
  const replay = replayLaw(law, { kind: 'caps', caps });
  return replay.kind === 'ok' ? replay.success : NaN;
}

function upTo(last: number): readonly number[] {
  return Array.from({ length: last }, (_, i) => i + 1);
}

/** Every list of caps with up to `most` of them. */
function listsOf(caps: readonly number[], most: number): readonly (readonly number[])[] {
  const all: (readonly number[])[] = [];
  let level: readonly (readonly number[])[] = [[]];
  for (let length = 1; length <= most; length++) {
    level = level.flatMap((list) => caps.map((cap) => [...list, cap]));
    all.push(...level);
  }
  return all;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The best of all lists on some tasks, of equal ones the fewest caps, then the longest caps first. */
function bruteForce(laws: readonly EpisodeLaw[], lists: readonly (readonly number[])[]): { readonly caps: readonly number[]; readonly success: number } {
  const valued = lists.map((caps) => ({ caps, success: mean(laws.map((law) => valueOf(law, caps))) }));
  const best = Math.max(...valued.map(({ success }) => success));
  const [first] = valued
    .filter(({ success }) => success > best - 1e-12)
    .sort((a, b) => a.caps.length - b.caps.length || b.caps.map((cap, i) => cap - (a.caps[i] ?? 0)).find((difference) => difference !== 0) || 0);
  assert.ok(first !== undefined);
  return first;
}

function randomAttempt(random: RandomStream, budget: number, withEnds: boolean): ReplayAttempt {
  const at = 1 + random.below(budget);
  const kind = random.below(withEnds ? 4 : 2);
  if (kind === 0) return { T: at, E: null, H: budget };
  if (kind === 1) return { T: null, E: null, H: budget };
  return { T: null, E: at, H: budget, endsForGood: kind === 3 };
}

/** The whole answer against all lists of up to `most` caps. */
function checkAgainstAll(laws: readonly EpisodeLaw[], caps: readonly number[], most: number): void {
  const found = search({ laws, caps });
  const lists = listsOf(caps, most);
  const best = bruteForce(laws, lists);
  const close = (a: number, b: number, what: string): void => assert.ok(Math.abs(a - b) < 1e-11, `${what}: ${a} against ${b}`);
  close(found.best.success, best.success, `best ${found.best.caps.join()} / ${best.caps.join()}`);
  close(mean(laws.map((law) => valueOf(law, found.best.caps))), found.best.success, 'own value');
  assert.equal(found.best.caps.length, best.caps.length, `fewest caps: ${found.best.caps.join()} / ${best.caps.join()}`);
  assert.equal(found.upper, found.best.success);
  assert.equal(found.isHeldOutExact, true);
  const fixed = bruteForce(laws, listsOf(caps, 1));
  assert.deepEqual(found.fixed.caps, fixed.caps);
  close(found.fixed.success, fixed.success, 'fixed');
  assert.ok(found.perTask >= found.best.success - 1e-12);
  for (const [task, { caps: chosen, value }] of (found.heldOut ?? []).entries()) {
    const others = laws.filter((_, i) => i !== task);
    close(mean(others.map((law) => valueOf(law, chosen))), bruteForce(others, lists).success, `without ${task}`);
    close(valueOf(laws[task] ?? lawOf([], 1), chosen), value, 'held-out value');
  }
  for (let at = 0; at < found.best.caps.length; at++) {
    for (const longer of caps.filter((cap) => cap > (found.best.caps[at] ?? 0))) {
      const changed = mean(laws.map((law) => valueOf(law, found.best.caps.map((cap, i) => (i === at ? longer : cap)))));
      // Caps after it were lengthened once this one could not be: they can only have become longer.
      assert.ok(changed < found.best.success - 1e-12 || at < found.best.caps.length - 1, `cap ${at} of ${found.best.caps.join()} can be ${longer}`);
    }
  }
}

describe('best schedule for given attempts', () => {
  it('finds what all lists of caps come to, where no end releases calls', () => {
    const random = seededRandom(11);
    for (let round = 0; round < 12; round++) {
      const budget = 5 + random.below(4);
      const laws = Array.from({ length: 1 + random.below(3) }, () => lawOf(Array.from({ length: 2 + random.below(3) }, () => randomAttempt(random, budget, false)), budget));
      checkAgainstAll(laws, upTo(budget), 4);
    }
  });

  it('finds what all lists of caps come to, where ends release calls or end for good', () => {
    const random = seededRandom(12);
    for (let round = 0; round < 12; round++) {
      const budget = 4 + random.below(3);
      const laws = Array.from({ length: 2 + random.below(2) }, () => lawOf(Array.from({ length: 3 + random.below(3) }, () => randomAttempt(random, budget, true)), budget));
      checkAgainstAll(laws, upTo(budget), budget);
    }
  });

  it('finds the best list of some caps only', () => {
    const random = seededRandom(13);
    for (let round = 0; round < 4; round++) {
      const laws = Array.from({ length: 3 }, () => lawOf(Array.from({ length: 4 }, () => randomAttempt(random, 12, round % 2 === 0)), 12));
      checkAgainstAll(laws, [2, 3, 5, 9], 5);
    }
  });

  it('takes a long cap and short ones where one task is quick or never, and the other slow', () => {
    // Task A is solved by call 3 in half of its attempts or never, task B at call 8 always. Under 14 the caps 8, 3, 3 give A 7/8 and B 1;
    // 8 repeated (8, 6) gives A 3/4; A alone would take 3, 3, 3, 3, 2.
    const quick = lawOf([{ T: 3, E: null, H: 14 }, { T: null, E: null, H: 14 }], 14);
    const slow = lawOf([{ T: 8, E: null, H: 14 }], 14);
    const found = search({ laws: [quick, slow], caps: upTo(14) });
    assert.deepEqual(found.best, { caps: [8, 3], success: (7 / 8 + 1) / 2 });
    assert.equal(found.fixed.success, (3 / 4 + 1) / 2);
    assert.equal(found.perTask, (15 / 16 + 1) / 2);
    // On the slow task alone every cap from 8 is as good, and the longest leaves the quick one a single try; on the quick one alone, 3 never sees the slow.
    assert.deepEqual(found.heldOut, [{ caps: [14], value: 1 / 2 }, { caps: [3], value: 0 }]);
  });

  it('is an upper bound and says so where the work is cut short', () => {
    const random = seededRandom(14);
    let gaps = 0;
    for (let round = 0; round < 4; round++) {
      const laws = Array.from({ length: 5 }, () => lawOf(Array.from({ length: 5 }, () => randomAttempt(random, 16, true)), 16));
      const whole = search({ laws, caps: upTo(16) });
      const short = search({ laws, caps: upTo(16), work: 1 });
      assert.equal(whole.upper, whole.best.success);
      assert.ok(whole.perTask >= whole.best.success - 1e-12);
      assert.ok(short.best.success <= whole.best.success + 1e-12 && short.upper >= whole.best.success - 1e-12, `${short.best.success} ${whole.best.success} ${short.upper}`);
      if (short.upper === short.best.success) continue;
      gaps++;
      assert.equal(short.isHeldOutExact, false);
    }
    assert.ok(gaps > 0);
  });

  it('is never below one run or the best cutoff on the synthetic reconstruction, nor above each task’s own optimum', () => {
    for (const model of ['luna', 'deepseek']) {
      const laws = readReconstruction().filter((cell) => cell.model === model && cell.cohort === 'initial').map(({ attempts }) => lawOf(attempts, 30));
      if (laws.length === 0) continue;
      const found = search({ laws, caps: upTo(30) });
      assert.equal(found.upper, found.best.success);
      assert.ok(found.best.success >= found.fixed.success - 1e-12 && found.fixed.success >= mean(laws.map((law) => law.solved[30] ?? 0)) - 1e-12);
      assert.ok(found.perTask >= found.best.success - 1e-12);
    }
  });
});
