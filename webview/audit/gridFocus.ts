import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Row } from './rows';

/** Where the roving focus of the grid is: a row by key and a column from 1. */
export interface GridPlace {
  readonly key: string;
  readonly column: number;
}

export interface GridFocus {
  /** Index of the row with the focus; the first one when its own is gone; -1 without rows. */
  readonly row: number;
  readonly column: number;
  /** Remembers the place; with `move` the element takes the focus and is scrolled to once it is rendered. */
  go(place: GridPlace, options?: { readonly move: boolean }): void;
}

/** Keeps one place of the grid focusable, by row key, so that sorting and filtering do not lose it. */
export function useGridFocus(rows: readonly Row[], body: RefObject<HTMLElement | null>, start: GridPlace, scrollTo: (row: number) => void): GridFocus {
  const [place, setPlace] = useState(start);
  const pending = useRef(false);
  const found = rows.findIndex((row) => row.key === place.key);
  const row = found >= 0 ? found : rows.length > 0 ? 0 : -1;
  useLayoutEffect(() => {
    if (!pending.current || row < 0) return;
    const element = body.current?.querySelector(`[data-index="${row}"]`);
    const target = element === null || element === undefined ? null : cellOf(element, place.column);
    if (target === null) {
      // It is not rendered yet: scroll there and try again after the next rendering.
      scrollTo(row);
      return;
    }
    pending.current = false;
    target.focus({ preventScroll: true });
    scrollTo(row);
  });
  return {
    row,
    column: place.column,
    go: (next, options = { move: true }) => {
      pending.current = options.move;
      setPlace(next);
    },
  };
}

/** The cell of a row in a column, or the last one before it: rows that say one thing across columns have fewer cells. */
export function cellOf(row: Element, column: number): HTMLElement | null {
  const cells = [...row.querySelectorAll<HTMLElement>('[data-column]')];
  return cells.filter((cell) => Number(cell.dataset['column']) <= column).at(-1) ?? cells[0] ?? null;
}

export type GridMove = { readonly kind: 'row'; readonly by: number } | { readonly kind: 'column'; readonly by: number } | { readonly kind: 'first-column' } | { readonly kind: 'last-column' } | { readonly kind: 'first-row' } | { readonly kind: 'last-row' };

const PAGE = 10;

/** What a key does to the place in the grid; null: nothing. */
export function moveOf(event: KeyboardEvent): GridMove | null {
  if (event.altKey || event.shiftKey) return null;
  const isFar = event.ctrlKey || event.metaKey;
  switch (event.key) {
    case 'ArrowDown':
    case 'j':
      return { kind: 'row', by: 1 };
    case 'ArrowUp':
    case 'k':
      return { kind: 'row', by: -1 };
    case 'PageDown':
      return { kind: 'row', by: PAGE };
    case 'PageUp':
      return { kind: 'row', by: -PAGE };
    case 'ArrowRight':
      return { kind: 'column', by: 1 };
    case 'ArrowLeft':
      return { kind: 'column', by: -1 };
    case 'Home':
      return isFar ? { kind: 'first-row' } : { kind: 'first-column' };
    case 'End':
      return isFar ? { kind: 'last-row' } : { kind: 'last-column' };
    default:
      return null;
  }
}

/** The row that a move leads to: open details are passed over, they have links of their own. */
export function rowAfter(rows: readonly Row[], from: number, move: GridMove): number {
  const stops = rows.flatMap((row, index) => (row.kind === 'detail' ? [] : [index]));
  const at = Math.max(0, stops.indexOf(from));
  switch (move.kind) {
    case 'row':
      return stops[Math.max(0, Math.min(stops.length - 1, at + move.by))] ?? from;
    case 'first-row':
      return stops[0] ?? from;
    case 'last-row':
      return stops.at(-1) ?? from;
    default:
      return from;
  }
}
