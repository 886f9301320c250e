import type { JSX } from 'preact';
import { useCallback, useState } from 'preact/hooks';

export interface Announcer {
  /** Says the text to a screen reader when it is idle. */
  say(text: string): void;
  /** Must stand once on the page. */
  readonly region: JSX.Element;
}

/** A polite live region. Saying the same text twice is heard twice: a no-break space alternates at the end. */
export function useAnnouncer(): Announcer {
  const [said, setSaid] = useState({ text: '', turn: false });
  const say = useCallback((text: string) => setSaid((last) => ({ text, turn: !last.turn })), []);
  return {
    say,
    region: (
      <div class="hidden-text" role="status" aria-live="polite">
        {said.text + (said.turn ? '\u00a0' : '')}
      </div>
    ),
  };
}
