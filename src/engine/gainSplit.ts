import type { GainSplit } from '../model/replayResult';
import type { EpisodeLaw } from './episodeLaw';
import { playEpisodes, replayLaw, type Replay } from './replay';
import type { Schedule } from './schedule';

/** What a gain is split against: success of replays that cut nothing. */
export interface UncutReplays {
  /** One run and nothing after it. */
  readonly single: number;
  /** Recycling with the ends that anyone sees. */
  readonly byAnyone: number;
  /** Recycling with all ends that are seen; the same where no verifier watches. */
  readonly bySeen: number;
  /** The law in which all seen ends release calls. */
  readonly law: EpisodeLaw;
}

/**
 * The uncut replays of a cell; null when an attempt that neither succeeded nor ended was not watched up to the budget.
 * `unwatched` is the law without a verifier, in which ends that only a verifier sees release nothing; `seen` the one that is drawn from.
 */
export function uncutReplays(unwatched: EpisodeLaw, seen: EpisodeLaw): UncutReplays | null {
  const single = replayLaw(unwatched, { kind: 'single' });
  const byAnyone = replayLaw(unwatched, { kind: 'recycle' });
  const bySeen = seen === unwatched ? byAnyone : replayLaw(seen, { kind: 'recycle' });
  return single.kind === 'ok' && byAnyone.kind === 'ok' && bySeen.kind === 'ok' ? { single: single.success, byAnyone: byAnyone.success, bySeen: bySeen.success, law: seen } : null;
}

/**
 * Splits S(schedule) - S(single), exactly. Between the two stands *recycle*, which lets every attempt run to its own end and
 * starts another only with what an observable end has left: with only the ends that anyone sees (R0), and where a verifier
 * watches with failed submissions too (R1). So the gain is [R0 - S(single)] + [R1 - R0] + [S(schedule) - R1].
 *
 * The last part compares two replays that are the same, draw for draw, up to the first cut. Let D be the chance of success
 * before any cut: S(schedule) = D + gained, R1 = D + forfeited, where after the first cut the one goes on with its next episode
 * and the other with the attempt that was cut. Hence the part is gained - forfeited.
 *
 * Null when a cap goes beyond what was seen. `policy` is the schedule's own replay under that law, where it is known already.
 * Cost: two replays, or one.
 *
 * Example: attempts with E = 2 and T = 5 under 10, recycle: a single run succeeds with 0.5, and 0.375 comes from ends.
 *
 * Source: paper A, section 6.4 (what comes from reusing calls after a terminal event, and what from censoring a live trajectory).
 */
export function splitGain({ single, byAnyone, bySeen, law }: UncutReplays, schedule: Schedule, policy: Replay = replayLaw(law, schedule)): GainSplit | null {
  // A single run never starts another: it uses nothing of what its own end leaves.
  if (schedule.kind === 'single') return { anyone: 0, verifier: 0, truncation: 0, cut: 0, gained: 0, forfeited: 0 };
  const before = playEpisodes(law, schedule, 'own-ends');
  if (policy.kind !== 'ok' || before.kind !== 'ok') return null;
  return {
    anyone: byAnyone - single,
    verifier: bySeen - byAnyone,
    truncation: policy.success - bySeen,
    cut: before.cut,
    gained: policy.success - before.success,
    forfeited: bySeen - before.success,
  };
}
