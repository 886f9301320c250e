import { formatCount } from './numbers';
import { countOf } from './words';

/** What came of an import. */
export interface Imported {
  readonly words: string;
  /** Something of the file was lost or needs a look. */
  readonly isLacking: boolean;
}

export interface ImportedScores {
  /** Scores that could be read, and how many of them found their step. */
  readonly scores: number;
  readonly found: number;
  /** Lines that could not be read. */
  readonly unreadable: number;
}

/** "3 of 5 scores found their step, 2 did not; 1 line could not be read." */
export function describeScores({ scores, found, unreadable }: ImportedScores): Imported {
  const lost = scores - found;
  const joined = lost === 0 ? `${scores === 1 ? '1 score found its' : `All ${formatCount(scores)} scores found their`} step` : `${formatCount(found)} of ${countOf(scores, 'score')} found ${scores === 1 ? 'its' : 'their'} step, ${formatCount(lost)} did not`;
  return { words: withUnreadable(joined, unreadable), isLacking: found < scores || unreadable > 0 };
}

export interface ImportedLabels {
  /** Labels that could be read. */
  readonly labels: number;
  /** Attempts whose outcome rests on the file. */
  readonly attempts: number;
  /** Lines that could not be read. */
  readonly unreadable: number;
  /** Problems that name the file. */
  readonly problems: number;
}

/** "5 labels were read, the outcome of 3 attempts rests on them; 1 line could not be read." */
export function describeLabels({ labels, attempts, unreadable, problems }: ImportedLabels): Imported {
  const read = `${countOf(labels, 'label')} ${labels === 1 ? 'was' : 'were'} read, ${attempts === 0 ? 'no outcome rests' : `the outcome of ${countOf(attempts, 'attempt')} rests`} on ${labels === 1 ? 'it' : 'them'}`;
  return { words: withUnreadable(read, unreadable), isLacking: attempts === 0 || unreadable > 0 || problems > 0 };
}

function withUnreadable(words: string, unreadable: number): string {
  return unreadable === 0 ? `${words}.` : `${words}; ${countOf(unreadable, 'line')} could not be read.`;
}
