import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { movedIndex } from './radioGroup';

export interface TabListProps {
  readonly label: string;
  readonly value: string;
  /** Id of the part of the page that the tabs change. */
  readonly controls: string;
  readonly tabs: readonly { readonly id: string; readonly title: string }[];
  onChoose(id: string): void;
}

/** Tabs. One tab stop; arrows, Home and End choose. */
export function TabList({ label, value, controls, tabs, onChoose }: TabListProps): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const chosen = Math.max(0, tabs.findIndex(({ id }) => id === value));
  const move = (event: KeyboardEvent): void => {
    const to = movedIndex(event.key, chosen, tabs.length);
    const tab = to === null ? undefined : tabs[to];
    if (to === null || tab === undefined) return;
    event.preventDefault();
    onChoose(tab.id);
    const button = list.current?.children[to];
    if (button instanceof HTMLElement) button.focus();
  };
  return (
    <div ref={list} role="tablist" aria-label={label} class="tabs" onKeyDown={move}>
      {tabs.map(({ id, title }, k) => (
        <button key={id} type="button" role="tab" id={`tab-${id}`} aria-selected={k === chosen} aria-controls={controls} tabIndex={k === chosen ? 0 : -1} onClick={() => onChoose(id)}>
          {title}
        </button>
      ))}
    </div>
  );
}
