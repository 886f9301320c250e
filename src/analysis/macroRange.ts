import { classCounts } from '../engine/attemptClass';
import { drawContribution, type Contribution } from '../engine/contributionDraw';
import type { CountColumns } from '../engine/countColumns';
import { DEFAULT_REPLICATES, percentileInterval, resampleMacroChange, type MacroInterval } from '../engine/macroInterval';
import { resampleTasks } from '../engine/taskBootstrap';
import type { AuditMacro } from '../model/results';

const LEVEL = 0.95;
/** Attempts of a group beyond which fewer replicates are drawn, and how many then. */
const MANY_ATTEMPTS = 5_000;
const FEWER_REPLICATES = 1_000;

interface RangeDesign {
  readonly counts: CountColumns;
  /** Indices of the group's cells. */
  readonly cells: readonly number[];
  /** Index into the times of the counts. */
  readonly time: number;
  readonly seed: number;
}

/** The resampling range of a macro change, in portions; null where a cell's horizon is too short. */
export function* macroRange(design: RangeDesign): Generator<void, AuditMacro['interval'], void> {
  const work = resampleMacroChange(design);
  for (;;) {
    const step = work.next();
    if (step.done === true) return describeRange(step.value === null ? null : percentileInterval(step.value, LEVEL));
    yield;
  }
}

/** The same for the mean of any contribution. */
export function* contributionRange({ counts, cells, time, seed }: RangeDesign, contribution: Contribution): Generator<void, AuditMacro['interval'], void> {
  const known = cells.map((cell) => classCounts(counts, cell, time)).filter((one) => one !== null);
  if (known.length < cells.length || cells.length === 0) return null;
  const attempts = cells.reduce((sum, cell) => sum + (counts.n[cell] ?? 0), 0);
  const draws = known.map((one) => drawContribution(one, contribution));
  const work = resampleTasks({ tasks: cells.length, draw: (task, random) => draws[task]?.(random) ?? 0, seed, replicates: attempts > MANY_ATTEMPTS ? FEWER_REPLICATES : DEFAULT_REPLICATES });
  for (;;) {
    const step = work.next();
    if (step.done === true) return describeRange(percentileInterval(step.value.sorted, LEVEL));
    yield;
  }
}

function describeRange(interval: MacroInterval | null): AuditMacro['interval'] {
  return interval === null ? null : { kind: 'resampling range', low: interval.low, high: interval.high, level: interval.level, replicates: interval.replicates };
}
