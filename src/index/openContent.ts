import { statSync } from 'node:fs';
import path from 'node:path';
import { compressionOf, openCompressed } from '../formats/containers/compressed';
import { ContentError, memberMarks, MEMBER_MARK, MOST_NESTED, plainPath } from '../formats/containers/content';
import type { ContainerKind, Content } from '../formats/containers/content';
import { Spool } from '../formats/containers/spool';
import { CONTAINER_KINDS } from '../formats/containerKinds';
import type { FileHead } from '../formats/contract';
import { nameOf } from '../formats/shared/paths';
import { isFileError } from './fileErrors';
import { DiskFiles } from './sourceFile';

const HEAD_BYTES = 4096;

/** The file on disk that a content path leads into. */
export interface DiskPart {
  /** Relative to the root, with `/`. */
  readonly file: string;
  readonly size: number;
  /** Differs between states of the file. */
  readonly state: string;
  /** What stands behind the file's `!/`; null when the path is that of the file itself. */
  readonly member: string | null;
}

/**
 * The file on disk of a content path: the longest beginning that is a file, so that a real folder called `x!` goes before
 * the members of `x`. Throws the file system's error for the whole path where there is none.
 */
export function findDiskPart(root: string, contentPath: string): DiskPart {
  try {
    return { file: contentPath, ...stateOf(path.join(root, contentPath)), member: null };
  } catch (error) {
    if (!isFileError(error)) throw error;
    for (const mark of memberMarks(contentPath)) {
      const file = contentPath.slice(0, mark);
      const found = fileState(path.join(root, file));
      if (found !== null) return { file, ...found, member: contentPath.slice(mark + MEMBER_MARK.length) };
    }
    throw error;
  }
}

function stateOf(absolute: string): { readonly size: number; readonly state: string; readonly isFile: boolean } {
  const stats = statSync(absolute, { bigint: true });
  const { size, mtimeNs, ctimeNs, ino } = stats;
  return { size: Number(size), state: [size, mtimeNs, ctimeNs, ino].join(' '), isFile: stats.isFile() };
}

function fileState(absolute: string): { readonly size: number; readonly state: string } | null {
  try {
    const { size, state, isFile } = stateOf(absolute);
    return isFile ? { size, state } : null;
  } catch {
    return null;
  }
}

export interface OpenContentOptions {
  /** Where decompressed content goes; default: one of its own, which is closed with it. */
  readonly spool?: Spool;
  /** Where containers are kept open for the next member. */
  readonly containers?: ContainerKeeper;
  /** For tests. */
  readonly kinds?: readonly ContainerKind[];
  /** Told how many bytes each read of the disk took. */
  readonly onRead?: (bytes: number) => void;
}

/** Keeps containers open while their members are read. */
export interface ContainerKeeper {
  /** Opens the container unless it is open; `release` gives it back. */
  acquire(key: string, open: () => Promise<Content>): Promise<{ readonly content: Content; release(): void }>;
}

/**
 * Opens what a content path names: a file, a member of a container, or what a compressed one decompresses to. The path
 * is not checked (`resolveInside` does that). Rejects with a ContentError and with errors of the file system. Close the
 * content when it is not needed any more.
 */
export async function openContent(root: string, contentPath: string, options: OpenContentOptions = {}): Promise<Content> {
  const { file, size, state, member } = findDiskPart(root, contentPath);
  const opening = new Opening(root, options);
  if (member === null) return opening.openDisk(file, size);
  const open = (): Promise<Content> => opening.openDisk(file, size);
  const key = `${root}\n${file}\n${state}`;
  const { content, release } = options.containers ? await options.containers.acquire(key, open) : owned(await open());
  try {
    return andThen(await opening.openMember(content, member, 1), release);
  } catch (error) {
    release();
    throw error;
  }
}

class Opening {
  private readonly kinds: readonly ContainerKind[];

  constructor(
    private readonly root: string,
    private readonly options: OpenContentOptions,
  ) {
    this.kinds = options.kinds ?? CONTAINER_KINDS;
  }

  async openDisk(file: string, size: number): Promise<Content> {
    const disk = new DiskFiles(this.options.onRead);
    const plain: Content = { ...disk.file(path.join(this.root, file), file, size), problems: [], close: () => disk.close() };
    try {
      return await this.unpacked(plain);
    } catch (error) {
      disk.close();
      throw error;
    }
  }

  /** A member of an open container, or of a container inside it. */
  async openMember(container: Content, member: string, depth: number): Promise<Content> {
    if (depth > MOST_NESTED) throw new ContentError('limit', `${container.path} lies in ${MOST_NESTED} containers; members are opened no deeper.`);
    const kind = this.kinds.find((one) => one.recognise(headOf(container)));
    if (!kind) throw new ContentError('gone', `${container.path} is no file with members.`);
    try {
      return await this.openHere(kind, container, member);
    } catch (error) {
      if (!(error instanceof ContentError && error.code === 'gone')) throw error;
      for (const mark of memberMarks(member)) {
        const inner = await this.openHere(kind, container, member.slice(0, mark)).catch(() => null);
        if (inner === null) continue;
        try {
          return andThen(await this.openMember(inner, member.slice(mark + MEMBER_MARK.length), depth + 1), () => inner.close());
        } catch (innerError) {
          inner.close();
          throw innerError;
        }
      }
      throw error;
    }
  }

  private async openHere(kind: ContainerKind, container: Content, member: string): Promise<Content> {
    const { spool, close } = this.spool();
    let content: Content | null = null;
    try {
      content = andThen(await kind.openMember(container, member, { spool }), close);
      return await this.unpacked(content);
    } catch (error) {
      if (content) content.close();
      else close();
      throw error;
    }
  }

  /** The content itself, or what it decompresses to. */
  private async unpacked(content: Content): Promise<Content> {
    const compression = compressionOf(content.path, content.read(0, 16));
    if (compression === null) return content;
    const { spool, close } = this.spool();
    try {
      const inner = await openCompressed(content, compression, spool);
      const problems = [...content.problems, ...inner.problems];
      // Everything has been decompressed: the packed bytes are not needed any more.
      content.close();
      return { ...andThen(inner, close), problems };
    } catch (error) {
      close();
      throw error;
    }
  }

  private spool(): { readonly spool: Spool; close(): void } {
    if (this.options.spool) return { spool: this.options.spool, close: () => undefined };
    const spool = new Spool();
    return { spool, close: () => spool.close() };
  }
}

/** What recognition sees of content; the name is without `.gz` and `.zst`. */
export function headOf(content: Content): FileHead {
  const seen = plainPath(content.path);
  return { path: seen, name: nameOf(seen), size: content.size, head: content.read(0, HEAD_BYTES) };
}

function owned(content: Content): { readonly content: Content; release(): void } {
  return { content, release: () => content.close() };
}

/** The content, closing more with it. */
function andThen(content: Content, more: () => void): Content {
  return {
    ...content,
    close: () => {
      content.close();
      more();
    },
  };
}
