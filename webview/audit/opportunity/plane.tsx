import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { AlarmView, OpportunityPoint, OpportunityView, PlanePlace } from '../../../src/protocol/opportunity';
import { useWidth } from '../../shared/useWidth';
import { movedIndex } from '../../shared/radioGroup';

const WIDEST = 600;
const LEFT = 52;
const TOP = 16;
/** Room on the right for names of cells that always succeed when continued, below for ticks and names of those that never do when restarted. */
const RIGHT = 84;
const BELOW = 78;
const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1] as const;
/** Side of the square for one live attempt, and the largest. */
const SIDE = 5;
const LARGEST = 26;
const MOST_NAMES = 8;

export interface PlaneProps {
  readonly view: OpportunityView;
  /** Null until it is there. */
  readonly alarm: AlarmView | null;
  onTake(chances: PlanePlace): void;
  onCell(key: string): void;
}

/** Live cells that lie on one place of the plane. */
interface Place extends PlanePlace {
  readonly points: readonly OpportunityPoint[];
  readonly live: number;
}

/** Live cells on the plane of q against p, with the line on which the alarm gains nothing. */
export function Plane({ view, alarm, onTake, onCell }: PlaneProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const width = Math.max(280, Math.min(WIDEST, useWidth(frame, WIDEST)));
  const places = groupPlaces(view.points);
  const [wanted, setWanted] = useState<string | null>(null);
  // At first the place with the most to gain: the cells come in that order.
  const found = places.findIndex(({ points }) => points.some(({ key }) => key === (wanted ?? view.points[0]?.key)));
  const at = Math.max(0, found);
  const setChosen = (k: number): void => setWanted(places[k]?.points[0]?.key ?? null);
  const place = places[at];
  return (
    <div class="plane" ref={frame}>
      <Drawing view={view} alarm={alarm} places={places} at={at} width={width} onChoose={setChosen} />
      <p class="small muted">{view.words.legend}</p>
      {place !== undefined && <PlaceWords place={place} onTake={onTake} onCell={onCell} />}
    </div>
  );
}

const MOST_LISTED = 8;

function PlaceWords({ place, onTake, onCell }: { readonly place: Place } & Pick<PlaneProps, 'onTake' | 'onCell'>): JSX.Element {
  const [first, ...others] = place.points;
  const listed = others.slice(0, MOST_LISTED);
  const left = others.length - listed.length;
  return (
    <div class="place note" aria-live="polite">
      {first !== undefined && (
        <p>
          {first.sentence}{' '}
          <button type="button" class="link" onClick={() => onCell(first.key)}>
            Open the cell
          </button>
        </p>
      )}
      {listed.length > 0 && (
        <p>
          At the same place:{' '}
          {listed.map(({ key, name }, k) => (
            <span key={key}>
              {k > 0 && '; '}
              <button type="button" class="link" onClick={() => onCell(key)}>
                {name}
              </button>
            </span>
          ))}
          {left > 0 && <span class="muted"> and {left} more, which the table lists</span>}.
        </p>
      )}
      <p>
        <button type="button" class="link" onClick={() => onTake({ q: place.q, p: place.p })}>
          Take these numbers into the calculator
        </button>
      </p>
    </div>
  );
}

interface DrawingProps {
  readonly view: OpportunityView;
  readonly alarm: AlarmView | null;
  readonly places: readonly Place[];
  readonly at: number;
  readonly width: number;
  onChoose(at: number): void;
}

