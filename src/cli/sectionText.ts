import { cleanLine, clipMiddle } from '../base/cleanText';
import type { SectionView, TableView } from '../protocol/section';
import { textTable } from './textTable';
import { wrapLine } from './wrapLine';

/** Rows listed of one table; the rest is counted. */
const MOST_ROWS = 40;
/** Columns that one cell takes at most; names of runtimes differ at their end. */
const MOST_CELL = 48;

/** A section of an audit for a terminal, from the panel's view model: the same words and numbers. Ends with a line feed. */
export function sectionText(view: SectionView, width: number): string {
  const wrap = (text: string): readonly string[] => (text === '' ? [] : wrapLine(text, width));
  const blocks = [
    [...wrap(view.headline), ...wrap(view.lead)],
    view.caveats.flatMap((caveat) => wrap(`${caveat.icon === 'warning' ? '!' : '-'} ${caveat.text}`)),
    ...view.tables.map((table) => tableLines(table, wrap)),
    view.footnotes.flatMap(wrap),
  ];
  return `${blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function tableLines({ title, columns, rows, note }: TableView, wrap: (text: string) => readonly string[]): readonly string[] {
  const shown = rows.slice(0, MOST_ROWS).map((cells) => cells.map((cell) => clipMiddle(cleanLine(typeof cell === 'string' ? cell : cell.text), MOST_CELL)));
  const rest = rows.length - shown.length;
  const lines = textTable(columns.map(({ label, align }) => ({ title: clipMiddle(cleanLine(label), MOST_CELL), align: align === 'end' ? 'right' : 'left', most: null })), shown);
  return [...wrap(title), ...lines, ...(rest > 0 ? [`and ${rest} more; --json lists all`] : []), ...wrap(note)];
}
