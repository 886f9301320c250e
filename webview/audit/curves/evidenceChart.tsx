import type { JSX } from 'preact';
import { largest } from '../../../src/base/extent';
import type { EvidenceDrawing } from '../../../src/protocol/curves';

const LEFT = 44;
const RIGHT = 62;
const TOP = 12;
const HEIGHT = 150;
const SHARES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5] as const;
const COUNTS = [1, 10, 100, 1000] as const;
const DASHES = ['', '6 3', '2 3', '8 3 2 3'] as const;

/** n against epsilon, both logarithmic: a line for each size of the family, and the attempts that are here. */
export function EvidenceChart({ drawing, width }: { readonly drawing: EvidenceDrawing; readonly width: number }): JSX.Element {
  const { lines, here, words } = drawing;
  const most = largest(lines.map(({ line }) => line.at(-1)?.attempts ?? 0), Math.max(1000, here?.high ?? 0));
  const x = (epsilon: number): number => LEFT + ((Math.log(epsilon) - Math.log(0.01)) / (Math.log(0.5) - Math.log(0.01))) * (width - LEFT - RIGHT);
  const y = (n: number): number => TOP + (1 - Math.log(Math.max(1, n)) / Math.log(most)) * HEIGHT;
  const floor = TOP + HEIGHT;
  const ends = placeLabels(lines.map(({ line }) => y(line[0]?.attempts ?? 1)));
  return (
    <figure class="plot">
      <figcaption class="note">
        <b>{words.title}</b>
      </figcaption>
      <svg width={width} height={floor + 36} viewBox={`0 0 ${width} ${floor + 36}`} role="img" aria-label={words.sentence}>
        {COUNTS.map((n) => (
          <g key={n}>
            <line class="grid-line" x1={x(0.01)} x2={x(0.5)} y1={y(n)} y2={y(n)} />
            <text x={LEFT - 6} y={y(n) + 4} text-anchor="end">
              {n.toLocaleString('en-US')}
            </text>
          </g>
        ))}
        {SHARES.map((share) => (
          <text key={share} x={x(share)} y={floor + 16} text-anchor="middle">
            {Math.round(100 * share)} %
          </text>
        ))}
        <text x={x(0.07)} y={floor + 32} text-anchor="middle">
          bound on the success rate
        </text>
        {lines.map(({ label, line }, k) => (
          <g key={label}>
            <path class="curve" style={{ strokeDasharray: DASHES[k % DASHES.length] }} d={[...line].reverse().map(({ epsilon, attempts }, i) => `${i === 0 ? 'M' : 'L'}${x(epsilon).toFixed(1)} ${y(attempts).toFixed(1)}`).join('')} />
            <text class="plain" x={x(0.5) + 6} y={(ends[k] ?? 0) + 4}>
              {label}
            </text>
          </g>
        ))}
        {here !== null && (
          <>
            <rect class="here-band" x={x(0.01)} y={y(here.high)} width={x(0.5) - x(0.01)} height={Math.max(0, y(here.low) - y(here.high))} />
            <line class="here-line dashed" x1={x(0.01)} x2={x(0.5)} y1={y(here.high)} y2={y(here.high)} />
            <text class="strong" x={x(0.01) + 4} y={y(here.high) - 5}>
              {here.label}
            </text>
          </>
        )}
      </svg>
      <p class="small muted">{words.sentence}</p>
    </figure>
  );
}

/** Labels of lines that end close together, moved up so that they do not touch; the last stays. */
function placeLabels(places: readonly number[]): readonly number[] {
  const placed = [...places];
  for (let k = 0; k < placed.length; k++) {
    const below = placed[k - 1];
    // Larger families lie higher.
    if (below !== undefined && below - (placed[k] ?? 0) < 12) placed[k] = below - 12;
  }
  return placed;
}
