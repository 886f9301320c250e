import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { MonitorView } from '../../src/protocol/trajectory';
import { useElementRows } from '../shared/virtualRows';
import { isReached, scoreText } from './scores';
import type { Reader } from './useReader';

export interface ScoreTableProps {
  readonly reader: Reader;
  readonly monitor: MonitorView;
  onChoose(step: number): void;
}

const ROW = 22;

/** The chart as a table: every step with its score and failure windows. */
export function ScoreTable({ reader, monitor, onChoose }: ScoreTableProps): JSX.Element {
  const { view, step } = reader;
  const { count } = view.steps;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useElementRows({ count, estimate: () => ROW, keyOf: (index) => index }, () => scroller.current);
  return (
    <div class="score-table focusable" ref={scroller} tabIndex={0} role="table" aria-label={`Scores of ${monitor.label}`} aria-rowcount={count + 1}>
      <div role="rowgroup" class="score-head small muted">
        <div role="row" class="score-row" aria-rowindex={1}>
          <span role="columnheader" class="right">step</span>
          <span role="columnheader" class="right">score</span>
          <span role="columnheader">against τ{monitor.thresholdText === '' ? '' : ` ${monitor.thresholdText}`}</span>
          <span role="columnheader">failure window</span>
        </div>
      </div>
      <div role="rowgroup" class="rows" style={{ height: `${rows.totalSize}px` }}>
        {rows.items.map((item) => {
          const number = item.index + 1;
          const reached = isReached(monitor, number);
          const reasons = view.windows.filter((window) => window.from <= number && number <= window.to).map((window) => window.reason);
          return (
            <div key={item.key} role="row" class={`score-row placed${number === step ? ' chosen' : ''}`} aria-rowindex={number + 1} style={{ transform: `translateY(${item.start}px)` }}>
              <span role="cell" class="right">
                <button type="button" class="link" onClick={() => onChoose(number)}>
                  {number}
                </button>
              </span>
              <span role="cell" class={reached ? 'right bad-text' : 'right'}>{scoreText(view, monitor, reader.rows.of(number))}</span>
              <span role="cell">{number === monitor.alarm ? 'alarm' : reached ? 'at or above' : ''}</span>
              <span role="cell" class="cut">{reasons.join('; ')}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
