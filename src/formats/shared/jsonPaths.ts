// Path patterns as a small automaton: one step per key or index, no list of patterns at run time.

/** Keys and indices (from 0) from the root to a value. */
export type JsonPath = readonly (string | number)[];

/** As JsonPath; `'*'` stands for any key and any index. */
export type PathPattern = readonly (string | number)[];

/** What is wanted at one place of the document. */
export interface PathNode {
  /** The value here is wanted itself. */
  readonly isWanted: boolean;
  /** Number of the first pattern that ends here; -1 where none does. */
  readonly pattern: number;
  readonly named: ReadonlyMap<string | number, PathNode>;
  /** The keys of `named` as UTF-8, to be compared with keys that need no decoding; without those that JSON must escape. */
  readonly names: readonly { readonly key: string; readonly bytes: Uint8Array }[];
  /** For keys and indices that `named` lacks; null: nothing is wanted there. */
  readonly other: PathNode | null;
}

/** Such a key never stands in a document as it is. */
const MUST_ESCAPE = /["\\]/;

interface Numbered {
  readonly pattern: PathPattern;
  readonly number: number;
}

/** Readers ask for the same constant lists again and again; a list that nobody holds any more is forgotten. */
const compiled = new WeakMap<readonly PathPattern[], PathNode>();

/** The automaton of some patterns, which must not be changed afterwards; its root node stands for the root of the document. */
export function compilePatterns(patterns: readonly PathPattern[]): PathNode {
  const known = compiled.get(patterns);
  if (known !== undefined) return known;
  const root = compileFrom(patterns.map((pattern, number) => ({ pattern, number })), 0);
  compiled.set(patterns, root);
  return root;
}

function compileFrom(all: readonly Numbered[], depth: number): PathNode {
  const segmentOf = ({ pattern }: Numbered): string | number | undefined => pattern[depth];
  const anywhere = all.filter((each) => segmentOf(each) === '*');
  const named = new Map<string | number, PathNode>();
  for (const name of new Set(all.map(segmentOf))) {
    if (name === undefined || name === '*') continue;
    named.set(name, compileFrom(all.filter((each) => segmentOf(each) === name || segmentOf(each) === '*'), depth + 1));
  }
  const here = all.find(({ pattern }) => pattern.length === depth);
  return {
    isWanted: here !== undefined,
    pattern: here?.number ?? -1,
    named,
    names: [...named.keys()].filter((key): key is string => typeof key === 'string' && !MUST_ESCAPE.test(key)).map((key) => ({ key, bytes: Buffer.from(key) })),
    other: anywhere.length > 0 ? compileFrom(anywhere, depth + 1) : null,
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
