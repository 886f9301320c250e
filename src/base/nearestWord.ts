/** Longer words are not compared: what is typed by hand is short, and the cost grows with the square. */
const LONGEST = 64;

/**
 * The word of `words` that was most likely meant by `word`, or null when none is near. Letter case, `-`, `_` and spaces
 * do not count; a swap of two neighbouring letters counts as one change. Near: at most one change for up to three letters,
 * two for up to eight, three beyond, and always fewer than two thirds of the longer word; or one word begins the other (three
 * letters or more). Ties go to the earlier word. Cost: length of `word` times length of each of `words`.
 *
 * Example: `nearestWord('runtime-kye', ['axis', 'runtimeKey'])` is `'runtimeKey'`.
 */
export function nearestWord(word: string, words: readonly string[]): string | null {
  const wanted = plain(word);
  if (wanted === '' || word.length > LONGEST) return null;
  const allowed = wanted.length <= 3 ? 1 : wanted.length <= 8 ? 2 : 3;
  let best: string | null = null;
  let bestDistance = Infinity;
  for (const candidate of words) {
    const known = plain(candidate);
    const distance = editDistance(wanted, known);
    const isNear = distance <= allowed && distance < Math.max(wanted.length, known.length) / 1.5;
    // A beginning is a weaker hint than a slip of the pen, so it ranks behind every one of those.
    const rank = isNear ? distance : begins(wanted, known) ? LONGEST + distance : Infinity;
    if (rank < bestDistance) {
      best = candidate;
      bestDistance = rank;
    }
  }
  return best;
}

/**
 * Least number of insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`, no part being
 * edited twice (optimal string alignment). Counts UTF-16 units. Source: Damerau 1964, Levenshtein 1966.
 *
 * Example: `editDistance('tiems', 'times')` is 1.
 */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, at(beforeLast, j - 2) + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], j: number): number {
  return row[j] ?? 0;
}

function plain(word: string): string {
  return word.toLowerCase().replace(/[-_\s]/g, '');
}

function begins(wanted: string, known: string): boolean {
  const [short, long] = wanted.length < known.length ? [wanted, known] : [known, wanted];
  return short.length >= 3 && long.startsWith(short);
}
