import { normaliseTrace } from '../../engine/trace';
import type { WatchLimit } from '../../model/replayResult';
import type { Cell } from '../cells';

/**
 * The attempt that was watched least far of those that neither succeeded nor ended before the budget: no cap beyond it can be replayed on
 * every cell. Null where every attempt was watched to the budget. Of equal ones the first, in the order of cells. O(attempts).
 */
export function watchLimit(cells: readonly Cell[], budget: number): WatchLimit | null {
  const short = cells.flatMap(({ task, usable }) =>
    usable.flatMap(({ attempt, times }): readonly WatchLimit[] => {
      const { T, E, H } = normaliseTrace(times);
      if (T !== null || E !== null || (H ?? 0) >= budget) return [];
      return [{ id: attempt.id, task, attempt: attempt.attempt, watchedTo: H ?? 0, short: 0 }];
    }),
  );
  const [first] = short;
  return first === undefined ? null : { ...short.reduce((least, one) => (one.watchedTo < least.watchedTo ? one : least), first), short: short.length };
}
