import path from 'node:path';
import { isPlainName } from '../formats/containers/content';
import type { Content } from '../formats/containers/content';
import { Spool } from '../formats/containers/spool';
import type { SourceFile } from '../formats/contract';
import type { Problem } from '../model/problem';
import { openContainers } from './contentCache';
import { findDiskPart, openContent } from './openContent';
import { DiskFiles, stateOf } from './sourceFile';
import type { FileState } from './sourceFile';

/** A file of a group, open for its reader. */
export interface GroupFile {
  /** Under its own content path. */
  readonly file: SourceFile;
  /** The file on disk, and its state before reading. */
  readonly absolute: string;
  readonly state: FileState;
  /** What could not be had of its content. */
  readonly problems: readonly Problem[];
}

/** Opens the files of one group: plain ones as they stand on disk, compressed ones and members of archives unpacked. */
export class GroupFiles {
  private readonly disk: DiskFiles;
  private readonly spool = new Spool();
  private readonly contents: Content[] = [];

  constructor(
    private readonly root: string,
    private readonly onRead: (bytes: number) => void,
  ) {
    this.disk = new DiskFiles(onRead);
  }

  /** Rejects with a ContentError, and with errors of the file system. */
  async open(contentPath: string): Promise<GroupFile> {
    if (isPlainName(contentPath)) return this.openPlain(contentPath);
    const absolute = path.join(this.root, findDiskPart(this.root, contentPath).file);
    const state = stateOf(absolute);
    const content = await openContent(this.root, contentPath, { spool: this.spool, containers: openContainers, onRead: this.onRead });
    this.contents.push(content);
    return { file: content, absolute, state, problems: content.problems };
  }

  close(): void {
    for (const content of this.contents) content.close();
    this.spool.close();
    this.disk.close();
  }

  private openPlain(file: string): GroupFile {
    const absolute = path.join(this.root, file);
    const state = stateOf(absolute);
    return { file: this.disk.file(absolute, file, state.size), absolute, state, problems: [] };
  }
}
