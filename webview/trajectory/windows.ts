import type { StepColumns, WindowView } from '../../src/protocol/trajectory';

/** Which steps lie in failure windows. Index i is step i + 1. */
export interface WindowIndex {
  readonly inside: readonly boolean[];
  /** Windows that begin at a step, and whether one ends there. */
  readonly beginning: ReadonlyMap<number, readonly WindowView[]>;
  readonly ending: ReadonlySet<number>;
}

export function indexWindows(windows: readonly WindowView[], steps: number): WindowIndex {
  const inside = new Array<boolean>(steps).fill(false);
  const beginning = new Map<number, WindowView[]>();
  for (const window of windows) {
    inside.fill(true, window.from - 1, window.to);
    beginning.set(window.from, [...(beginning.get(window.from) ?? []), window]);
  }
  const ending = new Set(windows.map((window) => window.to).filter((to) => inside[to] !== true));
  return { inside, beginning, ending };
}

/** The window after or before a step, in the order of their beginnings; null at the end. */
export function neighbourWindow(windows: readonly WindowView[], step: number, direction: 'next' | 'previous'): WindowView | null {
  if (direction === 'next') return windows.find((window) => window.from > step) ?? null;
  return windows.filter((window) => window.from < step).at(-1) ?? null;
}

/** Number of the failed step after or before a step (from 1); null when there is none. */
export function neighbourFailure({ failed }: StepColumns, step: number, direction: 'next' | 'previous'): number | null {
  const place = direction === 'next' ? failed.indexOf(1, step) : step < 2 ? -1 : failed.lastIndexOf(1, step - 2);
  return place < 0 ? null : place + 1;
}
