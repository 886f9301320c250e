import type { SealCheck } from '../model/seal';
import { checkSeal, LARGEST_LOCK } from './lock';
import { placesOf } from './planPlaces';
import { readOwnFile } from './safeFile';

/** Largest plan that is read to be compared with its lock. */
const LARGEST_PLAN = 4_000_000;

/** How the plan file on disk stands to its lock. A lock or plan that cannot be read is a broken seal, never none. */
export function readSeal(planFile: string): SealCheck {
  const lock = readOr(placesOf(planFile).lock, LARGEST_LOCK);
  if (lock === null) return { state: 'none' };
  if (lock === undefined) return { state: 'broken', lock: null, reason: 'lock-unreadable', changed: [] };
  return checkSeal({ lock, plan: readOr(planFile, LARGEST_PLAN) ?? null });
}

/** Null: not there; undefined: there, and not to be read. */
function readOr(file: string, most: number): string | null | undefined {
  try {
    return readOwnFile(file, most);
  } catch {
    return undefined;
  }
}
