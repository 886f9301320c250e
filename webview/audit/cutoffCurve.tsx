import type { JSX } from 'preact';
import type { CurvePointView, CurveView } from '../../src/protocol/replaySection';

const TOP = 12;
const PLOT = 168;
const FLOOR = TOP + PLOT;
const HEIGHT = FLOOR + 52;
const LEFT = 40;
const RIGHT = 12;
/** Least width of a mark that stands for a share of tasks. */
const LEAST_MARK = 3;

/** Success over cutoffs with its band, the level that it is set against, and the chosen cutoffs. */
export function CutoffCurve({ curve, axis, width }: { readonly curve: CurveView; readonly axis: string; readonly width: number }): JSX.Element {
  const { points, budget, ticks, inSample, heldOut, against, sentence } = curve;
  const x = (cutoff: number): number => LEFT + (cutoff / budget) * (width - LEFT - RIGHT);
  const y = (share: number): number => FLOOR - share * PLOT;
  const stretches = stretchesOf(points);
  return (
    <svg class="curve-chart" width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={sentence}>
      {[0, 0.25, 0.5, 0.75, 1].map((share) => (
        <g key={share}>
          <line class="grid-line" x1={LEFT} x2={width - RIGHT} y1={y(share)} y2={y(share)} />
          <text x={LEFT - 6} y={y(share) + 4} text-anchor="end">
            {100 * share} %
          </text>
        </g>
      ))}
      {stretches.map((stretch) => (
        <path key={`band ${stretch[0]?.cutoff ?? 0}`} class="curve-band" d={bandPath(stretch, x, y)} />
      ))}
      {against !== null && <line class="axis-line dashed curve-level" x1={LEFT} x2={width - RIGHT} y1={y(against.success)} y2={y(against.success)} />}
      {stretches.map((stretch) => (
        <path key={`line ${stretch[0]?.cutoff ?? 0}`} class="curve" d={stretch.map(({ cutoff, success }, k) => `${k === 0 ? 'M' : 'L'}${x(cutoff)} ${y(success ?? 0)}`).join('')} />
      ))}
      {inSample?.tied.map((cutoff) => (
        <circle key={cutoff} class={cutoff === inSample.tied.at(-1) ? 'curve-best' : 'curve-tied'} cx={x(cutoff)} cy={y(inSample.success)} r={cutoff === inSample.tied.at(-1) ? 5 : 3.5} />
      ))}
      {points.map((point) => (
        <rect key={point.cutoff} class="curve-hit" x={x(point.cutoff) - 6} width="12" y={TOP} height={PLOT}>
          <title>{point.text}</title>
        </rect>
      ))}
      <line class="axis-line" x1={LEFT} x2={width - RIGHT} y1={FLOOR} y2={FLOOR} />
      {heldOut?.cutoffs.map(({ cutoff, share }) => (
        <path key={cutoff} class="curve-held-out" d={triangle(x(cutoff), FLOOR + 3, Math.max(LEAST_MARK, 8 * Math.sqrt(share)))} />
      ))}
      {ticks.map(({ at, label }) => (
        <text key={at} x={x(at)} y={FLOOR + 26} text-anchor={at === budget ? 'end' : 'middle'} class="plain">
          {label}
        </text>
      ))}
      <text x={(LEFT + width - RIGHT) / 2} y={FLOOR + 44} text-anchor="middle">
        cutoff, {axis}
      </text>
    </svg>
  );
}

/** What the marks of the chart mean, with their numbers. */
export function CurveLegend({ curve }: { readonly curve: CurveView }): JSX.Element {
  const { inSample, heldOut, against } = curve;
  return (
    <ul class="legend small">
      <li>
        <svg width="18" height="12" aria-hidden="true">
          <rect class="curve-band" x="0" y="1" width="18" height="10" />
          <line class="curve" x1="0" x2="18" y1="6" y2="6" />
        </svg>
        success, 95 % resampling range, pointwise
      </li>
      {against !== null && (
        <li>
          <svg width="18" height="12" aria-hidden="true">
            <line class="axis-line dashed curve-level" x1="0" x2="18" y1="6" y2="6" />
          </svg>
          {against.label}
        </li>
      )}
      {inSample !== null && (
        <li>
          <svg width="12" height="12" aria-hidden="true">
            <circle class="curve-best" cx="6" cy="6" r="5" />
          </svg>
          {inSample.label}
        </li>
      )}
      {heldOut !== null && (
        <li>
          <svg width="12" height="12" aria-hidden="true">
            <path class="curve-held-out" d={triangle(6, 1, 8)} />
          </svg>
          {heldOut.label}
        </li>
      )}
    </ul>
  );
}

type Place = (value: number) => number;

/** Points between gaps, where a success is known. */
function stretchesOf(points: readonly CurvePointView[]): readonly (readonly CurvePointView[])[] {
  const stretches: CurvePointView[][] = [];
  let open: CurvePointView[] | null = null;
  for (const point of points) {
    if (point.success === null) open = null;
    else if (open === null) stretches.push((open = [point]));
    else open.push(point);
  }
  return stretches;
}

function bandPath(stretch: readonly CurvePointView[], x: Place, y: Place): string {
  const upper = stretch.map(({ cutoff, high, success }) => `${x(cutoff)} ${y(high ?? success ?? 0)}`);
  const lower = [...stretch].reverse().map(({ cutoff, low, success }) => `${x(cutoff)} ${y(low ?? success ?? 0)}`);
  return `M${[...upper, ...lower].join('L')}Z`;
}

/** A triangle under the axis that points at a cutoff. */
function triangle(at: number, top: number, size: number): string {
  return `M${at} ${top}l${size / 2} ${size}h${-size}z`;
}
