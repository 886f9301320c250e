import { formatCount } from './numbers';
import { countOf } from './words';

export interface ImportedScores {
  /** Scores that could be read, and how many of them found their step. */
  readonly scores: number;
  readonly found: number;
  /** Lines that could not be read. */
  readonly unreadable: number;
}

/** What came of an import: "3 of 5 scores found their step, 2 did not; 1 line could not be read." */
export function describeImport({ scores, found, unreadable }: ImportedScores): string {
  const lost = scores - found;
  const joined = lost === 0 ? `${scores === 1 ? '1 score found its' : `All ${formatCount(scores)} scores found their`} step` : `${formatCount(found)} of ${countOf(scores, 'score')} found ${scores === 1 ? 'its' : 'their'} step, ${formatCount(lost)} did not`;
  return unreadable === 0 ? `${joined}.` : `${joined}; ${countOf(unreadable, 'line')} could not be read.`;
}
