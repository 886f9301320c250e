// What a cache knows: the files that were looked at, in which state, and where the parts of each group of sources stand.

import { compareText } from '../../base/compareText';
import { CLAIM_SCHEMA, claimOf } from '../claims';
import type { ClaimRow } from '../claims';
import { buildTable, TableReader } from '../columns';
import type { Cells, Row, Schema, Table } from '../columns';
import { PROBLEM_SCHEMA } from '../partSchemas';
import { problemOf, problemRow } from '../partRows';
import type { FileState } from '../sourceFile';
import type { Problem } from '../../model/problem';

const SECOND = 1_000_000_000n;

/** A time in nanoseconds does not fit a double; seconds and the rest do. */
const KNOWN_FILE_SCHEMA = {
  path: 'text',
  size: 'number',
  mtime: 'number',
  mtimeNs: 'number',
  ctime: 'number',
  ctimeNs: 'number',
  inode: 'number',
  isTrusted: 'flag',
} as const;

/** Claims and problems say which file they come from, which may hold the one that they name. */
const OF_FILE = { disk: 'number' } as const;
const KNOWN_CLAIM_SCHEMA = { ...OF_FILE, ...CLAIM_SCHEMA } as const;
const KNOWN_PROBLEM_SCHEMA = { ...OF_FILE, ...PROBLEM_SCHEMA } as const;
const GROUP_PLACE_SCHEMA = { reader: 'text', key: 'text', paths: 'texts', segment: 'number', row: 'number', isCut: 'flag' } as const;
const SEGMENT_SCHEMA = { name: 'text', bytes: 'number', groups: 'number' } as const;
const JOINED_SCHEMA = { name: 'text', bytes: 'number', found: 'text' } as const;

/** A file as it was when it was claimed. */
export interface KnownFile {
  readonly path: string;
  /** Of the file and of what stands in it, and what there is to say about them. */
  readonly claims: readonly ClaimRow[];
  readonly problems: readonly Problem[];
  /** Null when it could not be asked for. */
  readonly state: FileState | null;
  /**
   * Whether an equal state means an equal file. Not when it had changed just before it was looked at: the clock of a file system
   * has steps, and a second change within one would leave no trace.
   */
  readonly isTrusted: boolean;
}

export interface SegmentEntry {
  readonly name: string;
  readonly bytes: number;
  /** Groups in it, those that are out of date included. */
  readonly groups: number;
}

/** Where a group's parts are: number of the segment in the manifest, number of the group in the segment. */
export interface GroupPlace {
  readonly reader: string;
  readonly key: string;
  /** Content paths of its members, sorted. */
  readonly paths: readonly string[];
  readonly segment: number;
  readonly row: number;
  /** Only what was given before its pause counts: the rest of the file is another piece. */
  readonly isCut: boolean;
}

export interface JoinedEntry {
  readonly name: string;
  readonly bytes: number;
  /** Digest of what else went into the index (`digestFindings`). */
  readonly found: string;
}

export interface Manifest {
  /** Sorted by path. */
  readonly files: readonly KnownFile[];
  readonly segments: readonly SegmentEntry[];
  readonly groups: readonly GroupPlace[];
  /** The index joined from exactly these files and segments (attempts count their batches as `segments` does). */
  readonly joined: JoinedEntry | null;
}

export function encodeManifest({ files, segments, groups, joined }: Manifest): Readonly<Record<string, Table>> {
  return {
    files: buildTable(KNOWN_FILE_SCHEMA, files.map(fileRow)),
    claims: buildTable(KNOWN_CLAIM_SCHEMA, files.flatMap(({ claims }, disk) => claims.map((claim) => ({ disk, ...claim })))),
    problems: buildTable(KNOWN_PROBLEM_SCHEMA, files.flatMap(({ problems }, disk) => problems.map((problem) => ({ disk, ...problemRow(problem) })))),
    segments: buildTable(SEGMENT_SCHEMA, segments),
    groups: buildTable(GROUP_PLACE_SCHEMA, groups),
    joined: buildTable(JOINED_SCHEMA, joined === null ? [] : [joined]),
  };
}

