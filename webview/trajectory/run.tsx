import type { JSX } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { StepKind, TrajectoryView } from '../../src/protocol/trajectory';
import { useKeptState } from '../shared/state';
import { ask, host, onHostEvent } from './connection';
import { Footer } from './footer';
import { Header } from './header';
import { type KeyActions, useKeys } from './keys';
import { Outline } from './outline';
import { MOST_EXPANDED, type Place } from './place';
import { SearchBar } from './searchBar';
import { type StepListHandle, StepList } from './stepList';
import { Strip } from './strip';
import { type Search, useSearch } from './useSearch';
import { indexWindows, neighbourFailure, neighbourWindow } from './windows';

export interface RunProps {
  readonly view: TrajectoryView;
  /** Where the reader was; written back as it changes. */
  readonly kept: { current: Place };
  say(text: string): void;
}

/** A run: header, score strip, outline and steps. */
export function Run({ view, kept, say }: RunProps): JSX.Element {
  const last = view.steps.length;
  const start = kept.current;
  const [step, setStep] = useState(Math.max(1, Math.min(start.step, last)));
  const [expanded, setExpanded] = useState<readonly number[]>(start.expanded);
  const [monitorName, setMonitor] = useState(start.monitor);
  const [kinds, setKinds] = useState<readonly StepKind[]>(start.kinds);
  const [query, setQuery] = useState(start.query);
  const [top, setTop] = useState(start.top);
  const place = useMemo<Place>(() => ({ attempt: view.attemptId, key: view.key, step, top, expanded, monitor: monitorName, kinds, query }), [view.attemptId, view.key, step, top, expanded, monitorName, kinds, query]);
  kept.current = place;
  useKeptState(place);

  const list = useRef<StepListHandle | null>(null);
  const search = useSearch(query, view);
  const windows = useMemo(() => indexWindows(view.windows, last), [view.windows, last]);
  const shown = useMemo(() => filterSteps(view, kinds, search), [view, kinds, search.hits]);
  const monitor = view.monitors.find((one) => one.name === monitorName) ?? view.monitors.find((one) => one.name === view.monitor) ?? null;

  const toggle = useCallback((number: number, open?: boolean) => {
    setExpanded((now) => {
      const isOpen = now.includes(number);
      if (isOpen === open) return now;
      return isOpen ? now.filter((one) => one !== number) : [...now, number].slice(-MOST_EXPANDED);
    });
  }, []);
  const choose = useCallback((number: number, options: { readonly tell?: boolean; readonly focus?: boolean; readonly align?: 'auto' | 'center' } = {}) => {
    setStep(number);
    list.current?.reveal(number, { focus: options.focus ?? true, align: options.align ?? 'auto' });
    if (options.tell ?? true) host.notify('selected', { step: number });
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
  useEffect(
    () =>
      onHostEvent('select', ({ step: number, focus }) => {
        if (number >= 1 && number <= last) choose(number, { tell: false, focus, align: 'center' });
      }),
    [choose, last],
  );
  useEffect(() => onHostEvent('window', ({ direction }) => goToWindow(direction)), [goToWindow]);

  // Another filter lists other steps: the chosen one is brought back into sight.
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) list.current?.reveal(step, { focus: false, align: 'center' });
    isFirst.current = false;
  }, [kinds, search.hits]);

  const actions: KeyActions = {
    move: (by) => {
      const next = moveIn(shown, step, by);
      if (next !== null) choose(next);
    },
    page: (direction) => {
      const next = moveIn(shown, step, direction * Math.max(1, (list.current?.rowsInSight() ?? 10) - 1));
      if (next !== null) choose(next);
    },
    edge: (edge) => {
      const next = edge === 'first' ? shown[0] : shown.at(-1);
      if (next !== undefined) choose(next);
    },
    window: goToWindow,
    failure: (direction) => {
      const row = neighbourFailure(view.steps, step, direction);
      if (row) choose(row.number, { align: 'center' });
      else say(`There is no ${direction} failed step.`);
    },
    toggle: () => toggle(step),
    reveal: () => {
      if (view.hasRaw) ask('reveal', { step, focus: true }, say);
    },
    copy: () => ask('copy', { step, as: 'text' }, say, `Step ${step} copied.`),
    find: () => document.querySelector<HTMLElement>('.search vscode-text-field')?.focus(),
    clear: () => {
      if (query !== '') setQuery('');
      else setKinds([]);
    },
  };
  useKeys(actions);

  if (view.empty !== null) {
    return (
      <main class="run">
        <Header view={view} say={say} />
        <div class="page empty">
          <p>{view.empty}</p>
        </div>
        <Footer view={view} shown={0} say={say} />
      </main>
    );
  }
  return (
    <main class="run" style={{ '--digits': String(String(last).length) }}>
      <Header view={view} say={say} />
      {monitor === null ? null : (
        <Strip view={view} monitor={monitor} step={step} onMonitor={setMonitor} onChoose={(number) => choose(number, { align: 'center', focus: false })} onWindow={goToWindow} />
      )}
      <div class="columns">
        <Outline view={view} windows={windows} monitor={monitor} step={step} onChoose={(number) => choose(number, { focus: false, align: 'center' })} />
        <section class="steps" aria-label="Steps">
          <SearchBar view={view} query={query} search={search} kinds={kinds} shown={shown.length} onQuery={setQuery} onKinds={setKinds} onNext={() => shown[0] !== undefined && choose(shown[0])} />
          <StepList
            handle={list}
            view={view}
            windows={windows}
            monitor={monitor}
            shown={shown}
            step={step}
            expanded={expanded}
            search={search}
            query={query}
            top={start.top}
            onTop={setTop}
            onToggle={(number) => {
              choose(number, { focus: false });
              toggle(number);
            }}
            onChoose={(number) => choose(number)}
            say={say}
          />
        </section>
      </div>
      <Footer view={view} shown={shown.length} say={say} />
    </main>
  );
}

/** Numbers of the steps that are listed, rising. */
function filterSteps(view: TrajectoryView, kinds: readonly StepKind[], search: Search): readonly number[] {
  const { hits } = search;
  const steps = kinds.length === 0 && hits === null ? view.steps : view.steps.filter((row) => (kinds.length === 0 || kinds.includes(row.kind)) && (hits === null || hits.has(row.number)));
  return steps.map((row) => row.number);
}

/** The listed step `by` places from a step, which need not be listed itself; stops at the ends. */
function moveIn(shown: readonly number[], step: number, by: number): number | null {
  if (shown.length === 0) return null;
  const at = shown.findIndex((number) => number >= step);
  const here = at < 0 ? shown.length : at;
  const isListed = shown[here] === step;
  const target = isListed || by < 0 ? here + by : here + by - 1;
  return shown[Math.max(0, Math.min(target, shown.length - 1))] ?? null;
}
