// Hashes that recognise equal content: of files for identical copies, of actions and
// observations for repeated steps. Fast and without dependencies; they are fingerprints, not a
// defence against someone who builds two contents with one hash on purpose.

const C1 = 0xcc9e2d51;
const C2 = 0x1b873593;
const C3 = 0x85ebca6b;
const C4 = 0xc2b2ae35;

/**
 * Incremental 64-bit hash of bytes: two MurmurHash3 lanes (Source: Appleby 2011, 32-bit variant)
 * with different seeds and constants. The result depends on the bytes only, not on how they were
 * cut into pieces.
 */
export class ContentHash {
  private a = 0x9747b28c;
  private b = 0x3c074a61;
  private length = 0;
  private rest = 0;
  private restBytes = 0;

  update(bytes: Uint8Array): void {
    let i = 0;
    const { length } = bytes;
    while (this.restBytes > 0 && i < length) this.pushByte(bytes[i++] ?? 0);
    const view = new DataView(bytes.buffer, bytes.byteOffset, length);
    let { a, b } = this;
    for (; i + 4 <= length; i += 4) {
      const word = view.getUint32(i, true);
      a = mixA(a, word);
      b = mixB(b, word);
    }
    this.a = a;
    this.b = b;
    while (i < length) this.pushByte(bytes[i++] ?? 0);
    this.length += length;
  }

  /** 16 hexadecimal digits. The hash may be updated further. */
  digest(): string {
    const a = finish(this.restBytes > 0 ? mixA(this.a, this.rest) : this.a, this.length);
    const b = finish(this.restBytes > 0 ? mixB(this.b, this.rest) : this.b, this.length ^ a);
    return hex(a) + hex(b);
  }

  private pushByte(byte: number): void {
    this.rest |= byte << (8 * this.restBytes);
    this.restBytes++;
    if (this.restBytes < 4) return;
    this.a = mixA(this.a, this.rest);
    this.b = mixB(this.b, this.rest);
    this.rest = 0;
    this.restBytes = 0;
  }
}

/** ContentHash of some bytes at once. */
export function hashBytes(bytes: Uint8Array): string {
  const hash = new ContentHash();
  hash.update(bytes);
  return hash.digest();
}

/** ContentHash of the UTF-8 form of a text (lone surrogates as U+FFFD). */
export function hashText(text: string): string {
  return hashBytes(Buffer.from(text, 'utf8'));
}

/** ContentHash of a plain value, independent of the order of keys: objects are sorted, `undefined` is left out. */
export function hashValue(value: unknown): string {
  return hashText(stableText(value));
}

function stableText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => stableText(item)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([, v]) => v !== undefined).sort(([x], [y]) => (x < y ? -1 : x > y ? 1 : 0));
    return `{${fields.map(([key, v]) => `${JSON.stringify(key)}:${stableText(v)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

function mixA(hash: number, word: number): number {
  let k = Math.imul(word, C1);
  k = Math.imul((k << 15) | (k >>> 17), C2);
  const h = hash ^ k;
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0;
}

function mixB(hash: number, word: number): number {
  let k = Math.imul(word, C3);
  k = Math.imul((k << 16) | (k >>> 16), C4);
  const h = hash ^ k;
  return (Math.imul((h << 11) | (h >>> 21), 3) + 0x52dce729) | 0;
}

function finish(hash: number, length: number): number {
  let h = hash ^ length;
  h = Math.imul(h ^ (h >>> 16), C3);
  h = Math.imul(h ^ (h >>> 13), C4);
  return (h ^ (h >>> 16)) >>> 0;
}

function hex(word: number): string {
  return word.toString(16).padStart(8, '0');
}
