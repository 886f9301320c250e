import type { Replay } from '../../engine/replay';
import type { PolicyMeans, PolicyRow } from '../../model/replayResult';
import { meansOf, replayEach, valuePolicy, type Policy, type ReplayLaws } from './policyValues';
import { rangeOf, resampleSuccess } from './ranges';
import type { NamedPolicy } from './replayPolicy';
import { unbiasedSuccess } from './unbiasedCutoffs';

/** A row of a table of policies. */
export interface AskedPolicy extends Pick<PolicyRow, 'policy' | 'select' | 'cutoff' | 'caps'> {
  readonly scheduleOf: Policy;
}

export interface ComparedPolicies {
  readonly policies: readonly PolicyRow[];
  /** Means of the policy that the others are set against; null where it was not watched on every cell. */
  readonly against: PolicyMeans | null;
  /** Replicates of its success, and of each further policy, on the same resamples. */
  readonly ofAgainst: Float64Array | null;
  readonly ofFurther: readonly Float64Array[];
}

/**
 * Policies side by side, their differences to one of them with ranges, and replicates of `further` ones, which must have been
 * replayed on every cell; all on the same resamples. In portions.
 */
export function* comparePolicies(laws: ReplayLaws, { rows, against, further }: { readonly rows: readonly AskedPolicy[]; readonly against: NamedPolicy | null; readonly further: readonly Policy[] }): Generator<void, ComparedPolicies, void> {
  const replayed: (AskedPolicy & { readonly replays: readonly (Replay | null)[] })[] = [];
  for (const row of rows) replayed.push({ ...row, replays: yield* replayEach(laws, row.scheduleOf) });
  const other: Policy = () => against?.schedule ?? null;
  const means = against === null ? null : meansOf(yield* replayEach(laws, other));
  const seen = replayed.filter(({ replays }) => meansOf(replays) !== null);
  const policies = [...(means === null ? [] : [other]), ...seen.map(({ scheduleOf }) => scheduleOf), ...further];
  const drawn = policies.length === 0 ? [] : yield* resampleSuccess(laws.group, policies, laws.setting);
  const ofAgainst = means === null ? null : (drawn[0] ?? null);
  const ofRows = drawn.slice(means === null ? 0 : 1);
  const valued: PolicyRow[] = [];
  for (const row of replayed) {
    const value = yield* valuePolicy(laws, row.scheduleOf, row.replays);
    const draws = ofRows[seen.indexOf(row)];
    const { success } = value;
    const difference = success === null || means === null ? null : { estimate: success - means.success, interval: draws === undefined ? null : rangeOf(draws, ofAgainst ?? undefined) };
    const unbiased = yield* unbiasedSuccess(laws, row.scheduleOf);
    valued.push({ policy: row.policy, select: row.select, cutoff: row.cutoff, caps: row.caps, ...value, difference, unbiased });
  }
  return { policies: valued, against: means, ofAgainst, ofFurther: ofRows.slice(seen.length) };
}
