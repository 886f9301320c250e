// Drawings of one row. They say nothing that the words beside them, or the cell's label, do not say.

import type { JSX } from 'preact';
import type { DecisionView, IntervalView, MacroView } from '../../src/protocol/audit';

const MOST_PIPS = 12;
const PIPS_WIDTH = 24;

/** One pip for each attempt, tall while live, a foot when ended; over twelve attempts one bar with its share filled. */
export function Pips({ n, nLive }: { readonly n: number; readonly nLive: number }): JSX.Element {
  if (n > MOST_PIPS) {
    const width = PIPS_WIDTH - 8;
    return (
      <svg class="pips" width={width} height="12" viewBox={`0 0 ${width} 12`} aria-hidden="true">
        <rect class="fill-gone" x="0" y="9" width={width} height="2" />
        <rect class="fill-live" x="0" y="1" width={(width * nLive) / n} height="10" />
      </svg>
    );
  }
  // Five attempts make 24 pixels of 4 with gaps of 1.
  const pitch = Math.min(5, (PIPS_WIDTH + 1) / Math.max(1, n));
  const width = Math.max(1, n * pitch - 1);
  return (
    <svg class="pips" width={width} height="12" viewBox={`0 0 ${width} 12`} aria-hidden="true">
      {Array.from({ length: n }, (_, k) =>
        k < nLive ? <rect key={k} class="fill-live" x={k * pitch} y="1" width={pitch - 1} height="10" /> : <rect key={k} class="fill-gone" x={k * pitch} y="9" width={pitch - 1} height="2" />,
      )}
    </svg>
  );
}

/** Width of the drawn difference, CSS pixels; both drawings have 6 at each side. */
export const DIFFERENCE_WIDTH = 136;
const SIDE = 6;
const ROW = 26;

function forestX(share: number, width: number): number {
  return SIDE + share * (width - 2 * SIDE);
}

/** For points from −100 to +100. */
function differenceX(points: number): number {
  return DIFFERENCE_WIDTH / 2 + (points / 100) * (DIFFERENCE_WIDTH / 2 - SIDE);
}

/** Shares of both arms: continue above with a hollow circle and a thin line, restart below with a diamond and a thick one. */
export function Forest({ decision, width }: { readonly decision: DecisionView; readonly width: number }): JSX.Element {
  return (
    <svg width={width} height={ROW} viewBox={`0 0 ${width} ${ROW}`} aria-hidden="true">
      {[0, 0.5, 1].map((share) => (
        <line key={share} class="grid-line" x1={forestX(share, width)} x2={forestX(share, width)} y1="-1" y2={ROW + 1} />
      ))}
      {decision.continue && <ContinueLane interval={decision.continue} width={width} />}
      {decision.restart && <RestartLane interval={decision.restart} width={width} />}
    </svg>
  );
}

interface LaneProps {
  readonly interval: IntervalView;
  readonly width: number;
}

function ContinueLane({ interval: { estimate, low, high }, width }: LaneProps): JSX.Element {
  return (
    <>
      <line class="line-continue" x1={forestX(low, width)} x2={forestX(high, width)} y1="8" y2="8" />
      {estimate !== null && <circle class="point-continue" cx={forestX(estimate, width)} cy="8" r="3.6" />}
    </>
  );
}

function RestartLane({ interval: { estimate, low, high }, width }: LaneProps): JSX.Element {
  return (
    <>
      <line class="line-restart" x1={forestX(low, width)} x2={forestX(high, width)} y1="18" y2="18" />
      {estimate !== null && <path class="point-restart" d={`M${forestX(estimate, width)} 13.4l4.6 4.6-4.6 4.6-4.6-4.6z`} />}
    </>
  );
}

/** Restart minus continue with its simultaneous bounds around a dashed zero. */
export function Difference({ interval }: { readonly interval: IntervalView }): JSX.Element {
  return (
    <svg width={DIFFERENCE_WIDTH} height={ROW} viewBox={`0 0 ${DIFFERENCE_WIDTH} ${ROW}`} aria-hidden="true">
      {[-100, 100].map((points) => (
        <line key={points} class="grid-line" x1={differenceX(points)} x2={differenceX(points)} y1="-1" y2={ROW + 1} />
      ))}
      <line class="axis-line dashed" x1={differenceX(0)} x2={differenceX(0)} y1="-1" y2={ROW + 1} />
      <line class="line-plain" x1={differenceX(100 * interval.low)} x2={differenceX(100 * interval.high)} y1="13" y2="13" />
      {interval.estimate !== null && <line class="tick-plain" x1={differenceX(100 * interval.estimate)} x2={differenceX(100 * interval.estimate)} y1="8" y2="18" />}
    </svg>
  );
}

/** A macro change: an upright bar on a band, since it is another kind of interval. */
export function MacroBand({ macro }: { readonly macro: MacroView }): JSX.Element | null {
  if (macro.change === null) return null;
  const [low, high] = [macro.low ?? macro.change, macro.high ?? macro.change];
  return (
    <svg width={DIFFERENCE_WIDTH} height={ROW} viewBox={`0 0 ${DIFFERENCE_WIDTH} ${ROW}`} aria-hidden="true">
      <line class="axis-line dashed" x1={differenceX(0)} x2={differenceX(0)} y1="-1" y2={ROW + 1} />
      <rect class="fill-gone" x={differenceX(low)} y="9" width={Math.max(0, differenceX(high) - differenceX(low))} height="8" />
      <line class="tick-plain" x1={differenceX(macro.change)} x2={differenceX(macro.change)} y1="6" y2="20" />
    </svg>
  );
}

/** Axes above the two drawn columns. */
export function ForestAxis({ title, width }: { readonly title: string; readonly width: number }): JSX.Element {
  return (
    <svg width={width} height="30" viewBox={`0 0 ${width} 30`} aria-hidden="true">
      <text class="plain" x={SIDE} y="11">
        {title}
      </text>
      <text x={forestX(0, width)} y="27">
        0
      </text>
      <text x={forestX(0.5, width)} y="27" text-anchor="middle">
        50
      </text>
      <text x={forestX(1, width)} y="27" text-anchor="end">
        100 %
      </text>
    </svg>
  );
}

export function DifferenceAxis(): JSX.Element {
  return (
    <svg width={DIFFERENCE_WIDTH} height="30" viewBox={`0 0 ${DIFFERENCE_WIDTH} 30`} aria-hidden="true">
      <text class="plain" x={SIDE} y="11">
        Restart − continue
      </text>
      <text x={differenceX(-100)} y="27">
        −100
      </text>
      <text x={differenceX(0)} y="27" text-anchor="middle">
        0
      </text>
      <text x={differenceX(100)} y="27" text-anchor="end">
        +100
      </text>
    </svg>
  );
}
