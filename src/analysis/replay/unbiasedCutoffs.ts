import { capOf, steadyFrom, type Schedule } from '../../engine/schedule';
import { unbiasedCutoffOf } from '../../engine/unbiasedReplay';
import type { UnbiasedSuccess } from '../../model/replayResult';
import { columnsOf, type Policy, type ReplayLaws } from './policyValues';

/**
 * The mean over the cells of a group when every episode of a repeated cutoff uses another attempt. One run has a single episode, so its
 * share of successes is unbiased as it is. Missing as soon as one cell has no value. In portions, one cell each.
 *
 * Source: BEYOND.md 2, repeated cutoff.
 */
export function* unbiasedSuccess({ group, setting, watched, unwatched }: ReplayLaws, policy: Policy): Generator<void, UnbiasedSuccess, void> {
  const { budget } = setting;
  const laws = setting.verifierAtSubmission ? watched : unwatched;
  const columns = columnsOf(group, setting);
  if (columns.length === 0) return missing('unchosen');
  let sum = 0;
  for (const [cell, outcomes] of columns.entries()) {
    const schedule = policy(cell);
    if (schedule === null) return missing('unchosen');
    const law = laws[cell];
    if (schedule.kind === 'single') {
      if (law === undefined || law.watched.length > 0) return missing('horizon');
      sum += law.solved[budget] ?? 0;
      continue;
    }
    const cutoff = repeatedCutoff(schedule, budget);
    if (cutoff === null) return missing('several-caps');
    const value = unbiasedCutoffOf(outcomes, { cutoff, budget });
    if (value.kind !== 'ok') return missing(value.kind === 'horizon' ? 'horizon' : 'too-few');
    sum += value.success;
    yield;
  }
  return { success: sum / columns.length, missing: null };
}

function missing(reason: NonNullable<UnbiasedSuccess['missing']>): UnbiasedSuccess {
  return { success: null, missing: reason };
}

/** The cap that every episode of a schedule has, cut to the budget; null where they differ. */
function repeatedCutoff(schedule: Schedule, budget: number): number | null {
  const steady = steadyFrom(schedule, budget);
  const first = Math.min(budget, capOf(schedule, 0));
  // A whole budget of caps is seen before any repeats.
  for (let episode = 1; episode <= Math.min(steady, budget); episode++) if (Math.min(budget, capOf(schedule, episode)) !== first) return null;
  return first;
}
