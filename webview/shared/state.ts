import { useEffect, useRef } from 'preact/hooks';
import { host } from './rpcClient';

/**
 * What the page kept over a reload, as `read` understands it. `read` gets an unknown value (undefined at first, an older
 * version's state after an update) and must fall back on its own.
 */
export function readKeptState<State>(read: (raw: unknown) => State): State {
  return read(host.getState());
}

/** Keeps a small state (numbers and short strings, no data of the trace) over reload and tab switch, at most ten times a second. */
export function useKeptState(state: unknown): void {
  const latest = useRef(state);
  latest.current = state;
  const timer = useRef<number | null>(null);
  useEffect(() => {
    timer.current ??= window.setTimeout(() => {
      timer.current = null;
      host.setState(latest.current);
    }, 100);
  }, [state]);
  useEffect(() => {
    // A page that goes away does not wait for the timer.
    const flush = (): void => void host.setState(latest.current);
    window.addEventListener('pagehide', flush);
    return () => window.removeEventListener('pagehide', flush);
  }, []);
}

/** A field of an unknown object; undefined when there is none. */
export function fieldOf(raw: unknown, name: string): unknown {
  return typeof raw === 'object' && raw !== null ? (raw as Readonly<Record<string, unknown>>)[name] : undefined; // any object may be indexed by a string; the value stays unknown
}