function Drawing({ view, alarm, places, at, width, onChoose }: DrawingProps): JSX.Element {
  const marks = useRef<SVGGElement>(null);
  const size = width - LEFT - RIGHT;
  const height = TOP + size + BELOW;
  const x = (q: number): number => LEFT + q * size;
  const y = (p: number): number => TOP + (1 - p) * size;
  const path = (line: readonly PlanePlace[]): string => line.map(({ q, p }, k) => `${k === 0 ? 'M' : 'L'}${x(q).toFixed(1)} ${y(p).toFixed(1)}`).join('');
  const move = (event: KeyboardEvent): void => {
    const to = movedIndex(event.key, at, places.length);
    if (to === null) return;
    event.preventDefault();
    onChoose(to);
    const mark = marks.current?.children[to];
    if (mark instanceof SVGElement) mark.focus();
  };
  const chosen = places[at]?.points[0];
  const named = new Set([...places].sort((a, b) => b.live - a.live).slice(0, MOST_NAMES));
  const zero = alarm?.zeroGain ?? [];
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="group" aria-label={view.words.sentence}>
      {zero.length > 0 && <path class="plane-gain" d={`${path(zero)}L${x(1)} ${y(1)}L${x(0)} ${y(1)}z`} />}
      {zero.length > 0 && <path class="plane-loss" d={`${path(zero)}L${x(1)} ${y(0)}L${x(0)} ${y(0)}z`} />}
      {TICKS.map((tick) => (
        <g key={tick}>
          <line class="grid-line" x1={x(tick)} x2={x(tick)} y1={y(1)} y2={y(0)} />
          <line class="grid-line" x1={x(0)} x2={x(1)} y1={y(tick)} y2={y(tick)} />
          <text x={x(tick)} y={y(0) + 27} text-anchor="middle">
            {100 * tick}
          </text>
          <text x={x(0) - 17} y={y(tick) + 4} text-anchor="end">
            {tick === 1 ? '100 %' : 100 * tick}
          </text>
        </g>
      ))}
      {view.contours.map(({ label, line }) => (
        <g key={label}>
          <path class="plane-contour" d={path(line)} />
          <text x={x(line.at(-1)?.q ?? 0) + 4} y={y(1) + 12}>
            {label}
          </text>
        </g>
      ))}
      {zero.length > 0 && <path class="plane-zero" d={path(zero)} />}
      {zero.length > 0 && (
        <>
          <text class="plain" x={x(0.32)} y={y(0.63)} text-anchor="middle">
            acting on the alarm gains
          </text>
          <text class="plain" x={x(1) - 7} y={y(0.08)} text-anchor="end">
            acting on it loses
          </text>
        </>
      )}
      {chosen !== undefined && (
        <>
          <line class="line-continue" x1={x(chosen.continue.low)} x2={x(chosen.continue.high)} y1={y(chosen.p)} y2={y(chosen.p)} />
          <line class="line-restart" x1={x(chosen.q)} x2={x(chosen.q)} y1={y(chosen.restart.low)} y2={y(chosen.restart.high)} />
        </>
      )}
      <g ref={marks} onKeyDown={move}>
        {places.map((place, k) => {
          const side = Math.min(LARGEST, SIDE * Math.sqrt(place.live));
          return (
            <g key={`${place.q} ${place.p}`} class="place-mark" role="button" tabIndex={k === at ? 0 : -1} aria-pressed={k === at} aria-label={placeName(place)} onClick={() => onChoose(k)} onFocus={() => onChoose(k)}>
              <title>{placeName(place)}</title>
              <rect class="plane-mark" x={x(place.q) - side / 2} y={y(place.p) - side / 2} width={side} height={side} rx="1" />
              {k === at && <rect class="plane-chosen" x={x(place.q) - side / 2 - 3} y={y(place.p) - side / 2 - 3} width={side + 6} height={side + 6} />}
            </g>
          );
        })}
      </g>
      {[...named].map((place) => (
        <PlaceLabel key={`${place.q} ${place.p}`} place={place} x={x} y={y} />
      ))}
      {alarm !== null && (
        <g>
          <rect class="plane-alarm" x={x(alarm.input.q) - 5} y={y(alarm.input.p) - 5} width="10" height="10" />
          <text class="strong" x={x(alarm.input.q) + (alarm.input.q > 0.75 ? -10 : 10)} y={y(alarm.input.p) - 8} text-anchor={alarm.input.q > 0.75 ? 'end' : 'start'}>
            {alarm.gainText}
          </text>
        </g>
      )}
      <text class="strong" x={x(0.5)} y={height - 6} text-anchor="middle">
        {view.words.q}
      </text>
      <text class="strong" transform={`translate(10 ${y(0.5)}) rotate(-90)`} text-anchor="middle">
        {view.words.p}
      </text>
    </svg>
  );
}

/** Names below the floor, right of the right edge, else up right of the mark. */
function PlaceLabel({ place, x, y }: { readonly place: Place; x(q: number): number; y(p: number): number }): JSX.Element {
  const [name, live] = [shortName(place), `${place.live} live`];
  if (place.p < 0.04) {
    return (
      <>
        <text class="plain" x={x(place.q)} y={y(0) + 41} text-anchor="middle">
          {name}
        </text>
        <text x={x(place.q)} y={y(0) + 54} text-anchor="middle">
          {live}
        </text>
      </>
    );
  }
  if (place.q > 0.9) {
    return (
      <>
        <text class="plain" x={x(place.q) + 13} y={y(place.p) - 2}>
          {name}
        </text>
        <text x={x(place.q) + 13} y={y(place.p) + 11}>
          {live}
        </text>
      </>
    );
  }
  return (
    <text class="plain" x={x(place.q) + 14} y={y(place.p) - 9}>
      {name}, {live}
    </text>
  );
}

function shortName({ points }: Place): string {
  const [first] = points;
  const task = first?.name.split(', ')[0] ?? '';
  return points.length === 1 ? (task.length > 12 ? `${task.slice(0, 11)}…` : task) : `${points.length} cells`;
}

function placeName({ points, live, q, p }: Place): string {
  const [first] = points;
  const names = points.length === 1 ? (first?.name ?? '') : `${points.length} cells`;
  return `${names}: q ${Math.round(100 * q)} %, p ${Math.round(100 * p)} %, ${live} live`;
}

/** Cells by place, from left to right, then upwards. */
function groupPlaces(points: readonly OpportunityPoint[]): readonly Place[] {
  const byPlace = new Map<string, OpportunityPoint[]>();
  for (const point of points) {
    const key = `${point.q} ${point.p}`;
    byPlace.set(key, [...(byPlace.get(key) ?? []), point]);
  }
  return [...byPlace.values()]
    .map((members): Place => ({ q: members[0]?.q ?? 0, p: members[0]?.p ?? 0, points: members, live: members.reduce((sum, { nLive }) => sum + nLive, 0) }))
    .sort((a, b) => a.q - b.q || a.p - b.p);
}
