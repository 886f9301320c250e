import { ATTEMPT_TABLE_COLUMNS, type AttemptTableRow } from '../model/attemptTable';

/** A sanitised table of attempts as CSV (RFC 4180, UTF-8, CRLF, header line), a line at a time. */
export function* attemptTableCsv(rows: Iterable<AttemptTableRow>): Generator<string> {
  yield `${ATTEMPT_TABLE_COLUMNS.join(',')}\r\n`;
  for (const row of rows) yield `${ATTEMPT_TABLE_COLUMNS.map((column) => quote(row[column])).join(',')}\r\n`;
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
