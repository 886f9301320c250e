import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { MonitorView, StepKind, TrajectoryView } from '../../src/protocol/trajectory';
import { useKeptState } from '../shared/state';
import { host, onHostEvent } from './connection';
import { type ListedSteps, listSteps } from './listedSteps';
import { MOST_EXPANDED, type Place } from './place';
import { type Rows, useRows } from './useRows';
import { type Search, useSearch } from './useSearch';
import { indexWindows, neighbourWindow, type WindowIndex } from './windows';

export interface ChooseOptions {
  /** Whether the host is told, so that raw text follows. Default: yes. */
  readonly tell?: boolean;
  /** Whether the focus goes to the step's row. Default: yes. */
  readonly focus?: boolean;
  readonly align?: 'auto' | 'center';
}

/** What the list of steps lets others do; filled in while it is on the page. */
export interface StepListHandle {
  /** Brings a step into sight, once it is listed; `focus` moves the focus to its row. */
  reveal(step: number, options: { readonly focus: boolean; readonly align: 'auto' | 'center' }): void;
  rowsInSight(): number;
}

/** Where the reader of a run is, and how to move. */
export interface Reader {
  readonly view: TrajectoryView;
  /** Chosen step, from 1. */
  readonly step: number;
  readonly expanded: readonly number[];
  readonly kinds: readonly StepKind[];
  readonly query: string;
  readonly search: Search;
  readonly windows: WindowIndex;
  readonly shown: ListedSteps;
  readonly rows: Rows;
  readonly monitor: MonitorView | null;
  readonly list: { current: StepListHandle | null };
  choose(step: number, options?: ChooseOptions): void;
  toggle(step: number): void;
  goToWindow(direction: 'next' | 'previous'): void;
  setMonitor(name: string): void;
  setKinds(kinds: readonly StepKind[]): void;
  setQuery(query: string): void;
  setTop(step: number): void;
}

/** The state of a run's view; it starts at `kept` and is written back to it. */
export function useReader(view: TrajectoryView, kept: { current: Place }, say: (text: string) => void): Reader {
  const last = view.steps.count;
  const start = kept.current;
  const [step, setStep] = useState(Math.max(1, Math.min(start.step, last)));
  const [expanded, setExpanded] = useState<readonly number[]>(start.expanded);
  const [monitorName, setMonitor] = useState(start.monitor);
  const [kinds, setKinds] = useState<readonly StepKind[]>(start.kinds);
  const [query, setQuery] = useState(start.query);
  const [top, setTop] = useState(start.top);
  const { attemptId: attempt, key } = view;
  const place = useMemo<Place>(() => ({ attempt, key, step, top, expanded, monitor: monitorName, kinds, query }), [attempt, key, step, top, expanded, monitorName, kinds, query]);
  kept.current = place;
  useKeptState(place);
  const list = useRef<StepListHandle | null>(null);
  const search = useSearch(query, view);
  const windows = useMemo(() => indexWindows(view.windows, last), [view.windows, last]);
  const shown = useMemo(() => listSteps(view.steps, { kinds, hits: search.hits }), [view, kinds, search.hits]);
  const rows = useRows(view);
  const monitor = view.monitors.find((one) => one.name === monitorName) ?? view.monitors.find((one) => one.name === view.monitor) ?? null;
  const toggle = useCallback((number: number) => {
    setExpanded((now) => (now.includes(number) ? now.filter((one) => one !== number) : [...now, number].slice(-MOST_EXPANDED)));
  }, []);
  const choose = useCallback((number: number, { tell = true, focus = true, align = 'auto' }: ChooseOptions = {}) => {
    setStep(number);
    list.current?.reveal(number, { focus, align });
    if (tell) host.notify('selected', { step: number });
  }, []);
  const goToWindow = useCallback(
    (direction: 'next' | 'previous') => {
      const window = neighbourWindow(view.windows, step, direction);
      if (!window) return say(`There is no ${direction} failure window.`);
      choose(window.from, { align: 'center' });
      say(`Failure window ${window.from} to ${window.to}: ${window.reason}`);
    },
    [view.windows, step, choose, say],
  );
  const reader: Reader = { view, step, expanded, kinds, query, search, windows, shown, rows, monitor, list, choose, toggle, goToWindow, setMonitor, setKinds, setQuery, setTop };
  useHostMoves(reader);
  useKeepInSight(reader);
  return reader;
}

/** The host moves the reader: a command, or a cursor in the raw text. */
function useHostMoves({ view, choose, goToWindow }: Reader): void {
  const last = view.steps.count;
  useEffect(
    () =>
      onHostEvent('select', ({ step, focus }) => {
        if (step >= 1 && step <= last) choose(step, { tell: false, focus, align: 'center' });
      }),
    [choose, last],
  );
  useEffect(() => onHostEvent('window', ({ direction }) => goToWindow(direction)), [goToWindow]);
  // Last: from now on somebody listens. Once a view that was loaded; the host waits for it after each `load`.
  useEffect(() => host.notify('shown', { attempt: view.attemptId }), [view]);
}

/** Another filter lists other steps: the chosen one is brought back into sight. */
function useKeepInSight({ list, step, kinds, search }: Reader): void {
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) list.current?.reveal(step, { focus: false, align: 'center' });
    isFirst.current = false;
  }, [kinds, search.hits]);
}
