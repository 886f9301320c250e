import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { PlannerView, RichText } from '../../src/protocol/audit';
import { RichWords } from '../shared/richText';
import { useWidth } from '../shared/useWidth';
import { openAttempt, runCommand } from './connection';
import type { Mode } from './panelState';

export interface PlannerSectionProps {
  readonly planner: PlannerView;
  /** How many more attempts the open cell needs; empty when none is open. */
  readonly needs: RichText;
  readonly mode: Mode;
  onCell(key: string): void;
}

/** What evidence the family demands, and what the chosen cell would need. */
export function PlannerSection({ planner, needs, mode, onCell }: PlannerSectionProps): JSX.Element {
  const frame = useRef<HTMLHeadingElement>(null);
  const width = Math.max(200, Math.min(320, useWidth(frame, 250)));
  return (
    <section class="planner" id="planner" aria-labelledby="planner-title" >
      <h2 id="planner-title" tabIndex={-1} class="focusable" ref={frame}>Evidence planner</h2>
      {planner.text.map((text) => (
        <p key={text} class="note">
          {text}
        </p>
      ))}
      {planner.steps.length > 0 && (mode === 'chart' ? <Curve planner={planner} width={width} /> : <CurveTable planner={planner} />)}
      {needs.length > 0 && (
        <p class="note">
          <RichWords text={needs} onAttempt={openAttempt} onCell={onCell} />
        </p>
      )}
      <p class="note">
        <button type="button" class="link" onClick={() => runCommand('restartLens.createPlan')}>
          Open plan
        </button>
      </p>
    </section>
  );
}

const TOP = 22;
const FLOOR = 74;
const LEFT = 14;
const RIGHT = 40;

/** Least attempts for continue over the family's size (logarithmic), with the attempts that are here. */
function Curve({ planner, width }: { readonly planner: PlannerView; readonly width: number }): JSX.Element {
  const { steps, marks, here } = planner;
  const last = Math.max(10, marks.at(-1)?.family ?? 1);
  const most = Math.max(here?.high ?? 0, steps.at(-1)?.attempts ?? 1);
  const x = (family: number): number => LEFT + (Math.log(family) / Math.log(last)) * (width - LEFT - RIGHT);
  const y = (attempts: number): number => FLOOR - ((FLOOR - TOP) * attempts) / most;
  const path = steps.map((step, k) => (k === 0 ? `M${x(step.family)} ${y(step.attempts)}` : `H${x(step.family)}V${y(step.attempts)}`)).join('') + `H${x(last)}`;
  const shown = spread(marks, x);
  const label = placeHere(here?.label ?? '', { line: y(here?.high ?? 0), width, marks: shown.map((m) => ({ x: x(m.family), y: y(m.attempts) })) });
  return (
    <svg width={width} height="92" viewBox={`0 0 ${width} 92`} role="img" aria-label={planner.sentence}>
      <line class="axis-line" x1="6" x2={width - 6} y1={FLOOR} y2={FLOOR} />
      {here !== null && (
        <>
          <rect class="here-band" x="6" y={y(here.high)} width={width - 12} height={Math.max(0, y(here.low) - y(here.high))} />
          <line class="here-line dashed" x1="6" x2={width - 6} y1={y(here.high)} y2={y(here.high)} />
          <text class="plain" x={label.x} y={label.y} text-anchor={label.anchor}>
            {here.label}
          </text>
        </>
      )}
      <path class="curve" d={path} />
      {shown.map((mark, k) => (
        <g key={mark.family}>
          <rect class="curve-mark" x={x(mark.family) - 3} y={y(mark.attempts) - 3} width="6" height="6" />
          <text class="strong" x={x(mark.family)} y={y(mark.attempts) - 8} text-anchor="middle">
            {mark.label}
          </text>
          <text x={x(mark.family)} y={FLOOR + 14} text-anchor={k === 0 ? 'start' : 'middle'} dx={k === 0 ? -8 : 0}>
            {k === 0 ? `M = ${mark.family}` : mark.family.toLocaleString('en-US')}
          </text>
        </g>
      ))}
    </svg>
  );
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'end';
}

/** Beside the line of what is here, at an end and on a side where no mark of the curve stands. */
function placeHere(label: string, { line, width, marks }: { readonly line: number; readonly width: number; readonly marks: readonly { readonly x: number; readonly y: number }[] }): Place {
  const length = 6 * label.length;
  const places: readonly Place[] = ([-4, 13] as const).flatMap((side): Place[] => [
    { x: width - 6, y: line + side, anchor: 'end' },
    { x: 6, y: line + side, anchor: 'start' },
  ]);
  const isFree = (place: Place): boolean => {
    const from = place.anchor === 'end' ? place.x - length : place.x;
    // A mark takes 3 pixels around its point and its label the 20 above.
    return place.y < FLOOR && !marks.some((m) => m.x > from - 16 && m.x < from + length + 16 && place.y > m.y - 22 && place.y - 10 < m.y + 6);
  };
  return places.find(isFree) ?? { x: width - 6, y: line - 4, anchor: 'end' };
}

/** Marks whose labels do not touch; the first and the last stay. */
function spread(marks: PlannerView['marks'], x: (family: number) => number): PlannerView['marks'] {
  const least = 44;
  const last = marks.at(-1);
  let before = -Infinity;
  return marks.filter((mark) => {
    const isFree = x(mark.family) - before >= least && (mark === last || last === undefined || x(last.family) - x(mark.family) >= least);
    const stays = mark === last || mark === marks[0] || isFree;
    if (stays) before = x(mark.family);
    return stays;
  });
}

function CurveTable({ planner }: { readonly planner: PlannerView }): JSX.Element {
  return (
    <table class="planner-table note">
      <caption class="hidden-text">{planner.sentence}</caption>
      <thead>
        <tr class="muted">
          <th scope="col">Comparisons from</th>
          <th scope="col">least for continue</th>
        </tr>
      </thead>
      <tbody>
        {planner.steps.map((step) => (
          <tr key={step.family}>
            <td>M = {step.family.toLocaleString('en-US')}</td>
            <td>{step.attempts}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
