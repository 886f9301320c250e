import type { RandomStream } from '../../src/engine/random';
import type { Trace } from '../../src/engine/trace';

/** How random cells are made. */
export interface RandomCellOptions {
  readonly horizon: number;
  /** Cells have 0 to this many attempts. */
  readonly mostAttempts: number;
  /** One attempt in so many has a shorter horizon of its own; 0: none. */
  readonly shortHorizonEvery?: number;
}

/** Cells of unequal size with successes, terminals (some before or at T), censored and short traces. */
export function randomCells(random: RandomStream, count: number, options: RandomCellOptions): readonly (readonly Trace[])[] {
  return Array.from({ length: count }, () =>
    Array.from({ length: random.below(options.mostAttempts + 1) }, () => randomTrace(random, options)),
  );
}

function randomTrace(random: RandomStream, { horizon, shortHorizonEvery = 0 }: RandomCellOptions): Trace {
  const position = (): number => 1 + random.below(horizon + 2);
  const isShort = shortHorizonEvery > 0 && random.below(shortHorizonEvery) === 0;
  return {
    T: random.below(2) === 0 ? position() : null,
    E: random.below(4) === 0 ? position() : null,
    H: isShort ? 1 + random.below(horizon) : horizon,
  };
}
