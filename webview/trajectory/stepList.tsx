import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { StepKind, StepRow } from '../../src/protocol/trajectory';
import { Icon } from '../shared/glyphs';
import { useElementRows, type VirtualRows } from '../shared/virtualRows';
import { KIND_ICONS } from './kinds';
import { kindOf } from './listedSteps';
import { isReached, scoreText } from './scores';
import { StepBody } from './stepBody';
import type { Reader } from './useReader';

export interface StepListProps {
  readonly reader: Reader;
  /** First step in sight at the beginning. */
  readonly top: number;
  say(text: string): void;
}

/** Heights in CSS pixels before they are measured. */
const ROW = 24;
const WINDOW_HEAD = 22;
const BODY = 220;

/** The steps, only those near the visible part rendered. A row is a button that opens the step's text under it. */
export function StepList({ reader, top, say }: StepListProps): JSX.Element {
  const { view, shown, search, expanded } = reader;
  const scroller = useRef<HTMLDivElement>(null);
  const open = useMemo(() => new Set(expanded), [expanded]);
  const rows = useStepRows(reader, { scroller, open });
  useEffect(() => {
    const place = shown.placeFrom(top);
    if (place > 0 && place < shown.count) rows.scrollToIndex(place, 'start');
    // Only once: later the reader scrolls.
  }, []);
  const scrolled = scroller.current?.scrollTop ?? 0;
  const first = rows.items.find((item) => item.end > scrolled);
  const topStep = first === undefined ? 1 : (shown.at(first.index) ?? 1);
  useEffect(() => reader.setTop(topStep), [topStep]);
  const covering = view.windows.find((window) => window.from < topStep && topStep <= window.to);
  return (
    <>
      {covering === undefined || shown.count < view.steps.count ? null : <WindowHead from={covering.from} to={covering.to} reason={covering.reason} />}
      <div class="step-list" ref={scroller}>
        {shown.count === 0 ? <p class="page muted">{search.progress === null ? 'No step is listed.' : 'Searching.'}</p> : null}
        <ol role="list" class="rows" style={{ height: `${rows.totalSize}px` }}>
          {rows.items.map((item) => {
            const number = shown.at(item.index);
            return number === null ? null : <StepItem key={item.key} reader={reader} number={number} place={item.index} start={item.start} isOpen={open.has(number)} measure={rows.measure} say={say} />;
          })}
        </ol>
      </div>
    </>
  );
}

interface RowsOptions {
  readonly scroller: { current: HTMLDivElement | null };
  readonly open: ReadonlySet<number>;
}

/** The virtual rows of the list, and the handle by which others move it. */
function useStepRows({ shown, step, windows, list }: Reader, { scroller, open }: RowsOptions): VirtualRows {
  const placeOf = (number: number): number | null => {
    const place = shown.placeFrom(number);
    return shown.at(place) === number ? place : null;
  };
  const rows = useElementRows(
    {
      count: shown.count,
      estimate: (place) => {
        const number = shown.at(place) ?? 0;
        return ROW + WINDOW_HEAD * (windows.beginning.get(number)?.length ?? 0) + (open.has(number) ? BODY : 0);
      },
      keyOf: (place) => shown.at(place) ?? -place,
      keep: [placeOf(step) ?? -1],
    },
    () => scroller.current,
  );
  const buttonOf = (number: number): HTMLElement | null => scroller.current?.querySelector<HTMLElement>(`[data-step="${number}"]`) ?? null;
  const focusOn = useRef<number | null>(null);
  useLayoutEffect(() => {
    const button = focusOn.current === step ? buttonOf(step) : null;
    if (!button) return;
    focusOn.current = null;
    button.focus({ preventScroll: true });
  });
  useLayoutEffect(() => {
    list.current = {
      reveal: (number, { focus, align }) => {
        const place = placeOf(number);
        if (place === null) return;
        if (focus) focusOn.current = number;
        if (align !== 'center' || !isInSight(scroller.current, buttonOf(number))) rows.scrollToIndex(place, align);
        if (focus && number === step) buttonOf(number)?.focus({ preventScroll: true });
      },
      rowsInSight: () => Math.floor((scroller.current?.clientHeight ?? 0) / ROW),
    };
  });
  return rows;
}

