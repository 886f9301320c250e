import { smallest } from '../../src/base/extent';
import type { JSX } from 'preact';
import type { AttemptLine, CellDetailView } from '../../src/protocol/audit';

/** Up to this many lines have words of their own. */
const MOST_LABELLED = 12;
const PITCH = 14;
/** Height of lines without words, all together, and how many are told apart. */
const DENSE = MOST_LABELLED * PITCH;
const MOST_DENSE = 160;
const LEFT = 8;
/** Width of a character of 11-pixel text, about. */
const CHARACTER = 6;

/** Attempts that end alike, drawn as one line. */
interface Bundle {
  readonly line: AttemptLine;
  readonly count: number;
  readonly words: string;
}

/** The attempts of a cell on the plan's axis, with the decision time and what a restart has left. */
export function Timeline({ detail, width }: { readonly detail: CellDetailView; readonly width: number }): JSX.Element {
  const { timeline } = detail;
  const { bundles, pitch } = bundle(detail.attempts);
  const plot = plotWidth(bundles, timeline.domain, width);
  const x = (value: number): number => LEFT + (value / timeline.domain) * plot;
  const heads = placeHeads(detail, x, width);
  const top = heads.rows * 14;
  const bottom = top + 4 + Math.max(1, bundles.length) * pitch;
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
      {bundles.map((one, k) => (
        <Stroke key={one.line.id} bundle={one} y={top + 4 + (k + 0.5) * pitch} scale={Math.min(1, pitch / PITCH)} x={x} />
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

/** How many attempts the drawing leaves out. */
export function undrawnAttempts({ attempts }: CellDetailView): number {
  return attempts.length - bundle(attempts).bundles.reduce((sum, one) => sum + one.count, 0);
}

/** A line for each attempt where there are few, else for each way of ending; many of those stand close and without words. */
function bundle(attempts: readonly AttemptLine[]): { readonly bundles: readonly Bundle[]; readonly pitch: number } {
  const placed = attempts.filter((attempt) => attempt.end !== null);
  if (placed.length <= MOST_LABELLED) return { bundles: shortenRepeats(placed).map(({ line, words }) => ({ line, count: 1, words })), pitch: PITCH };
  const alike = new Map<string, AttemptLine[]>();
  for (const attempt of placed) {
    const key = `${attempt.end} ${attempt.words}`;
    alike.set(key, [...(alike.get(key) ?? []), attempt]);
  }
  const bundles = [...alike.values()].flatMap((lines): Bundle[] => (lines[0] === undefined ? [] : [{ line: lines[0], count: lines.length, words: lines.length === 1 ? lines[0].words : `${lines.length} × ${lines[0].words}` }]));
  if (bundles.length <= MOST_LABELLED) return { bundles, pitch: PITCH };
  const shown = bundles.slice(0, MOST_DENSE).map((one) => ({ ...one, words: '' }));
  return { bundles: shown, pitch: DENSE / shown.length };
}

interface StrokeProps {
  readonly bundle: Bundle;
  readonly y: number;
  /** Of the end's mark; 1 where lines have words. */
  readonly scale: number;
  x(value: number): number;
}

function Stroke({ bundle: { line, count, words }, y, scale, x }: StrokeProps): JSX.Element | null {
  if (line.end === null) return null;
  const end = x(line.end);
  const width = Math.min(6 * scale, 1.2 * scale + Math.log2(count));
  return (
    <g>
      <title>{count === 1 ? `${line.label}: ${line.fullWords}` : `${count} attempts: ${line.fullWords}`}</title>
      <line class={line.isLive === false ? 'stroke-ended' : 'stroke-live'} style={{ strokeWidth: Math.max(0.6, width) }} x1={x(0)} x2={end} y1={y} y2={y} />
      <g transform={`translate(${end} ${y}) scale(${scale})`}>
        <EndMark line={line} />
      </g>
      <text class="plain" x={end + 10} y={y + 4}>
        {words}
      </text>
    </g>
  );
}

/** Around the end of the line. */
function EndMark({ line }: { readonly line: AttemptLine }): JSX.Element {
  if (line.verifiedAt !== null) return <path class="end-good" d="M-3 0l2.6 2.8 5-6" />;
  if (line.goesOn) return <path class="end-plain" d="M0-4l5 4-5 4" />;
  if (line.words.startsWith('ended')) return <path class="end-bad" d="M-3-3l6 6m0-6-6 6" />;
  return <line class="end-plain" x1="0" x2="0" y1="-5" y2="5" />;
}

/** "verified at 5", "verified at 6" become "verified at 5", "6". */
function shortenRepeats(lines: readonly AttemptLine[]): readonly { readonly line: AttemptLine; readonly words: string }[] {
  return lines.map((line, k) => {
    const split = line.words.lastIndexOf(' at ');
    const before = lines[k - 1]?.words;
    const repeats = split >= 0 && before?.slice(0, split + 4) === line.words.slice(0, split + 4);
    return { line, words: repeats ? line.words.slice(split + 4) : line.words };
  });
}

/** As wide as the words behind the strokes' ends allow. */
function plotWidth(bundles: readonly Bundle[], domain: number, width: number): number {
  const fits = bundles.flatMap(({ line, words }) => (line.end === null || line.end === 0 ? [] : [((width - LEFT - 12 - words.length * CHARACTER) * domain) / line.end]));
  return Math.max(width * 0.5, smallest(fits, width - LEFT - 28));
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
