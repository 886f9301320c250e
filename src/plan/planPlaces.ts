import { lstatSync } from 'node:fs';
import path from 'node:path';

export const PLAN_FILE = 'restart-lens.jsonc';

/** The files that belong to a plan file: `name.jsonc` has its lock in `name.lock.json` and its study log in `name.study.jsonl`. */
export function placesOf(planFile: string): { readonly lock: string; readonly log: string } {
  const stem = path.join(path.dirname(planFile), path.basename(planFile).replace(/\.jsonc?$/i, ''));
  return { lock: `${stem}.lock.json`, log: `${stem}.study.jsonl` };
}

/** Whether nothing at all is at a path, not even a link that leads nowhere. */
export function isAbsentFile(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) === undefined;
}
