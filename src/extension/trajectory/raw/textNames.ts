import { plainPath } from '../../../formats/containers/content';

const TEXT_NAMES = /\.(json|jsonl|ndjson|traj|txt|log)$/i;

/** Whether a file's steps can be shown as text of the file, or of what it decompresses to: not those of archives and tables themselves. */
export function isText(file: string): boolean {
  return TEXT_NAMES.test(plainPath(file));
}
