/** Whether a path matches as a whole. Cost: linear in the path, whatever the pattern. */
export type Match = (path: string) => boolean;

/** What a place of a pattern takes. `deep`: nothing, or whole segments with their slash; `rest`: anything. */
type Token = { readonly kind: 'one'; takes(unit: string): boolean } | { readonly kind: 'star' | 'deep' | 'rest' };

const isNoSlash = (unit: string): boolean => unit !== '/';

/**
 * Compiles a glob: `*` and `?` within a segment, `**` over segments, `[abc]` and `[!abc]`, `\` before a character that stands
 * for itself. With `anywhere` it may begin at any segment. All places that a path can have reached are followed at once:
 * settings come with a workspace, and a regular expression made of a hostile one could take years.
 */
export function compileGlob(glob: string, { anywhere }: { readonly anywhere: boolean }): Match {
  const tokens: readonly Token[] = [...(anywhere ? [{ kind: 'deep' } as const] : []), ...readTokens(glob)];
  return (path) => {
    let places = reach(tokens, new Set(), 0);
    for (let i = 0; i < path.length && places.size > 0; i++) places = advance(tokens, places, path.charAt(i));
    return places.has(tokens.length);
  };
}

/** Adds a place and those behind tokens that may take nothing. */
function reach(tokens: readonly Token[], places: Set<number>, from: number): Set<number> {
  let place = from;
  for (;;) {
    places.add(place);
    const token = tokens[place];
    if (token === undefined || token.kind === 'one') return places;
    place++;
  }
}

function advance(tokens: readonly Token[], places: ReadonlySet<number>, unit: string): Set<number> {
  const next = new Set<number>();
  for (const place of places) {
    const token = tokens[place];
    switch (token?.kind) {
      case undefined:
        break;
      case 'one':
        if (token.takes(unit)) reach(tokens, next, place + 1);
        break;
      case 'star':
        if (isNoSlash(unit)) reach(tokens, next, place);
        break;
      case 'deep':
        // Inside of segments; only their slash leads on.
        next.add(place);
        if (unit === '/') reach(tokens, next, place + 1);
        break;
      case 'rest':
        reach(tokens, next, place);
        break;
    }
  }
  return next;
}

function readTokens(glob: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < glob.length) {
    const rest = glob.slice(at);
    const stars = /^\*+/.exec(rest)?.[0].length ?? 0;
    const set = stars === 0 ? readSet(rest) : null;
    if (rest.startsWith('**/')) {
      tokens.push({ kind: 'deep' });
      at += 3;
    } else if (stars > 0) {
      tokens.push({ kind: rest === '**' ? 'rest' : 'star' });
      at += stars;
    } else if (rest.startsWith('?')) {
      tokens.push({ kind: 'one', takes: isNoSlash });
      at++;
    } else if (set !== null) {
      tokens.push({ kind: 'one', takes: set.takes });
      at += set.length;
    } else {
      if (rest.startsWith('\\') && rest.length > 1) at++;
      const own = glob.charAt(at);
      tokens.push({ kind: 'one', takes: (unit) => unit === own });
      at++;
    }
  }
  return tokens;
}

/** A set such as `[abc]` at the beginning of the text; null when there is none, or when it has no meaning, like `[z-a]`. */
function readSet(text: string): { readonly takes: (unit: string) => boolean; readonly length: number } | null {
  const found = /^\[(!|\^)?(\]?[^\]/]*)\]/.exec(text);
  if (!found) return null;
  try {
    const body = new RegExp(`^[${found[1] === undefined ? '' : '^/'}${(found[2] ?? '').replace(/[\\\]^[]/g, '\\$&')}]$`, 's');
    return { takes: (unit) => body.test(unit), length: found[0].length };
  } catch {
    return null;
  }
}
