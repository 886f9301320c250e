import { largest, smallest } from '../../base/extent';
import { cleanLine, clipText } from '../../base/cleanText';
import type { AuditAttempt, AuditDecision } from '../../model/results';
import { countOf, listWords, plural } from '../words';
import type { AuditCell } from './arrange';
import { exclusionWords, stoppedEarly, type Vocabulary } from './vocabulary';

/** Characters of an exit status. */
const MOST_STATUS = 40;

/**
 * What stands in place of intervals where there are none: "all 5 verified by call 16" for a decision that was never
 * reached, "1 attempt was stopped at call 25 of 30 (Timeout), so its outcome by 30 is not known" for one whose horizon is too short,
 * "no attempt can be counted: 3 without a result" for a cell without any; '' when live.
 */
export function describeMissing(cell: AuditCell, decision: AuditDecision, budget: number, words: Vocabulary): string {
  if (decision.status === 'live') return '';
  if (decision.status === 'horizon') return horizonNote(cell.attempts, budget, words);
  if (decision.n === 0) return setAsideNote(cell);
  return endedNote(cell.attempts, decision, words);
}

function endedNote(attempts: readonly AuditAttempt[], { n, t }: AuditDecision, words: Vocabulary): string {
  // Every attempt had ended by t; the last end is what people can check in the traces.
  const ends = attempts.flatMap((a) => (a.U === null ? [] : [a.U]));
  const last = words.moment(ends.length === n && n > 0 ? largest(ends) : t);
  const solved = attempts.filter((a) => a.J === 'verified').length;
  if (attempts.length !== n) return `all ${n} had ended by ${last}`;
  if (n === 1) return solved === 1 ? `the only attempt was ${words.solved} by ${last}` : `the only attempt ended by ${last}, not ${words.solved}`;
  if (solved === n) return `all ${n} ${words.solved} by ${last}`;
  if (solved === 0) return `all ${n} ended by ${last}, none ${words.solved}`;
  return `${solved} ${words.solved}, ${n - solved} ended, all by ${last}`;
}

function horizonNote(attempts: readonly AuditAttempt[], budget: number, words: Vocabulary): string {
  const stopped = attempts.filter((a): a is AuditAttempt & { readonly U: number } => a.J === 'censored' && a.U !== null && a.U < budget);
  const by = words.value(budget);
  if (stopped.length === 0) return `attempts were ${stoppedEarly(words.moment(budget))}`;
  const places = stopped.map((a) => a.U);
  const [low, high] = [smallest(places), largest(places)];
  const where = low === high ? `at ${words.moment(low)}` : `between ${words.moment(low)} and ${words.value(high)}`;
  const statuses = [...new Set(stopped.flatMap((a) => (a.exitStatus === null ? [] : [clipText(cleanLine(a.exitStatus), MOST_STATUS)])))].filter((s) => s !== '');
  const status = statuses.length === 0 ? '' : ` (${listWords(statuses, 3)})`;
  return `${countOf(stopped.length, 'attempt')} ${plural(stopped.length, 'was', 'were')} stopped ${where} of ${by}${status}, so ${stopped.length === 1 ? 'its outcome' : 'their outcomes'} by ${by} ${plural(stopped.length, 'is', 'are')} not known`;
}

function setAsideNote(cell: AuditCell): string {
  const reasons = [...new Set(cell.setAside.map((a) => a.excluded))];
  const parts = reasons.flatMap((reason) => (reason === null ? [] : [`${cell.setAside.filter((a) => a.excluded === reason).length} ${exclusionWords(reason)}`]));
  return parts.length === 0 ? 'no attempt can be counted' : `no attempt can be counted: ${listWords(parts)}`;
}
