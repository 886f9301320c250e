// Non-null assertions on array elements: every index below is within its array by construction.

/** Probabilities of `first`, `first` + 1, ... marked items among those drawn; what is left out is below `NEGLIGIBLE`. */
export interface HypergeometricLaw {
  readonly first: number;
  readonly weights: Float64Array;
}

/** Beside 1, no sum of such weights is seen in a double. */
const NEGLIGIBLE = 2 ** -70;

/**
 * The law of the marked items among `drawn` of `population`, of which `marked` are marked, without replacement. From the most probable
 * count outwards by exact ratios, without logarithms, so that the weights are the same on every machine. Relative error of the
 * weights below 1e-13 for populations up to 1e4. Cost: the length of the law, at most min(marked, drawn) + 1.
 *
 * Throws RangeError unless 0 <= marked, drawn <= population are integers.
 */
export function hypergeometricLaw(population: number, marked: number, drawn: number): HypergeometricLaw {
  if (![population, marked, drawn].every(Number.isSafeInteger) || marked < 0 || drawn < 0 || marked > population || drawn > population) {
    throw new RangeError(`No ${drawn} items with marks can be drawn from ${population}, ${marked} of them marked.`);
  }
  const fewest = Math.max(0, drawn - (population - marked));
  const most = Math.min(marked, drawn);
  const mode = Math.min(most, Math.max(fewest, Math.floor(((drawn + 1) * (marked + 1)) / (population + 2))));
  // P(k + 1) / P(k)
  const ratio = (k: number): number => ((marked - k) * (drawn - k)) / ((k + 1) * (population - marked - drawn + k + 1));
  const all = new Float64Array(most - fewest + 1);
  all[mode - fewest] = 1;
  let sum = 1;
  let first = mode;
  for (let k = mode - 1, weight = 1; k >= fewest; k--) {
    weight /= ratio(k);
    if (weight < NEGLIGIBLE) break;
    all[k - fewest] = weight;
    sum += weight;
    first = k;
  }
  let last = mode;
  for (let k = mode, weight = 1; k < most; k++) {
    weight *= ratio(k);
    if (weight < NEGLIGIBLE) break;
    all[k + 1 - fewest] = weight;
    sum += weight;
    last = k + 1;
  }
  const weights = all.subarray(first - fewest, last + 1 - fewest);
  for (let i = 0; i < weights.length; i++) weights[i]! /= sum;
  return { first, weights };
}
