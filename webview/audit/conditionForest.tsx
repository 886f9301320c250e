import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ForestRow } from '../../src/protocol/conditionsSection';

/** Rows that the forest begins with; more come at a press. The table below holds all. */
const FIRST_ROWS = 30;
const MORE_ROWS = 300;
const ROW = 24;
const SIDE = 8;
const AXIS = 22;

/** Differences as upright bars on lines around a dashed zero: means over all tasks first, on bands, then task by task. */
export function ConditionForest({ rows, sentence, width }: { readonly rows: readonly ForestRow[]; readonly sentence: string; readonly width: number }): JSX.Element {
  const [most, setMost] = useState(FIRST_ROWS);
  const shown = rows.slice(0, most);
  const left = rows.length - shown.length;
  const isNarrow = width < 560;
  const name = isNarrow ? 96 : 220;
  const words = isNarrow ? 0 : 170;
  const plot = Math.max(80, width - name - words);
  const x = (points: number): number => name + SIDE + ((points + 1) / 2) * (plot - 2 * SIDE);
  const height = shown.length * ROW + AXIS;
  return (
    <>
      <svg class="forest-chart" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={sentence}>
        {[-1, -0.5, 0.5, 1].map((at) => (
          <line key={at} class="grid-line" x1={x(at)} x2={x(at)} y1="0" y2={height - AXIS} />
        ))}
        <line class="axis-line dashed" x1={x(0)} x2={x(0)} y1="0" y2={height - AXIS} />
        {shown.map((row, k) => (
          <Row key={`${row.label} ${k}`} row={row} top={k * ROW} name={name} words={isNarrow ? null : width} x={x} />
        ))}
        {[-1, 0, 1].map((at) => (
          <text key={at} x={x(at)} y={height - 6} text-anchor={at < 0 ? 'start' : at > 0 ? 'end' : 'middle'}>
            {at < 0 ? '−100' : at > 0 ? '+100' : '0'}
          </text>
        ))}
      </svg>
      {left > 0 && (
        <button type="button" class="link" onClick={() => setMost(most + MORE_ROWS)}>
          {left === 1 ? '1 more task' : `${left} more tasks`}
        </button>
      )}
    </>
  );
}

interface RowProps {
  readonly row: ForestRow;
  readonly top: number;
  readonly name: number;
  /** Right end of the numbers; null: no room for them. */
  readonly words: number | null;
  readonly x: (difference: number) => number;
}

function Row({ row, top, name, words, x }: RowProps): JSX.Element {
  const { low, high, estimate } = row.difference;
  const middle = top + ROW / 2;
  return (
    <g>
      <title>{`${row.label}: ${row.text}, ${row.kind}`}</title>
      <text class={row.isWhole ? 'strong' : 'plain'} x="0" y={middle + 4}>
        {shorten(row.label, Math.floor(name / 6.4))}
      </text>
      {row.isWhole ? <rect class="curve-band" x={x(low)} y={middle - 5} width={Math.max(1, x(high) - x(low))} height="10" /> : <line class="line-plain" x1={x(low)} x2={x(high)} y1={middle} y2={middle} />}
      {estimate !== null && <line class="tick-plain" x1={x(estimate)} x2={x(estimate)} y1={middle - 6} y2={middle + 6} />}
      {words !== null && (
        <text x={words} y={middle + 4} text-anchor="end" class={row.isWhole ? 'strong' : 'plain'}>
          {row.text}
        </text>
      )}
    </g>
  );
}

/** The end of a long name tells tasks of one repository apart, so the middle goes. */
function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = Math.ceil((most - 1) * 0.6);
  return `${text.slice(0, most - 1 - end)}…${text.slice(-end)}`;
}