function fileRow({ path, state, isTrusted }: KnownFile): Row<typeof KNOWN_FILE_SCHEMA> {
  return {
    path,
    size: state?.size ?? null,
    mtime: state ? Number(state.mtimeNs / SECOND) : null,
    mtimeNs: state ? Number(state.mtimeNs % SECOND) : null,
    ctime: state ? Number(state.ctimeNs / SECOND) : null,
    ctimeNs: state ? Number(state.ctimeNs % SECOND) : null,
    inode: state ? Number(state.inode) : null,
    isTrusted: isTrusted && state !== null,
  };
}

/** A manifest that was written, decoded as far as it is asked for. */
export class ManifestReader {
  private readonly fileReader: TableReader<typeof KNOWN_FILE_SCHEMA>;

  constructor(private readonly tables: (name: string) => Table) {
    this.fileReader = new TableReader(KNOWN_FILE_SCHEMA, tables('files'));
  }

  get fileCount(): number {
    return this.fileReader.length;
  }

  path(row: number): string {
    return this.fileReader.get('path', row) ?? '';
  }

  /** Whether the file of a row is surely as it was then. */
  isUnchanged(row: number, state: FileState): boolean {
    const files = this.fileReader;
    return (
      files.get('isTrusted', row) &&
      files.get('size', row) === state.size &&
      files.get('mtime', row) === Number(state.mtimeNs / SECOND) &&
      files.get('mtimeNs', row) === Number(state.mtimeNs % SECOND) &&
      files.get('ctime', row) === Number(state.ctimeNs / SECOND) &&
      files.get('ctimeNs', row) === Number(state.ctimeNs % SECOND) &&
      files.get('inode', row) === Number(state.inode)
    );
  }

  /** Row of a file; -1 when it is not known. Cost: logarithmic. */
  rowOf(path: string): number {
    let [low, high] = [0, this.fileCount];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareText(this.path(middle), path) < 0) low = middle + 1;
      else high = middle;
    }
    return low < this.fileCount && this.path(low) === path ? low : -1;
  }

  /** Whether a file may be the one of a row with something appended. */
  mayHaveGrown(row: number, state: FileState): boolean {
    return this.fileReader.get('inode', row) === Number(state.inode) && (this.fileReader.get('size', row) ?? Infinity) < state.size;
  }

  /** Claims of every file, by its row. */
  claims(): ReadonlyMap<number, readonly ClaimRow[]> {
    const reader = new TableReader(KNOWN_CLAIM_SCHEMA, this.tables('claims'));
    return groupRowsOf(reader, claimOf);
  }

  /** What there was to say about files, by their row. */
  problems(): ReadonlyMap<number, readonly Problem[]> {
    const reader = new TableReader(KNOWN_PROBLEM_SCHEMA, this.tables('problems'));
    return groupRowsOf(reader, problemOf);
  }

  segments(): readonly SegmentEntry[] {
    const reader = new TableReader(SEGMENT_SCHEMA, this.tables('segments'));
    return Array.from({ length: reader.length }, (_, row) => ({
      name: reader.get('name', row) ?? '',
      bytes: reader.get('bytes', row) ?? 0,
      groups: reader.get('groups', row) ?? 0,
    }));
  }

  groups(): readonly GroupPlace[] {
    const reader = new TableReader(GROUP_PLACE_SCHEMA, this.tables('groups'));
    return Array.from({ length: reader.length }, (_, row) => ({
      reader: reader.get('reader', row) ?? '',
      key: reader.get('key', row) ?? '',
      paths: reader.get('paths', row),
      segment: reader.get('segment', row) ?? 0,
      row: reader.get('row', row) ?? 0,
      isCut: reader.get('isCut', row),
    }));
  }

  joined(): JoinedEntry | null {
    const reader = new TableReader(JOINED_SCHEMA, this.tables('joined'));
    if (reader.length === 0) return null;
    return { name: reader.get('name', 0) ?? '', bytes: reader.get('bytes', 0) ?? 0, found: reader.get('found', 0) ?? '' };
  }
}

function groupRowsOf<S extends Schema & typeof OF_FILE, T>(reader: TableReader<S>, make: (cell: Cells<S>) => T): ReadonlyMap<number, readonly T[]> {
  const made = new Map<number, T[]>();
  for (let row = 0; row < reader.length; row++) {
    const cell = reader.cells(row);
    const disk = Number(cell('disk'));
    const known = made.get(disk);
    if (known) known.push(make(cell));
    else made.set(disk, [make(cell)]);
  }
  return made;
}
