import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** Width of an element's content box in CSS pixels, followed as it changes; `first` before it is known. */
export function useWidth(element: RefObject<HTMLElement | null>, first: number): number {
  const [width, setWidth] = useState(first);
  useLayoutEffect(() => {
    const own = element.current;
    if (!own) return undefined;
    setWidth(own.clientWidth);
    const observer = new ResizeObserver(() => setWidth(own.clientWidth));
    observer.observe(own);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
