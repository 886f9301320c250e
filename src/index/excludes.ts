/** Whether a path (relative to the root, with `/`) is left out. A folder that is left out is not entered. */
export type Exclude = (path: string, isFolder: boolean) => boolean;

/**
 * Builds a filter from patterns like those of a `.gitignore`: `*` and `?` within a segment, `**` over segments,
 * `[abc]` and `[!abc]`, a slash at the end for folders only, a slash before or inside for paths from the root,
 * `!` to take back, `\` before a character that stands for itself, `#` for a comment. The last pattern that matches decides.
 * A file below a folder that is left out cannot be taken back.
 */
export function buildExclude(patterns: readonly string[]): Exclude {
  const rules = patterns.map(parsePattern).filter((rule) => rule !== null);
  if (rules.length === 0) return () => false;
  return (path, isFolder) => {
    let excluded = false;
    for (const rule of rules) {
      if (excluded === rule.excludes || (rule.foldersOnly && !isFolder)) continue;
      if (rule.pattern.test(path)) excluded = rule.excludes;
    }
    return excluded;
  };
}

interface ExcludeRule {
  readonly excludes: boolean;
  readonly foldersOnly: boolean;
  readonly pattern: RegExp;
}

function parsePattern(line: string): ExcludeRule | null {
  let text = line.replace(/(?<!\\)\s+$/, '');
  if (text === '' || text.startsWith('#')) return null;
  const excludes = !text.startsWith('!');
  if (!excludes) text = text.slice(1);
  const foldersOnly = text.endsWith('/');
  text = text.replace(/\/+$/, '');
  // A slash that is not the last character ties the pattern to the root.
  const isAnchored = text.includes('/');
  text = text.replace(/^\/+/, '');
  if (text === '') return null;
  return { excludes, foldersOnly, pattern: compile(isAnchored ? '' : '(?:.*/)?', text) };
}

function compile(prefix: string, glob: string): RegExp {
  try {
    return new RegExp(`^${prefix}${toRegExp(glob)}$`, 's');
  } catch {
    // A set such as [z-a] has no meaning; the pattern then stands for its own characters.
    return new RegExp(`^${prefix}${glob.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$`, 's');
  }
}

function toRegExp(glob: string): string {
  let body = '';
  let at = 0;
  while (at < glob.length) {
    const rest = glob.slice(at);
    const set = /^\[(!|\^)?(\]?[^\]/]*)\]/.exec(rest);
    if (rest.startsWith('**/')) {
      body += '(?:.*/)?';
      at += 3;
    } else if (rest === '**') {
      body += '.*';
      at += 2;
    } else if (rest.startsWith('*')) {
      body += '[^/]*';
      at += /^\*+/.exec(rest)?.[0].length ?? 1;
    } else if (rest.startsWith('?')) {
      body += '[^/]';
      at++;
    } else if (set) {
      body += `[${set[1] === undefined ? '' : '^/'}${(set[2] ?? '').replace(/[\\\]^[]/g, '\\$&')}]`;
      at += set[0].length;
    } else {
      if (rest.startsWith('\\') && rest.length > 1) at++;
      body += (glob[at] ?? '').replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
      at++;
    }
  }
  return body;
}
