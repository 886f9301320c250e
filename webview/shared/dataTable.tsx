import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { AttemptPair } from '../../src/protocol/audit';
import type { TableCell, TableView } from '../../src/protocol/section';
import { RichWords } from './richText';
import { TableFrame } from './tableFrame';

export interface DataTableProps {
  readonly table: TableView;
  onAttempt(id: string, step?: number): void;
  onCell(key: string): void;
  onPair?(pair: AttemptPair): void;
}

/** Rows that a table begins with; more come at a press. */
const FIRST_ROWS = 50;
const MORE_ROWS = 500;

/** A table of finished words; cells may link to attempts and cells. A wide one scrolls in its own frame. */
export function DataTable({ table, onAttempt, onCell, onPair }: DataTableProps): JSX.Element {
  const { title, columns, rows, note } = table;
  const [most, setMost] = useState(FIRST_ROWS);
  const left = rows.length - most;
  return (
    <div class="data-table">
      {title !== '' && <h3>{title}</h3>}
      <TableFrame label={title === '' ? 'Table' : title}>
        <table>
          <thead>
            <tr>
              {columns.map(({ label, align }, at) => (
                <th key={at} scope="col" class={align === 'end' ? 'right' : undefined} style={align === 'end' ? undefined : { '--word': longestWord(rows, at) }}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, most).map((cells, k) => (
              <tr key={k}>
                {cells.map((cell, at) => (
                  <td key={at} class={columns[at]?.align === 'end' ? 'right nowrap' : undefined}>
                    <Cell cell={cell} onAttempt={onAttempt} onCell={onCell} {...(onPair === undefined ? {} : { onPair })} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      {left > 0 && (
        <button type="button" class="link" onClick={() => setMost(most + MORE_ROWS)}>
          {left === 1 ? '1 more row' : `${left} more rows`}
        </button>
      )}
      {note !== '' && <p class="small muted">{note}</p>}
    </div>
  );
}

/** Words longer than this are broken. */
const LONGEST_WORD = 28;

/** Characters that the longest word of a column has among the first rows, so that versions and names are not broken while there is room beside the table. */
function longestWord(rows: TableView['rows'], at: number): number {
  return rows.slice(0, FIRST_ROWS).reduce((most, cells) => {
    const cell = cells[at];
    const text = cell === undefined ? '' : typeof cell === 'string' ? cell : cell.text;
    return text.split(/\s+/).reduce((longest, word) => Math.max(longest, Math.min(LONGEST_WORD, word.length)), most);
  }, 0);
}

function Cell({ cell, ...links }: { readonly cell: TableCell } & Pick<DataTableProps, 'onAttempt' | 'onCell' | 'onPair'>): JSX.Element {
  return typeof cell === 'string' ? <>{cell}</> : <RichWords text={[cell]} {...links} />;
}
