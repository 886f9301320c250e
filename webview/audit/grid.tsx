import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { AuditView, CellDetailView, GroupView, RichText } from '../../src/protocol/audit';
import { textWidth } from '../shared/textWidth';
import { useSteady } from '../shared/useSteady';
import { useWidth } from '../shared/useWidth';
import { useWindowRows } from '../shared/virtualRows';
import { Detail } from './detail';
import { columnsOf, type Columns, type RowContext } from './gridCells';
import { moveOf, rowAfter, useGridFocus } from './gridFocus';
import { GridHead } from './gridHead';
import { CellRow, GroupRow } from './gridRows';
import { measureGrid } from './layout';
import type { PanelState } from './panelState';
import type { Row } from './rows';

export interface GridProps {
  readonly audit: AuditView;
  readonly state: PanelState;
  /** Number of the chosen time. */
  readonly at: number;
  readonly rows: readonly Row[];
  /** A cell to bring into view and focus, when it was opened from elsewhere. */
  readonly wanted: { readonly key: string; readonly turn: number } | null;
  change(patch: Partial<PanelState>): void;
  say(text: string): void;
  /** What the open cell would need, when it is known. */
  onNeeds(needs: RichText): void;
}

/** The live-eligibility grid with both actions at the chosen time: a keyboard grid that renders what is near. */
export function Grid({ audit, state, at, rows, wanted, change, say, onNeeds }: GridProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const width = useWidth(frame, 1040);
  const attempts = useMemo(() => audit.groups.reduce((most, group) => group.cells.reduce((n, cell) => Math.max(n, cell.decisions[0]?.n ?? 0), most), 1), [audit]);
  const measure = useMemo(() => measureGrid(width, { times: audit.times.length, chosen: at, attempts }), [width, audit.times.length, at, attempts]);
  const context: RowContext = useMemo(() => ({ audit, measure, at, mode: state.mode, filter: state.filter }), [audit, measure, at, state.mode, state.filter]);
  const isNarrow = measure.layout === 'narrow';
  // Names that do not fit beside the numbers get a line of their own, in all groups alike.
  const hasLongNames = useMemo(() => audit.groups.some((group) => isLongName(group, measure.name)), [audit, measure.name]);
  const top = useTop(body);
  const start = { key: state.open ?? rows.find((row) => row.kind === 'cell')?.key ?? '', column: at - measure.first + 2 };
  // The virtual rows need the focus to keep its row rendered, the focus needs them to scroll.
  const scroll = useRef<(row: number) => void>(() => undefined);
  const focus = useGridFocus(rows, body, start, (row) => scroll.current(row));
  const virtual = useWindowRows(
    {
      count: rows.length,
      estimate: (index) => estimateHeight(rows[index], isNarrow),
      keyOf: (index) => rows[index]?.key ?? index,
      keep: [focus.row],
      coveredTop: head.current?.offsetHeight ?? 38,
    },
    top,
  );
  scroll.current = virtual.scrollToIndex;
  useLayoutEffect(() => virtual.remeasure(), [measure.layout, state.mode]);
  useLayoutEffect(() => {
    if (wanted !== null && rows.some((row) => row.key === wanted.key)) focus.go({ key: wanted.key, column: at - measure.first + 2 });
  }, [wanted]);

  const choose = useSteady((row: Row, time: number | null, column: number): void => {
    focus.go({ key: row.key, column });
    if (row.kind === 'group') change({ folded: { ...state.folded, [row.key]: !row.isFolded } });
    if (row.kind !== 'cell') return;
    const t = time === null ? undefined : audit.times[time];
    const isClosing = state.open === row.key && (time === null || time === at);
    change({ open: isClosing ? null : row.key, ...(t === undefined ? {} : { t }) });
  });
  const onChoose = useSteady((row: Row, time: number | null) => choose(row, time, time === null ? 1 : time - measure.first + 2));
  const onShown = useSteady((detail: CellDetailView) => {
    say(detail.sentence);
    onNeeds(detail.needs);
  });
  // However the focus came to a cell, by key, pointer or tab, it is the place from now on.
  const onFocusIn = (event: FocusEvent): void => {
    const cell = event.target instanceof HTMLElement ? event.target : null;
    const index = Number(cell?.closest<HTMLElement>('[data-index]')?.dataset['index']);
    const column = Number(cell?.dataset['column']);
    const row = rows[index];
    if (row !== undefined && column > 0 && (row.key !== rows[focus.row]?.key || column !== focus.column)) focus.go({ key: row.key, column }, { move: false });
  };
  const onKeyDown = (event: KeyboardEvent): void => handleKey(event, { rows, focus, context, choose, change, state });
  const columns = columnsOf(context);
  return (
    <div ref={frame} class={`grid grid-${measure.layout} grid-${state.mode}`} style={{ '--times': measure.last - measure.first, '--forest': `${measure.forest}px`, '--count': `${measure.count}px` }}>
      <div role="grid" aria-label="Live attempts and both actions by task" aria-rowcount={rows.length + 1} aria-colcount={columns.verdict}>
        <div role="rowgroup" class="grid-head" ref={head}>
          <GridHead context={context} onTime={(time) => change({ t: audit.times[time] ?? null })} />
        </div>
        <div role="rowgroup" class="grid-body" ref={body} style={{ height: `${virtual.totalSize}px` }} onKeyDown={onKeyDown} onFocusIn={onFocusIn}>
          {virtual.items.map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            const own = item.index === focus.row ? ownColumn(row, focus.column, columns) : null;
            return (
              <div key={item.key} ref={virtual.measure} data-index={item.index} class={rowClass(row, state, hasLongNames)} style={{ top: `${item.start}px` }} role="row" aria-rowindex={item.index + 2} aria-selected={row.kind === 'cell' ? row.key === state.open : undefined}>
                {row.kind === 'group' && <GroupRow row={row} context={context} focus={own} onChoose={onChoose} />}
                {row.kind === 'cell' && <CellRow row={row} context={context} isOpen={row.key === state.open} focus={own} onChoose={onChoose} />}
                {row.kind === 'detail' && (
                  <div role="gridcell" aria-colindex={1} aria-colspan={columns.verdict}>
                    <Detail audit={audit} cell={row.cell.key} t={audit.times[at] ?? 0} isTable={state.mode === 'table'} onShown={onShown} />
                  </div>
                )}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Distance of an element from the top of the page, followed as what stands above it changes. */
function useTop(element: { readonly current: HTMLElement | null }): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = (): void => {
      if (element.current) setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return top;
}

function estimateHeight(row: Row | undefined, isNarrow: boolean): number {
  if (row?.kind === 'detail') return isNarrow ? 320 : 130;
  const line = isNarrow ? 57 : 27;
  return row?.kind === 'group' ? line + 6 : line;
}

/** Icon and gaps around a group's name. */
const AROUND_NAME = 26;

function isLongName({ runtime, cohort }: GroupView, room: number): boolean {
  return textWidth(runtime, 600) + textWidth(cohort ?? '') + AROUND_NAME > room;
}

function rowClass(row: Row, state: PanelState, hasLongNames: boolean): string {
  if (row.kind === 'detail') return 'detail-row';
  if (row.kind === 'group') return hasLongNames ? 'row group long-name' : 'row group';
  return row.key === state.open ? 'row cell selected' : 'row cell';
}

/** The column that has a cell in this kind of row, at or before the wanted one: rows that say one thing across columns have fewer. */
function ownColumn(row: Row, wanted: number, columns: Columns): number | null {
  if (row.kind === 'detail') return null;
  const isFull = row.kind === 'cell' && row.decision.status === 'live';
  if (isFull || wanted <= columns.continued) return Math.min(wanted, columns.verdict);
  if (wanted >= columns.verdict) return columns.verdict;
  return row.kind === 'group' && wanted >= columns.difference ? columns.difference : columns.continued;
}

interface KeyContext {
  readonly rows: readonly Row[];
  readonly focus: ReturnType<typeof useGridFocus>;
  readonly context: RowContext;
  readonly state: PanelState;
  choose(row: Row, time: number | null, column: number): void;
  change(patch: Partial<PanelState>): void;
}

function handleKey(event: KeyboardEvent, { rows, focus, context, state, choose, change }: KeyContext): void {
  const cell = event.target instanceof HTMLElement ? event.target : null;
  const row = rows[focus.row];
  if (row === undefined || cell === null) return;
  if (event.key === 'Escape' && state.open !== null) {
    event.preventDefault();
    focus.go({ key: state.open, column: focus.column });
    change({ open: null });
    return;
  }
  // Keys inside an open detail belong to its links.
  if (cell.dataset['column'] === undefined) return;
  const column = Number(cell.dataset['column']);
  const { measure } = context;
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    const time = column >= 2 && column <= measure.last - measure.first + 1 ? measure.first + column - 2 : null;
    if (event.key === ' ' && time !== null && row.kind === 'cell') change({ t: context.audit.times[time] ?? null });
    else choose(row, time, column);
    return;
  }
  const move = moveOf(event);
  if (move === null) return;
  event.preventDefault();
  const last = columnsOf(context).verdict;
  const element = cell.closest('[data-index]');
  if (move.kind === 'column') {
    const all = element === null ? [] : [...element.querySelectorAll<HTMLElement>('[data-column]')];
    const next = all[all.indexOf(cell) + move.by];
    if (next) focus.go({ key: row.key, column: Number(next.dataset['column']) });
  } else if (move.kind === 'first-column' || move.kind === 'last-column') {
    focus.go({ key: row.key, column: move.kind === 'first-column' ? 1 : last });
  } else {
    const target = rows[rowAfter(rows, focus.row, move)];
    // The wanted column is kept on the way through rows that have fewer cells.
    if (target) focus.go({ key: target.key, column: focus.column });
  }
}
