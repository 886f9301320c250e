// The WASM half of the JSON scanner (source: `wasm/`): loaded once per thread, one instance for
// each scan that is under way. Where WASM or its SIMD is missing there is none, and the scanner
// does everything itself.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLeaf } from './jsonPaths';
import type { PathNode } from './jsonPaths';
import { LITERALS } from './jsonLiterals';

/** What the build embeds: the compiled kernel in base 64. */
declare const RESTART_LENS_KERNEL: string | undefined;

interface KernelExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly [address: string]: unknown;
  setState(expect: number, depth: number, frames: number, open: number, line: number, string: number): void;
  setLimits(root: number, floor: number, maxDepth: number): void;
  walk(from: number, end: number): number;
  walkLines(from: number, end: number): number;
  clean(from: number, end: number, to: number): number;
  getCleanStart(): number;
  nextVolatile(from: number, end: number, first: number): number;
  getExpect(): number;
  getDepth(): number;
  getFrames(): number;
  getLine(): number;
  getString(): number;
  countEvents(): number;
  isFull(): number;
}

/** The part of the WebAssembly API that is used; Node's types leave it to the DOM's. */
interface WasmApi {
  validate(bytes: Uint8Array): boolean;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { readonly exports: KernelExports };
}

let compiled: object | null | undefined;
let isAllowed = true;
const free: JsonKernel[] = [];
/** More scans than these are never under way at once, but for visitors that scan inside a scan. */
const MOST_FREE = 4;

/**
 * A kernel for one scan, or null where there can be none; one that follows `root` already, if there is one. Give it back
 * with `releaseKernel`.
 */
export function takeKernel(root?: PathNode): JsonKernel | null {
  if (!isAllowed) return null;
  const ready = free.findIndex((kernel) => kernel.follows(root));
  return (ready < 0 ? free.shift() : free.splice(ready, 1)[0]) ?? newKernel(PIECE);
}

/** Whether a kernel that waits follows the paths from `root`: a scan of them costs nothing to begin. */
export function isKernelReady(root: PathNode): boolean {
  return free.some((kernel) => kernel.follows(root));
}

/** A kernel of one's own that takes `inputBytes` (at most 4 MiB) at once, or null where there can be none. */
export function newKernel(inputBytes: number): JsonKernel | null {
  const wasm = wasmApi();
  if (!isAllowed || wasm === null) return null;
  compiled ??= compile(wasm);
  if (compiled === null) return null;
  try {
    return new JsonKernel(new wasm.Instance(compiled).exports, inputBytes);
  } catch (error) {
    // No memory for one more: the scan goes on without.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export function releaseKernel(kernel: JsonKernel): void {
  if (free.length < MOST_FREE) free.push(kernel);
}

/** Switches the kernel off or on again for scans that begin from now on, to compare the two ways. */
export function allowKernel(isOn: boolean): void {
  isAllowed = isOn;
}

export function isKernelAllowed(): boolean {
  return isAllowed;
}

function wasmApi(): WasmApi | null {
  // Missing under --jitless and in hardened builds.
  const api: unknown = Reflect.get(globalThis, 'WebAssembly');
  return (api as WasmApi | undefined) ?? null; // what the standard says of it
}

function compile(wasm: WasmApi): object | null {
  const bytes = kernelBytes();
  // A machine without SIMD finds the module invalid.
  return bytes === null || !wasm.validate(bytes) ? null : new wasm.Module(bytes);
}

function kernelBytes(): Uint8Array | null {
  if (typeof RESTART_LENS_KERNEL === 'string') return Buffer.from(RESTART_LENS_KERNEL, 'base64');
  return sourceKernel();
}

/** Run from source: what `scripts/wasm.mjs` compiled from just these sources. Null in a bundle, which lies elsewhere. */
function sourceKernel(): Uint8Array | null {
  try {
    const root = join(__dirname, '../../..');
    const hash = createHash('sha256');
    const folder = join(root, 'wasm');
    for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)));
    return readFileSync(join(root, `out/jsonKernel-${hash.digest('hex').slice(0, 16)}.wasm`));
  } catch {
    return null;
  }
}

/** Bytes that one piece of input may have. */
export const PIECE = 262_144;
/** Bytes after the input that the kernel may load. */
const MARGIN = 64;

/** One instance with its memory. */
export class JsonKernel {
  readonly bytes: Uint8Array;
  readonly words: Uint32Array;
  readonly input: number;
  readonly eventWord: number;
  readonly frameWord: number;
  readonly frameWords: number;
  readonly kinds: number;
  readonly openWord: number;
  readonly openWords: number;
  readonly maxDepth: number;
  private readonly nodes = new Map<number, PathNode>();
  private readonly addresses = new Map<PathNode, number>();
  private root: PathNode | null = null;

