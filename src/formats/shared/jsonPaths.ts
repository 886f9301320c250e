// Path patterns as a small automaton: one step per key or index, no list of patterns at run time.

/** Keys and indices (from 0) from the root to a value. */
export type JsonPath = readonly (string | number)[];

/** As JsonPath; `'*'` stands for any key and any index. */
export type PathPattern = readonly (string | number)[];

/** What is wanted at one place of the document. */
export interface PathNode {
  /** The value here is wanted itself. */
  readonly isWanted: boolean;
  readonly named: ReadonlyMap<string | number, PathNode>;
  /** The keys of `named` as UTF-8, to be compared with keys that need no decoding; without those that JSON must escape. */
  readonly names: readonly { readonly key: string; readonly bytes: Uint8Array }[];
  /** For keys and indices that `named` lacks; null: nothing is wanted there. */
  readonly other: PathNode | null;
}

/** Such a key never stands in a document as it is. */
const MUST_ESCAPE = /["\\]/;

/** The automaton of some patterns; its root node stands for the root of the document. */
export function compilePatterns(patterns: readonly PathPattern[], depth = 0): PathNode {
  const deeper = patterns.filter((p) => p.length > depth);
  const anywhere = deeper.filter((p) => p[depth] === '*');
  const names = new Set(deeper.map((p) => p[depth]).filter((s) => s !== undefined && s !== '*'));
  const named = new Map<string | number, PathNode>();
  for (const name of names) {
    if (name === undefined) continue;
    named.set(name, compilePatterns(deeper.filter((p) => p[depth] === name || p[depth] === '*'), depth + 1));
  }
  return {
    isWanted: patterns.some((p) => p.length === depth),
    named,
    names: [...named.keys()].filter((key): key is string => typeof key === 'string' && !MUST_ESCAPE.test(key)).map((key) => ({ key, bytes: Buffer.from(key) })),
    other: anywhere.length > 0 ? compilePatterns(anywhere, depth + 1) : null,
  };
}

/** Whether nothing below this place is wanted. */
export function isLeaf(node: PathNode): boolean {
  return node.other === null && node.named.size === 0;
}

/** A path for people: `messages[3].extra`, or `the root`. Keys are cut to 60 characters. */
export function describePath(path: JsonPath): string {
  let text = '';
  for (const segment of path) {
    if (typeof segment === 'number') text += `[${segment}]`;
    else text += `${text === '' ? '' : '.'}${segment.length > 60 ? `${segment.slice(0, 60)}…` : segment}`;
  }
  return text === '' ? 'the root' : text;
}
