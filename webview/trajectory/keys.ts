import { useEffect, useRef } from 'preact/hooks';

/** What keys do. They act only while the view has the focus and nobody types. */
export interface KeyActions {
  move(by: 1 | -1): void;
  page(direction: 1 | -1): void;
  edge(edge: 'first' | 'last'): void;
  window(direction: 'next' | 'previous'): void;
  failure(direction: 'next' | 'previous'): void;
  toggle(): void;
  reveal(): void;
  copy(): void;
  find(): void;
  clear(): void;
}

type Act = (actions: KeyActions) => void;

/** Keys by `KeyboardEvent.key`; capital letters are those with Shift. */
const KEYS: Readonly<Record<string, Act>> = {
  j: (a) => a.move(1),
  k: (a) => a.move(-1),
  ArrowDown: (a) => a.move(1),
  ArrowUp: (a) => a.move(-1),
  PageDown: (a) => a.page(1),
  PageUp: (a) => a.page(-1),
  Home: (a) => a.edge('first'),
  End: (a) => a.edge('last'),
  n: (a) => a.window('next'),
  p: (a) => a.window('previous'),
  N: (a) => a.failure('next'),
  P: (a) => a.failure('previous'),
  Enter: (a) => a.toggle(),
  r: (a) => a.reveal(),
  c: (a) => a.copy(),
  '/': (a) => a.find(),
  Escape: (a) => a.clear(),
};

/** Where keys are typed or choose from a list. What other elements use themselves they mark as handled. */
const OWN_KEYS = 'input, textarea, select, vscode-text-field, vscode-dropdown';

export function useKeys(actions: KeyActions): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
      const act = Object.hasOwn(KEYS, event.key) ? KEYS[event.key] : undefined;
      if (!act) return;
      const target = event.target instanceof Element ? event.target : null;
      const isTyping = target?.closest(OWN_KEYS) != null;
      if (isTyping && event.key !== 'Escape') return;
      // Enter on a button is that button's.
      if (event.key === 'Enter' && target?.closest('button, a, vscode-button') != null) return;
      event.preventDefault();
      act(latest.current);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