  constructor(readonly calls: KernelExports, readonly inputBytes: number) {
    const missing = this.address('INPUT') + inputBytes + MARGIN - calls.memory.buffer.byteLength;
    if (missing > 0) calls.memory.grow(Math.ceil(missing / 65_536));
    const { buffer } = calls.memory;
    this.bytes = new Uint8Array(buffer);
    this.words = new Uint32Array(buffer);
    this.input = this.address('INPUT');
    this.eventWord = this.address('EVENTS') >> 2;
    this.frameWord = this.address('FRAMES') >> 2;
    this.frameWords = this.address('FRAME_BYTES') >> 2;
    this.kinds = this.address('KINDS');
    this.openWord = this.address('OPEN') >> 2;
    this.openWords = this.address('OPEN_BYTES') >> 2;
    this.maxDepth = this.address('MAX_DEPTH');
    this.bytes.set(LITERALS.next, this.address('LITERALS'));
    this.bytes.set(LITERALS.accepts, this.address('LITERAL_ENDS'));
  }

  private address(name: string): number {
    return (this.calls[name] as { readonly value: number }).value; // a global that wasm/layout.ts exports
  }

  follows(root: PathNode | undefined): boolean {
    return this.root !== null && this.root === root;
  }

  /** Makes `root` what the kernel follows. False: the paths are too many for its memory. */
  follow(root: PathNode): boolean {
    if (this.root === root) return true;
    this.root = null;
    this.nodes.clear();
    this.addresses.clear();
    const writer = { at: this.address('AUTOMATON'), end: this.address('AUTOMATON_END') };
    if (this.writeNode(root, writer) === 0 || heightOf(root) > this.address('MAX_OPEN')) return false;
    this.root = root;
    return true;
  }

  /** Writes a node and those below it; its address, or 0 where there is no room. */
  private writeNode(node: PathNode, writer: { at: number; readonly end: number }): number {
    const indices = [...node.named].filter(([segment]) => typeof segment === 'number');
    const at = writer.at;
    writer.at += 16 + node.names.length * 12 + indices.length * 8;
    if (writer.at > writer.end) return 0;
    this.nodes.set(at, node);
    this.addresses.set(node, at);
    const { words } = this;
    let word = at >> 2;
    words[word++] = (node.isWanted ? 1 : 0) | (isLeaf(node) ? 2 : 0) | (Math.max(0, node.pattern) << 8);
    words[word++] = node.other === null ? 0 : this.writeNode(node.other, writer);
    words[word++] = node.names.length;
    words[word++] = indices.length;
    let isWhole = node.other === null || words[(at >> 2) + 1] !== 0;
    for (const { key, bytes } of node.names) {
      const child = node.named.get(key);
      const name = this.writeName(bytes, writer);
      const address = child === undefined ? 0 : this.writeNode(child, writer);
      isWhole &&= name !== 0 && address !== 0;
      words[word++] = name;
      words[word++] = bytes.length;
      words[word++] = address;
    }
    for (const [index, child] of indices) {
      const address = this.writeNode(child, writer);
      isWhole &&= address !== 0;
      words[word++] = Number(index);
      words[word++] = address;
    }
    // Keys that JSON must escape have no name here; JavaScript finds their nodes.
    for (const [segment, child] of node.named) {
      if (typeof segment === 'string' && !this.addresses.has(child)) isWhole = this.writeNode(child, writer) !== 0 && isWhole;
    }
    return isWhole ? at : 0;
  }

  private writeName(name: Uint8Array, writer: { at: number; readonly end: number }): number {
    const at = writer.at;
    writer.at = (at + name.length + 3) & ~3;
    if (writer.at > writer.end) return 0;
    this.bytes.set(name, at);
    return at;
  }

  nodeAt(address: number): PathNode {
    const node = this.nodes.get(address);
    if (node === undefined) throw new Error(`The JSON kernel names a node that it was not given: ${address}.`);
    return node;
  }

  /** 0 for null. */
  addressOf(node: PathNode | null): number {
    return node === null ? 0 : (this.addresses.get(node) ?? 0);
  }
}

/** Values that paths can hold open at once. */
function heightOf(node: PathNode): number {
  let below = node.other === null ? 0 : heightOf(node.other);
  for (const child of node.named.values()) below = Math.max(below, heightOf(child));
  return below + 1;
}
