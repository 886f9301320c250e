// Non-null assertions on array elements: every index below is within its array by construction.

import type { ClassCounts } from './attemptClass';
import { drawSumOf, makeSuccessLaw } from './sumLaw';

// A cell's contribution when its n attempts are drawn anew, with replacement, times n^2: a whole number
// between -n^2 and n^2 / 4. The redrawn counts fall one after the other:
// nLive binomial from n; xContinue binomial from nLive; of these, those that a restart solves too binomial from
// xContinue; and of the n - nLive others, those that it solves binomial as well.

/**
 * Which of a cell's contributions (`changeContribution`, `oracleContribution`, `alarmContribution`). Times n^2 they are
 * nLive xRestart - n xContinue, the same but at least 0, and (nLive - xContinue) xRestart.
 */
export type ContributionKind = 'change' | 'oracle' | 'alarm';

/** Whether every contribution is 0 however the attempts are drawn: nobody is ever live, or nothing ever succeeds. */
export function isAlwaysZero([early, , both, late, fail]: ClassCounts): boolean {
  return both + late + fail === 0 || early + both + late === 0;
}

/** Place of the value 0 in the weights of `addCellLaw`. */
export function zeroPlace(n: number): number {
  return n * n;
}

/** Weights for `addCellLaw`: one for each value of a cell of n attempts, all 0. */
export function emptyWeights(n: number): Float64Array {
  return new Float64Array(n * n + Math.floor((n * n) / 4) + 1);
}

/** States that are less likely than this are left out: all of them together are less than what a table of the law can tell. */
const NEGLIGIBLE = 2 ** -50;

/**
 * Adds the law of a cell's contribution, times `weight`, to weights by value. Every state of the redrawn counts is
 * visited: `lawCost(n)` of them at most, at 1 to 2 ns each (2 GHz class).
 *
 * Only sums and products are used, so that the weights are the same on every machine.
 */
export function addCellLaw(weights: Float64Array, classes: ClassCounts, weight: number, kind: ContributionKind = 'change'): void {
  const [early, ended, both, late, fail] = classes;
  const live = both + late + fail;
  const n = early + ended + live;
  const liveLaw = binomialRows(n, share(live, early + ended));
  const continueLaw = binomialRows(n, share(both + late, fail));
  const earlyLaw = binomialRows(n, share(early, ended));
  const least = kind === 'oracle' ? 0 : -n * n;
  const restarted = { law: new Float64Array(n + 1), first: 0, end: 0 };
  for (let nLive = 0; nLive <= n; nLive++) {
    const chance = liveLaw[rowStart(n) + nLive]!;
    if (chance < NEGLIGIBLE) continue;
    // xRestart counts successes among those that are not live, and some of each success of continuing in turn.
    startLaw(restarted, earlyLaw, n - nLive);
    for (let xContinue = 0; xContinue <= nLive; xContinue++) {
      if (xContinue > 0) addTrial(restarted, share(both, late));
      const joint = chance * continueLaw[rowStart(nLive) + xContinue]!;
      if (joint < NEGLIGIBLE) continue;
      const { law, first, end } = restarted;
      // The contribution is a line in xRestart.
      const step = kind === 'alarm' ? nLive - xContinue : nLive;
      let value = first * step - (kind === 'alarm' ? 0 : n * xContinue);
      for (let xRestart = first; xRestart < end; xRestart++, value += step) weights[zeroPlace(n) + Math.max(least, value)]! += joint * weight * law[xRestart]!;
    }
  }
}

/** The law of a number of successes; what lies outside `first` and `end` is negligible. */
interface SuccessLaw {
  readonly law: Float64Array;
  first: number;
  end: number;
}

/** Sets the law to a row of `binomialRows`. */
function startLaw(target: SuccessLaw, rows: Float64Array, trials: number): void {
  target.law.set(rows.subarray(rowStart(trials), rowStart(trials + 1)));
  target.first = 0;
  target.end = trials + 1;
  trim(target);
}

/** One more trial with this chance of success. */
function addTrial(target: SuccessLaw, p: number): void {
  if (p === 0) return;
  const { law, first, end } = target;
  law[end] = law[end - 1]! * p;
  for (let x = end - 1; x > first; x--) law[x] = law[x]! * (1 - p) + law[x - 1]! * p;
  law[first]! *= 1 - p;
  target.end++;
  trim(target);
}

function trim(target: SuccessLaw): void {
  const { law } = target;
  while (law[target.first]! < NEGLIGIBLE) target.first++;
  while (law[target.end - 1]! < NEGLIGIBLE) target.end--;
}

/** States that `addCellLaw` visits for a cell of n attempts, at most. */
export function lawCost(n: number): number {
  return (n * n * n) / 3;
}

/** One draw of a contribution times n^2, without its law: some ten random numbers, however many attempts. */
export function makeCellDraw(classes: ClassCounts, kind: ContributionKind = 'change'): (state: Int32Array) => number {
  const [early, ended, both, late, fail] = classes;
  const live = both + late + fail;
  const n = early + ended + live;
  const liveLaw = makeSuccessLaw(live, early + ended, n);
  const continueLaw = live === 0 ? null : makeSuccessLaw(both + late, fail, n);
  const bothLaw = both + late === 0 ? null : makeSuccessLaw(both, late, n);
  const earlyLaw = early + ended === 0 ? null : makeSuccessLaw(early, ended, n);
  return (state) => {
    const nLive = drawSumOf(liveLaw, n, state);
    const xContinue = continueLaw === null ? 0 : drawSumOf(continueLaw, nLive, state);
    const xBoth = bothLaw === null ? 0 : drawSumOf(bothLaw, xContinue, state);
    const xEarly = earlyLaw === null ? 0 : drawSumOf(earlyLaw, n - nLive, state);
    const xRestart = xEarly + xBoth;
    if (kind === 'alarm') return (nLive - xContinue) * xRestart;
    const change = nLive * xRestart - n * xContinue;
    return kind === 'oracle' ? Math.max(0, change) : change;
  };
}

/** The share of the first; 0 where there are none of both. */
function share(first: number, second: number): number {
  return first === 0 ? 0 : first / (first + second);
}

/** Where the row of m trials starts in `binomialRows`. */
function rowStart(m: number): number {
  return (m * (m + 1)) / 2;
}

/** Probabilities of 0 to m successes in m trials, for m from 0 to n, row after row. */
function binomialRows(n: number, p: number): Float64Array {
  const rows = new Float64Array(rowStart(n + 1));
  rows[0] = 1;
  for (let m = 1; m <= n; m++) {
    const start = rowStart(m);
    const before = rowStart(m - 1);
    rows[start] = rows[before]! * (1 - p);
    for (let x = 1; x < m; x++) rows[start + x] = rows[before + x]! * (1 - p) + rows[before + x - 1]! * p;
    rows[start + m] = rows[before + m - 1]! * p;
  }
  return rows;
}
