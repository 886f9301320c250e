/** Runs that look alike to the finest observer, with the value of both actions. */
export interface ObservationClass {
  /** Any weight from 0; weights are normalised. */
  readonly weight: number;
  /** Chances of success. */
  readonly restart: number;
  readonly continuation: number;
}

/** A class and the coarser class that it belongs to. */
export interface GroupedClass extends ObservationClass {
  readonly group: number | string;
}

export interface RepresentationValue {
  /** Success when each class takes its better action. */
  readonly fine: number;
  /** Success when each group of classes takes its better action. */
  readonly coarse: number;
  /** Success of the better constant action. */
  readonly constant: number;
  /** fine - coarse, from 0. */
  readonly loss: number;
  /** The same from within the groups: sum of min(sum of (D)+, sum of (D)-), D = restart - continuation. */
  readonly lossWithin: number;
  /** No group of positive weight holds classes that gain by a restart beside classes that lose by it. */
  readonly isLossless: boolean;
}

/**
 * What a representation of runs is worth to whoever decides, and what a coarser one loses. Classes of weight 0 count nowhere;
 * D = 0 goes with either sign. Null when the weights sum to 0.
 *
 * Source: paper A, eqs 12-13; MATH.md 1.3.
 */
export function valueRepresentation(classes: readonly GroupedClass[]): RepresentationValue | null {
  const present = classes.filter(({ weight }) => weight > 0);
  const total = present.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return null;
  const groups = new Map<number | string, { restart: number; continuation: number; gains: number; losses: number }>();
  const all = { restart: 0, continuation: 0 };
  let fine = 0;
  for (const { weight, restart, continuation, group } of present) {
    const share = weight / total;
    const sums = groups.get(group) ?? { restart: 0, continuation: 0, gains: 0, losses: 0 };
    groups.set(group, sums);
    sums.restart += share * restart;
    sums.continuation += share * continuation;
    sums.gains += share * Math.max(0, restart - continuation);
    sums.losses += share * Math.max(0, continuation - restart);
    all.restart += share * restart;
    all.continuation += share * continuation;
    fine += share * Math.max(restart, continuation);
  }
  const sum = (of: (sums: { restart: number; continuation: number; gains: number; losses: number }) => number): number => [...groups.values()].reduce((total, sums) => total + of(sums), 0);
  const coarse = sum(({ restart, continuation }) => Math.max(restart, continuation));
  return {
    fine,
    coarse,
    constant: Math.max(all.restart, all.continuation),
    loss: fine - coarse,
    lossWithin: sum(({ gains, losses }) => Math.min(gains, losses)),
    isLossless: [...groups.values()].every(({ gains, losses }) => gains === 0 || losses === 0),
  };
}

/**
 * Expected loss of a rule against the better action of each class. `continueChance[i]`: chance that class i continues. Ties cost
 * nothing. Null when the weights sum to 0.
 *
 * Source: paper A, eq 4; MATH.md 1.3.
 */
export function regretOf(classes: readonly ObservationClass[], continueChance: readonly number[]): number | null {
  const total = classes.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return null;
  return classes.reduce((sum, { weight, restart, continuation }, index) => {
    const chance = continueChance[index] ?? NaN;
    return sum + (weight / total) * (Math.max(restart, continuation) - (chance * continuation + (1 - chance) * restart));
  }, 0);
}

export interface AliasingBound {
  /** Least worst-case regret of any rule that cannot tell the two worlds apart: p / (1 + p). */
  readonly bound: number;
  /** Chance of continuing that attains it: 1 / (1 + p). */
  readonly continueChance: number;
}

/**
 * Two worlds look alike: in one going on succeeds for certain and a restart never does; in the other going on never does and a
 * restart does with chance p.
 *
 * Source: paper A, corollary 3.6.
 */
export function boundAliasing(p: number): AliasingBound {
  return { bound: p / (1 + p), continueChance: 1 / (1 + p) };
}

/** Worst regret of continuing with chance alpha over the two worlds of `boundAliasing`: max(1 - alpha, alpha p). */
export function worstAliasingRegret(p: number, continueChance: number): number {
  return Math.max(1 - continueChance, continueChance * p);
}
