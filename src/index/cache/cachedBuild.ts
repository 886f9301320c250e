// What a cache gives to one build, and takes from it.

import { createHash } from 'node:crypto';
import { largest } from '../../base/extent';
import { groupBy } from '../../base/groupBy';
import { isPlainName, memberMarks } from '../../formats/containers/content';
import type { Problem } from '../../model/problem';
import type { Claimed } from '../claimAll';
import type { IndexTables } from '../indexTables';
import type { PartBatch } from '../partCollector';
import { groupId, groupName } from '../readGroups';
import type { SourceGroup } from '../readGroups';
import { cutGroup, keepBatch } from '../storedBatch';
import type { GroupRows, KeptBatch } from '../storedBatch';
import { CHECKED_BYTES, loadBatch, loadSteps, writeBatch } from './cachedBatch';
import type { CachedBatch } from './cachedBatch';
import { isUnusable } from './cacheStore';
import type { CacheStore } from './cacheStore';
import { chooseVictims, copyGroups } from './compact';
import type { Seen } from './lookAt';
import type { GroupPlace, JoinedEntry, KnownFile, Manifest, ManifestReader } from './manifest';

/** Pieces of one file; a file that has grown more often is read anew. */
const MOST_PIECES = 1000;

interface Kept extends KeptBatch {
  /** Pieces of files that have grown: they count when the rest is read on from them. */
  readonly pieces: readonly GroupRows[];
  /** Null when it stays in memory. */
  readonly cached: CachedBatch | null;
}

/** Digest of what goes into an index beside the files: the problems of finding them, and what is left out of archives. */
export function digestFindings(problems: readonly Problem[], excludes: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify([problems, excludes])).digest('hex').slice(0, 32);
}

/** The whole index as it was joined the last time, where nothing has changed since; null otherwise. */
export function loadJoined(root: string, store: CacheStore, seen: Seen, found: string): IndexTables | null {
  const joined = store.manifest?.joined() ?? null;
  if (!store.manifest || joined === null || !seen.isUnchanged || joined.found !== found) return null;
  const segment = store.openSegment(joined.name);
  try {
    if (segment === null) return null;
    const steps = store.manifest.segments().map(({ name, bytes }) => {
      const own = store.openSegment(name);
      if (own !== null && bytes <= CHECKED_BYTES) own.verify();
      own?.close();
      return own && { segment: own.file };
    });
    if (steps.includes(null)) return null;
    return {
      root,
      attempts: segment.table('attempts'),
      steps: steps.filter((store) => store !== null),
      scores: segment.table('scores'),
      files: segment.table('files'),
      scoreFiles: segment.table('scoreFiles'),
      gates: segment.table('gates'),
      problems: segment.table('problems'),
    };
  } catch (error) {
    if (isUnusable(error)) return null;
    throw error;
  } finally {
    segment?.close();
  }
}

