// Bounds that keep an audit finite; the schema states the same ones.

export const LARGEST_BUDGET = 1_000_000;
export const LARGEST_SEED = 4_294_967_295;
export const LONGEST_PATTERN = 200;
export const LONGEST_NAME = 200;
/** Largest weight or value of a rule, either way. */
export const LARGEST_VALUE = 1e12;
