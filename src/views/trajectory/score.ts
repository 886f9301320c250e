import { largest } from '../../base/extent';
import { formatFixed } from '../numbers';

/** A score or threshold with two digits; what is not 0 or 1 never reads as one: "<0.01", ">0.99". */
export function formatScore(score: number): string {
  const text = formatFixed(score, 2);
  if (text === '0.00' && score > 0) return '<0.01';
  if (text === '1.00' && score < 1) return '>0.99';
  return text;
}

const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/**
 * A path of scores as one line of block characters, at most `width` of them: where there are more scores, each
 * character is the highest of its share, so that no peak is lost. Nothing said: a blank. Not for scores outside [0, 1].
 */
export function drawPath(scores: readonly (number | null)[], width: number): string {
  const columns = Math.min(width, scores.length);
  return Array.from({ length: columns }, (_, column) => {
    const from = Math.floor((column * scores.length) / columns);
    const to = Math.floor(((column + 1) * scores.length) / columns);
    const known = scores.slice(from, to).filter((score) => score !== null);
    if (known.length === 0) return ' ';
    return BARS[Math.min(BARS.length - 1, Math.floor(largest(known) * BARS.length))] ?? ' ';
  }).join('');
}
