import type { Probability } from '../model/units';
import type { ClassCounts } from './attemptClass';
import type { LeftOut } from './leaveOneOut';
import { normalQuantile } from './normal';

/** A range for the macro number of these very tasks, were their attempts run again. */
export interface AttemptRange {
  readonly standardError: number;
  readonly low: number;
  readonly high: number;
  readonly level: Probability;
}

/**
 * The spread of an unbiased macro number over attempts, the tasks kept as they are: the number ± z standard errors of the jackknife, the sum over
 * cells of (n - 1) / n times the squared deviations of the number without each attempt. It says nothing of other tasks. Resamples with
 * replacement would be centred on the plug-in, since an attempt that is drawn twice is paired with itself.
 *
 * Null where a cell has fewer than three attempts (none can be left out) and where leaving out any attempt changes nothing. O(cells).
 *
 * Source: Efron and Stein (1981), the jackknife estimate of variance; BEYOND.md 2 and 9.
 */
export function attemptRange(cells: readonly ClassCounts[], { total, withoutAttempt }: LeftOut, level: Probability = 0.95): AttemptRange | null {
  let variance = 0;
  for (const [cell, classes] of cells.entries()) {
    const values = (withoutAttempt[cell] ?? []).flatMap((without, kind) => (without === null ? [] : [{ without, count: classes[kind] ?? 0 }]));
    const n = classes.reduce((sum, count) => sum + count, 0);
    if (n < 3) return null;
    const mean = values.reduce((sum, { without, count }) => sum + count * without, 0) / n;
    variance += ((n - 1) / n) * values.reduce((sum, { without, count }) => sum + count * (without - mean) ** 2, 0);
  }
  // What rounding leaves of a spread of 0.
  const standardError = Math.sqrt(variance);
  if (standardError <= 1e-14) return null;
  const half = normalQuantile((1 + level) / 2) * standardError;
  return { standardError, low: total - half, high: total + half, level };
}
