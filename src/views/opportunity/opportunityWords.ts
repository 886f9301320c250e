import { cleanLine } from '../../base/cleanText';
import { formatPercent, formatPoints, formatFixed } from '../numbers';
import { runtimeName } from '../words';

/** "23413, luna initial". */
export function cellName({ task, runtime, cohort }: { readonly task: string; readonly runtime: string; readonly cohort: string | null }): string {
  return `${cleanLine(task) || '(no name)'}, ${runtimeName({ runtime, cohort })}`;
}

/** "+2.29", with a digit where points of one cell are shown. */
export function points(proportion: number, digits = 1): string {
  return formatPoints(proportion, digits);
}

/** A chance without needless digits: "90 %", "12.5 %", "<0.1 %". */
export function chance(value: number): string {
  return Number.isInteger(Number((100 * value).toPrecision(12))) ? formatPercent(value) : formatPercent(value, 1);
}

/** How many of a hundred: "45", "4.5". */
export function ofHundred(value: number): string {
  const count = Number((100 * value).toPrecision(12));
  return formatFixed(count, Number.isInteger(count) ? 0 : Number.isInteger(Number((10 * count).toPrecision(12))) ? 1 : 2);
}
