import type { JSX } from 'preact';
import type { RichText } from '../../src/protocol/audit';

export interface RichWordsProps {
  readonly text: RichText;
  onAttempt(id: string): void;
  onCell(key: string): void;
}

/** A sentence whose attempts and cells are links. */
export function RichWords({ text, onAttempt, onCell }: RichWordsProps): JSX.Element {
  return (
    <>
      {text.map((part, k) => {
        const { attempt, cell } = part;
        const open = attempt !== undefined ? () => onAttempt(attempt) : cell !== undefined ? () => onCell(cell) : null;
        if (open !== null) {
          return (
            <button key={k} type="button" class="link" onClick={open}>
              {part.text}
            </button>
          );
        }
        return part.strong === true ? <b key={k}>{part.text}</b> : part.text;
      })}
    </>
  );
}
