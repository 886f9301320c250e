import assert from 'node:assert/strict';
import { episodeLaw, type EpisodeLaw } from '../../../src/engine/episodeLaw';
import { splitGain, uncutReplays } from '../../../src/engine/gainSplit';
import { outcomeColumns, type ReplayAttempt } from '../../../src/engine/outcomeColumns';
import { seededRandom, type RandomStream } from '../../../src/engine/random';
import { replayCell } from '../../../src/engine/replay';
import { capOf, type Schedule } from '../../../src/engine/schedule';
import type { GainSplit } from '../../../src/model/replayResult';

const SCHEDULES: readonly Schedule[] = [{ kind: 'recycle' }, { kind: 'fixed', cap: 3 }, { kind: 'fixed', cap: 7 }, { kind: 'geometric', base: 2, ratio: 1.5 }, { kind: 'luby', unit: 2 }, { kind: 'caps', caps: [3, 3, 8] }];

/** Attempts of every kind, so that each seed gives another unequal cell. */
function randomCell(random: RandomStream): readonly ReplayAttempt[] {
  return Array.from({ length: 2 + random.below(4) }, (): ReplayAttempt => {
    const at = 1 + random.below(14);
    const kind = random.below(4);
    if (kind === 0) return { T: at, E: null, H: 20 };
    return kind === 1 ? { T: null, E: null, H: 20 } : { T: null, E: at, H: 20, endsForGood: kind === 2 };
  });
}

function lawOf(attempts: readonly ReplayAttempt[], budget: number): EpisodeLaw {
  const columns = outcomeColumns(attempts);
  return episodeLaw(columns, columns.counts, budget) ?? assert.fail('no attempts');
}

function splitOf(attempts: readonly ReplayAttempt[], schedule: Schedule, verifierAtSubmission: boolean, budget = 12): GainSplit {
  const seen = verifierAtSubmission ? attempts.map(({ T, E, H }) => ({ T, E, H })) : attempts;
  const uncut = uncutReplays(lawOf(attempts, budget), lawOf(seen, budget));
  return (uncut && splitGain(uncut, schedule)) ?? assert.fail('no split');
}

/** One run to its end or the end of the budget; what it leaves, if an end is seen. */
function runOut({ T, E, endsForGood }: ReplayAttempt, left: number, sees: boolean): { readonly solved: boolean; readonly rest: number } {
  if (T !== null && T <= left) return { solved: true, rest: 0 };
  return { solved: false, rest: E !== null && E <= left && (sees || endsForGood !== true) ? left - E : 0 };
}

/** Lets runs follow one another, each to its own end. */
function recycle(attempts: readonly ReplayAttempt[], left: number, sees: boolean, random: RandomStream): boolean {
  for (let rest = left; rest > 0; ) {
    const ran = runOut(attempts[random.below(attempts.length)] ?? assert.fail(), rest, sees);
    if (ran.solved) return true;
    rest = ran.rest;
  }
  return false;
}

/** Plays a schedule up to its first cut, and from there on both ways. */
function playBoth(attempts: readonly ReplayAttempt[], schedule: Schedule, sees: boolean, random: RandomStream): { readonly cut: boolean; readonly gained: boolean; readonly forfeited: boolean } {
  let left = 12;
  let first: { readonly forfeited: boolean } | null = null;
  for (let episode = 0; left > 0; episode++) {
    const cap = Math.min(left, capOf(schedule, episode));
    const attempt = attempts[random.below(attempts.length)] ?? assert.fail();
    const { T, E } = attempt;
    if (T !== null && T <= cap) return { cut: first !== null, gained: first !== null, forfeited: first?.forfeited ?? false };
    if (T === null && E !== null && E <= cap) {
      left = runOut(attempt, left, sees).rest;
      continue;
    }
    if (cap < left && first === null) {
      const own = runOut(attempt, left, sees);
      first = { forfeited: own.solved || recycle(attempts, own.rest, sees, random) };
    }
    left -= cap;
  }
  return { cut: first !== null, gained: false, forfeited: first?.forfeited ?? false };
}

describe('splitting the gain of a schedule', () => {
  it('adds up to schedule minus single run, with and without a verifier at submission, on unequal cells', () => {
    const random = seededRandom(11);
    for (let round = 0; round < 200; round++) {
      const attempts = randomCell(random);
      for (const schedule of SCHEDULES) {
        for (const sees of [true, false]) {
          const split = splitOf(attempts, schedule, sees);
          const value = (of: Schedule): number => {
            const replay = replayCell(sees ? attempts.map(({ T, E, H }) => ({ T, E, H })) : attempts, { schedule: of, budget: 12 });
            return replay.kind === 'ok' ? replay.success : NaN;
          };
          assert.ok(Math.abs(split.anyone + split.verifier + split.truncation - (value(schedule) - value({ kind: 'single' }))) < 1e-12);
          assert.ok(Math.abs(split.truncation - (split.gained - split.forfeited)) < 1e-12);
          // Chances are chances, and an end never makes less of a budget than nothing.
          for (const chance of [split.anyone, split.verifier, split.gained, split.forfeited]) assert.ok(chance >= -1e-12 && chance <= 1 + 1e-12);
          assert.ok(Math.max(split.gained, split.forfeited) <= split.cut + 1e-12);
          if (!sees) assert.equal(split.verifier, 0);
        }
      }
    }
  });

  it('finds in chance what it says of cuts', () => {
    const random = seededRandom(5);
    const rounds = 20_000;
    for (const schedule of SCHEDULES) {
      for (const sees of [true, false]) {
        const attempts = randomCell(random);
        const split = splitOf(attempts, schedule, sees);
        const played = Array.from({ length: rounds }, () => playBoth(attempts, schedule, sees, random));
        for (const name of ['cut', 'gained', 'forfeited'] as const) {
          const share = played.filter((one) => one[name]).length / rounds;
          // Five standard errors of 20,000 rounds.
          assert.ok(Math.abs(share - split[name]) < 5 * Math.sqrt(0.25 / rounds), `${schedule.kind} ${name}: ${share} against ${split[name]}`);
        }
      }
    }
  });

  it('lays all on truncation where nothing ends by itself, and nothing on it where nothing is cut', () => {
    const quiet: readonly ReplayAttempt[] = [{ T: 3, E: null, H: 12 }, { T: 10, E: null, H: 12 }, { T: null, E: null, H: 12 }];
    const { anyone, verifier, cut } = splitOf(quiet, { kind: 'fixed', cap: 4 }, true);
    assert.deepEqual([anyone, verifier, cut], [0, 0, 2 / 3]);
    const ends: readonly ReplayAttempt[] = [{ T: null, E: 2, H: 12, endsForGood: true }, { T: null, E: 4, H: 12 }, { T: 5, E: null, H: 12 }];
    const recycled = splitOf(ends, { kind: 'recycle' }, true);
    assert.deepEqual([recycled.truncation, recycled.cut, recycled.gained, recycled.forfeited], [0, 0, 0, 0]);
    assert.ok(recycled.anyone > 0 && recycled.verifier > 0);
    assert.deepEqual(splitOf(ends, { kind: 'single' }, true), { anyone: 0, verifier: 0, truncation: 0, cut: 0, gained: 0, forfeited: 0 });
  });

  it('finds nothing where an attempt was not watched up to the budget', () => {
    const law = lawOf([{ T: null, E: null, H: 10 }], 12);
    assert.equal(uncutReplays(law, law), null);
  });
});
