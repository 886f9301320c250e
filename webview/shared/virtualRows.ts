import { elementScroll, observeElementOffset, observeElementRect, observeWindowOffset, observeWindowRect, Virtualizer, windowScroll, type VirtualItem, type VirtualizerOptions } from '@tanstack/virtual-core';
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';

export interface VirtualRowsOptions {
  /** Number of rows. */
  readonly count: number;
  /** Height of a row in CSS pixels before it is measured. */
  readonly estimate: (index: number) => number;
  /** Identity of a row: measured heights follow it when rows move. */
  readonly keyOf: (index: number) => string | number;
  /** Rows that are rendered wherever the reader is, such as the one with the focus. */
  readonly keep?: readonly number[];
  /** Rows rendered beyond the visible ones at each end. */
  readonly overscan?: number;
  /** What covers the top of the scrolled area (a sticky header), in CSS pixels. */
  readonly coveredTop?: number;
}

export interface VirtualRows {
  /** Rows to render, rising; `start` is the distance from the list's own top in CSS pixels. */
  readonly items: readonly VirtualItem[];
  readonly totalSize: number;
  /** Ref callback of every rendered row, which carries `data-index`. */
  measure(element: Element | null): void;
  scrollToIndex(index: number, align?: 'auto' | 'start' | 'center' | 'end'): void;
  /** Forgets measured heights: the layout changed. */
  remeasure(): void;
}

/**
 * Renders only the rows near the visible part of a long list that scrolls with the page. `top` is the distance of the
 * list from the top of the page. Heights may differ and are measured.
 */
export function useWindowRows(options: VirtualRowsOptions, top: number): VirtualRows {
  return useRows<Window>(options, {
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    scrollMargin: top,
    initialOffset: () => window.scrollY,
  });
}

/** The same for a list that scrolls inside an element of its own. */
export function useElementRows(options: VirtualRowsOptions, scroller: () => HTMLElement | null): VirtualRows {
  return useRows<HTMLElement>(options, {
    getScrollElement: scroller,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    scrollMargin: 0,
  });
}

type Scrolling<Scroller extends Window | HTMLElement> = Pick<
  VirtualizerOptions<Scroller, Element>,
  'getScrollElement' | 'observeElementRect' | 'observeElementOffset' | 'scrollToFn' | 'scrollMargin' | 'initialOffset'
>;

function useRows<Scroller extends Window | HTMLElement>(options: VirtualRowsOptions, scrolling: Scrolling<Scroller>): VirtualRows {
  const [, render] = useReducer<number, null>((turn) => turn + 1, 0);
  const settings: VirtualizerOptions<Scroller, Element> = {
    ...scrolling,
    count: options.count,
    estimateSize: options.estimate,
    getItemKey: options.keyOf,
    overscan: options.overscan ?? 12,
    scrollPaddingStart: options.coveredTop ?? 0,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const kept = (options.keep ?? []).filter((index) => index >= 0 && index < count);
      const first = Math.max(0, startIndex - overscan);
      const last = Math.min(count - 1, endIndex + overscan);
      const near = Array.from({ length: Math.max(0, last - first + 1) }, (_, k) => first + k);
      return [...new Set([...near, ...kept])].sort((a, b) => a - b);
    },
    onChange: () => render(null),
  };
  const virtualizer = useRef<Virtualizer<Scroller, Element> | null>(null);
  virtualizer.current ??= new Virtualizer<Scroller, Element>(settings);
  const rows = virtualizer.current;
  rows.setOptions(settings);
  useLayoutEffect(() => rows._didMount(), [rows]);
  useLayoutEffect(() => rows._willUpdate());
  const margin = scrolling.scrollMargin ?? 0;
  return {
    items: rows.getVirtualItems().map((item) => ({ ...item, start: item.start - margin, end: item.end - margin })),
    totalSize: rows.getTotalSize(),
    measure: (element) => rows.measureElement(element),
    scrollToIndex: (index, align = 'auto') => rows.scrollToIndex(index, { align }),
    remeasure: () => rows.measure(),
  };
}
