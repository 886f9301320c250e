import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { AlarmView, PlanePlace } from '../../../src/protocol/opportunity';
import { TableFrame } from '../../shared/tableFrame';

const FIRST_ROWS = 50;

/** The alarm in each live cell; a cell's numbers can be taken into the calculator. */
export function AlarmCells({ view, onTake, onCell }: { readonly view: AlarmView; onTake(chances: PlanePlace): void; onCell(key: string): void }): JSX.Element | null {
  const [most, setMost] = useState(FIRST_ROWS);
  const table = view.tables[1];
  if (table === undefined) return null;
  return (
    <div class="data-table">
      <h3>{table.title}</h3>
      <TableFrame label={table.title}>
        <table>
          <thead>
            <tr>
              {table.columns.map(({ label, align }) => (
                <th key={label} scope="col" class={align === 'end' ? 'right' : undefined}>
                  {label}
                </th>
              ))}
              <th scope="col">Calculator</th>
            </tr>
          </thead>
          <tbody>
            {view.cells.slice(0, most).map((cell) => (
              <tr key={cell.key}>
                <td>
                  <button type="button" class="link" onClick={() => onCell(cell.key)}>
                    {cell.name}
                  </button>
                </td>
                {[cell.qText, cell.pText, cell.liveText, cell.gainText, cell.ceilingText].map((text, k) => (
                  <td key={k} class="right nowrap">
                    {text}
                  </td>
                ))}
                <td>
                  <button type="button" class="link nowrap" aria-label={`Take its numbers: ${cell.name}`} onClick={() => onTake({ q: cell.q, p: cell.p })}>
                    Take its numbers
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      {view.cells.length > most && (
        <button type="button" class="link" onClick={() => setMost(view.cells.length)}>
          {view.cells.length - most} more rows
        </button>
      )}
      <p class="small muted">{table.note}</p>
    </div>
  );
}
