// Keeps the bytes of values that began in an earlier chunk, and no others.

/** A value whose end has not been seen. */
export interface OpenValue {
  readonly start: number;
  readonly line: number;
  /** Containers around the value. */
  readonly depth: number;
  /** Why the value will not be delivered, or null while it still may. */
  dropped: 'too-large' | 'too-deep' | null;
}

/** Buffers open values across chunks up to a size for each. */
export class ByteKeeper {
  readonly open: OpenValue[] = [];
  private held = new Uint8Array(0);
  private heldStart = 0;
  private heldLength = 0;

  constructor(private readonly limit: number) {}

  begin(start: number, line: number, depth: number): void {
    this.open.push({ start, line, depth, dropped: null });
  }

  /**
   * Ends the innermost open value at `end` (not included) in the chunk that begins at `base`.
   * Returns its own copy of the bytes, or null when it was dropped.
   */
  finish(value: OpenValue, end: number, chunk: Uint8Array, base: number): Uint8Array | null {
    this.open.pop();
    // Whether it was found too deep or too large first depends on the chunks.
    if (end - value.start > this.limit) value.dropped = 'too-large';
    if (value.dropped !== null) return null;
    // Not zeroed first, and small ones share a pool: half of the time of a scan went into that.
    const bytes = Buffer.allocUnsafe(end - value.start);
    const fromHeld = Math.max(0, base - value.start);
    if (fromHeld > 0) {
      const at = value.start - this.heldStart;
      bytes.set(this.held.subarray(at, at + fromHeld));
    }
    bytes.set(chunk.subarray(Math.max(0, value.start - base), end - base), fromHeld);
    return bytes;
  }

  /** Stores what open values need of a chunk that is about to go. */
  keep(chunk: Uint8Array, base: number): void {
    const end = base + chunk.length;
    let first = Infinity;
    for (const value of this.open) {
      if (value.dropped === null && end - value.start > this.limit) value.dropped = 'too-large';
      if (value.dropped === null) first = Math.min(first, value.start);
    }
    if (first === Infinity) {
      this.heldLength = 0;
      if (this.held.length > 1 << 22) this.held = new Uint8Array(0);
      return;
    }
    this.forgetBefore(first, base);
    this.append(chunk.subarray(Math.max(0, first - base)));
  }

  private forgetBefore(first: number, base: number): void {
    if (this.heldLength === 0 || first >= base) {
      this.heldStart = first;
      this.heldLength = 0;
    } else if (first > this.heldStart) {
      this.held.copyWithin(0, first - this.heldStart, this.heldLength);
      this.heldLength -= first - this.heldStart;
      this.heldStart = first;
    }
  }

  private append(bytes: Uint8Array): void {
    const needed = this.heldLength + bytes.length;
    if (needed > this.held.length) {
      const grown = new Uint8Array(Math.max(needed, Math.min(2 * this.held.length, this.limit), 4096));
      grown.set(this.held.subarray(0, this.heldLength));
      this.held = grown;
    }
    this.held.set(bytes, this.heldLength);
    this.heldLength = needed;
  }
}
