import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { describeFileError } from '../fileErrors';
import type { Table } from '../columns';
import type { Roots } from '../roots';
import { cacheVersion } from './cacheVersion';
import { createOwner, fileNameFor, isLeftOver, MANIFEST } from './cacheNames';
import { encodeManifest, ManifestReader } from './manifest';
import { noteUse, removeOldCaches } from './oldCaches';
import type { Manifest } from './manifest';
import { SegmentError, SegmentFile } from './segmentFile';
import { encodeSegment } from './segmentLayout';

export interface CacheOptions {
  /** Folder for the caches of any roots; made when it is not there. Deleting it loses nothing. */
  readonly folder: string;
  /** Trust nothing that is there: everything is read again, and written. */
  readonly isRenewed?: boolean;
  /** Hash of the sources that the cache is tied to, for tests; the build knows its own. */
  readonly version?: string;
  /** Milliseconds between two manifests of a long build, for tests. */
  readonly commitMs?: number;
}

export interface WrittenSegment {
  readonly name: string;
  readonly bytes: number;
  /** Absolute path. */
  readonly file: string;
}

/** Milliseconds between two manifests of a long build: what a killed one has read until then is not read again. */
const COMMIT_MS = 10_000;

/** Windows refuses to replace a file that somebody has open at that moment. */
const RENAME_TRIES = 5;
const RENAME_PAUSE_MS = 40;

/**
 * The cache of one set of roots. Nothing of it is needed: what cannot be read is not there, and after the first failure to
 * write nothing is written any more. Any number of processes may use one folder: files are written under names of their own and
 * renamed, and the manifest that is written last counts.
 */
export class CacheStore {
  readonly manifest: ManifestReader | null;
  private readonly owner = createOwner();
  private written = 0;
  private isDisabled = false;
  /** Segments of the manifest that this build began with. */
  private readonly before: ReadonlySet<string>;

  private constructor(
    readonly folder: string,
    readonly version: string,
    private readonly root: string,
    private readonly options: { readonly isRenewed: boolean; readonly onNotice: (text: string) => void; readonly commitMs: number },
  ) {
    const manifest = this.readManifest();
    const joined = manifest?.joined() ?? null;
    this.before = new Set([...(manifest?.segments() ?? []), ...(joined ? [joined] : [])].map(({ name }) => name));
    this.manifest = options.isRenewed ? null : manifest;
  }

  /** Null, and a notice, where there can be no cache. */
  static async open(options: CacheOptions, { root, entries }: Roots, onNotice: (text: string) => void): Promise<CacheStore | null> {
    const version = options.version ?? cacheVersion();
    if (version === null) return null;
    const key = createHash('sha256').update(JSON.stringify([version, root, entries])).digest('hex').slice(0, 32);
    const folder = path.join(options.folder, key);
    try {
      const isNew = await makeFolders(folder);
      await noteUse(folder);
      if (isNew) await removeOldCaches(options.folder, key);
      return new CacheStore(folder, version, root, { isRenewed: options.isRenewed ?? false, onNotice, commitMs: options.commitMs ?? COMMIT_MS });
    } catch (error) {
      onNotice(noCacheNotice(options.folder, error));
      return null;
    }
  }

  get commitMs(): number {
    return this.options.commitMs;
  }

  /** Whether everything that was to be written could be. */
  get isWorking(): boolean {
    return !this.isDisabled;
  }

  pathOf(name: string): string {
    return path.join(this.folder, path.basename(name));
  }

  /** Opens a segment; null when it is not there, damaged, of another version, or one that was written under another name or for another root. */
  openSegment(name: string): SegmentFile | null {
    const segment = openUsable(this.pathOf(name), this.version);
    if (segment === null || segment.header.note === this.noteOf(name)) return segment;
    segment.close();
    return null;
  }

  /** Writes tables as a segment. Null when that fails, which is told once. */
  async write(tables: Readonly<Record<string, Table>>): Promise<WrittenSegment | null> {
    if (this.isDisabled) return null;
    try {
      const name = fileNameFor('seg', this.owner, this.written++);
      const file = this.pathOf(name);
      return { name, file, bytes: await this.replace(file, tables) };
    } catch (error) {
      this.disable(error);
      return null;
    }
  }

