// Non-null assertions on array elements: every index below is within its array by construction.

import { outcomeColumns, type OutcomeColumns, type ReplayAttempt } from './outcomeColumns';

/** A repeated cutoff under a budget, both whole numbers from 1 on the axis of the traces. */
export interface CutoffDesign {
  readonly cutoff: number;
  readonly budget: number;
}

/** Why the unbiased value of a repeated cutoff does not exist. */
export type UnbiasedReplay =
  | { readonly kind: 'ok'; readonly success: number }
  | {
      /**
       * `empty`: no attempts. `too-few`: ceil(B / cutoff) episodes need more attempts than there are, or some order of them runs out with
       * calls left. `horizon`: an attempt was not watched up to the cutoff.
       */
      readonly kind: 'empty' | 'too-few' | 'horizon';
    };

/**
 * The chance that some episode of a repeated cutoff is verified within the budget when the episodes use different attempts of the cell,
 * in uniformly random order: unbiased for the policy's value, as the plug-in (`replayCell`, draws with replacement) is not. An attempt
 * that ends before its cap releases the calls left, as in replay; one that ends for good ends the replay.
 *
 * Exact and without enumeration: the episodes before a success are a random set of attempts that fail at the cutoff, and only how many
 * they are and how many calls they take matters. Cost: (ends before the cutoff)^2 x budget, and budget / cutoff without any.
 *
 * Example: attempts with T = 8, 11, 13, 14, 16, cutoff 10 under 30: 0.6 (plug-in 0.488).
 *
 * Source: BEYOND.md 2, repeated cutoff.
 */
export function unbiasedCutoff(attempts: readonly ReplayAttempt[], design: CutoffDesign): UnbiasedReplay {
  return unbiasedCutoffOf(outcomeColumns(attempts), design);
}

/** As `unbiasedCutoff`, for the distinct outcomes of a cell. */
export function unbiasedCutoffOf(outcomes: OutcomeColumns, { cutoff, budget }: CutoffDesign): UnbiasedReplay {
  for (const value of [cutoff, budget]) if (!Number.isInteger(value) || value < 1) throw new RangeError(`A replay needs whole positions from 1, not ${value}.`);
  const { n } = outcomes;
  if (n === 0) return { kind: 'empty' };
  const cap = Math.min(cutoff, budget);
  const sorted = sortOutcomes(outcomes, cap);
  if (sorted === null) return { kind: 'horizon' };
  const { solvedAt, releases, late, endsForGood } = sorted;
  const solved = solvedAt.reduce((sum, count) => sum + count, 0);
  const longest = releases.reduce((sum, release) => sum + release, 0) + late * cap;
  // Only attempts that neither succeed at the cap nor end for good can run out with calls left.
  if (Math.ceil(budget / cap) > n || (solved === 0 && endsForGood === 0 && longest < budget)) return { kind: 'too-few' };
  return { kind: 'ok', success: solved === 0 ? 0 : sumOverFailures(sorted, { cap, budget, n }) };
}

/** A cell's attempts by what they do in an episode with the whole cap. */
interface SortedOutcomes {
  /** By position up to the cap: attempts verified at it (a position within a step counts when the step ends). */
  readonly solvedAt: Float64Array;
  /** Rising positions below the cap at which attempts end and release calls, one entry for each attempt. */
  readonly releases: readonly number[];
  /** Attempts that use the whole cap, neither verified nor ended for good by it. */
  readonly late: number;
  readonly endsForGood: number;
}

function sortOutcomes({ T, E, seen, endsForGood, counts }: OutcomeColumns, cap: number): SortedOutcomes | null {
  const solvedAt = new Float64Array(cap + 1);
  const releases: number[] = [];
  let late = 0;
  let good = 0;
  for (const [i, count] of counts.entries()) {
    if (seen[i]! < cap) return null;
    if (Math.ceil(T[i]!) <= cap) solvedAt[Math.ceil(T[i]!)]! += count;
    else if (E[i]! <= cap && endsForGood[i] === 1) good += count;
    else if (E[i]! < cap) for (let one = 0; one < count; one++) releases.push(E[i]!);
    else late += count;
  }
  return { solvedAt, releases: releases.sort((a, b) => a - b), late, endsForGood: good };
}

/**
 * Sums over j ends and i whole caps before the success: the chance that the first i + j attempts are such, times the share of the
 * others that succeed within the calls left.
 */
function sumOverFailures(sorted: SortedOutcomes, { cap, budget, n }: { readonly cap: number; readonly budget: number; readonly n: number }): number {
  const { releases, late } = sorted;
  const solvedWithin = Float64Array.from(sorted.solvedAt);
  for (let left = 1; left <= cap; left++) solvedWithin[left]! += solvedWithin[left - 1]!;
  const sums = releasedSums(releases, budget);
  let success = 0;
  // P(the first j attempts all release calls).
  let onlyEnds = 1;
  for (const [j, law] of sums.entries()) {
    let chance = onlyEnds;
    for (let i = 0; i <= late && i * cap < budget; i++) {
      const others = n - i - j;
      if (others === 0) break;
      for (let used = 0; used + i * cap < budget; used++) {
        if (law[used]! > 0) success += (chance * law[used]! * solvedWithin[Math.min(cap, budget - used - i * cap)]!) / others;
      }
      // One more whole cap among the first i + j + 1, in any place.
      chance *= ((late - i) / (i + 1)) * ((i + j + 1) / others);
    }
    onlyEnds *= (releases.length - j) / (n - j);
  }
  return success;
}

/** Entry j, u: the chance that j of the ends, drawn without replacement, took u calls together; sums from the budget on are left out. */
function releasedSums(releases: readonly number[], budget: number): readonly Float64Array[] {
  const sums = [new Float64Array(budget)];
  sums[0]![0] = 1;
  for (const [taken, release] of releases.entries()) {
    // With the smallest ends first, one more of them fits into the budget only if so many of the smallest did.
    const fits = releases.slice(0, sums.length).reduce((sum, one) => sum + one, 0) < budget;
    if (fits && sums.length <= taken + 1) sums.push(new Float64Array(budget));
    for (let j = Math.min(sums.length - 1, taken + 1); j >= 0; j--) {
      const law = sums[j]!;
      const before = sums[j - 1];
      for (let used = budget - 1; used >= 0; used--) {
        const without = law[used]! * ((taken + 1 - j) / (taken + 1));
        const withIt = before === undefined || used < release ? 0 : before[used - release]! * (j / (taken + 1));
        law[used] = without + withIt;
      }
    }
  }
  return sums;
}
