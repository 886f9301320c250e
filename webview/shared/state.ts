import { useCallback, useEffect, useRef } from 'preact/hooks';
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
  useKeeper(() => state, state);
}

/** The same for a state that is asked for: when `trigger` changed, or when the returned function was called. */
export function useKeeper(current: () => unknown, trigger: unknown): () => void {
  const latest = useRef(current);
  latest.current = current;
  const timer = useRef<number | null>(null);
  const later = useCallback(() => {
    timer.current ??= window.setTimeout(() => {
      timer.current = null;
      host.setState(latest.current());
    }, 100);
  }, []);
  useEffect(later, [trigger]);
  useEffect(() => {
    // A page that goes away does not wait for the timer.
    const flush = (): void => void host.setState(latest.current());
    window.addEventListener('pagehide', flush);
    return () => window.removeEventListener('pagehide', flush);
  }, []);
  return later;
}

/** A field of an unknown object; undefined when there is none. */
export function fieldOf(raw: unknown, name: string): unknown {
  return typeof raw === 'object' && raw !== null ? (raw as Readonly<Record<string, unknown>>)[name] : undefined; // any object may be indexed by a string; the value stays unknown
}
