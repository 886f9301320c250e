const REPEAT = /[*+]|\{\d*,\d*\}|\{\d\d+\}/g;
const MOST_REPEATS = 3;

/**
 * Whether a regular expression could take very long on a hostile text: it repeats something that itself repeats or has
 * alternatives (exponential), or repeats more than three times in all (a high power of the length). Refuses some
 * harmless patterns; exit statuses need none of them. A plan may come from a workspace that nobody trusts.
 */
export function isSlowPattern(pattern: string): boolean {
  // What is escaped or inside a class is one character, whatever it looks like.
  let plain = pattern.replace(/\\./g, 'a').replace(/\[[^\]]*\]/g, 'a');
  if ((plain.match(REPEAT) ?? []).length > MOST_REPEATS) return true;
  for (;;) {
    const group = /\(\??[:=!<]*([^()]*)\)([*+{]?)/.exec(plain);
    if (group === null) return false;
    const [whole, inside = '', after = ''] = group;
    const varies = /[*+{|]/.test(inside);
    if (varies && after !== '') return true;
    plain = plain.replace(whole, () => (varies ? 'a*' : 'a') + after);
  }
}
