/** A place in a text as problems name it. */
export interface TextPlace {
  /** From 1; lines end with LF, CRLF or CR. */
  readonly line: number;
  /** Offset in the UTF-8 file, from 0. */
  readonly byte: number;
}

/** Line and byte of a UTF-16 offset into a text. A byte order mark counts as its three bytes. Cost: linear in the offset. */
export function placeOf(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset);
  return { line: before.split(/\r\n|\r|\n/).length, byte: Buffer.byteLength(before) };
}
