// `cleanBytes` and the search of `findVolatile` by WebAssembly (source: `wasm/text.ts`), a dozen times as fast: they go over
// every byte of every action and observation.

import { isKernelAllowed, newKernel } from './jsonKernel';
import type { JsonKernel } from './jsonKernel';
import { findVolatile } from './volatile';
import type { VolatilePart } from './volatile';

/** Longest text that is taken, in UTF-16 units. */
const MOST_UNITS = 262_145;
/** UTF-8 takes at most three bytes for a unit; the kernel loads up to 16 after the end. */
const ROOM = 3 * MOST_UNITS + 16;
/** Bytes after the cleaned text that the kernel writes. */
const MARGIN = 96;

let kernel: TextKernel | null | undefined;

/** The thread's kernel for texts, or null where there is none. */
export function takeTextKernel(): TextKernel | null {
  if (!isKernelAllowed()) return null;
  if (kernel === undefined) {
    const own = newKernel(2 * ROOM + MARGIN);
    kernel = own === null ? null : new TextKernel(own);
  }
  return kernel;
}

class TextKernel {
  private readonly memory: Buffer;
  private readonly input: number;
  private readonly output: number;

  constructor(private readonly own: JsonKernel) {
    this.memory = Buffer.from(own.bytes.buffer);
    this.input = own.input;
    this.output = own.input + ROOM;
  }

  /** The text as `cleanBytes` gives it, and its volatile parts; valid until the next call. At most 262,145 units. */
  clean(text: string): { readonly bytes: Buffer; findVolatile(): readonly VolatilePart[] } {
    if (text.length > MOST_UNITS) throw new Error(`The kernel for texts was given ${text.length} units.`);
    const { memory, input } = this;
    const { calls } = this.own;
    const end = input + memory.write(text, input, ROOM, 'utf8');
    memory.fill(0, end, end + 16);
    const last = calls.clean(input, end, this.output);
    const first = calls.getCleanStart();
    const bytes = memory.subarray(first, last);
    return { bytes, findVolatile: () => findVolatile(bytes, (from) => calls.nextVolatile(first + from, last, first) - first) };
  }
}
