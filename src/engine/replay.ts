// Non-null assertions on array elements: every index below is within its array by construction.

import { episodeLaw, type EpisodeLaw } from './episodeLaw';
import { outcomeColumns, type ReplayAttempt } from './outcomeColumns';
import { capOf, steadyFrom, type Schedule } from './schedule';

export interface ReplayDesign {
  readonly schedule: Schedule;
  /** Total budget B, on the axis of the traces; a whole number from 1. */
  readonly budget: number;
}

/** What a schedule comes to, or why it cannot be said. */
export type Replay =
  | {
      readonly kind: 'ok';
      /** Chance that some episode is verified within the budget. */
      readonly success: number;
      /** Expected spend, up to the verified call or the end of the budget. */
      readonly spend: number;
      /** The longest cap that any episode can have. */
      readonly longest: number;
    }
  | Unseen
  | { readonly kind: 'empty' };

/** A cap that is reached goes beyond what was seen of an attempt that neither succeeded nor ended. */
export interface Unseen {
  readonly kind: 'horizon';
  readonly cap: number;
  readonly seen: number | null;
}

/**
 * The exact value of a schedule when each episode draws one of a cell's attempts, uniformly and independently. An episode
 * succeeds if T <= cap; else it uses min(E, cap), and what an end before the cap leaves is there for the next episode. E = cap
 * releases nothing. An attempt that ends for good at E <= cap ends the whole replay. A single episode is never followed by another.
 *
 * No chance is used. Cost: see `replayLaw`. Throws RangeError unless the budget is a whole number from 1.
 *
 * Example: attempts with T = 5, 6, 8, 10 and one without success by 30, cap 24 under 30: success 0.88, spend 11.76.
 *
 * Source: paper A, section on replay; MATH.md 1.4 (ties, releases and the difference of single and recycle are fixed there).
 */
export function replayCell(attempts: readonly ReplayAttempt[], { schedule, budget }: ReplayDesign): Replay {
  const outcomes = outcomeColumns(attempts);
  const law = episodeLaw(outcomes, outcomes.counts, budget);
  return law === null ? { kind: 'empty' } : replayLaw(law, schedule);
}

/**
 * As `replayCell`, for an episode law, under the law's budget. From the episode on from which the caps no longer change, values
 * are computed backwards over the calls left; before it the law of the calls left is carried along. Cost: budget x ends that release calls, and as much again for each episode before the caps are steady (at most B; Luby never is).
 */
export function replayLaw(law: EpisodeLaw, schedule: Schedule): Exclude<Replay, { readonly kind: 'empty' }> {
  const played = playEpisodes(law, schedule, 'every-episode');
  return played.kind === 'ok' ? { kind: 'ok', success: played.success, spend: played.spend, longest: played.longest } : played;
}

/** Which episodes are followed by another: all that leave calls, or only those that ended by themselves. */
export type Followed = 'every-episode' | 'own-ends';

interface Played {
  readonly kind: 'ok';
  readonly success: number;
  readonly spend: number;
  readonly longest: number;
  /** Chance that an episode is cut by its cap with calls left; 0 when every episode is followed. */
  readonly cut: number;
}

/** Plays a schedule; with `own-ends` up to its first cut, what comes after it being in none of the figures. */
export function playEpisodes(law: EpisodeLaw, schedule: Schedule, followed: Followed): Played | Unseen {
  const { budget } = law;
  const play: Play = { law, schedule, followsCuts: followed === 'every-episode' && schedule.kind !== 'single', totals: { success: 0, spend: 0, longest: 0, cut: 0 } };
  let left = new Float64Array(budget + 1);
  left[budget] = 1;
  const steady = steadyFrom(schedule, budget);
  for (let episode = 0; massOf(left) > NEGLIGIBLE_MASS; episode++) {
    const ownCap = capOf(schedule, episode);
    const next = new Float64Array(budget + 1);
    const unseen = episode < steady ? playEpisode(play, left, next, ownCap) : playSteadily(play, left, ownCap);
    if (unseen !== null) return unseen;
    left = next;
  }
  return { kind: 'ok', ...play.totals };
}

