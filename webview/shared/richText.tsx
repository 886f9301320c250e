import type { JSX } from 'preact';
import type { AttemptPair, RichText } from '../../src/protocol/audit';

export interface RichWordsProps {
  readonly text: RichText;
  onAttempt(id: string, step?: number): void;
  onCell(key: string): void;
  /** Where nothing opens two attempts beside each other their link is plain text. */
  onPair?(pair: AttemptPair): void;
}

/** A sentence whose attempts, pairs of them and cells are links. */
export function RichWords({ text, onAttempt, onCell, onPair }: RichWordsProps): JSX.Element {
  return (
    <>
      {text.map((part, k) => {
        const { attempt, cell, pair } = part;
        const open = attempt !== undefined ? () => onAttempt(attempt, part.step) : cell !== undefined ? () => onCell(cell) : pair !== undefined && onPair !== undefined ? () => onPair(pair) : null;
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
