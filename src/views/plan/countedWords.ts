import type { CountedAttempts } from '../../model/countedAttempts';
import { viewSeal } from '../audit/context';
import { formatCount } from '../numbers';
import { countOf, plural } from '../words';

/** "Planned, sealed, frozen …: 8 of 11 attempts are counted."; '' where no plan was frozen, so that there is nothing to tell apart. */
export function countedWords({ which, attempts, of, seal }: CountedAttempts): string {
  if (seal === null) return '';
  const { text } = viewSeal({ sealed: which === 'planned', seal, grid: null });
  return `${text}: ${formatCount(attempts)} of ${countOf(of, 'attempt')} ${plural(attempts, 'is', 'are')} counted.`;
}