/** What is this unlikely to be still going on is left out: it is below the rounding of what is there. */
const NEGLIGIBLE_MASS = 2 ** -70;

function massOf(left: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < left.length; i++) sum += left[i]!;
  return sum;
}

interface Play {
  readonly law: EpisodeLaw;
  readonly schedule: Schedule;
  readonly followsCuts: boolean;
  readonly totals: { success: number; spend: number; longest: number; cut: number };
}

/** One episode for the law of the budget left, which is moved on into `next`. */
function playEpisode(play: Play, law: Float64Array, next: Float64Array, ownCap: number): Unseen | null {
  const { totals, followsCuts } = play;
  const { budget, solved, live, used, ends, endShares } = play.law;
  for (let left = budget; left > 0; left--) {
    const mass = law[left]!;
    if (mass === 0) continue;
    const cap = Math.min(left, ownCap);
    const unseen = unseenAt(play, cap);
    if (unseen !== null) return unseen;
    totals.longest = Math.max(totals.longest, cap);
    totals.success += mass * solved[cap]!;
    totals.spend += mass * (used[cap]! + cap * live[cap]!);
    for (let i = 0; i < ends.length && ends[i]! <= cap; i++) next[left - ends[i]!] = next[left - ends[i]!]! + mass * endShares[i]!;
    if (cap < left && followsCuts) next[left - cap] = next[left - cap]! + mass * live[cap]!;
    else if (cap < left) totals.cut += mass * live[cap]!;
  }
  // Nothing left is the end of it.
  next[0] = 0;
  return null;
}

/** All further episodes, each with the same cap, for the law of the budget left before them. */
function playSteadily(play: Play, law: Float64Array, ownCap: number): Unseen | null {
  const { totals, followsCuts } = play;
  const { budget, solved, live, used } = play.law;
  const ends = play.schedule.kind === 'single' ? new Int32Array(0) : play.law.ends;
  const { endShares } = play.law;
  let most = budget;
  while (most > 0 && law[most]! === 0) most--;
  // No later episode has a longer cap than the first of whoever has most left.
  const longest = Math.min(most, ownCap);
  const unseen = unseenAt(play, longest);
  if (unseen !== null) return unseen;
  totals.longest = Math.max(totals.longest, longest);
  // Entry 0 stays 0: nothing left is worth nothing.
  const success = new Float64Array(most + 1);
  const spend = new Float64Array(most + 1);
  const cut = new Float64Array(followsCuts ? 0 : most + 1);
  for (let left = 1, within = 0; left <= most; left++) {
    const cap = Math.min(left, ownCap);
    while (within < ends.length && ends[within]! <= cap) within++;
    const goesOn = followsCuts ? live[cap]! : 0;
    let ofSuccess = solved[cap]! + goesOn * success[left - cap]!;
    let ofSpend = used[cap]! + cap * live[cap]! + goesOn * spend[left - cap]!;
    for (let i = 0; i < within; i++) {
      const rest = left - ends[i]!;
      ofSuccess += endShares[i]! * success[rest]!;
      ofSpend += endShares[i]! * spend[rest]!;
    }
    success[left] = ofSuccess;
    spend[left] = ofSpend;
    if (followsCuts) continue;
    let ofCut = cap < left ? live[cap]! : 0;
    for (let i = 0; i < within; i++) ofCut += endShares[i]! * cut[left - ends[i]!]!;
    cut[left] = ofCut;
  }
  for (let left = 1; left <= most; left++) {
    totals.success += law[left]! * success[left]!;
    totals.spend += law[left]! * spend[left]!;
    if (!followsCuts) totals.cut += law[left]! * cut[left]!;
  }
  return null;
}

/** The first attempt that was not watched up to the cap; null when all were. */
function unseenAt({ law }: Play, cap: number): Unseen | null {
  const seen = law.watched.find((position) => position < cap);
  return seen === undefined ? null : { kind: 'horizon', cap, seen: seen === 0 ? null : seen };
}
