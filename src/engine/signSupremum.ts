import { largest } from '../base/extent';
import { runPortions } from '../base/portions';
import type { Probability } from '../model/units';
import { rateAt } from './criticalTail';
import { NEGLIGIBLE, RegionProbability, type AttemptLaw } from './signProbability';
import type { SignRegion } from './signRegion';

/** Bounds of the largest probability of a region when restarting and continuing are equally good. */
export interface Supremum {
  /** Reached at some law. */
  readonly low: Probability;
  /** Proven for all laws, up to rounding. */
  readonly high: Probability;
  /** Work that it took; a thousand million are about a second. */
  readonly steps: number;
}

/** When the search may stop. */
export interface SupremumGoal {
  /** Stops as soon as the supremum is known to lie above or not above this. Absent: only the tolerance counts. */
  readonly level?: Probability;
  /** Stops when high <= low (1 + tolerance). */
  readonly tolerance: number;
  /** Work after which the rest counts with its bound. Absent: some half a minute. */
  readonly mostSteps?: number | undefined;
}

/**
 * The largest probability of the region over all laws of an attempt under which continuing and restarting succeed equally
 * often: the border at which a verdict of either direction is most often wrong (BEYOND.md 7: moving mass towards it never
 * makes the wrong verdict rarer).
 *
 * Such a law has two parameters, three where the arms overlap: l = P(live), w = P(early | not live), and s, with
 * P(both | live) = w s; then P(late | live) = w (1 - l)(1 - s). The search is a branch and bound over their logits. Split the
 * failures by l [(1 - w) + w l (1 - s)] in two: then the likelihood of every outcome is a product of powers of w, 1 - w, l, 1 - l,
 * s, 1 - s, its logarithm is concave in each logit, and lies below its tangent at the middle of a box. The sum of the exponents
 * of the tangents is convex, so that it is largest at a corner, where it is the probability there times
 * [(1 - p + p e^h) e^(-p h)]^N in each parameter: p its value in the middle, h the way to the corner, N the most trials that it
 * has (n for w and s, 2n for l). The bound's excess falls with the square of the box's width.
 *
 * Rates closer to 0 or 1 than e^-40 add at most 4 n e^-40 (total variation). Double arithmetic, no directed rounding.
 *
 * Source: BEYOND.md 7.
 */
export function supremumOnBorder(region: SignRegion, overlap: boolean, goal: SupremumGoal): Supremum {
  return runPortions(supremumInPortions(region, overlap, goal));
}

/** As `supremumOnBorder`, in portions of some milliseconds: each `next()` does one; dropping the generator abandons the work. */
export function* supremumInPortions(region: SignRegion, overlap: boolean, goal: SupremumGoal): Generator<void, Supremum, void> {
  const probability = new RegionProbability(region);
  const dimensions = overlap ? 3 : 2;
  const valueAt = (point: readonly number[]): Probability => probability.of(lawAt(point));
  const trials = [region.n, 2 * region.n, region.n];
  const edge = 4 * region.n * Math.exp(-REACH);
  const neglected = (region.n + 1) * NEGLIGIBLE;
  let low = climb(valueAt, dimensions);
  yield;
  let bounded = 0;
  let boxes = 0;
  const stepsOfBox = 2 ** (dimensions - 1) * stepsOf(region.n, overlap);
  const portion = Math.max(1, Math.floor(PORTION_STEPS / stepsOfBox));
  const most = Math.ceil((goal.mostSteps ?? MOST_STEPS) / stepsOfBox);
  const isAbove = (): boolean => goal.level !== undefined && low > goal.level;
  /** Below this nothing is looked for. */
  const floor = (): number => Math.max(low * (1 + goal.tolerance), goal.level === undefined ? edge : goal.level - edge);
  const waiting: Box[] = [wholeSpace(valueAt, dimensions)];
  for (let box = waiting.pop(); box !== undefined; box = waiting.pop()) {
    low = Math.max(low, largest(box.values));
    if (isAbove()) break;
    const bound = boundOf(box, trials, neglected);
    if (boxes > 0 && boxes % portion === 0) yield;
    if (bound <= floor() || ++boxes > most) bounded = Math.max(bounded, bound);
    else pushHalves(waiting, box, { trials, valueAt });
  }
  const steps = boxes * stepsOfBox;
  if (isAbove()) return { low, high: 1, steps };
  return { low, steps, high: Math.min(1, Math.max(low, bounded) + edge) };
}

const REACH = 40;
/** Steps of a portion: about ten milliseconds. */
const PORTION_STEPS = 1e7;
/**
 * About half a minute of work: n = 49 with overlap takes a fiftieth of it, n = 150 all of it. What has not been looked at then
 * counts with its bound, so that a verdict is never given without proof.
 */
const MOST_STEPS = 3e10;

/** Steps of one evaluation, see `RegionProbability`. */
function stepsOf(n: number, overlap: boolean): number {
  return overlap ? n ** 2 + n ** 3 / 6 : 2 * n ** 2;
}

