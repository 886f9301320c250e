import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder of public traces that are not part of the repository; null where it is absent. */
export function sharedFolder(): string | null {
  const folder = process.env['RESTART_LENS_SHARED'] ?? path.resolve(import.meta.dirname, '../../../shared');
  return existsSync(path.join(folder, 'traces')) ? folder : null;
}
