import { stat } from 'node:fs/promises';
import type { TraceIndex } from '../../index/traceIndex';
import { isPlainFile } from './raw/contentFile';
import { isText } from './raw/textNames';
import type { TraceBuilder } from './trajectorySession';

/** How far the first looks at a file go, in bytes. The first one holds more steps than a screen, and is read in a tenth of a second. */
const FIRST = 1024 * 1024;
const GROWTH = 8;
/** Bytes of a file that is read as a whole so soon that nobody needs a look at its beginning. */
const SHORT = 4 * 1024 * 1024;

/** A file as far as it has been read by itself. */
export interface Beginning {
  readonly index: TraceIndex;
  /** Bytes that were read, and bytes of the file. */
  readonly read: number;
  readonly size: number;
  /** When its reading began, in milliseconds since the Unix epoch. */
  readonly began: number;
}

/** Whether a first look would show a part of the file only. False where there is no such file. */
export async function isLong(absolute: string): Promise<boolean> {
  return stat(absolute).then(({ size }) => size > SHORT && canCut(absolute), () => false);
}

/** Archives and tables have their directory at the end, and of packed files the beginning is no sooner there than the rest. */
function canCut(absolute: string): boolean {
  return isPlainFile(absolute) && isText(absolute);
}

interface Look {
  /** When there is something to show, or nothing will be. */
  readonly first: Promise<void>;
  readonly abort: AbortController;
  /** Whether more of the file is read after the first look. */
  goesOn: boolean;
}

/**
 * First looks at files that were opened before the folder around them was read: the beginning of the file alone, then more and
 * more of it, until the reading that counts is done. What stands in other files (a verdict, scores) is not in them.
 */
export class Beginnings {
  private readonly known = new Map<string, Beginning>();
  private readonly looks = new Map<string, Look>();

  constructor(
    private readonly builder: TraceBuilder,
    /** Told whenever more of a file is there, after the first look. */
    private readonly onMore: () => void,
  ) {}

  get all(): readonly Beginning[] {
    return [...this.known.values()];
  }

  of(absolute: string): Beginning | null {
    return this.known.get(absolute) ?? null;
  }

  /** The first look at a file; resolves when it is done, or was ended. Never rejects: who waits has the other reading, too. */
  look(absolute: string): Promise<void> {
    const found = this.looks.get(absolute);
    if (found) return found.first;
    const abort = new AbortController();
    const first = this.readTo(absolute, FIRST, abort.signal).then(
      () => undefined,
      () => undefined,
    );
    this.looks.set(absolute, { first, abort, goesOn: false });
    return first;
  }

  /** Reads more and more of a file that was looked at, until it is read or `end`. */
  goOn(absolute: string): void {
    const look = this.looks.get(absolute);
    if (!look || look.goesOn) return;
    look.goesOn = true;
    void look.first.then(() => this.readOn(absolute, FIRST * GROWTH, look.abort.signal)).catch(() => undefined);
  }

  /** The file is known whole, or nobody wants it any more. */
  end(absolute: string): void {
    this.looks.get(absolute)?.abort.abort();
    this.looks.delete(absolute);
    this.known.delete(absolute);
  }

  endAll(): void {
    for (const absolute of this.looks.keys()) this.end(absolute);
  }

  private async readOn(absolute: string, from: number, signal: AbortSignal): Promise<void> {
    for (let most = from; this.isPart(absolute) && (await this.readTo(absolute, most, signal)); most *= GROWTH) this.onMore();
  }

  /** Whether some of the file has been read, and not all. */
  private isPart(absolute: string): boolean {
    const known = this.known.get(absolute);
    return known !== undefined && known.read < known.size;
  }

  /** Reads the first `most` bytes of a file. False where that came to nothing. */
  private async readTo(absolute: string, most: number, signal: AbortSignal): Promise<boolean> {
    const { size, ctimeMs } = await stat(absolute);
    const reach = canCut(absolute) ? most : SHORT;
    if (signal.aborted || (size > reach && !canCut(absolute))) return false;
    const began = Math.max(Date.now(), ctimeMs);
    const index = await this.builder.beginning(absolute, reach, signal);
    if (signal.aborted) return false;
    this.known.set(absolute, { index, read: Math.min(reach, size), size, began });
    return true;
  }
}
