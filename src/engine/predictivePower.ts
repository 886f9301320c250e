import type { Probability } from '../model/units';
import type { ClassCounts } from './attemptClass';
import { leastPassingInPortions } from './leastPassing';
import type { PlanningRegions } from './planningRegion';
import type { SignRegion } from './signRegion';

/** Weight of each class before anything was observed: Jeffreys' prior of a multinomial, which the joint sequence mixes over, too. */
export const PRIOR_WEIGHT = 0.5;

/**
 * The Dirichlet posterior of the chances of the classes: counts seen plus `PRIOR_WEIGHT` for each class that can occur, so `both`
 * only where the arms overlap.
 */
export function posteriorWeights([early, ended, both, late, fail]: ClassCounts, armsOverlap: boolean): ClassCounts {
  return [early + PRIOR_WEIGHT, ended + PRIOR_WEIGHT, armsOverlap ? both + PRIOR_WEIGHT : 0, late + PRIOR_WEIGHT, fail + PRIOR_WEIGHT];
}

/** The chance of each certificate of a fresh cell. */
export interface VerdictChances {
  readonly restart: Probability;
  readonly continue: Probability;
}

/**
 * The chance that a fresh cell of n attempts falls into a region, over the posterior of its rates: a Dirichlet law splits into
 * independent beta laws down the tree live, solved, both and ended, early, so every count is beta-binomial given those before it. Exact up to
 * rounding (sums of positive terms). O(n^2), O(n^3 / 6) where the arms overlap.
 *
 * Source: BEYOND.md, classes; Dirichlet-multinomial law (Mosimann 1962).
 */
export function predictiveChance(weights: ClassCounts, { n, borders, direction }: SignRegion): Probability {
  const [early, ended, both, late, fail] = weights;
  const live = betaBinomial(n, both + late + fail, early + ended);
  // One law for each number of trials: they are asked for again and again.
  const shared = both > 0 ? Array.from({ length: n + 1 }, (_, x) => betaBinomial(x, both, late)) : [];
  let sum = 0;
  for (let nLive = 1; nLive <= n; nLive++) {
    const row = (nLive * (nLive + 1)) / 2;
    const solved = betaBinomial(nLive, both + late, fail);
    const beyond = tailOf(betaBinomial(n - nLive, early, ended), direction);
    let given = 0;
    for (let x = 0; x <= nLive; x++) {
      const border = borders[row + x] ?? -1;
      if (border < 0 || border > n) continue;
      const common = shared[x];
      const chance = common === undefined ? beyond(border) : common.reduce((total, mass, k) => total + mass * beyond(border - k), 0);
      given += (solved[x] ?? 0) * chance;
    }
    sum += (live[nLive] ?? 0) * given;
  }
  return Math.min(1, sum);
}

/** P(count >= border) for restart, P(count <= border) for continue. */
function tailOf(masses: Float64Array, direction: SignRegion['direction']): (border: number) => Probability {
  const below = new Float64Array(masses.length + 1);
  masses.forEach((mass, k) => {
    below[k + 1] = (below[k] ?? 0) + mass;
  });
  const atMost = (border: number): number => (border < 0 ? 0 : (below[Math.min(masses.length, border + 1)] ?? 1));
  return direction === 'continue' ? atMost : (border) => Math.max(0, 1 - atMost(border - 1));
}

/** Masses of successes in m trials whose chance is Beta(a, b); all on 0 where a is 0, all on m where b is. */
function betaBinomial(m: number, a: number, b: number): Float64Array {
  const masses = new Float64Array(m + 1);
  if (a <= 0 || b <= 0) {
    masses[a <= 0 ? 0 : m] = 1;
    return masses;
  }
  // From the mode outwards by the ratio of neighbours, then scaled to 1: no factorial, and no underflow of the start.
  const mode = Math.min(m, Math.max(0, Math.round((m * a) / (a + b))));
  const ratio = (k: number): number => ((m - k) * (a + k)) / ((k + 1) * (b + m - k - 1));
  masses[mode] = 1;
  for (let k = mode; k < m; k++) masses[k + 1] = (masses[k] ?? 0) * ratio(k);
  for (let k = mode; k > 0; k--) masses[k - 1] = (masses[k] ?? 0) / ratio(k - 1);
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  return masses.map((mass) => mass / total);
}

/** A fresh cell that certifies something with the wanted chance. */
export interface PlannedCell {
  readonly attempts: number;
  readonly chances: VerdictChances;
}

/**
 * The least number of attempts of a fresh cell with which some certificate, in either direction, has at least this predictive
 * chance; null when `most` are not enough. The chance rises with n but for small steps back. In portions.
 */
export function* attemptsForChance(seen: { readonly classes: ClassCounts; readonly armsOverlap: boolean }, regions: PlanningRegions, wanted: { readonly power: Probability; readonly most: number }): Generator<void, PlannedCell | null, void> {
  const { classes, armsOverlap } = seen;
  const weights = posteriorWeights(classes, armsOverlap);
  const found = new Map<number, VerdictChances>();
  const reaches = function* (n: number): Generator<void, boolean, void> {
    const chances = {
      restart: predictiveChance(weights, yield* regions.regionInPortions(n, armsOverlap, 'restart')),
      continue: predictiveChance(weights, yield* regions.regionInPortions(n, armsOverlap, 'continue')),
    };
    found.set(n, chances);
    yield;
    return chances.restart + chances.continue >= wanted.power;
  };
  const attempts = yield* leastPassingInPortions({ from: 1, most: wanted.most }, reaches);
  const chances = attempts === null ? undefined : found.get(attempts);
  return attempts === null || chances === undefined ? null : { attempts, chances };
}
