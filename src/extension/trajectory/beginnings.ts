import { stat } from 'node:fs/promises';
import type { TraceIndex } from '../../index/traceIndex';
import { isPlainFile } from './raw/contentFile';
import { isText } from './raw/textNames';
import type { TraceBuilder } from './trajectorySession';

/** How far the first looks at a file go, in bytes. The first one is read in a fraction of a second. */
const FIRST = 4 * 1024 * 1024;
const GROWTH = 8;

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
  return stat(absolute).then(({ size }) => size > FIRST && canCut(absolute), () => false);
}

/** Archives and tables have their directory at the end, and of packed files the beginning is no sooner there than the rest. */
function canCut(absolute: string): boolean {
  return isPlainFile(absolute) && isText(absolute);
}

interface Look {
  /** When there is something to show, or nothing will be. */
  readonly first: Promise<void>;
  readonly abort: AbortController;
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

  /** Looks at a file until `end`; resolves when the first look is done. Never rejects: who waits has the other reading, too. */
  look(absolute: string): Promise<void> {
    const found = this.looks.get(absolute);
    if (found) return found.first;
    const abort = new AbortController();
    const first = this.readOn(absolute, FIRST, abort.signal).catch(() => undefined);
    this.looks.set(absolute, { first, abort });
    return first;
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

  private async readOn(absolute: string, most: number, signal: AbortSignal): Promise<void> {
    const { size, ctimeMs } = await stat(absolute);
    if (size > most && !canCut(absolute)) return;
    const began = Math.max(Date.now(), ctimeMs);
    const index = await this.builder.beginning(absolute, most, signal);
    if (signal.aborted) return;
    this.known.set(absolute, { index, read: Math.min(most, size), size, began });
    if (most > FIRST) this.onMore();
    if (most < size) void this.readOn(absolute, most * GROWTH, signal).catch(() => undefined);
  }
}
