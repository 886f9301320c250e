import type { ClassCounts } from './attemptClass';
import { timesLog } from './logGamma';

/** Points of the first look at the curve, on either side of 1/2; denser towards the ends. */
const POINTS = 24;
/** The golden section, and enough rounds to narrow an interval by 1e-9. */
const RATIO = (Math.sqrt(5) - 1) / 2;
const ROUNDS = 43;

/**
 * The largest log chance of five classes under a law with p = q, where the arms overlap.
 *
 * With w = P(early | not live), l = P(live), s = P(both | live) / w the condition is met by q = w(1 - l(1 - s)), and for a
 * fixed y = l(1 - s) the rest falls into two concave problems, in l and in w, with a quadratic equation each. What remains is
 * a curve over y in [0, 1], which need not have one summit only: it is looked at over a grid, and every summit is climbed.
 *
 * Cost: about 200 evaluations of six logarithms. Source: BEYOND.md 7 and 8b.
 */
export function boundaryWithOverlap(counts: ClassCounts): number {
  const grid = Array.from({ length: 2 * POINTS + 1 }, (_, i) => positionAt(i / (2 * POINTS)));
  const heights = grid.map((y) => heightAt(counts, y));
  let best = Math.max(heights[0] ?? -Infinity, heights[heights.length - 1] ?? -Infinity);
  for (let i = 1; i < grid.length - 1; i++) {
    const [left, here, right] = [heights[i - 1] ?? 0, heights[i] ?? 0, heights[i + 1] ?? 0];
    if (here >= left && here >= right) best = Math.max(best, climb(counts, grid[i - 1] ?? 0, grid[i + 1] ?? 1));
  }
  // A summit may lie between an end and its neighbour.
  return Math.max(best, climb(counts, 0, grid[1] ?? 1), climb(counts, grid[grid.length - 2] ?? 0, 1));
}

/** From 0 to 1 with a slope of 0 at both ends. */
function positionAt(x: number): number {
  return x * x * (3 - 2 * x);
}

/** The height of the one summit between two points, by golden section; the height is flat there, so half the digits of y do. */
function climb(counts: ClassCounts, from: number, to: number): number {
  let [low, high] = [from, to];
  let [a, b] = [high - RATIO * (high - low), low + RATIO * (high - low)];
  let [atA, atB] = [heightAt(counts, a), heightAt(counts, b)];
  for (let round = 0; round < ROUNDS; round++) {
    if (atA >= atB) {
      [high, b, atB] = [b, a, atA];
      a = high - RATIO * (high - low);
      atA = heightAt(counts, a);
    } else {
      [low, a, atA] = [a, b, atB];
      b = low + RATIO * (high - low);
      atB = heightAt(counts, b);
    }
  }
  return Math.max(atA, atB);
}

/** The largest log chance with l(1 - s) = y. */
function heightAt(counts: ClassCounts, y: number): number {
  const [early, ended, both, late, fail] = counts;
  const l = liveShare(counts, y);
  const w = earlyShare(counts, 1 - y);
  return (
    timesLog(late, y) +
    timesLog(fail, l) +
    timesLog(both, Math.max(0, l - y)) +
    timesLog(early + ended + late, 1 - l) +
    timesLog(early + both + late, w) +
    timesLog(ended, 1 - w) +
    timesLog(fail, 1 - w * (1 - y))
  );
}

/** The l in [y, 1] at which fail log l + both log(l - y) + (early + ended + late) log(1 - l) is largest: the larger root. */
function liveShare([early, ended, both, late, fail]: ClassCounts, y: number): number {
  const notLive = early + ended + late;
  const a = fail + both + notLive;
  const b = fail * (1 + y) + both + notLive * y;
  const root = (b + Math.sqrt(Math.max(0, b * b - 4 * a * fail * y))) / (2 * a);
  return Math.min(1, Math.max(y, root));
}

/** The w in [0, 1] at which (early + both + late) log w + ended log(1 - w) + fail log(1 - w z) is largest: the smaller root. */
function earlyShare([early, ended, both, late, fail]: ClassCounts, z: number): number {
  const solved = early + both + late;
  if (solved === 0) return 0;
  const a = z * (solved + ended + fail);
  const b = solved + solved * z + ended + fail * z;
  return Math.min(1, (2 * solved) / (b + Math.sqrt(Math.max(0, b * b - 4 * a * solved))));
}
