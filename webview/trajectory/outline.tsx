import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { StepRow } from '../../src/protocol/trajectory';
import { Icon } from '../shared/glyphs';
import { useElementRows } from '../shared/virtualRows';
import { KIND_ICONS } from './kinds';
import { kindOf } from './listedSteps';
import { isReached, scoreAt, scoreText } from './scores';
import type { Reader } from './useReader';

export interface OutlineProps {
  readonly reader: Reader;
  onChoose(step: number): void;
}

const ROW = 22;
/** Height of a full score, in CSS pixels. */
const BAR = 14;

/** All steps by number, kind and score: a map of the run that keeps the chosen step in sight. */
export function Outline({ reader, onChoose }: OutlineProps): JSX.Element {
  const { view, windows, monitor, step } = reader;
  const { count } = view.steps;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useElementRows({ count, estimate: () => ROW, keyOf: (index) => index, keep: [step - 1] }, () => scroller.current);
  const wantsFocus = useRef(false);
  useEffect(() => {
    rows.scrollToIndex(step - 1, 'auto');
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    scroller.current?.querySelector<HTMLElement>(`[data-index="${step - 1}"]`)?.focus();
  }, [step]);
  const onKey = (event: KeyboardEvent): void => {
    const moves: Readonly<Record<string, number>> = { ArrowDown: step + 1, ArrowUp: step - 1, Home: 1, End: count, PageDown: step + 10, PageUp: step - 10 };
    const target = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    wantsFocus.current = true;
    onChoose(Math.max(1, Math.min(target, count)));
  };
  return (
    <nav class="outline" aria-label="Outline">
      <div class="outline-head small muted">Outline, {count === 1 ? '1 step' : `${count.toLocaleString('en-US')} steps`}</div>
      <div class="outline-list" ref={scroller}>
        <div role="listbox" aria-label="Steps by kind and score" class="rows" style={{ height: `${rows.totalSize}px` }} onKeyDown={onKey}>
          {rows.items.map((item) => {
            const number = item.index + 1;
            const row = reader.rows.of(number);
            const kind = kindOf(view.steps, number);
            const score = scoreAt(monitor, number);
            return (
              <div
                key={item.key}
                role="option"
                class={`outline-row placed${windows.inside[item.index] ? ' marked' : ''}${number === step ? ' chosen' : ''}`}
                data-index={item.index}
                tabIndex={number === step ? 0 : -1}
                aria-selected={number === step}
                aria-setsize={count}
                aria-posinset={number}
                title={row?.title}
                style={{ transform: `translateY(${item.start}px)` }}
                onClick={() => onChoose(number)}
              >
                <span class="right muted">{number}</span>
                <Icon name={KIND_ICONS[kind]} />
                <span class="cut">
                  {kind}
                  <span class="hidden-text">{describeRest(row, scoreText(view, monitor, row), windows.inside[item.index] === true)}</span>
                </span>
                <span class="outline-bar" aria-hidden="true">
                  {score === null ? null : <i class={isReached(monitor, number) ? 'reached' : ''} style={{ height: `${Math.max(1, Math.round(score * BAR))}px` }} />}
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
function describeRest(row: StepRow | null, score: string, isMarked: boolean): string {
  return [row?.exit ?? '', score === '' ? '' : `score ${score}`, isMarked ? 'in a failure window' : ''].filter((part) => part !== '').map((part) => `, ${part}`).join('');
}
