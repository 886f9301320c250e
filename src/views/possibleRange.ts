// Student's t over a few tasks reaches beyond the values that a mean of differences of shares can take. The results keep the ends
// of the formula; what is printed is cut at -1 and 1, and says so.

/** A range as it is printed. */
export interface PossibleRange {
  readonly low: number;
  readonly high: number;
  /** Which ends lie beyond what is possible; null: none. With both, the range says nothing. */
  readonly cut: 'low' | 'high' | 'both' | null;
}

/** The part of a range of differences of shares, proportions, that is possible: within [-1, 1]. */
export function possibleRange({ low, high }: { readonly low: number; readonly high: number }): PossibleRange {
  const [isLow, isHigh] = [low < -1, high > 1];
  return { low: Math.max(-1, low), high: Math.min(1, high), cut: isLow && isHigh ? 'both' : isLow ? 'low' : isHigh ? 'high' : null };
}

/** What a cut range or a missing one means, for a footnote. */
export const CUT_NOTE = 'Over few tasks Student\u2019s t reaches beyond ±100 points, where no mean can lie: such an end is cut there ("cut"), and where both are, there is no range.';
