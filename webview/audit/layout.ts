/** How the grid is laid out: one line with everything, one line without the drawn difference, or two lines a row. */
export type GridLayout = 'wide' | 'medium' | 'narrow';

export interface GridMeasure {
  readonly layout: GridLayout;
  /** Times that have a column: from `first` (included) to `last` (not). */
  readonly first: number;
  readonly last: number;
  /** Width of the drawn shares, CSS pixels. */
  readonly forest: number;
  /** Room for a name, and the width of a count such as "4/5", CSS pixels. */
  readonly name: number;
  readonly count: number;
}

/** Width of a decision time's column, CSS pixels. */
export const TIME_WIDTH = 40;
/** Without the times, everything in a row: name, counts, forest, difference, points and interval, verdict. */
const WIDE = 802;
/** The same without the drawn difference. */
const MEDIUM = 652;
/** Of which for the name at least. */
const LEAST_NAME = 120;
/** A name beside the times on the first of two lines. */
const NAME = 96;
/** Drawn shares, and what stands beside them on the second of two lines. */
const FOREST = 180;
/** Down to this the drawn shares give way to long names. */
const LEAST_FOREST = 132;
const BESIDE_FOREST = 216;
/** More columns than this are hard to read; then they slide with the chosen time. */
const MOST_TIMES = 12;

/** Width of "4/5", and of each further digit in both numbers. */
const COUNT = 34;
const COUNT_DIGITS = 15;

export interface GridContent {
  /** Decision times, and the number of the one that must be visible. */
  readonly times: number;
  readonly chosen: number;
  /** Attempts of the largest cell. */
  readonly attempts: number;
  /** Room that the longest name asks for, CSS pixels. */
  readonly name: number;
}

/** The layout of a grid of `width` CSS pixels. */
export function measureGrid(width: number, { times, chosen, attempts, name: wanted }: GridContent): GridMeasure {
  const columns = Math.min(times, MOST_TIMES);
  const extra = COUNT_DIGITS * (String(Math.max(1, attempts)).length - 1);
  const content = columns * TIME_WIDTH + 2 * extra;
  const layout = width >= WIDE + content ? 'wide' : width >= MEDIUM + content ? 'medium' : 'narrow';
  const room = layout === 'narrow' ? Math.max(1, Math.floor((width - NAME) / TIME_WIDTH)) : columns;
  const count = Math.min(columns, room);
  const first = Math.max(0, Math.min(times - count, chosen - Math.floor(count / 2)));
  const rest = layout === 'narrow' ? 0 : (layout === 'wide' ? WIDE : MEDIUM) - LEAST_NAME + 2 * extra;
  const name = width - rest - count * TIME_WIDTH;
  const given = layout === 'narrow' ? 0 : Math.max(0, Math.min(FOREST - LEAST_FOREST, wanted - name));
  const forest = layout === 'narrow' ? Math.max(60, Math.min(FOREST, width - BESIDE_FOREST - 2 * extra)) : FOREST - given;
  return { layout, first, last: first + count, forest, name: name + given, count: COUNT + extra };
}
