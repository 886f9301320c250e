import type { JSX, RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { AlarmInput } from '../../src/protocol/alarmInput';
import type { AuditView, CellDetailView, GroupView, RichText } from '../../src/protocol/audit';
import { textWidth } from '../shared/textWidth';
import { useSteady } from '../shared/useSteady';
import { useWidth } from '../shared/useWidth';
import { useWindowRows } from '../shared/virtualRows';
import { Detail } from './detail';
import { columnsOf, type RowContext } from './gridCells';
import { useGridFocus, type GridFocus } from './gridFocus';
import { GridHead } from './gridHead';
import { handleKey, ownColumn } from './gridKeys';
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
  onAlarm(alarm: AlarmInput): void;
  onCurves(key: string): void;
}

/** The live-eligibility grid with both actions at the chosen time: a keyboard grid that renders what is near. */
export function Grid(props: GridProps): JSX.Element {
  const { audit, state, at, rows, wanted, change, say, onNeeds, onAlarm, onCurves } = props;
  const frame = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const { context, hasLongNames } = useRowContext(props, frame);
  const { measure } = context;
  const columns = columnsOf(context);
  const columnOf = (time: number): number => time - measure.first + 2;
  const start = { key: state.open ?? rows.find((row) => row.kind === 'cell')?.key ?? '', column: columnOf(at) };
  // The virtual rows need the focus to keep its row rendered, the focus needs them to scroll.
  const scroll = useRef<(row: number) => void>(() => undefined);
  const focus = useGridFocus(rows, body, start, (row) => scroll.current(row));
  const isNarrow = measure.layout === 'narrow';
  const virtual = useWindowRows(
    { count: rows.length, estimate: (index) => estimateHeight(rows[index], isNarrow), keyOf: (index) => rows[index]?.key ?? index, keep: [focus.row], coveredTop: head.current?.offsetHeight ?? 38 },
    useTop(body),
  );
  scroll.current = virtual.scrollToIndex;
  useLayoutEffect(() => virtual.remeasure(), [measure.layout, state.mode]);
  useLayoutEffect(() => {
    if (wanted !== null && rows.some((row) => row.key === wanted.key)) focus.go({ key: wanted.key, column: columnOf(at) });
  }, [wanted]);
  const choose = useSteady((row: Row, time: number | null, column: number): void => {
    focus.go({ key: row.key, column });
    change(choiceOf(row, time, props));
  });
  const onChoose = useSteady((row: Row, time: number | null) => choose(row, time, time === null ? 1 : columnOf(time)));
  const onShown = useSteady((detail: CellDetailView) => {
    say(detail.sentence);
    onNeeds(detail.needs);
  });
  return (
    <div ref={frame} class={`grid grid-${measure.layout} grid-${state.mode}`} style={{ '--times': measure.last - measure.first, '--forest': `${measure.forest}px`, '--count': `${measure.count}px` }}>
      <div role="grid" aria-label="Live attempts and both actions by task" aria-rowcount={rows.length + 1} aria-colcount={columns.verdict}>
        <div role="rowgroup" class="grid-head" ref={head}>
          <GridHead context={context} onTime={(time) => change({ t: audit.times[time] ?? null })} />
        </div>
        <div
          role="rowgroup"
          class="grid-body"
          ref={body}
          style={{ height: `${virtual.totalSize}px` }}
          onKeyDown={(event) => handleKey(event, { rows, focus, context, choose, change, state })}
          onFocusIn={(event) => followFocus(event, rows, focus)}
        >
          {virtual.items.map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            const isOpen = row.key === state.open;
            return (
              <div key={item.key} ref={virtual.measure} data-index={item.index} class={rowClass(row, isOpen, hasLongNames)} style={{ top: `${item.start}px` }} role="row" aria-rowindex={item.index + 2} aria-selected={row.kind === 'cell' ? isOpen : undefined}>
                <RowContent row={row} context={context} isOpen={isOpen} focus={item.index === focus.row ? ownColumn(row, focus.column, columns) : null} onChoose={onChoose} onShown={onShown} onAlarm={onAlarm} onCurves={onCurves} />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface RowContentProps {
  readonly row: Row;
  readonly context: RowContext;
  readonly isOpen: boolean;
  readonly focus: number | null;
  onChoose(row: Row, time: number | null): void;
  onShown(detail: CellDetailView): void;
  onAlarm(alarm: AlarmInput): void;
  onCurves(key: string): void;
}

function RowContent({ row, context, isOpen, focus, onChoose, onShown, onAlarm, onCurves }: RowContentProps): JSX.Element {
  switch (row.kind) {
    case 'group':
      return <GroupRow row={row} context={context} focus={focus} onChoose={onChoose} />;
    case 'cell':
      return <CellRow row={row} context={context} isOpen={isOpen} focus={focus} onChoose={onChoose} />;
    case 'detail':
      return (
        <div role="gridcell" aria-colindex={1} aria-colspan={columnsOf(context).verdict}>
          <Detail audit={context.audit} cell={row.cell.key} t={context.audit.times[context.at] ?? 0} isTable={context.mode === 'table'} onShown={onShown} onAlarm={onAlarm} onCurves={onCurves} />
        </div>
      );
  }
}

/** The layout for the width there is, and whether names of groups need a line of their own, in all groups alike. */
function useRowContext({ audit, state, at }: GridProps, frame: RefObject<HTMLElement | null>): { readonly context: RowContext; readonly hasLongNames: boolean } {
  const width = useWidth(frame, 1040);
  const attempts = useMemo(() => audit.groups.reduce((most, group) => group.cells.reduce((n, cell) => Math.max(n, cell.decisions[0]?.n ?? 0), most), 1), [audit]);
  const name = useMemo(() => AROUND_TASK + Math.ceil(textWidth(longestTask(audit))), [audit]);
  const measure = useMemo(() => measureGrid(width, { times: audit.times.length, chosen: at, attempts, name }), [width, audit.times.length, at, attempts, name]);
  const context: RowContext = useMemo(() => ({ audit, measure, at, mode: state.mode, filter: state.filter }), [audit, measure, at, state.mode, state.filter]);
  const hasLongNames = useMemo(() => audit.groups.some((group) => isLongName(group, measure.name)), [audit, measure.name]);
  return { context, hasLongNames };
}

/** What choosing a row, or one of its times (by number), changes. */
function choiceOf(row: Row, time: number | null, { audit, state, at }: GridProps): Partial<PanelState> {
  if (row.kind === 'group') return { folded: { ...state.folded, [row.key]: !row.isFolded } };
  if (row.kind !== 'cell') return {};
  const t = time === null ? undefined : audit.times[time];
  const isClosing = state.open === row.key && (time === null || time === at);
  return { open: isClosing ? null : row.key, ...(t === undefined ? {} : { t }) };
}

/** However the focus came to a cell, by key, pointer or tab, it is the place from now on. */
function followFocus(event: FocusEvent, rows: readonly Row[], focus: GridFocus): void {
  const cell = event.target instanceof HTMLElement ? event.target : null;
  const row = rows[Number(cell?.closest<HTMLElement>('[data-index]')?.dataset['index'])];
  const column = Number(cell?.dataset['column']);
  if (row !== undefined && column > 0 && (row.key !== rows[focus.row]?.key || column !== focus.column)) focus.go({ key: row.key, column }, { move: false });
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

/** Gaps around a task's name. */
const AROUND_TASK = 34;

function longestTask({ groups }: AuditView): string {
  return groups.reduce((longest, { cells }) => cells.reduce((last, { task }) => (task.length > last.length ? task : last), longest), '');
}

/** Icon and gaps around a group's name. */
const AROUND_NAME = 26;

function isLongName({ runtime, cohort }: GroupView, room: number): boolean {
  return textWidth(runtime, 600) + textWidth(cohort ?? '') + AROUND_NAME > room;
}

function rowClass(row: Row, isOpen: boolean, hasLongNames: boolean): string {
  if (row.kind === 'detail') return 'detail-row';
  if (row.kind === 'group') return hasLongNames ? 'row group long-name' : 'row group';
  return isOpen ? 'row cell selected' : 'row cell';
}
