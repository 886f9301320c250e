import { cleanLine, clipText } from '../../base/cleanText';
import { compareNatural } from '../../base/compareNatural';
import { isLiveAt } from '../../engine/trace';
import type { AuditAttempt } from '../../model/results';
import type { AttemptLine } from '../../protocol/audit';
import type { Tone } from '../../protocol/trajectory';
import { formatCount } from '../numbers';
import { attemptName, exclusionWords, type Vocabulary } from './vocabulary';

/** The attempts of a cell on the plan's axis up to B, by end, then label. */
export function viewAttempts(attempts: readonly AuditAttempt[], at: { readonly t: number; readonly budget: number }, words: Vocabulary): readonly AttemptLine[] {
  const sorted = [...attempts].sort((a, b) => (a.U ?? Infinity) - (b.U ?? Infinity) || compareNatural(a.attempt, b.attempt));
  return sorted.map((attempt) => viewAttempt(attempt, at, words));
}

function viewAttempt(attempt: AuditAttempt, { t, budget }: { readonly t: number; readonly budget: number }, words: Vocabulary): AttemptLine {
  const solvedAt = attempt.J === 'verified' && attempt.T !== null ? attempt.T : null;
  const inTime = solvedAt !== null && solvedAt <= budget;
  const end = attempt.U;
  return {
    id: attempt.id,
    label: attemptName(attempt),
    tone: inTime ? 'good' : toneOf(attempt),
    isLive: isLiveAt(attempt, t),
    end: end === null ? null : Math.min(end, budget),
    goesOn: end !== null && end > budget,
    verifiedAt: inTime ? solvedAt : null,
    words: shortWords(attempt, budget, words) + (isBrokenLater(attempt) ? ', broken later' : ''),
    fullWords: endingWords(attempt, words) + brokenWords(attempt),
    hasSteps: attempt.steps > 0,
  };
}

/** Of a counted attempt that passed and was broken later, what the other question says of it; '' for all others. */
function brokenWords(attempt: AuditAttempt): string {
  if (!isBrokenLater(attempt) || attempt.brokenAfter === null) return '';
  return attempt.J === 'verified' ? ', failed at its submission' : `, had passed after call ${formatCount(attempt.brokenAfter)}`;
}

/** Whether a counted attempt passed at some call and failed at its submission. */
export function isBrokenLater({ brokenAfter, excluded }: AuditAttempt): boolean {
  return brokenAfter !== null && excluded === null;
}

function toneOf({ J }: AuditAttempt): Tone {
  switch (J) {
    case 'verified':
    case 'terminal':
    case 'censored':
      return 'bad';
    case 'excluded':
      return 'excluded';
    case 'unknown':
      return 'unknown';
  }
}

/** Beside a line that shows the place already: "verified at 5", "ended at 12", "limit". */
function shortWords(attempt: AuditAttempt, budget: number, words: Vocabulary): string {
  if (attempt.U === null) return 'place not known';
  const at = words.value(attempt.U);
  if (attempt.U > budget) return attempt.J === 'verified' ? `${words.solved} later, at ${at}` : 'goes on';
  switch (attempt.J) {
    case 'verified':
      return `${words.solved} at ${at}`;
    case 'terminal':
      return `ended at ${at}`;
    case 'censored':
      return attempt.U >= budget ? 'limit' : `stopped at ${at}`;
    case 'excluded':
      return 'excluded';
    case 'unknown':
      return 'outcome unknown';
  }
}

/** "verified at call 5", "terminal at call 12, Submitted", "stopped at call 38 (AgentTimeoutError)"; the reason of one that is in no count. */
export function endingWords(attempt: AuditAttempt, words: Vocabulary): string {
  return attempt.excluded === null ? endingOfFacts(attempt, words) : exclusionWords(attempt.excluded);
}

/** The same for any attempt, counted or not. */
export function endingOfFacts(attempt: AuditAttempt, words: Vocabulary): string {
  const where = attempt.U === null ? '' : ` at ${words.moment(attempt.U)}`;
  switch (attempt.J) {
    case 'verified':
      return `${words.solved}${where}`;
    case 'terminal':
      return `ended${where}, not ${words.solved}`;
    case 'censored':
      return `stopped${where}${stopWords(attempt)}`;
    case 'excluded':
      return `excluded${stopWords(attempt)}`;
    case 'unknown':
      return `outcome unknown${stopWords(attempt)}`;
  }
}

/** What stopped an attempt, as its trace names it, else whether it was the limit. */
function stopWords({ exitStatus, U, H }: AuditAttempt): string {
  const status = exitStatus === null ? '' : clipText(cleanLine(exitStatus), 40);
  if (status !== '') return ` (${status})`;
  return H !== null && U !== null && U >= H ? ', the limit' : '';
}
