import { formatCount } from '../numbers';
import { countOf } from '../words';

export interface AttemptsHeadingInput {
  /** Attempts in all, and those that the filter lets through. */
  readonly attempts: number;
  readonly shown: number;
  readonly filter: string;
  readonly onlyNotCounted: boolean;
}

/** What stands beside the title of the attempts tree and above its rows; '' for nothing. */
export function viewAttemptsHeading({ attempts, shown, filter, onlyNotCounted }: AttemptsHeadingInput): { readonly description: string; readonly message: string } {
  if (attempts === 0) return { description: '', message: 'No traces were found in this folder. Index Health says what was looked at.' };
  if (filter === '' && !onlyNotCounted) return { description: countOf(attempts, 'attempt'), message: '' };
  const filters = [onlyNotCounted ? 'not counted' : '', filter === '' ? '' : `filtered by "${filter}"`].filter((part) => part !== '');
  const description = `${filters.join(', ')}: ${formatCount(shown)} of ${countOf(attempts, 'attempt')}`;
  // Words that match nothing are told by a row, which leads to them.
  return { description, message: shown === 0 && filter === '' ? 'Every attempt is counted. Filter Attempts with an empty text shows all.' : '' };
}
