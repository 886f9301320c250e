import { Parser, type CST } from 'yaml';

/**
 * Deepest nesting of YAML that is handed to the yaml package. It composes by recursion and runs out of stack at some 800
 * levels; where that happens while V8 compiles one of its patterns, the process ends, and no `catch` sees it.
 */
export const DEEPEST_YAML = 100;

/** Whether a YAML text nests deeper than `limit` collections. Its tokens are read without recursion; linear in the text. */
export function nestsDeeper(text: string, limit: number): boolean {
  for (const token of new Parser().parse(text)) {
    const open: { readonly token: CST.Token; readonly depth: number }[] = [{ token, depth: 0 }];
    for (let next = open.pop(); next; next = open.pop()) {
      const depth = 'items' in next.token ? next.depth + 1 : next.depth;
      if (depth > limit) return true;
      for (const child of childrenOf(next.token)) open.push({ token: child, depth });
    }
  }
  return false;
}

function childrenOf(token: CST.Token): CST.Token[] {
  if (token.type === 'document') return token.value ? [token.value] : [];
  if (!('items' in token)) return [];
  return token.items.flatMap((item) => [item.key, item.value]).filter((child): child is CST.Token => child !== undefined && child !== null);
}
