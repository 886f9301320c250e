import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { MonitorView, StepRow, TrajectoryView } from '../../src/protocol/trajectory';
import { Icon } from '../shared/glyphs';
import { useElementRows } from '../shared/virtualRows';
import { KIND_ICONS } from './kinds';
import { isReached, scoreText } from './scores';
import type { WindowIndex } from './windows';

export interface OutlineProps {
  readonly view: TrajectoryView;
  readonly windows: WindowIndex;
  readonly monitor: MonitorView | null;
  readonly step: number;
  onChoose(step: number): void;
}

const ROW = 22;
/** Height of a full score, in CSS pixels. */
const BAR = 14;

/** All steps by number, kind and score: a map of the run that keeps the chosen step in sight. */
export function Outline({ view, windows, monitor, step, onChoose }: OutlineProps): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useElementRows({ count: view.steps.length, estimate: () => ROW, keyOf: (index) => index, keep: [step - 1] }, () => scroller.current);
  const wantsFocus = useRef(false);
  useEffect(() => {
    rows.scrollToIndex(step - 1, 'auto');
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    scroller.current?.querySelector<HTMLElement>(`[data-index="${step - 1}"]`)?.focus();
  }, [step]);
  const onKey = (event: KeyboardEvent): void => {
    const moves: Readonly<Record<string, number>> = { ArrowDown: step + 1, ArrowUp: step - 1, Home: 1, End: view.steps.length, PageDown: step + 10, PageUp: step - 10 };
    const target = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    wantsFocus.current = true;
    onChoose(Math.max(1, Math.min(target, view.steps.length)));
  };
  return (
    <nav class="outline" aria-label="Outline">
      <div class="outline-head small muted">Outline, {view.steps.length === 1 ? '1 step' : `${view.steps.length} steps`}</div>
      <div class="outline-list" ref={scroller}>
        <div role="listbox" aria-label="Steps by kind and score" class="rows" style={{ height: `${rows.totalSize}px` }} onKeyDown={onKey}>
          {rows.items.map((item) => {
            const row = view.steps[item.index];
            if (!row) return null;
            const score = monitor?.scores[item.index] ?? null;
            return (
              <div
                key={item.key}
                role="option"
                class={`outline-row placed${windows.inside[item.index] ? ' marked' : ''}${row.number === step ? ' chosen' : ''}`}
                data-index={item.index}
                tabIndex={row.number === step ? 0 : -1}
                aria-selected={row.number === step}
                aria-setsize={view.steps.length}
                aria-posinset={row.number}
                title={row.title}
                style={{ transform: `translateY(${item.start}px)` }}
                onClick={() => onChoose(row.number)}
              >
                <span class="right muted">{row.number}</span>
                <Icon name={KIND_ICONS[row.kind]} />
                <span class="cut">
                  {row.kind}
                  <span class="hidden-text">{describeRest(row, scoreText(monitor, row.number), windows.inside[item.index] === true)}</span>
                </span>
                <span class="outline-bar" aria-hidden="true">
                  {score === null ? null : <i class={isReached(monitor, row.number) ? 'reached' : ''} style={{ height: `${Math.max(1, Math.round(score * BAR))}px` }} />}
                </span>
              </div>
            );
          })}
        </div>
      </div>
    </nav>
  );
}

/** What the bar and the edge show, for who does not see them. */
function describeRest(row: StepRow, score: string, isMarked: boolean): string {
  return [row.exit, score === '' ? '' : `score ${score}`, isMarked ? 'in a failure window' : ''].filter((part) => part !== '').map((part) => `, ${part}`).join('');
}
