import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder of public traces and papers that suites read but the repository does not hold; null when it is not there. */
export function sharedFolder(): string | null {
  const folder = process.env.RESTART_LENS_SHARED ?? path.resolve(import.meta.dirname, '../../../shared');
  return existsSync(folder) ? folder : null;
}
