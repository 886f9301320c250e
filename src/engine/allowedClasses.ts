import { restartBudget } from './actionCounts';
import { CLASSES, classOf } from './attemptClass';
import type { Trace } from './trace';

/**
 * What is known of an attempt. `trace`: what was seen of it; a censored one may have done anything after H. The others have
 * no trace to count: `outcome` ended at `end` and may have succeeded there; `success` succeeded at some position up to `end`
 * (Infinity: nowhere known); `end` ended at `end`, and may have succeeded there or at any position before; `failure` failed, at
 * a position that is not known; `all`: nothing is known.
 */
export type KnownAttempt =
  | { readonly kind: 'trace'; readonly trace: Trace }
  | { readonly kind: 'outcome' | 'success' | 'end'; readonly end: number }
  | { readonly kind: 'failure' }
  | { readonly kind: 'all' };

/** Classes that an attempt may belong to, as bits: class i of `CLASSES` is bit i. */
export type ClassSet = number;

const [EARLY, ENDED, BOTH, LATE, FAIL] = [1, 2, 4, 8, 16];

/**
 * The classes to which an attempt may belong at 0 < t < B; at least one.
 *
 * Source: BEYOND.md 3; golden `x.allowed_classes`.
 */
export function allowedClasses(attempt: KnownAttempt, at: { readonly t: number; readonly budget: number }): ClassSet {
  switch (attempt.kind) {
    case 'trace': {
      const known = classOf(attempt.trace, at);
      return known === null ? after(attempt.trace.H ?? 0, at) : 1 << known;
    }
    case 'outcome':
      return endedAt(attempt.end, at) | verifiedAt(attempt.end, at);
    case 'success':
      return verifiedUntil(attempt.end, at);
    case 'end':
      return endedAt(attempt.end, at) | verifiedUntil(attempt.end, at);
    case 'failure':
      return ENDED | FAIL;
    case 'all':
      return after(0, at);
  }
}

/** The classes of a set, as indices into `CLASSES`, in order. */
export function classesIn(set: ClassSet): readonly number[] {
  return CLASSES.map((_, index) => index).filter((index) => (set & (1 << index)) !== 0);
}

/** True when the set leaves no choice. */
export function isOneClass(set: ClassSet): boolean {
  return (set & (set - 1)) === 0;
}

interface Place {
  readonly t: number;
  readonly budget: number;
}

/** Of a run that was seen up to H without an end: T or E may be any later position, or none. */
function after(H: number, { t, budget }: Place): ClassSet {
  const rest = restartBudget(budget, t);
  return (
    (H < Math.min(t, rest) ? EARLY : 0) |
    (H < t ? ENDED : 0) |
    (Math.max(H, t) < rest ? BOTH : 0) |
    (Math.max(H, t, rest) < budget ? LATE : 0) |
    FAIL
  );
}

/** Of a success at some position in (0, end]. */
function verifiedUntil(end: number, { t, budget }: Place): ClassSet {
  const rest = restartBudget(budget, t);
  return (
    EARLY |
    (rest < Math.min(t, end) ? ENDED : 0) |
    (t < Math.min(rest, end) ? BOTH : 0) |
    (Math.max(t, rest) < Math.min(budget, end) ? LATE : 0) |
    (budget < end ? FAIL : 0)
  );
}

function verifiedAt(end: number, at: Place): ClassSet {
  return 1 << (classOf({ T: end, E: null, H: null }, at) ?? 0);
}

function endedAt(end: number, at: Place): ClassSet {
  return 1 << (classOf({ T: null, E: end, H: null }, at) ?? 0);
}
