/** A component that failed patches share: q, chance that it is right; r, chance that the rest of the patch is right when it is. */
export interface ComponentChances {
  readonly q: number;
  readonly r: number;
}

export interface FailedComponent {
  /** Chance that the component is right in a patch that failed: q (1 - r) / (1 - q r). Null when no patch can fail. */
  readonly conditional: number | null;
  /** The r above which that is less than one half: 2 - 1 / q. Null at q = 0. */
  readonly thresholdR: number | null;
  /** More often right than wrong, and after selecting failed patches more often wrong than right. */
  readonly isInverted: boolean;
}

/**
 * How reliable a component is among failed patches only.
 *
 * Source: paper A, lemma on failure-conditioned branches, eq 24; MATH.md 1.3.
 */
export function conditionOnFailure({ q, r }: ComponentChances): FailedComponent {
  const fails = 1 - q * r;
  const conditional = fails === 0 ? null : (q * (1 - r)) / fails;
  const thresholdR = q === 0 ? null : 2 - 1 / q;
  return { conditional, thresholdR, isInverted: q > 0.5 && conditional !== null && thresholdR !== null && r > thresholdR };
}

export interface EnsembleChances {
  /** Chance that one view is right. */
  readonly q: number;
  /** Views, from 1. */
  readonly views: number;
  /** Correlation of any two views' errors. */
  readonly correlation: number;
}

/** Variance of the share of right views: q (1 - q) (1 + (m - 1) rho) / m. Source: paper A, eq 25. */
export function ensembleVariance({ q, views, correlation }: EnsembleChances): number {
  return ((q * (1 - q)) / views) * (1 + (views - 1) * correlation);
}

/** How many independent views are worth as much: m / (1 + (m - 1) rho). Null where the variance vanishes. Source: paper A, eq 26. */
export function effectiveViews({ views, correlation }: Omit<EnsembleChances, 'q'>): number | null {
  const inflation = 1 + (views - 1) * correlation;
  return inflation <= 0 ? null : views / inflation;
}
