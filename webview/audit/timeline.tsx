import type { JSX } from 'preact';
import type { AttemptLine, CellDetailView } from '../../src/protocol/audit';

/** Attempts are drawn one by one with their words up to this many, then closer and without, then not all. */
const MOST_LABELLED = 12;
const MOST_DRAWN = 60;
const LEFT = 8;
/** Width of a character of 11-pixel text, about. */
const CHARACTER = 6;

/** The attempts of a cell on the plan's axis, with the decision time and what a restart has left. */
export function Timeline({ detail, width }: { readonly detail: CellDetailView; readonly width: number }): JSX.Element {
  const { timeline } = detail;
  const drawn = detail.attempts.slice(0, MOST_DRAWN);
  const hasWords = drawn.length <= MOST_LABELLED;
  const lines = hasWords ? shortenRepeats(drawn) : drawn.map((line) => ({ ...line, words: '' }));
  const plot = plotWidth(lines, timeline.domain, width);
  const x = (value: number): number => LEFT + (value / timeline.domain) * plot;
  const heads = placeHeads(detail, x, width);
  const pitch = hasWords ? 14 : 7;
  const top = heads.rows * 14;
  const bottom = top + 4 + Math.max(1, lines.length) * pitch;
  return (
    <svg width={width} height={bottom + 22} viewBox={`0 0 ${width} ${bottom + 22}`} role="img" aria-label={timeline.sentence}>
      <rect class="restart-span" x={x(0)} y={top} width={x(timeline.restartSpan) - x(0)} height={bottom - top} />
      <text class="plain" x={heads.restart} y="10" text-anchor="middle">
        {timeline.restartLabel}
      </text>
      <line class="axis-line dashed" x1={x(detail.t)} x2={x(detail.t)} y1={top} y2={bottom + 4} />
      <text class="plain" x={heads.decision} y={heads.rows === 2 ? 24 : 10} text-anchor={heads.anchor}>
        {timeline.decisionLabel}
      </text>
      {lines.map((line, k) => (
        <AttemptStroke key={line.id} line={line} y={top + 4 + (k + 0.5) * pitch} x={x} />
      ))}
      {timeline.ticks.map((tick, k) => (
        <g key={tick.at}>
          <line class="axis-line" x1={x(tick.at)} x2={x(tick.at)} y1={bottom + 2} y2={bottom + 6} />
          <text x={x(tick.at)} y={bottom + 18} text-anchor={k === 0 ? 'start' : 'middle'}>
            {tick.label}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** How many attempts are left out of the drawing. */
export function undrawnAttempts(detail: CellDetailView): number {
  return Math.max(0, detail.attempts.length - MOST_DRAWN);
}

interface StrokeProps {
  readonly line: AttemptLine;
  readonly y: number;
  x(value: number): number;
}

function AttemptStroke({ line, y, x }: StrokeProps): JSX.Element | null {
  if (line.end === null) return null;
  const end = x(line.end);
  return (
    <g>
      <title>{`${line.label}: ${line.fullWords}`}</title>
      <line class={line.isLive === false ? 'stroke-ended' : 'stroke-live'} x1={x(0)} x2={end} y1={y} y2={y} />
      <EndMark line={line} end={end} y={y} />
      <text class="plain" x={end + 10} y={y + 4}>
        {line.words}
      </text>
    </g>
  );
}

function EndMark({ line, end, y }: { readonly line: AttemptLine; readonly end: number; readonly y: number }): JSX.Element {
  if (line.verifiedAt !== null) return <path class="end-good" d={`M${end - 3} ${y}l2.6 2.8 5-6`} />;
  if (line.goesOn) return <path class="end-plain" d={`M${end} ${y - 4}l5 4-5 4`} />;
  if (line.words.startsWith('ended') || line.fullWords.startsWith('ended')) return <path class="end-bad" d={`M${end - 3} ${y - 3}l6 6m0-6-6 6`} />;
  return <line class="end-plain" x1={end} x2={end} y1={y - 5} y2={y + 5} />;
}

/** "verified at 5", "verified at 6" become "verified at 5", "6". */
function shortenRepeats(lines: readonly AttemptLine[]): readonly AttemptLine[] {
  return lines.map((line, k) => {
    const split = line.words.lastIndexOf(' at ');
    const before = lines[k - 1]?.words;
    if (split < 0 || before === undefined || before.slice(0, split + 4) !== line.words.slice(0, split + 4)) return line;
    return { ...line, words: line.words.slice(split + 4) };
  });
}

/** As wide as the words behind the strokes' ends allow. */
function plotWidth(lines: readonly AttemptLine[], domain: number, width: number): number {
  const least = width * 0.5;
  const fits = lines.flatMap((line) => (line.end === null || line.end === 0 ? [] : [((width - LEFT - 12 - line.words.length * CHARACTER) * domain) / line.end]));
  return Math.max(least, Math.min(width - LEFT - 28, ...fits));
}

interface Heads {
  readonly rows: 1 | 2;
  readonly restart: number;
  readonly decision: number;
  readonly anchor: 'start' | 'end';
}

/** Words above the drawing: in one line where they do not touch. */
function placeHeads({ timeline, t }: CellDetailView, x: (value: number) => number, width: number): Heads {
  const half = (timeline.restartLabel.length * CHARACTER) / 2;
  const restart = Math.min(Math.max(x(timeline.restartSpan / 2), half), width - half);
  const length = timeline.decisionLabel.length * CHARACTER;
  const isRight = x(t) + 5 + length <= width;
  const decision = isRight ? x(t) + 5 : x(t) - 5;
  const [from, to] = isRight ? [decision, decision + length] : [decision - length, decision];
  const touches = from < restart + half + 8 && to > restart - half - 8;
  return { rows: touches ? 2 : 1, restart, decision, anchor: isRight ? 'start' : 'end' };
}
