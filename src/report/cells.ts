import type { TableCell, TableView } from '../protocol/section';

/** Rows of one table in a report; the rest is counted. */
const MOST_ROWS = 200;

/** The words of a cell. */
export function cellText(cell: TableCell): string {
  return typeof cell === 'string' ? cell : cell.text;
}

/** The rows that a report prints, and a sentence about those it leaves out ('' for none). */
export function reportRows({ rows }: TableView, most = MOST_ROWS): { readonly rows: TableView['rows']; readonly rest: string } {
  const left = rows.length - most;
  return left <= 0 ? { rows, rest: '' } : { rows: rows.slice(0, most), rest: `And ${left} more ${left === 1 ? 'row' : 'rows'}.` };
}
