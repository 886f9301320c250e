import { useEffect, useMemo, useReducer, useRef } from 'preact/hooks';
import { MOST_ROWS, type StepRow, type TrajectoryView } from '../../src/protocol/trajectory';
import { host } from './connection';

/** Words of steps: those that are here, and a way to ask for others. */
export interface Rows {
  /** Row of a step (from 1); null while it is asked for. */
  of(step: number): StepRow | null;
}

/** Rows asked for together; a list in sight is a fraction of it. */
const PART = MOST_ROWS / 2;
/** Parts kept; the oldest are forgotten. */
const MOST_PARTS = 100;

interface Store {
  readonly view: TrajectoryView;
  /** By number from 0. Null: asked for. */
  readonly parts: Map<number, readonly StepRow[] | null>;
  /** Rows of the same run as it was read before: they stand in until the new ones are here. */
  readonly before: Pick<Store, 'view' | 'parts'> | null;
}

/** Rows of a view's steps, asked for in parts when they are first wanted. */
export function useRows(view: TrajectoryView): Rows {
  const [turn, render] = useReducer<number, null>((now) => now + 1, 0);
  const kept = useRef<Store | null>(null);
  if (kept.current?.view !== view) {
    const last = kept.current;
    kept.current = { view, parts: new Map(), before: last?.view.key === view.key ? { view: last.view, parts: last.parts } : null };
  }
  const store = kept.current;
  const isShown = useRef(true);
  useEffect(() => () => void (isShown.current = false), []);
  return useMemo<Rows>(
    () => ({
      of: (step) => {
        if (step < 1 || step > view.steps.count) return null;
        const row = find(store, step);
        if (row !== null) return row;
        askFor(store, partOf(step), () => isShown.current && render(null));
        return store.before === null ? null : find(store.before, step);
      },
    }),
    // A part that came makes other answers.
    [store, turn],
  );
}

function partOf(step: number): number {
  return Math.floor((step - 1) / PART);
}

function find({ view, parts }: Pick<Store, 'view' | 'parts'>, step: number): StepRow | null {
  return view.rows.rows[step - view.rows.from] ?? parts.get(partOf(step))?.[(step - 1) % PART] ?? null;
}

function askFor({ parts }: Store, part: number, onCome: () => void): void {
  if (parts.has(part)) return;
  parts.set(part, null);
  host.request('stepRows', { from: part * PART + 1, to: (part + 1) * PART }).result.then(
    ({ rows }) => {
      parts.set(part, rows);
      for (const [oldest] of parts) {
        if (parts.size <= MOST_PARTS) break;
        parts.delete(oldest);
      }
      onCome();
    },
    // Asked for again when it is wanted again: the host may just be reading another run.
    () => parts.delete(part),
  );
}
