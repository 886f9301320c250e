import { spreadOf } from '../engine/spread';
import type { TaskRow } from '../model/describeResult';
import type { Cell } from './cells';

/** The cells as rows of a table: how many were solved, when, and what the counted attempts took. In the order of the cells. */
export function taskRows(cells: readonly Cell[]): readonly TaskRow[] {
  return cells.map(({ task, runtime, cohort, usable, setAside }) => {
    const solved = usable.filter(({ times }) => times.J === 'verified');
    return {
      task,
      runtime,
      cohort,
      n: usable.length,
      setAside: setAside.length,
      solved: solved.length,
      T: { ...spreadOf(solved.map(({ times }) => times.T)), total: null },
      calls: spreadOf(usable.map(({ attempt }) => attempt.calls)),
      usd: spreadOf(usable.map(({ attempt }) => attempt.cost)),
      seconds: spreadOf(usable.map(({ attempt }) => attempt.seconds)),
    };
  });
}
