import { compareNatural } from '../base/compareNatural';
import { compareText } from '../base/compareText';
import type { Attempt } from '../model/attempt';

const PLAIN_NUMBER = /^\d{1,15}$/;

/** Attempts in the order of their files, and of their places in them as people count: line 2 before line 10. */
export function compareAttempts(a: Pick<Attempt, 'file' | 'locator'>, b: Pick<Attempt, 'file' | 'locator'>): number {
  return compareText(a.file, b.file) || compareLocators(a.locator, b.locator);
}

/** Lines and rows are mostly plain numbers, and there may be very many. */
function compareLocators(a: string, b: string): number {
  const order = PLAIN_NUMBER.test(a) && PLAIN_NUMBER.test(b) ? Number(a) - Number(b) : 0;
  return order === 0 ? compareNatural(a, b) : order;
}
