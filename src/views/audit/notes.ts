import type { AuditAttempt, AuditDecision } from '../../model/results';
import { countOf, listWords, plural } from '../words';
import type { AuditCell } from './arrange';
import { exclusionWords, type Vocabulary } from './vocabulary';

/**
 * What stands in place of intervals where there are none: "all 5 verified by call 16" for a decision that was never
 * reached, "3 attempts end, undecided, at call 25 of 30" for one whose horizon is too short; '' when live.
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
  const last = words.moment(ends.length === n && n > 0 ? Math.max(...ends) : t);
  const solved = attempts.filter((a) => a.J === 'verified').length;
  if (attempts.length !== n) return `all ${n} had ended by ${last}`;
  if (n === 1) return solved === 1 ? `the only attempt was ${words.solved} by ${last}` : `the only attempt ended by ${last}, not ${words.solved}`;
  if (solved === n) return `all ${n} ${words.solved} by ${last}`;
  if (solved === 0) return `all ${n} ended by ${last}, none ${words.solved}`;
  return `${solved} ${words.solved}, ${n - solved} ended, all by ${last}`;
}

function horizonNote(attempts: readonly AuditAttempt[], budget: number, words: Vocabulary): string {
  const undecided = attempts.flatMap((a) => (a.J === 'censored' && a.U !== null && a.U < budget ? [a.U] : []));
  if (undecided.length === 0) return `the horizon is shorter than ${words.moment(budget)}`;
  const [low, high] = [Math.min(...undecided), Math.max(...undecided)];
  const where = low === high ? `at ${words.moment(low)}` : `between ${words.moment(low)} and ${words.value(high)}`;
  return `${countOf(undecided.length, 'attempt')} ${plural(undecided.length, 'ends', 'end')}, undecided, ${where} of ${words.value(budget)}`;
}

function setAsideNote(cell: AuditCell): string {
  const reasons = [...new Set(cell.setAside.map((a) => a.excluded))];
  const parts = reasons.flatMap((reason) => (reason === null ? [] : [`${cell.setAside.filter((a) => a.excluded === reason).length} ${exclusionWords(reason)}`]));
  return parts.length === 0 ? 'no attempt can be counted' : `no attempt can be counted: ${listWords(parts)}`;
}