/** Logits of w, l and, with overlap, s. */
function lawAt([w = 0, l = 0, s]: readonly number[]): AttemptLaw {
  const early = rateAt(w);
  const notLive = rateAt(-l);
  const both = s === undefined ? 0 : early * rateAt(s);
  return { live: rateAt(l), notLive, early, both, late: early * notLive * (s === undefined ? 1 : rateAt(-s)) };
}

/** A box of logits with the probabilities at its corners; bit d of a corner's index: at the high end of dimension d. */
interface Box {
  readonly low: readonly number[];
  readonly high: readonly number[];
  readonly values: readonly number[];
}

type Valuation = (point: readonly number[]) => Probability;

function wholeSpace(valueAt: Valuation, dimensions: number): Box {
  const low = Array<number>(dimensions).fill(-REACH);
  const high = Array<number>(dimensions).fill(REACH);
  return { low, high, values: Array.from({ length: 2 ** dimensions }, (_, corner) => valueAt(cornerOf(low, high, corner))) };
}

function cornerOf(low: readonly number[], high: readonly number[], corner: number): readonly number[] {
  return low.map((value, d) => ((corner >> d) & 1 ? (high[d] ?? value) : value));
}

/** Logarithm of (1 - p + p e^h) e^(-p h): how far a tangent lies above the likelihood of one trial. */
function excessOf(p: Probability, h: number): number {
  return Math.log1p(p * Math.expm1(h)) - p * h;
}

/** Both excesses of each dimension, at its low and its high end. */
function excessesOf({ low, high }: Box, trials: readonly number[]): readonly (readonly [number, number])[] {
  return low.map((from, d) => {
    const half = ((high[d] ?? from) - from) / 2;
    const p = rateAt(from + half);
    const count = trials[d] ?? 0;
    return [count * excessOf(p, -half), count * excessOf(p, half)];
  });
}

/** At most 1, since it bounds a probability; `neglected`: what the values at the corners may lack. */
function boundOf(box: Box, trials: readonly number[], neglected: Probability): Probability {
  const excesses = excessesOf(box, trials);
  let bound = 0;
  for (const [corner, value] of box.values.entries()) {
    let excess = 0;
    for (const [d, ends] of excesses.entries()) excess += ends[((corner >> d) & 1) as 0 | 1];
    // Of a wide box the excess is beyond every number, and says nothing.
    bound = Math.max(bound, (value + neglected) * Math.exp(excess));
  }
  return Math.min(1, bound);
}

/** Halves the dimension that adds most to the bound; the half with the greater corner comes out first. */
function pushHalves(waiting: Box[], box: Box, { trials, valueAt }: { readonly trials: readonly number[]; readonly valueAt: Valuation }): void {
  const widths = excessesOf(box, trials).map(([atLow, atHigh]) => Math.max(atLow, atHigh));
  const d = widths.indexOf(largest(widths));
  const middle = ((box.low[d] ?? 0) + (box.high[d] ?? 0)) / 2;
  const lowerHigh = box.high.map((value, index) => (index === d ? middle : value));
  const upperLow = box.low.map((value, index) => (index === d ? middle : value));
  const onCut = box.values.map((_, corner) => ((corner >> d) & 1 ? 0 : valueAt(cornerOf(upperLow, box.high, corner))));
  const cutAt = (corner: number): number => onCut[corner & ~(1 << d)] ?? 0;
  const lower = { low: box.low, high: lowerHigh, values: box.values.map((value, corner) => ((corner >> d) & 1 ? cutAt(corner) : value)) };
  const upper = { low: upperLow, high: box.high, values: box.values.map((value, corner) => ((corner >> d) & 1 ? value : cutAt(corner))) };
  if (largest(lower.values) > largest(upper.values)) waiting.push(upper, lower);
  else waiting.push(lower, upper);
}

const STARTS = [-2, 0, 2];
const FINEST_STEP = 1e-4;

/** A local maximum, by steps along the parameters from the best of a few starts: a good value to compare boxes with. */
function climb(valueAt: Valuation, dimensions: number): Probability {
  let best: readonly number[] = [];
  let value = -1;
  const tryPoint = (point: readonly number[]): boolean => {
    const found = valueAt(point);
    if (found <= value) return false;
    [best, value] = [point, found];
    return true;
  };
  for (const point of startsOf(dimensions)) tryPoint(point);
  for (let step = 1; step > FINEST_STEP; step /= 2) {
    for (let isMoving = true; isMoving; ) {
      isMoving = false;
      for (let d = 0; d < dimensions; d++) {
        for (const way of [step, -step]) {
          const point = best.map((coordinate, index) => (index === d ? Math.max(-REACH, Math.min(REACH, coordinate + way)) : coordinate));
          if (tryPoint(point)) isMoving = true;
        }
      }
    }
  }
  return value;
}

function startsOf(dimensions: number): readonly (readonly number[])[] {
  let points: readonly (readonly number[])[] = [[]];
  for (let d = 0; d < dimensions; d++) points = points.flatMap((point) => STARTS.map((start) => [...point, start]));
  return points;
}
