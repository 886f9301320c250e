import type { GoldenInputs } from './goldenFile';

/** How each quantity is computed from a case's inputs through the engine; the output has the golden file's own shape. */
export type QuantityTable = Readonly<Record<string, (inputs: GoldenInputs) => unknown>>;
