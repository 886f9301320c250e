import { smallest } from '../base/extent';
import type { Verdict, VerdictLevel } from '../model/results';
import { allowedClasses, classesIn, isOneClass, type ClassSet, type KnownAttempt } from './allowedClasses';
import { countsOfClasses } from './attemptClass';
import { certifyWith, type ArmCounts, type IntervalLookup } from './certificate';
import { endRanges, leastLead, type EndRanges, type SetCounts } from './completions';
import { leastLabels } from './leastLabels';

/** What the unknown attempts of a decision could change. */
export interface WorstCase {
  /** Attempts that may belong to more than one class. */
  readonly unknown: number;
  readonly ends: EndRanges;
  /** Least L_R - U_C and largest U_R - L_C over every completion: the difference lies between them, whatever is unknown. */
  readonly difference: { readonly low: number; readonly high: number };
  readonly verdict: Verdict;
  readonly level: VerdictLevel;
  /** Counts of the attempts that the at-random analysis keeps. */
  readonly atRandom: ArmCounts;
  /** Fewest labels that, turning out well, give level `any`; 0 when it is reached, null when no labels can. */
  readonly leastLabels: number | null;
}

/**
 * Bounds of one decision over every completion of its unknown attempts, at 0 < t < B, with the intervals of a rule.
 *
 * At random: when an attempt is unresolved because its horizon is too short, every attempt with a horizon below B leaves, the
 * resolved ones too, for keeping them would keep the early finishers; else only the unknown ones leave. Nobody live counts as
 * an abstention.
 *
 * Cost: linear in the attempts, but for `leastLabels`.
 *
 * Source: BEYOND.md 3; golden `x.worst_case`.
 */
export function boundDecision(attempts: readonly KnownAttempt[], at: { readonly t: number; readonly budget: number }, intervalOf: IntervalLookup): WorstCase {
  const sets = attempts.map((attempt) => allowedClasses(attempt, at));
  const counted = countSets(sets);
  const atRandom = countKnown(attempts, sets, at.budget);
  const [restart, continued] = [leastLead(counted, 'restart', intervalOf), leastLead(counted, 'continue', intervalOf)];
  const labels = [leastLabels(counted, 'restart', intervalOf), leastLabels(counted, 'continue', intervalOf)].filter((count) => count !== null);
  return {
    unknown: sets.filter((set) => !isOneClass(set)).length,
    ends: endRanges(counted, intervalOf),
    // The most that U_R - L_C can be is where continue leads least.
    difference: { low: restart, high: -continued },
    ...judge(restart > 0 ? 'restart' : continued > 0 ? 'continue' : 'abstain', certifyWith(atRandom, intervalOf).verdict),
    atRandom,
    leastLabels: labels.length === 0 ? null : smallest(labels),
  };
}

function judge(whatever: Verdict, known: Verdict): Pick<WorstCase, 'verdict' | 'level'> {
  if (whatever !== 'abstain') return { verdict: whatever, level: 'any' };
  return { verdict: known, level: known === 'abstain' ? 'abstain' : 'at_random' };
}

/** How many attempts may belong to which classes. */
export function countSets(sets: readonly ClassSet[]): SetCounts {
  const counts = new Map<ClassSet, number>();
  for (const set of sets) counts.set(set, (counts.get(set) ?? 0) + 1);
  return counts;
}

function countKnown(attempts: readonly KnownAttempt[], sets: readonly ClassSet[], budget: number): ArmCounts {
  const isShort = (attempt: KnownAttempt | undefined): boolean => attempt?.kind === 'trace' && attempt.trace.H !== null && attempt.trace.H < budget;
  const isCensoring = sets.some((set, i) => !isOneClass(set) && attempts[i]?.kind === 'trace');
  const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  sets.forEach((set, i) => {
    const [only] = classesIn(set);
    if (only === undefined || !isOneClass(set) || (isCensoring && isShort(attempts[i]))) return;
    counts[only] = (counts[only] ?? 0) + 1;
  });
  return countsOfClasses(counts);
}
