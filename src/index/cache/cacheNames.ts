// Names of the files in a cache folder tell who wrote them, so that what dead processes left behind can be told from what others
// are writing at this moment:
//
//   manifest.rls                  what counts; replaced as a whole
//   seg-HOST-PID-TOKEN-N.rls      a segment
//   tmp-HOST-PID-TOKEN-N          either of them while it is written

import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { isRunning } from '../../formats/containers/spool';

export const MANIFEST = 'manifest.rls';

const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const NAME = /^(seg|tmp)-([0-9a-f]{8})-(\d+)-([0-9a-f]+)-\d+(\.rls)?$/;

/** Who writes: this process, and one of its builds. */
export interface Owner {
  readonly token: string;
}

export function createOwner(): Owner {
  return { token: randomBytes(6).toString('hex') };
}

export function fileNameFor(kind: 'seg' | 'tmp', { token }: Owner, number: number): string {
  return `${kind}-${HOST}-${process.pid}-${token}-${number}${kind === 'seg' ? '.rls' : ''}`;
}

/**
 * Whether a file that nothing refers to may be removed: its writer has ended, is `owner` itself, or wrote it longer ago than any
 * build takes. False for names that are none of ours.
 */
export function isLeftOver(name: string, ageMs: number, owner: Owner): boolean {
  const parts = NAME.exec(name);
  if (!parts) return false;
  const [, , host, pid, token] = parts;
  if (token === owner.token || ageMs > DAY_MS) return true;
  return host === HOST && !isRunning(Number(pid));
}

const DAY_MS = 24 * 60 * 60 * 1000;
