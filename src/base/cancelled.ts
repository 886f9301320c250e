/** Thrown out of work that the user has cancelled; only entries catch it. */
export class CancelledError extends Error {
  readonly code = 'cancelled';

  constructor() {
    super('Cancelled.');
    this.name = 'CancelledError';
  }
}

/** The part of an AbortSignal that long work looks at. */
export interface StopSignal {
  readonly aborted: boolean;
}

/** Throws a CancelledError when the signal was given. */
export function throwIfCancelled(signal: StopSignal | undefined): void {
  if (signal?.aborted) throw new CancelledError();
}

/** Whether an error, of this or of another thread, stands for a cancellation. */
export function isCancelled(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'cancelled';
}
