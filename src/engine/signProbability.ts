import type { Probability } from '../model/units';
import type { SignRegion } from './signRegion';

/** How one attempt falls into the classes of `attemptClass`. */
export interface AttemptLaw {
  /** P(live), and 1 - P(live) with its own digits. */
  readonly live: Probability;
  readonly notLive: Probability;
  /** P(early | not live). */
  readonly early: Probability;
  /** P(both | live), 0 where the arms do not overlap, and P(late | live). */
  readonly both: Probability;
  readonly late: Probability;
}

/** Numbers of live attempts that are rarer than this are left out: a probability may lack (n + 1) times as much. */
export const NEGLIGIBLE = 1e-25;

/**
 * The probability of a region under a law of independent attempts, for many laws. It keeps its tables of binomials between calls.
 *
 * nLive is binomial, given it xContinue is, of these those that also count as restarted are, and xRestart adds the early ones
 * of the others. Exact up to rounding (sums of positive terms only). Cost of a call: n^2 steps, n^3 / 6 where the arms overlap;
 * 5 and 25 µs at n = 49.
 *
 * Source: BEYOND.md, classes, and 7.
 */
export class RegionProbability {
  private readonly live: Float64Array;
  private readonly continued: Float64Array;
  private readonly shared: Float64Array;
  private readonly early: Float64Array;

  constructor(private readonly region: SignRegion) {
    const size = ((region.n + 1) * (region.n + 2)) / 2;
    this.live = new Float64Array(region.n + 1);
    this.continued = new Float64Array(size);
    this.shared = new Float64Array(size);
    this.early = new Float64Array(size);
  }

  of(law: AttemptLaw): Probability {
    const { n, borders, direction } = this.region;
    const solved = law.both + law.late;
    fillLast(this.live, n, law.live, law.notLive);
    fillMasses(this.continued, n, solved);
    if (law.both > 0) fillMasses(this.shared, n, law.both / solved);
    if (direction === 'restart') fillAtLeast(this.early, n, law.early);
    else fillAtMost(this.early, n, law.early);
    let sum = 0;
    for (let nLive = 1; nLive <= n; nLive++) {
      const pLive = this.live[nLive]!;
      if (pLive < NEGLIGIBLE) continue;
      const row = (nLive * (nLive + 1)) / 2;
      let given = 0;
      for (let xContinue = 0; xContinue <= nLive; xContinue++) {
        const border = borders[row + xContinue]!;
        if (border < 0 || border > n) continue;
        const mass = this.continued[row + xContinue]!;
        given += mass * (law.both > 0 ? this.beyondWithShared(border, xContinue, n - nLive) : this.beyond(border, n - nLive));
      }
      sum += pLive * given;
    }
    return sum;
  }

  /** P(xRestart reaches the border | xContinue), where each live success counts as restarted with a chance of its own. */
  private beyondWithShared(border: number, xContinue: number, ended: number): Probability {
    const row = (xContinue * (xContinue + 1)) / 2;
    let sum = 0;
    for (let both = 0; both <= xContinue; both++) sum += this.shared[row + both]! * this.beyond(border - both, ended);
    return sum;
  }

  /** P(early of `ended` attempts >= border), or <= border for continue. */
  private beyond(border: number, ended: number): Probability {
    if (this.region.direction === 'restart') return border <= 0 ? 1 : border > ended ? 0 : this.early[(ended * (ended + 1)) / 2 + border]!;
    return border < 0 ? 0 : border >= ended ? 1 : this.early[(ended * (ended + 1)) / 2 + border]!;
  }
}

// Each row of a table follows from the one before by adding positive terms only, as in Pascal's triangle.
// Indices stay inside the tables by construction, hence the assertions.

/** Masses of the binomials of 0 to n trials; entry m (m + 1) / 2 + k. */
function fillMasses(table: Float64Array, n: number, p: Probability): void {
  fillTriangle(table, n, p, { first: null, last: null });
}

/** P(X >= k) of the same. */
function fillAtLeast(table: Float64Array, n: number, p: Probability): void {
  fillTriangle(table, n, p, { first: 1, last: null });
}

/** P(X <= k) of the same. */
function fillAtMost(table: Float64Array, n: number, p: Probability): void {
  fillTriangle(table, n, p, { first: null, last: 1 });
}

/** `first` and `last`: what every row begins and ends with; null: what the row before it gives. */
function fillTriangle(table: Float64Array, n: number, p: Probability, ends: { readonly first: 1 | null; readonly last: 1 | null }): void {
  const q = 1 - p;
  table[0] = 1;
  for (let m = 1, row = 1, above = 0; m <= n; above = row, row += ++m) {
    table[row] = ends.first ?? q * table[above]!;
    for (let k = 1; k < m; k++) table[row + k] = q * table[above + k]! + p * table[above + k - 1]!;
    table[row + m] = ends.last ?? p * table[above + m - 1]!;
  }
}

/** Masses of one binomial, its complement given apart. */
function fillLast(masses: Float64Array, n: number, p: Probability, q: Probability): void {
  masses.fill(0);
  masses[0] = 1;
  for (let m = 1; m <= n; m++) {
    masses[m] = p * masses[m - 1]!;
    for (let k = m - 1; k >= 1; k--) masses[k] = q * masses[k]! + p * masses[k - 1]!;
    masses[0] = q * masses[0]!;
  }
}
