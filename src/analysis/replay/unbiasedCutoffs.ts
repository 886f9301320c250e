import { unbiasedCutoffOf } from '../../engine/unbiasedReplay';
import type { UnbiasedSuccess } from '../../model/replayResult';
import { columnsOf, type Policy, type ReplayLaws } from './policyValues';

/**
 * The mean over the cells of a group when every episode of a fixed cutoff uses another attempt; null where the policy is no fixed cutoff.
 * Missing as soon as one cell has no value. In portions, one cell each.
 */
export function* unbiasedSuccess({ group, setting }: ReplayLaws, policy: Policy): Generator<void, UnbiasedSuccess | null, void> {
  const columns = columnsOf(group, setting);
  let sum = 0;
  for (const [cell, outcomes] of columns.entries()) {
    const schedule = policy(cell);
    if (schedule?.kind !== 'fixed') return null;
    const value = unbiasedCutoffOf(outcomes, { cutoff: schedule.cap, budget: setting.budget });
    if (value.kind !== 'ok') return { success: null, missing: value.kind === 'horizon' ? 'horizon' : 'too-few' };
    sum += value.success;
    yield;
  }
  return columns.length === 0 ? null : { success: sum / columns.length, missing: null };
}
