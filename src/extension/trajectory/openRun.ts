import { readStepText } from '../../index/readStepText';
import { plannedMonitors } from './stepHovers';
import type { LocatedAttempt, TraceLocator } from './traceLocator';
import { TrajectoryRun } from './trajectoryRun';

/** A run that reads its text from the files of its index. */
export function openRun(locator: TraceLocator, { index, row }: LocatedAttempt): Promise<TrajectoryRun> {
  return TrajectoryRun.open({
    index,
    row,
    monitors: plannedMonitors(locator),
    siblings: siblingsOf(locator, { index, row }),
    stepText: (step) => {
      const own = index.step(row, step);
      return own ? readStepText(index, row, own) : Promise.reject(new Error(`There is no step ${step + 1}.`));
    },
  });
}

/** Place among the attempts of the cell, in the index's order; null without an audit. */
function siblingsOf(locator: TraceLocator, { index, row }: LocatedAttempt): { readonly index: number; readonly of: number } | null {
  if (index !== locator.session.index) return null;
  const cell = locator.session.cellAt(row, 1)?.cell;
  if (!cell) return null;
  const rows = [...cell.usable.map((attempt) => attempt.row), ...cell.setAside.map((one) => one.attempt.row)].sort((a, b) => a - b);
  return { index: rows.indexOf(row) + 1, of: rows.length };
}
