/** A regular expression is tried in at most about this many ways on a text of `TEXT` characters. */
const MOST_WAYS = 1e9;
/** Characters of a status that a plan's pattern sees (`buildExitClassifier`). */
const TEXT = 500;
/** Characters that the engine would write out for counted repeats. */
const LARGEST = 10_000;

/**
 * Whether a regular expression could take very long on a hostile text. Counts the ways in which its parts can be laid
 * over a text, which bounds how often an engine tries again: alternatives add up, parts in a row multiply, an optional
 * part adds one way, a repeat has as many as the text has characters, and a repeat of something that has several ways
 * itself has no bound. Refuses some harmless patterns; exit statuses need none of them. A plan may come from a workspace
 * that nobody trusts. The pattern must be a valid regular expression.
 */
export function isSlowPattern(pattern: string): boolean {
  const { ways, size } = new PatternReader(pattern).readAlternatives();
  return ways > MOST_WAYS || size > LARGEST;
}

interface Cost {
  /** Ways to lie over a text of `TEXT` characters. */
  readonly ways: number;
  /** Characters when counted repeats are written out. */
  readonly size: number;
}

/** Reads a valid pattern from left to right; what it does not know is one character. */
class PatternReader {
  private at = 0;

  constructor(private readonly pattern: string) {}

  readAlternatives(): Cost {
    let { ways, size } = this.readRow();
    while (this.take(/\|/y) !== null) {
      const other = this.readRow();
      ways += other.ways;
      size += other.size;
    }
    return { ways, size };
  }

  private readRow(): Cost {
    let ways = 1;
    let size = 0;
    while (this.at < this.pattern.length && !/[|)]/.test(this.pattern[this.at] ?? '')) {
      const part = this.readRepeat(this.readPart());
      ways *= part.ways;
      size += part.size;
    }
    return { ways, size };
  }

  private readPart(): Cost {
    if (this.take(/\((\?(<?[=!]|:|<[^>]*>|[a-z-]*:))?/y) !== null) {
      const inside = this.readAlternatives();
      this.at++;
      return inside;
    }
    // A backward reference, an escape, a class, or any other character.
    if (this.take(/\\k<[^>]*>|\\[pP]\{[^}]*\}|\\[^]|\[(?:\\[^]|[^\]])*\]|[^]/y) === null) throw new Error('The reader of patterns stands still.');
    return { ways: 1, size: 1 };
  }

  private readRepeat(part: Cost): Cost {
    const found = this.take(/[*+?]\??|\{(\d+)(,(\d*))?\}\??/y);
    if (found === null) return part;
    const [sign, low = '0', range, high = ''] = found;
    if (sign.startsWith('?')) return { ways: part.ways + 1, size: part.size };
    const least = Number(low);
    if (sign.startsWith('{') && range === undefined) return { ways: part.ways ** least, size: part.size * least };
    const most = sign.startsWith('{') && high !== '' ? Number(high) : Infinity;
    const size = part.size * Math.max(1, least, most === Infinity ? 0 : most);
    if (most <= 1) return { ways: part.ways + 1, size };
    return { ways: part.ways > 1 ? Infinity : Math.min(TEXT, most - least + 1), size };
  }

  private take(expected: RegExp): RegExpExecArray | null {
    expected.lastIndex = this.at;
    const found = expected.exec(this.pattern);
    if (found !== null) this.at = expected.lastIndex;
    return found;
  }
}
