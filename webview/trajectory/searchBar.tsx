import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { STEP_KINDS, type StepKind } from '../../src/protocol/trajectory';
import { Icon } from '../shared/glyphs';
import { TextField } from '../shared/toolkit';
import { ToolButton } from './header';
import { KIND_ICONS } from './kinds';
import { countKinds } from './listedSteps';
import type { Reader } from './useReader';
import type { Search } from './useSearch';

/** Search over the text of every step, and a filter by kind. */
export function SearchBar({ reader }: { readonly reader: Reader }): JSX.Element {
  const { view, query, search, kinds, setQuery: onQuery, setKinds: onKinds } = reader;
  const shown = reader.shown.count;
  const onNext = (): void => {
    const first = reader.shown.at(0);
    if (first !== null) reader.choose(first);
  };
  const [isOpen, setOpen] = useState(kinds.length > 0);
  const counts = useMemo(() => countKinds(view.steps), [view.steps]);
  const toggle = (kind: StepKind): void => onKinds(STEP_KINDS.filter((one) => (one === kind ? !kinds.includes(one) : kinds.includes(one))));
  return (
    <div class="search">
      <div class="search-row">
        <div
          class="search-field"
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
            event.preventDefault();
            onNext();
          }}
        >
          <TextField label="Search every step" placeholder="Search every step" value={query} start={<Icon name="search" />} onInput={onQuery} />
        </div>
        {query === '' ? null : <ToolButton icon="close" label="Clear the search" onPress={() => onQuery('')} />}
        <ToolButton icon="filter" text={kinds.length === 0 ? 'kind' : `${kinds.length} of ${counts.size} kinds`} expanded={isOpen} onPress={() => setOpen(!isOpen)} />
      </div>
      {!isOpen ? null : (
        <div class="kind-row" role="group" aria-label="Kinds of steps to list">
          {[...counts].map(([kind, count]) => (
            <button key={kind} type="button" class="toggle small" aria-pressed={kinds.includes(kind)} onClick={() => toggle(kind)}>
              <Icon name={KIND_ICONS[kind]} />
              {kind} <b>{count}</b>
            </button>
          ))}
        </div>
      )}
      <p class={`search-status small muted${query === '' && kinds.length === 0 ? ' hidden-text' : ''}`} role="status">
        {describeSearch({ query, search, shown, steps: view.steps.count, isFiltered: kinds.length > 0 })}
      </p>
    </div>
  );
}

interface StatusInput {
  readonly query: string;
  readonly search: Search;
  readonly shown: number;
  readonly steps: number;
  readonly isFiltered: boolean;
}

function describeSearch({ query, search, shown, steps, isFiltered }: StatusInput): string {
  if (search.failure !== '') return `The search failed: ${search.failure}`;
  if (search.progress !== null) return `Searching, ${search.progress.searched.toLocaleString('en-US')} of ${search.progress.of.toLocaleString('en-US')} steps`;
  if (query.trim() === '' && !isFiltered) return '';
  const which = query.trim() === '' ? 'of these kinds' : isFiltered ? 'hold it, of these kinds' : 'hold it';
  return `${shown.toLocaleString('en-US')} of ${steps.toLocaleString('en-US')} steps ${which}.`;
}
