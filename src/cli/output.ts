import { jsonDocument } from '../base/jsonDocument';

/** A stream that text is written to; waits when the other side is slow, and goes quiet when it has gone. */
export interface Output {
  readonly isTerminal: boolean;
  /** Columns of the terminal; 80 where it does not say. */
  readonly columns: number;
  write(text: string): Promise<void>;
}

type Stream = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

/**
 * Wraps a stream of the process. A closed pipe (`| head`) is no error: what follows goes nowhere. Whatever else keeps the
 * text from arriving (a full disk) rejects, since an answer that is cut must not look like one that is whole.
 */
export function createOutput(stream: Stream): Output {
  let isGone = false;
  let failure: Error | null = null;
  const fail = (error: Error): void => {
    if ('code' in error && error.code === 'EPIPE') isGone = true;
    else failure ??= error;
  };
  stream.on('error', fail);
  return {
    isTerminal: stream.isTTY === true,
    columns: stream.columns ?? 80,
    write: (text) =>
      new Promise((resolve, reject) => {
        const settle = (): void => (failure === null || isGone ? resolve() : reject(failure));
        if (isGone || failure !== null) return settle();
        stream.write(text, (error) => {
          if (error) fail(error);
          settle();
        });
      }),
  };
}

/** Writes an answer as one JSON document. */
export async function writeJson(out: Output, value: object): Promise<void> {
  for (const piece of jsonDocument(value)) await out.write(piece);
}
