import type { Problem } from '../model/problem';
import type { WorkerCrash } from './readPool';

/** A file whose reading ended the thread, again when it was alone. */
export function crashProblem(file: string, crash: WorkerCrash): Problem {
  return {
    file,
    line: null,
    byte: null,
    code: 'unreadable',
    severity: 'error',
    found: crash.reason.slice(0, 500),
    expected: 'content that can be read within the limits of a reading thread',
    message: 'The thread that read this file ended; nothing of it is shown.',
  };
}