/** Parts of one build: those that a cache holds, and those that are read and given to it. */
export class CachedBuild {
  private kept: readonly Kept[] = [];
  private files: readonly KnownFile[] = [];
  /** Members of each group, by its id. */
  private members: ReadonlyMap<string, readonly string[]> = new Map();
  private committed = Date.now();
  private committing: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly store: CacheStore,
    private readonly seen: Seen,
  ) {}

  /** Paths whose claims are not known. */
  get unclaimed(): readonly string[] {
    return this.seen.files.flatMap(({ path, known }) => (known < 0 ? [path] : []));
  }

  /** Adds what is known to what was claimed anew; in the order of the paths. */
  addKnownClaims(fresh: Claimed): Claimed {
    const { manifest } = this.store;
    const paths = new Set(this.seen.files.map(({ path }) => path));
    const [claims, problems] = [manifest?.claims(), manifest?.problems()];
    const freshClaims = groupBy(fresh.claims, (claim) => diskFileOf(claim.path ?? '', paths));
    const freshProblems = groupBy(fresh.problems, ({ file }) => diskFileOf(file, paths));
    this.files = this.seen.files.map(({ path, state, isTrusted, known }): KnownFile => {
      if (known >= 0) return { path, state, isTrusted, claims: claims?.get(known) ?? [], problems: problems?.get(known) ?? [] };
      const own = freshClaims.get(path) ?? [];
      // What could not be opened is tried again the next time.
      return { path, state, isTrusted: isTrusted && own.every(({ size }) => size !== null), claims: own, problems: freshProblems.get(path) ?? [] };
    });
    return { claims: this.files.flatMap((file) => file.claims), problems: this.files.flatMap((file) => file.problems) };
  }

  /** Takes the groups that are as they were, and returns those that are to be read. */
  async reuse(groups: readonly SourceGroup[]): Promise<readonly SourceGroup[]> {
    const { manifest } = this.store;
    this.members = new Map(groups.map((group) => [groupId(groupName(group)), group.paths]));
    if (!manifest) return groups;
    const entries = manifest.segments();
    const isSame = this.unchangedMembers();
    const isGrown = this.grownFiles(manifest);
    const live = new Map<number, GroupPlace[]>();
    const grown = new Map<number, GroupPlace[]>();
    for (const place of manifest.groups()) {
      const { reader, key, paths, segment } = place;
      const now = this.members.get(groupId({ reader, key, first: paths[0] ?? '' }));
      if (now?.length !== paths.length || !paths.every((path, index) => path === now[index])) continue;
      if (paths.every(isSame)) push(live, segment, place);
      else if (paths.filter((path) => !isSame(path)).length === 1 && paths.every((path) => isSame(path) || isGrown(path))) push(grown, segment, place);
    }
    const kept: Kept[] = [];
    for (const segment of [...new Set([...live.keys(), ...grown.keys()])].sort((x, y) => x - y)) {
      const entry = entries[segment];
      const cached = entry ? loadBatch(this.store, entry) : null;
      if (cached === null) continue;
      const rowsOf = (places: readonly GroupPlace[] | undefined): readonly GroupRows[] =>
        (places ?? []).flatMap(({ row, isCut }) => {
          const group = cached.groups[row];
          return group?.isWhole ? [isCut ? cutGroup(group) : group] : [];
        });
      kept.push({ batch: cached.batch, cached, groups: rowsOf(live.get(segment)), pieces: rowsOf(grown.get(segment)) });
    }
    this.kept = this.withoutGaps(kept);
    await this.compact();
    const known = new Set(this.kept.flatMap(({ groups: own }) => own.map(groupId)));
    return groups.filter((group) => !known.has(groupId(groupName(group)))).map((group) => this.withResume(group));
  }

  /** Takes what was read. */
  async take(batch: PartBatch): Promise<void> {
    const cached = await writeBatch(this.store, batch);
    const own: Kept = cached ? { batch: cached.batch, groups: cached.groups, pieces: [], cached } : { ...keepBatch(batch), pieces: [], cached: null };
    const readOn = new Set(own.groups.filter(({ part }) => part > 0).map(groupId));
    const before = this.kept.map((kept): Kept => {
      const counting = kept.pieces.filter((piece) => readOn.has(groupId(piece)));
      return counting.length === 0 ? kept : { ...kept, groups: [...kept.groups, ...counting.map(cutGroup)], pieces: kept.pieces.filter((piece) => !counting.includes(piece)) };
    });
    this.kept = [...before, own];
    if (Date.now() - this.committed < this.store.commitMs) return;
    this.committed = Date.now();
    // One after the other, or an earlier one could be put in force last.
    this.committing = this.committing.then(() => this.store.commit(this.manifest(null), { isLast: false }));
    await this.committing;
  }

  /** Everything that counts. */
  get batches(): readonly Kept[] {
    return this.kept.filter(({ groups }) => groups.length > 0);
  }

  /** Puts everything in force for the next time, with what was joined of it. */
  async finish(tables: IndexTables, found: string): Promise<void> {
    await this.committing;
    if (!this.store.isWorking) return;
    const joined = this.isSettled() ? await this.writeJoined(tables, found) : null;
    await this.store.commit(this.manifest(joined), { isLast: true });
  }

  /** Whether the file that holds a member is as it was. */
  private unchangedMembers(): (path: string) => boolean {
    const known = new Map(this.seen.files.map((file) => [file.path, file.known >= 0]));
    return (path) => known.get(path) ?? known.get(diskFileOf(path, known)) ?? false;
  }

  private async compact(): Promise<void> {
    const uses = this.kept.flatMap(({ cached, groups, pieces }) => (cached ? [{ entry: cached.entry, live: groups.length + pieces.length }] : []));
    const victims = chooseVictims(uses).flatMap((index) => this.kept[index] ?? []);
    const sources = victims.flatMap(({ batch, groups, pieces, cached }) => {
      const steps = cached ? loadSteps(this.store, cached.entry) : null;
      return steps ? [{ batch, steps, groups: [...groups, ...pieces] }] : [];
    });
    if (sources.length < victims.length || sources.length === 0) return;
    const cached = await writeBatch(this.store, copyGroups(sources));
    if (cached === null) return;
    // The copies stand in the order of the sources.
    const isPiece = victims.flatMap(({ groups, pieces }) => [...groups.map(() => false), ...pieces.map(() => true)]);
    const copied: Kept = { batch: cached.batch, cached, groups: cached.groups.filter(({ row }) => !isPiece[row]), pieces: cached.groups.filter(({ row }) => isPiece[row]) };
    this.kept = [...this.kept.filter((kept) => !victims.includes(kept)), copied];
  }

  /** Whether a file may be a known one with something appended. */
  private grownFiles(manifest: ManifestReader): (path: string) => boolean {
    const seen = new Map(this.seen.files.map((file) => [file.path, file]));
    return (path) => {
      const file = seen.get(path);
      const row = file?.state ? manifest.rowOf(path) : -1;
      return isPlainName(path) && file?.state != null && row >= 0 && manifest.mayHaveGrown(row, file.state);
    };
  }

  /** Without groups of which a piece is missing, as when its segment was damaged. */
  private withoutGaps(kept: readonly Kept[]): readonly Kept[] {
    const all = groupBy(kept.flatMap(({ groups, pieces }) => [...groups, ...pieces]), groupId);
    const isComplete = (group: GroupRows): boolean => {
      const parts = (all.get(groupId(group)) ?? []).map(({ part }) => part);
      return new Set(parts).size === largest(parts, 0) + 1 && parts.length <= MOST_PIECES;
    };
    return kept.map((own) => ({ ...own, groups: own.groups.filter(isComplete), pieces: own.pieces.filter(isComplete) }));
  }

  /** The group with the place from which its file may be read on. */
  private withResume(group: SourceGroup): SourceGroup {
    const id = groupId(groupName(group));
    const pieces = this.kept.flatMap((kept) => kept.pieces.filter((piece) => groupId(piece) === id));
    const last = pieces.find(({ part }) => part === pieces.length - 1);
    if (!last || last.pause === null || last.isCut) return group;
    const { point, path, print, part } = last.pause;
    return { ...group, bytes: Math.max(0, group.bytes - point.byte), resume: { point, path, print, part } };
  }

  /** Whether the same files would give the same index without looking into them. */
  private isSettled(): boolean {
    return this.files.every(({ isTrusted }) => isTrusted) && this.kept.every(({ cached, groups }) => cached !== null && groups.every(({ isWhole }) => isWhole));
  }

  private async writeJoined({ attempts, scores, files, scoreFiles, gates, problems }: IndexTables, found: string): Promise<JoinedEntry | null> {
    const written = await this.store.write({ attempts, scores, files, scoreFiles, gates, problems });
    return written && { name: written.name, bytes: written.bytes, found };
  }

  private manifest(joined: JoinedEntry | null): Manifest {
    const cached = this.batches.flatMap(({ cached: own, groups }) => (own ? [{ own, groups }] : []));
    const groups = cached.flatMap(({ groups: live }, segment) =>
      live.filter(({ isWhole }) => isWhole).map((group) => ({ reader: group.reader, key: group.key, paths: this.members.get(groupId(group)) ?? [], segment, row: group.row, isCut: group.isCut })),
    );
    return { files: this.files, segments: cached.map(({ own }) => own.entry), groups, joined };
  }
}

function push<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const known = lists.get(key);
  if (known) known.push(item);
  else lists.set(key, [item]);
}

/** The file on disk that a content path leads into, among those that were found; the path itself where none is. */
function diskFileOf(contentPath: string, files: { has(path: string): boolean }): string {
  if (files.has(contentPath)) return contentPath;
  for (const mark of memberMarks(contentPath)) if (files.has(contentPath.slice(0, mark))) return contentPath.slice(0, mark);
  return contentPath;
}
