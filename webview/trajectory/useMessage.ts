import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

/** Milliseconds for which a message stays in the footer. */
const MESSAGE_TIME = 5000;

/** What was done, or why not: said to screen readers and shown for a while. */
export function useMessage(announce: (text: string) => void): { readonly message: string; say(text: string): void } {
  const [message, setMessage] = useState('');
  const timer = useRef(0);
  const say = useCallback(
    (text: string) => {
      announce(text);
      setMessage(text);
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => setMessage(''), MESSAGE_TIME);
    },
    [announce],
  );
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return { message, say };
}
