import { useCallback, useRef } from 'preact/hooks';

/** A callback that stays the same value over renderings and calls the newest one given. */
export function useSteady<Arguments extends readonly unknown[], Result>(callback: (...given: Arguments) => Result): (...given: Arguments) => Result {
  const latest = useRef(callback);
  latest.current = callback;
  return useCallback((...given: Arguments) => latest.current(...given), []);
}
