import { compileGlob, type Match } from './globs';

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
      if (rule.matches(path)) excluded = rule.excludes;
    }
    return excluded;
  };
}

/**
 * The patterns of a folder as patterns of a root above it: they say the same about paths from there. `folder` is relative
 * to the root, with `/`; '' for the root itself. Comments and empty lines are dropped below a root.
 */
export function excludesBelow(folder: string, patterns: readonly string[]): readonly string[] {
  if (folder === '') return patterns;
  const prefix = folder.replace(/[\\*?[\]!#]/g, '\\$&');
  return patterns
    .filter((pattern) => pattern.trim() !== '' && !pattern.startsWith('#'))
    .map((pattern) => {
      const [not, glob] = pattern.startsWith('!') ? ['!', pattern.slice(1)] : ['', pattern];
      const isAnchored = glob.trimEnd().replace(/\/+$/, '').includes('/');
      return `${not}${prefix}/${isAnchored ? '' : '**/'}${glob.replace(/^\/+/, '')}`;
    });
}

interface ExcludeRule {
  readonly excludes: boolean;
  readonly foldersOnly: boolean;
  readonly matches: Match;
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
  return { excludes, foldersOnly, matches: compileGlob(text, { anywhere: !isAnchored }) };
}
