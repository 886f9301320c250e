import type { TrialMeasure } from '../../model/trial';
import { formatFixed, formatPercent, formatPoints, formatPointsInterval, formatUsd } from '../numbers';
import { countOf } from '../words';

/** How a kind of number is written. */
export interface MeasureFormat {
  value(value: number): string;
  range(low: number, high: number): string;
}

/** Shares: "68.4 %", "[50.0, 81.3]". */
export const SHARE: MeasureFormat = { value: (value) => formatPercent(value, 1), range: (low, high) => `[${formatFixed(100 * low, 1)}, ${formatFixed(100 * high, 1)}]` };
/** Differences of shares in points: "+2.3", "[0.0, +6.9]". */
export const POINTS: MeasureFormat = { value: (value) => formatPoints(value, 1), range: (low, high) => formatPointsInterval(low, high, 1) };
/** Amounts on the axis: "11.8". */
export const AMOUNT: MeasureFormat = { value: (value) => formatFixed(value, 1), range: (low, high) => `[${formatFixed(low, 1)}, ${formatFixed(high, 1)}]` };
export const DOLLARS: MeasureFormat = { value: formatUsd, range: (low, high) => `[${formatUsd(low)}, ${formatUsd(high)}]` };

/** A number with its range as two cells; "not estimable" where it is not, nothing where there is no number. */
export function measureCells(measure: TrialMeasure | null, format: MeasureFormat): readonly [value: string, range: string] {
  if (measure === null) return ['', ''];
  const { value, interval } = measure;
  if (value === null) return ['not estimable', ''];
  return [format.value(value), interval === null ? '' : format.range(interval.low, interval.high)];
}

/** Under a table: what its numbers rest on, and why some are not estimable. */
export function measureNote(measures: readonly TrialMeasure[]): string {
  const reasons = [...new Set(measures.flatMap(({ notEstimable }) => (notEstimable === null ? [] : [notEstimable])))];
  const [first] = measures;
  const rest = first === undefined ? '' : `${countOf(first.tasks, 'task')}, ${countOf(first.attempts, 'attempt')}; ${measures.some(({ interval }) => interval !== null) ? 'resampling ranges' : 'no range: it takes two tasks'}.`;
  return [rest, ...reasons.map((reason) => `Not estimable: ${reason}.`)].join(' ');
}