  /**
   * Puts a manifest in force; the last one of a build also removes what it does not need. Before that, segments may be
   * on the disk that no manifest names yet. False when it fails.
   */
  async commit(manifest: Manifest, { isLast }: { readonly isLast: boolean }): Promise<boolean> {
    if (this.isDisabled) return false;
    const names = [...manifest.segments, ...(manifest.joined ? [manifest.joined] : [])].map(({ name }) => name);
    // Another process may have put its own in force and removed what this one went on with; then that one counts.
    if (!names.every((name) => existsSync(this.pathOf(name)))) return false;
    try {
      await this.replace(this.pathOf(MANIFEST), encodeManifest(manifest));
      await syncFolder(this.folder);
      if (isLast) await this.collect(new Set(names));
      return true;
    } catch (error) {
      this.disable(error);
      return false;
    }
  }

  /** What a file of this cache says of itself: a sound copy of another one, as a restored backup may leave it, says something else. */
  private noteOf(name: string): string {
    return `${name}\n${this.root}`;
  }

  private readManifest(): ManifestReader | null {
    const segment = this.openSegment(MANIFEST);
    if (segment === null) return null;
    try {
      const tables = new Map(Object.keys(segment.header.tables).map((name) => [name, segment.table(name)]));
      return new ManifestReader((name) => tables.get(name) ?? segment.table(name));
    } catch (error) {
      if (isUnusable(error)) return null;
      throw error;
    } finally {
      segment.close();
    }
  }

  /** Writes beside, syncs, and renames: whoever opens the name sees the old file or the new one. Returns its size. */
  private async replace(file: string, tables: Readonly<Record<string, Table>>): Promise<number> {
    const pieces = encodeSegment(tables, { version: this.version, note: this.noteOf(path.basename(file)) });
    const temporary = this.pathOf(fileNameFor('tmp', this.owner, this.written++));
    try {
      const handle = await fs.open(temporary, 'wx');
      try {
        for (const piece of pieces) await handle.writeFile(piece);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await renameOver(temporary, file);
    } catch (error) {
      await fs.rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
    return pieces.reduce((sum, piece) => sum + piece.length, 0);
  }

  /** Removes segments that were in force before, and what other builds left behind. */
  private async collect(used: ReadonlySet<string>): Promise<void> {
    for (const name of await fs.readdir(this.folder)) {
      if (used.has(name) || name === MANIFEST) continue;
      const file = this.pathOf(name);
      const age = await fs.stat(file).then(({ mtimeMs }) => Date.now() - mtimeMs, () => 0);
      if (this.before.has(name) || isLeftOver(name, age, this.owner)) await fs.rm(file, { force: true }).catch(() => undefined);
    }
  }

  private disable(error: unknown): void {
    if (this.isDisabled) return;
    this.isDisabled = true;
    this.options.onNotice(noCacheNotice(this.folder, error));
  }
}

function openUsable(file: string, version: string): SegmentFile | null {
  try {
    return SegmentFile.open(file, version);
  } catch (error) {
    if (isUnusable(error)) return null;
    throw error;
  }
}

/** Damaged, of another version, or not to be read: as if it were not there. */
export function isUnusable(error: unknown): boolean {
  return error instanceof SegmentError || (error instanceof Error && 'syscall' in error);
}

async function renameOver(from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await fs.rename(from, to);
    } catch (error) {
      const isBusy = error instanceof Error && 'code' in error && (error.code === 'EPERM' || error.code === 'EACCES' || error.code === 'EBUSY');
      if (!isBusy || tries === RENAME_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, RENAME_PAUSE_MS));
    }
  }
}

/**
 * Makes a folder and those above it; whether it was not there. Not by `recursive`, which never ends where a folder that is
 * there takes no other (`/proc`).
 */
async function makeFolders(folder: string): Promise<boolean> {
  const make = async (): Promise<boolean> => {
    try {
      await fs.mkdir(folder);
      return true;
    } catch (error) {
      const isThere = await fs.stat(folder).then((state) => state.isDirectory(), () => false);
      if (isThere) return false;
      throw error;
    }
  };
  try {
    return await make();
  } catch (error) {
    const parent = path.dirname(folder);
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT') || parent === folder) throw error;
    await makeFolders(parent);
    return await make();
  }
}

/** Makes renames last through a power cut, where the platform can. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await fs.open(folder, 'r');
  try {
    await handle.sync();
  } catch {
    // Some file systems cannot; a manifest that gets lost is one that was never written.
  } finally {
    await handle.close();
  }
}

function noCacheNotice(folder: string, error: unknown): string {
  return `Nothing is kept for the next time, since ${folder} cannot be written: ${describeFileError(error)}.`;
}
