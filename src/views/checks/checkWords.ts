import type { ExchangeabilityResult, OutcomeCheck, SameBeginnings } from '../../model/exchangeability';
import { formatP } from '../numbers';
import { countOf, listWords } from '../words';
import { keyWords } from '../audit/context';

/** Share of pairs that begin alike from which it is pointed out. A custom, no test. */
const MANY_ALIKE = 0.5;

/** What outcomes were held against: "order of starts", "agent version". */
export function checkName({ check, field }: Pick<OutcomeCheck, 'check' | 'field'>): string {
  switch (check) {
    case 'start-order':
      return 'order of starts';
    case 'job':
      return 'job folder';
    case 'day':
      return 'UTC day';
    case 'field':
      return keyWords(field ?? '');
  }
}

/** What one check says, in a few words. */
export function checkSays(check: OutcomeCheck): string {
  const { statistic, expected, failed, tooFew, unmade } = check;
  if (unmade !== null) return `not made: ${unmadeWords(check)}`;
  if (tooFew) return 'too few attempts to find anything';
  if (!failed) return 'no sign of it';
  if (check.check !== 'start-order') return 'successes gather in groups';
  return `those started ${(statistic ?? 0) > (expected ?? 0) ? 'later' : 'earlier'} succeed more often`;
}

function unmadeWords({ check, unmade, field }: OutcomeCheck): string {
  switch (unmade) {
    case 'no-starts':
      return 'starts are not known';
    case 'outcomes-alike':
      return 'each cell\u2019s outcomes are alike';
    default:
      return `one ${check === 'start-order' ? 'start' : checkName({ check, field })} in each cell`;
  }
}

/** The failed checks as one sentence of a caveat; null where none failed. */
export function failedWords({ checks, made }: ExchangeabilityResult): string | null {
  const failed = checks.filter((check) => check.failed);
  if (failed.length === 0) return null;
  const names = failed.map((check) => `${checkName(check)} (p = ${formatP(check.adjusted ?? 1)})`);
  return `Outcomes inside cells go with ${listWords(names)}, ${made === 1 ? 'by the one check made' : `after Holm over ${countOf(made, 'check')}`}: attempts there may not be exchangeable, and the error rate of the verdicts rests on that.`;
}

/** Runtimes of which so many pairs begin alike that it should be looked into. */
export function alikeGroups({ beginnings }: ExchangeabilityResult): readonly SameBeginnings[] {
  return beginnings.groups.filter(({ pairs, same }) => same / pairs >= MANY_ALIKE);
}
