import type { Content } from '../formats/containers/content';
import { findDiskPart, openContent } from './openContent';
import type { ContainerKeeper } from './openContent';

/** Contents that are kept open although nobody reads them now. */
const MOST_KEPT = 8;
/** Bytes of such contents; a larger one is kept while it is the last. */
const MOST_BYTES = 256 * 1024 * 1024;
/** Milliseconds after which what nobody reads is closed. */
const IDLE = 60_000;

interface Kept {
  readonly content: Promise<Content>;
  size: number;
  users: number;
}

/** Keeps the contents that were read last, so that many ranges of one are not decompressed many times. */
export class ContentCache implements ContainerKeeper {
  /** By key, the one used last at the end. */
  private readonly kept = new Map<string, Kept>();
  private timer: NodeJS.Timeout | null = null;

  async acquire(key: string, open: () => Promise<Content>): Promise<{ readonly content: Content; release(): void }> {
    const kept = this.kept.get(key) ?? { content: open(), size: 0, users: 0 };
    this.kept.delete(key);
    this.kept.set(key, kept);
    kept.users++;
    try {
      const content = await kept.content;
      kept.size = content.size;
      let isHeld = true;
      const release = (): void => {
        if (!isHeld) return;
        isHeld = false;
        kept.users--;
        this.closeOld();
        this.closeLater();
      };
      return { content, release };
    } catch (error) {
      kept.users--;
      if (this.kept.get(key) === kept) this.kept.delete(key);
      throw error;
    }
  }

  /** Closes everything that nobody reads. */
  close(): void {
    for (const [key, kept] of this.kept) if (kept.users === 0) this.drop(key, kept);
  }

  private closeOld(): void {
    let bytes = [...this.kept.values()].reduce((sum, { size }) => sum + size, 0);
    let count = this.kept.size;
    for (const [key, kept] of this.kept) {
      if (count <= MOST_KEPT && (bytes <= MOST_BYTES || count <= 1)) return;
      if (kept.users > 0) continue;
      this.drop(key, kept);
      bytes -= kept.size;
      count--;
    }
  }

  private drop(key: string, kept: Kept): void {
    this.kept.delete(key);
    kept.content.then((content) => content.close(), () => undefined);
  }

  private closeLater(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => this.close(), IDLE);
    this.timer.unref();
  }
}

/** The contents that this thread keeps. */
const shared = new ContentCache();

/** Containers that this thread keeps open between their members. */
export const openContainers: ContainerKeeper = shared;

/**
 * Calls `use` with the content of a path (not checked, see `resolveInside`), which stays open while `use` runs and a while after. The
 * same path is opened again when its file has changed. Rejects as `openContent` does.
 */
export async function withContent<Result>(root: string, contentPath: string, use: (content: Content) => Result | Promise<Result>): Promise<Result> {
  const { state } = findDiskPart(root, contentPath);
  const key = `${root}\n${contentPath}\n${state}\ncontent`;
  const { content, release } = await shared.acquire(key, () => openContent(root, contentPath, { containers: shared }));
  try {
    return await use(content);
  } finally {
    release();
  }
}
