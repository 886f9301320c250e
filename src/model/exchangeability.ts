// What speaks against attempts of one cell being exchangeable, on which every interval and verdict rests. Plain data.

/** What outcomes were held against: the order of starts, job folders, UTC days, or a runtime field that varies inside cells. */
export type OutcomeCheckName = 'start-order' | 'job' | 'day' | 'field';

/**
 * Why a check could not be made: starts are not known in cells with both outcomes; every cell's attempts come from one place, day or value;
 * or each cell's outcomes are all alike.
 */
export type UnmadeReason = 'no-starts' | 'one-group' | 'outcomes-alike';

/** Outcomes within cells against something that should not matter. */
export interface OutcomeCheck {
  readonly check: OutcomeCheckName;
  /** The field that varies, as the runtime cards name it; null for the other checks. */
  readonly field: string | null;
  /** Null: made. */
  readonly unmade: UnmadeReason | null;
  /** Cells that say something, their attempts, and groups among them (null for the order of starts); 0 where not made. */
  readonly cells: number;
  readonly attempts: number;
  readonly groups: number | null;
  /** Sum of ranks of the successes, or sum over groups of (successes - expected)^2 / variance; null where not made, as what follows. */
  readonly statistic: number | null;
  /** Its mean when attempts are exchangeable. */
  readonly expected: number | null;
  readonly p: number | null;
  /** After Holm, over the checks made. */
  readonly adjusted: number | null;
  readonly method: 'exact' | 'permutation' | null;
  /** Null: exact. */
  readonly replicates: number | null;
  /** So few attempts that no outcomes with these counts could have failed it. */
  readonly tooFew: boolean;
  /** Adjusted p at or below the level. */
  readonly failed: boolean;
}

/** Pairs of attempts of a cell that begin with the same actions. */
export interface SameBeginnings {
  readonly runtime: string;
  readonly cohort: string | null;
  /** Pairs of attempts of one cell of which both have so many actions, and those with the same ones. */
  readonly pairs: number;
  readonly same: number;
}

/** Values that a field takes inside cells of one runtime and cohort, and when. */
export interface FieldChange {
  readonly field: string;
  readonly runtime: string;
  readonly cohort: string | null;
  /** Cells in which it varies. */
  readonly cells: number;
  /** Over those cells, by first start, then value. `value` null: not stated. Starts are ISO times, null where none names its zone. */
  readonly values: readonly { readonly value: string | null; readonly attempts: number; readonly first: string | null; readonly last: string | null }[];
}

export interface ExchangeabilityResult {
  /** Level of all checks together: the plan's alpha. */
  readonly level: number;
  readonly seed: number;
  /** Order of starts, job folders, UTC days, then fields by name. */
  readonly checks: readonly OutcomeCheck[];
  readonly made: number;
  readonly failed: number;
  readonly beginnings: {
    /** Actions compared, from the first. */
    readonly actions: number;
    /** Sorted by runtime, cohort; only where there are pairs. */
    readonly groups: readonly SameBeginnings[];
  };
  /** Sorted by field, runtime, cohort. */
  readonly changes: readonly FieldChange[];
}
