import type { JSX } from 'preact';
import { Mark } from '../shared/glyphs';
import { DifferenceAxis, ForestAxis } from './drawings';
import { columnsOf, type RowContext } from './gridCells';

export interface GridHeadProps {
  readonly context: RowContext;
  onTime(at: number): void;
}

/** The names of the columns, and the axes of the drawn ones. It stays while the page scrolls. */
export function GridHead({ context, onTime }: GridHeadProps): JSX.Element {
  const { audit, measure, at, mode } = context;
  const columns = columnsOf(context);
  return (
    <div role="row" class="row head" aria-rowindex={1}>
      <span role="columnheader" aria-colindex={1} class="name">
        Task
      </span>
      <span class="times" role="presentation">
        {audit.timeLabels.slice(measure.first, measure.last).map((label, k) => (
          <span
            key={label}
            role="columnheader"
            aria-colindex={k + 2}
            aria-label={`live at t = ${label}`}
            class={measure.first + k === at ? 'time chosen' : 'time'}
            onClick={() => onTime(measure.first + k)}
          >
            <em>{k === 0 ? `t = ${label}` : label}</em>
          </span>
        ))}
      </span>
      <span role="columnheader" aria-colindex={columns.continued} class="count count-continue" aria-label="Continue, of the live">
        <Mark name="continue" /> {mode === 'table' ? 'continue' : 'C'}
      </span>
      <span role="columnheader" aria-colindex={columns.restarted} class="count count-restart" aria-label="Restart, of all">
        <Mark name="restart" /> {mode === 'table' ? 'restart' : 'R'}
      </span>
      {columns.forest !== null && (
        <span role="columnheader" aria-colindex={columns.forest} class="forest" aria-label={audit.words.success}>
          <ForestAxis title={audit.words.success} width={measure.forest} />
        </span>
      )}
      <span role="columnheader" aria-colindex={columns.difference} class="difference" aria-label={`Restart minus continue, points, ${audit.words.level}`}>
        {mode === 'chart' && measure.layout === 'wide' && (
          <span class="drawn">
            <DifferenceAxis />
          </span>
        )}
        <span class="points">
          <span>points</span>
          <span class="muted interval">{audit.words.level}</span>
        </span>
      </span>
      <span role="columnheader" aria-colindex={columns.verdict} class="verdict">
        Verdict
      </span>
    </div>
  );
}
