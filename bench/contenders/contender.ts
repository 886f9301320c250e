import { performance } from 'node:perf_hooks';

export type ContenderOptions = Readonly<Record<string, unknown>>;

/** Prepares by itself and times only its work. */
export type ContenderFunction = (options: ContenderOptions) => Promise<{ readonly milliseconds: number; readonly answer: unknown }>;

/** A text option. Throws when it is missing. */
export function textOption(options: ContenderOptions, name: string): string {
  const value = options[name];
  if (typeof value !== 'string') throw new Error(`Option "${name}" is missing.`);
  return value;
}

export function numberOption(options: ContenderOptions, name: string): number {
  const value = options[name];
  if (typeof value !== 'number') throw new Error(`Option "${name}" is missing.`);
  return value;
}

/** Time and answer of some work. */
export async function timed(work: () => unknown): Promise<{ readonly milliseconds: number; readonly answer: unknown }> {
  const start = performance.now();
  const answer = await work();
  return { milliseconds: performance.now() - start, answer };
}