interface StepItemProps {
  readonly reader: Reader;
  /** The step, from 1. */
  readonly number: number;
  /** Place in the list, from 0. */
  readonly place: number;
  /** Distance from the list's top in CSS pixels. */
  readonly start: number;
  readonly isOpen: boolean;
  measure(element: Element | null): void;
  say(text: string): void;
}

function StepItem({ reader, number, place, start, isOpen, measure, say }: StepItemProps): JSX.Element {
  const { view, windows, query, shown, rows, choose } = reader;
  const row = rows.of(number);
  const inside = windows.inside[number - 1] === true;
  return (
    <li
      ref={measure}
      data-index={place}
      class={`step placed${inside ? ' marked' : ''}${windows.ending.has(number) ? ' ends' : ''}`}
      aria-setsize={shown.count}
      aria-posinset={place + 1}
      style={{ transform: `translateY(${start}px)` }}
    >
      {(windows.beginning.get(number) ?? []).map((window) => (
        <WindowHead key={`${window.monitor} ${window.to}`} from={window.from} to={window.to} reason={window.reason} />
      ))}
      <StepButton reader={reader} number={number} row={row} inside={inside} isOpen={isOpen} />
      {isOpen && row !== null ? <StepBody row={row} view={view} query={query} onChoose={choose} say={say} /> : null}
    </li>
  );
}

function isInSight(scroller: HTMLElement | null, button: HTMLElement | null): boolean {
  const row = button?.getBoundingClientRect();
  const area = scroller?.getBoundingClientRect();
  return row !== undefined && area !== undefined && row.top >= area.top && row.bottom <= area.bottom;
}

function WindowHead({ from, to, reason }: { readonly from: number; readonly to: number; readonly reason: string }): JSX.Element {
  return (
    <div class="window-head note cut">
      <b>{from === to ? from : `${from}–${to}`}</b> {reason}
    </div>
  );
}

interface StepButtonProps {
  readonly reader: Reader;
  /** The step, from 1. */
  readonly number: number;
  /** Null while its words are asked for. */
  readonly row: StepRow | null;
  readonly inside: boolean;
  readonly isOpen: boolean;
}

function StepButton({ reader, number, row, inside, isOpen }: StepButtonProps): JSX.Element {
  const { view, monitor, search, step, choose, toggle } = reader;
  const isChosen = number === step;
  const kind = kindOf(view.steps, number);
  const hit = search.hits?.get(number) ?? null;
  const score = scoreText(view, monitor, row);
  const reached = isReached(monitor, number);
  return (
    <button
      type="button"
      class={`step-row${isChosen ? ' chosen' : ''}`}
      data-step={number}
      tabIndex={isChosen ? 0 : -1}
      aria-expanded={isOpen}
      aria-current={isChosen ? 'step' : undefined}
      title={row?.usage}
      onClick={() => {
        choose(number, { focus: false });
        toggle(number);
      }}
    >
      <Icon name={isOpen ? 'down' : 'right'} />
      <span class="step-number right muted">{number}</span>
      <Icon name={KIND_ICONS[kind]} />
      <code class="cut">
        <span class="hidden-text">{kind} </span>
        {hit === null ? titleOf(row, kind) : <Snippet text={hit.snippet} from={hit.from} to={hit.to} />}
      </code>
      <span class="small nowrap">
        {row === null || row.agents === '' ? null : <span class="step-agents muted">{row.exit === '' ? row.agents : `${row.agents} · `}</span>}
        <span class={`step-exit${row?.failed === true ? ' bad-text' : ' muted'}`}>{row?.exit}</span>
      </span>
      <span class={`step-score right note${reached ? ' reached' : ''}`}>
        {score === '' ? null : <span class="hidden-text">{monitor?.label} </span>}
        {score}
        {inside ? <span class="hidden-text"> in a failure window</span> : null}
      </span>
    </button>
  );
}

/** Nothing while the words are on their way: they are there before anybody could read others. */
function titleOf(row: StepRow | null, kind: StepKind): string {
  if (row === null) return '';
  return row.title === '' ? kind : row.title;
}

function Snippet({ text, from, to }: { readonly text: string; readonly from: number; readonly to: number }): JSX.Element {
  return (
    <>
      {text.slice(0, from)}
      <mark>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  );
}
