// Icons on a 16-pixel grid and marks on a 10-pixel grid. Shape first, colour second: each differs without its colour.

import type { JSX } from 'preact';

const PATHS = {
  search: 'M11.2 7a4.2 4.2 0 1 1-8.4 0 4.2 4.2 0 0 1 8.4 0zM10.2 10.2l3.3 3.3',
  close: 'm5 5 6 6m0-6-6 6',
  table: 'M2.5 3.5h11v9h-11zM2.5 6.5h11M6.5 6.5v6',
  chart: 'M2.5 13.5h11M4.5 11V8M8 11V4M11.5 11V6',
  unlocked: 'M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 4.9-.8',
  locked: 'M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  gear: 'M10 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM8 2.5v2M8 11.5v2M2.5 8h2M11.5 8h2M4.1 4.1l1.4 1.4M10.5 10.5l1.4 1.4M11.9 4.1l-1.4 1.4M5.5 10.5l-1.4 1.4',
  export: 'M8 10V2.5M5.5 5 8 2.5 10.5 5M3 9.5v4h10v-4',
  more: 'M3.5 8h.1M8 8h.1M12.5 8h.1',
  warning: 'M8 2.5 14 13.2H2zM8 6.5v3M8 11.3v.2',
  info: 'M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0zM8 7.5v3.2M8 5.2v.2',
  error: 'M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0zM6 6l4 4m0-4-4 4',
  question: 'M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0zM6.3 6.5a1.7 1.7 0 1 1 2.4 1.5c-.5.3-.7.6-.7 1.2M8 11v.1',
  notEstimable: 'M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0zM4.2 4.2l7.6 7.6',
  clock: 'M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0zM8 5v3l2 1.5',
  refresh: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.5v2.3h-2.3',
  check: 'm3 8.5 3.2 3.2L13 4.8',
  cross: 'm4 4 8 8m0-8-8 8',
  bar: 'M3 8h10',
  filter: 'M2.5 4.5h11M4.5 8h7M6.5 11.5h3',
  down: 'm4.5 6.5 3.5 3.5 3.5-3.5',
  up: 'm4.5 9.5 3.5-3.5 3.5 3.5',
  right: 'm6.5 4.5 3.5 3.5-3.5 3.5',
  edit: 'm3 13 .6-2.8L10.5 3.3l2.2 2.2-6.9 6.9z',
  eye: 'M1.8 8S4 4 8 4s6.2 4 6.2 4S12 12 8 12 1.8 8 1.8 8zM9.8 8a1.8 1.8 0 1 1-3.6 0 1.8 1.8 0 0 1 3.6 0z',
  run: 'M5 3.5v9l7-4.5z',
  flask: 'M6.5 2.5v4L3.5 13h9L9.5 6.5v-4M5.5 2.5h5',
  pulse: 'M2 8.5h3l1.5-4 2.5 7 1.5-3H14',
  file: 'M4 2.5h5l3 3v8H4zM9 2.5v3h3',
  split: 'M2.5 3h11v10h-11zM8 3v10',
  copy: 'M5.5 5.5h7v8h-7zM3.5 10.5v-8h7',
} as const;

export type IconName = keyof typeof PATHS;
export type IconTone = 'plain' | 'warning' | 'error' | 'good' | 'bad';

/** A decorative icon, hidden from screen readers: the words beside it say the same. */
export function Icon({ name, tone = 'plain' }: { readonly name: IconName; readonly tone?: IconTone }): JSX.Element {
  return (
    <i class={`icon icon-${tone}`} aria-hidden="true">
      <svg viewBox="0 0 16 16" class={name === 'more' ? 'dots' : undefined}>
        <path d={PATHS[name]} />
      </svg>
    </i>
  );
}

export type MarkName = 'restart' | 'continue' | 'abstain' | 'not-reached' | 'uncounted' | 'horizon' | 'live';

/** The mark of a verdict or status, hidden from screen readers. */
export function Mark({ name }: { readonly name: MarkName }): JSX.Element {
  return (
    <span class="mark" aria-hidden="true">
      <svg viewBox="0 0 10 10">{markShape(name)}</svg>
    </span>
  );
}

function markShape(name: MarkName): JSX.Element {
  switch (name) {
    case 'restart':
      return <path class="mark-restart" d="M5 .4 9.6 5 5 9.6.4 5z" />;
    case 'continue':
      return <circle class="mark-continue" cx="5" cy="5" r="3.4" />;
    case 'abstain':
      return <path class="mark-line" d="M0 5h10M5 2v6" />;
    case 'not-reached':
      return <circle class="mark-dot" cx="5" cy="5" r="1.1" />;
    case 'uncounted':
      return <path class="mark-line" d="M2.5 5h5" />;
    case 'horizon':
      return <path class="mark-line" d="M0 5h7M8.5 1.5v7" />;
    case 'live':
      return <path class="mark-live" d="M1 0h3v10H1zM6 8h3v2H6z" />;
  }
}
