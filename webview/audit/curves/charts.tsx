import type { JSX } from 'preact';
import type { BandPoint, CompletionMark, CurvesDrawing } from '../../../src/protocol/curves';
import { bandPath, linePath, Plot, stepPath, type Scales } from './plot';

export interface ChartProps {
  readonly drawing: CurvesDrawing;
  readonly width: number;
  readonly t: number | null;
}

/** F: share verified by each place. Where it is not known of everybody, the space between none and all of them. */
export function CompletionChart({ drawing, width, t }: ChartProps): JSX.Element {
  const { completion, axis, charts } = drawing;
  const known = completion.filter(({ isKnown }) => isKnown);
  const last = known.at(-1)?.at ?? 0;
  const open = completion.filter(({ at, isKnown }) => !isKnown || at === last);
  return (
    <Plot
      words={charts.completion}
      drawing={drawing}
      width={width}
      t={t}
      draw={(scales) => (
        <>
          <path class="curve-band" d={bandPath(completion, scales)} />
          {open.length > 1 && <path class="curve-unknown" d={bandPath(open.map(bounds), scales)} />}
          <path class="curve-line" d={stepPath([{ at: 0, value: 0 }, ...known.map(({ at, least }) => ({ at, value: least }))], scales, known.length === completion.length ? axis.end : last)} />
          {open.length > 1 && (
            <text class="plain" x={scales.x(last) + 6} y={scales.y(0) - 6}>
              not known beyond
            </text>
          )}
        </>
      )}
    />
  );
}

function bounds({ at, least, most }: CompletionMark): Pick<BandPoint, 'at' | 'low' | 'high'> {
  return { at, low: least, high: most };
}

/** Hazards by cause: verified solid, ended dashed. */
export function HazardChart({ drawing, width, t }: ChartProps): JSX.Element {
  const { verified, terminal, charts, axis } = drawing;
  const top = [...verified, ...terminal].reduce((most, { value }) => Math.max(most, value), 0);
  const most = [0.1, 0.2, 0.5, 1].find((limit) => limit >= top) ?? 1;
  const end = Math.min(axis.end, verified.at(-1)?.at ?? axis.end);
  return (
    <Plot
      words={charts.hazards}
      drawing={drawing}
      width={width}
      most={most}
      t={t}
      draw={(scales) => (
        <>
          <path class="curve-band" d={bandPath(verified, scales)} />
          {verified.filter(({ value }) => value > 0).map((point) => (
            <Stem key={point.at} point={point} scales={scales} />
          ))}
          {terminal.filter(({ value }) => value > 0).map(({ at, value }) => (
            <g key={at}>
              <line class="stem stem-ended" x1={scales.x(at)} x2={scales.x(at)} y1={scales.y(0)} y2={scales.y(value)} />
              <path class="end-bad" d={`M${scales.x(at) - 3} ${scales.y(value) - 3}l6 6m0-6-6 6`} />
            </g>
          ))}
          <line class="axis-line" x1={scales.x(0)} x2={scales.x(end)} y1={scales.y(0)} y2={scales.y(0)} />
        </>
      )}
    />
  );
}

function Stem({ point: { at, value }, scales }: { readonly point: BandPoint; readonly scales: Scales }): JSX.Element {
  return (
    <g>
      <line class="stem" x1={scales.x(at)} x2={scales.x(at)} y1={scales.y(0)} y2={scales.y(value)} />
      <path class="end-good" d={`M${scales.x(at) - 4} ${scales.y(value) - 1}l2.6 2.8 5-6`} />
    </g>
  );
}

/** C against R at every t: continue thin with hollow circles, restart thick with diamonds. */
export function ActionsChart({ drawing, width, t }: ChartProps): JSX.Element {
  const { axis, charts } = drawing;
  const every = Math.max(1, Math.round(Math.max(drawing.continue.length, drawing.restart.length) / 8));
  const marked = (points: readonly BandPoint[]): readonly BandPoint[] => points.filter((_, k) => k % every === Math.floor(every / 2));
  return (
    <Plot
      words={charts.actions}
      drawing={drawing}
      width={width}
      t={t}
      draw={(scales) => (
        <>
          <path class="band-continue" d={bandPath(drawing.continue, scales)} />
          <path class="band-restart" d={bandPath(drawing.restart, scales)} />
          <path class="line-continue no-fill" d={linePath(drawing.continue, scales)} />
          <path class="line-restart no-fill" d={linePath(drawing.restart, scales)} />
          {marked(drawing.continue).map(({ at, value }) => (
            <circle key={at} class="point-continue" cx={scales.x(at)} cy={scales.y(value)} r="3.6" />
          ))}
          {marked(drawing.restart).map(({ at, value }) => (
            <path key={at} class="point-restart" d={`M${scales.x(at)} ${scales.y(value) - 4.6}l4.6 4.6-4.6 4.6-4.6-4.6z`} />
          ))}
          {drawing.continue.length === 0 && (
            <text class="plain" x={scales.x(axis.end / 2)} y={scales.y(0.5)} text-anchor="middle">
              no estimate
            </text>
          )}
        </>
      )}
    />
  );
}
