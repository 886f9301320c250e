import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Parts of a wide table that lie off the page. */
interface Beyond {
  readonly left: boolean;
  readonly right: boolean;
}

const NOTHING: Beyond = { left: false, right: false };

/** A frame in which a wide table scrolls: an edge stands where columns lie beyond it, and a link leads to them. */
export function TableFrame({ label, children }: { readonly label: string; readonly children: ComponentChildren }): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const { left, right } = useBeyond(frame);
  const scrollTo = (side: number): void => frame.current?.scrollTo({ left: side });
  return (
    <>
      <div class={`data-frame${left ? ' beyond-left' : ''}${right ? ' beyond-right' : ''}`}>
        <div ref={frame} class="data-scroll" tabIndex={0} role="region" aria-label={label}>
          {children}
        </div>
      </div>
      {(left || right) && (
        <p class="data-beyond">
          <button type="button" class="link" onClick={() => scrollTo(right ? (frame.current?.scrollWidth ?? 0) : 0)}>
            {right ? 'More columns \u2192' : '\u2190 First columns'}
          </button>
        </p>
      )}
    </>
  );
}

/** Which sides of a scrolling element hide something, followed as it scrolls and as it or what it holds changes its size. */
function useBeyond(frame: RefObject<HTMLElement | null>): Beyond {
  const [beyond, setBeyond] = useState(NOTHING);
  useLayoutEffect(() => {
    const own = frame.current;
    if (!own) return undefined;
    const look = (): void => {
      const [left, right] = [own.scrollLeft > 1, own.scrollLeft + own.clientWidth < own.scrollWidth - 1];
      setBeyond((before) => (before.left === left && before.right === right ? before : { left, right }));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(own);
    for (const child of own.children) observer.observe(child);
    own.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      own.removeEventListener('scroll', look);
    };
  }, [frame]);
  return beyond;
}
