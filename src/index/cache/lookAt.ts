import path from 'node:path';
import { throwIfCancelled } from '../../base/cancelled';
import type { StopSignal } from '../../base/cancelled';
import { compareText } from '../../base/compareText';
import { memberMarks } from '../../formats/containers/content';
import { stateOf } from '../sourceFile';
import type { FileState } from '../sourceFile';
import type { ManifestReader } from './manifest';

/** A file that was found. */
export interface SeenFile {
  readonly path: string;
  /** Null when it cannot be asked for. */
  readonly state: FileState | null;
  /** Row of the manifest that says the same of it; -1: new, changed, or not to be trusted. */
  readonly known: number;
  /** Whether an equal state will mean an equal file (`KnownFile.isTrusted`). */
  readonly isTrusted: boolean;
}

export interface Seen {
  readonly files: readonly SeenFile[];
  /** Whether the manifest knows exactly these files, in these states. */
  readonly isUnchanged: boolean;
}

const MILLISECOND = 1_000_000n;
/** Steps in which file systems count time, with room to spare: those that count finer than milliseconds do so at ticks of the kernel. */
const FINE_STEP = 100n * MILLISECOND;
const COARSE_STEP = 2_000n * MILLISECOND;
/** Files asked for before other work gets its turn. */
const FILES_AT_ONCE = 2000;

/** Asks for the state of every file, and finds those that a manifest knows in that state. `paths` are sorted. Rejects with a CancelledError. */
export async function lookAt(root: string, paths: readonly string[], manifest: ManifestReader | null, signal?: StopSignal): Promise<Seen> {
  const now = BigInt(Date.now()) * MILLISECOND;
  const files: SeenFile[] = [];
  const shadowed = shadowedArchives(paths);
  const count = manifest?.fileCount ?? 0;
  let isUnchanged = manifest !== null && count === paths.length;
  let row = 0;
  for (const file of paths) {
    if (files.length % FILES_AT_ONCE === FILES_AT_ONCE - 1) {
      await new Promise((resolve) => setImmediate(resolve));
      throwIfCancelled(signal);
    }
    while (manifest && row < count && compareText(manifest.path(row), file) < 0) row++;
    const state = readState(path.join(root, file));
    const isPlain = !shadowed.has(file);
    const isKnown = isPlain && manifest !== null && state !== null && row < count && manifest.path(row) === file && manifest.isUnchanged(row, state);
    isUnchanged &&= isKnown;
    files.push({ path: file, state, known: isKnown ? row : -1, isTrusted: isPlain && state !== null && !isYoung(state, now) });
  }
  return { files, isUnchanged };
}

/** Archives beside which a folder bears the name of their members: what is looked at in them depends on what is in it. */
function shadowedArchives(paths: readonly string[]): ReadonlySet<string> {
  return new Set(paths.flatMap((file) => memberMarks(file).map((mark) => file.slice(0, mark))));
}

/** Whether the file changed so shortly before `now` that another change might bear the same time. */
function isYoung({ ctimeNs, mtimeNs }: FileState, now: bigint): boolean {
  const step = ctimeNs % MILLISECOND === 0n ? COARSE_STEP : FINE_STEP;
  // Some file systems know no time of change. A time of content far ahead was set by somebody, and says nothing.
  return ctimeNs >= now - step || (mtimeNs >= now - step && mtimeNs < now + COARSE_STEP);
}

function readState(absolute: string): FileState | null {
  try {
    return stateOf(absolute);
  } catch {
    // Whoever opens it will tell why.
    return null;
  }
}
