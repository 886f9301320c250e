import type { ComponentChildren, JSX } from 'preact';
import type { BandPoint, ChartWords, CurvesDrawing } from '../../../src/protocol/curves';

export const LEFT = 40;
const RIGHT = 14;
const TOP = 10;
const HEIGHT = 150;
/** Ticks, and below them who is at risk. */
const BELOW = 50;

export interface Scales {
  x(at: number): number;
  /** Of a share from 0 to `most`. */
  y(share: number): number;
}

export interface PlotProps {
  readonly words: ChartWords;
  readonly drawing: CurvesDrawing;
  readonly width: number;
  /** Largest share that is drawn. */
  readonly most?: number;
  /** Decision time to mark; null: none. */
  readonly t: number | null;
  draw(scales: Scales): ComponentChildren;
}

/** Axes of a chart over the plan's axis, with who is at risk below the ticks. */
export function Plot({ words, drawing, width, most = 1, t, draw }: PlotProps): JSX.Element {
  const { axis, atRisk } = drawing;
  const floor = TOP + HEIGHT;
  const x = (at: number): number => LEFT + (at / axis.end) * (width - LEFT - RIGHT);
  const y = (share: number): number => TOP + (1 - Math.min(1, share / most)) * HEIGHT;
  return (
    <figure class="plot">
      <figcaption class="note">
        <b>{words.title}</b>
      </figcaption>
      <svg width={width} height={floor + BELOW} viewBox={`0 0 ${width} ${floor + BELOW}`} role="img" aria-label={words.sentence}>
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line class="grid-line" x1={x(0)} x2={x(axis.end)} y1={y(share * most)} y2={y(share * most)} />
            <text x={x(0) - 6} y={y(share * most) + 4} text-anchor="end">
              {Math.round(100 * share * most)}
              {share === 1 ? ' %' : ''}
            </text>
          </g>
        ))}
        {axis.budget < axis.end && <BudgetLine x={x(axis.budget)} floor={floor} label={axis.budgetLabel} />}
        {t !== null && <line class="axis-line dashed" x1={x(t)} x2={x(t)} y1={TOP} y2={floor} />}
        {draw({ x, y })}
        <line class="axis-line" x1={x(0)} x2={x(axis.end)} y1={floor} y2={floor} />
        {axis.ticks.map(({ at, label }, k) => (
          <g key={at}>
            <line class="axis-line" x1={x(at)} x2={x(at)} y1={floor} y2={floor + 4} />
            <text x={x(at)} y={floor + 16} text-anchor={k === axis.ticks.length - 1 ? 'end' : 'middle'}>
              {label}
            </text>
            <text x={x(at)} y={floor + 32} text-anchor={k === axis.ticks.length - 1 ? 'end' : 'middle'}>
              {atRisk[k]?.text ?? ''}
            </text>
          </g>
        ))}
        <text x="0" y={floor + 16}>
          {axis.label}
        </text>
        <text x="0" y={floor + 32}>
          at risk
        </text>
      </svg>
      <p class="small muted">{words.sentence}</p>
    </figure>
  );
}

function BudgetLine({ x, floor, label }: { readonly x: number; readonly floor: number; readonly label: string }): JSX.Element {
  return (
    <>
      <line class="axis-line" x1={x} x2={x} y1={TOP} y2={floor} />
      <text x={x - 4} y={TOP + 10} text-anchor="end">
        {label}
      </text>
    </>
  );
}

/** A step line: the value holds from its place on. */
export function stepPath(points: readonly { readonly at: number; readonly value: number }[], { x, y }: Scales, end: number): string {
  return points.map(({ at, value }, k) => (k === 0 ? `M${fixed(x(at))} ${fixed(y(value))}` : `H${fixed(x(at))}V${fixed(y(value))}`)).join('') + (points.length > 0 ? `H${fixed(x(end))}` : '');
}

/** A line from point to point. */
export function linePath(points: readonly { readonly at: number; readonly value: number }[], { x, y }: Scales): string {
  return points.map(({ at, value }, k) => `${k === 0 ? 'M' : 'L'}${fixed(x(at))} ${fixed(y(value))}`).join('');
}

/** The space between two lines over the same places. */
export function bandPath(points: readonly Pick<BandPoint, 'at' | 'low' | 'high'>[], scales: Scales): string {
  const up = points.map(({ at, high }) => ({ at, value: high }));
  const down = [...points].reverse().map(({ at, low }) => ({ at, value: low }));
  return points.length === 0 ? '' : `${linePath(up, scales)}${linePath(down, scales).replace(/^M/, 'L')}z`;
}

function fixed(value: number): string {
  return value.toFixed(1);
}
