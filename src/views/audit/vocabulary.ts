import { cleanLine } from '../../base/cleanText';
import type { AuditAttempt, AuditResult, ExclusionReason } from '../../model/results';
import { axisAmount, axisMoment, axisValue } from '../words';

/** Words that depend on the plan's axis and estimand, said in one way everywhere. */
export interface Vocabulary {
  /** "verified" where a verifier ran on the way, "resolved" where only the submission was judged. */
  readonly solved: string;
  /** "call 16". */
  moment(value: number): string;
  /** "14 calls". */
  amount(value: number): string;
  /** "16". */
  value(value: number): string;
  /** "t = 16". */
  time(value: number): string;
}

export function vocabularyOf(plan: Pick<AuditResult['plan'], 'axis' | 'estimand'>): Vocabulary {
  const { axis } = plan;
  return {
    solved: plan.estimand === 'first-verified' ? 'verified' : 'resolved',
    moment: (value) => axisMoment(axis, value),
    amount: (value) => axisAmount(axis, value),
    value: (value) => axisValue(axis, value),
    time: (value) => `t = ${axisValue(axis, value)}`,
  };
}

/** "attempt 5" where the label is a number, else the label itself ("run-2"). */
export function attemptName(attempt: Pick<AuditAttempt, 'attempt'>): string {
  const label = cleanLine(attempt.attempt);
  if (label === '') return 'an attempt without a name';
  return /^\d+$/.test(label) ? `attempt ${label}` : label;
}

const EXCLUSION_WORDS: Readonly<Record<ExclusionReason, string>> = {
  infrastructure: 'ended by infrastructure',
  'no-result': 'without a result',
  'no-outcome': 'with unknown outcome',
  'no-axis': 'not known on this axis',
  'no-task': 'without a task',
  'other-cohort': 'of a cohort that the plan leaves out',
  'other-estimand': 'serving the other question',
  conflict: 'conflicting with another record',
  duplicate: 'repeating another record',
  'before-seal': 'not surely started after the seal',
  'not-planned': 'of a cell that was not planned',
  'beyond-plan': 'beyond the planned number',
  'short-of-plan': 'of a cell still short of its planned number',
  open: 'not followed to the budget',
  'started-later': 'started after one whose result is not known yet',
};

/** Why an attempt is in no count: "ended by infrastructure". Follows a count or "is". */
export function exclusionWords(reason: ExclusionReason): string {
  return EXCLUSION_WORDS[reason];
}

/** Repeats, what belongs to another question, and what the plan left out before anyone saw an outcome. */
const HARMLESS: ReadonlySet<ExclusionReason> = new Set(['duplicate', 'other-cohort', 'other-estimand', 'before-seal', 'not-planned', 'beyond-plan', 'short-of-plan']);

/** Whether attempts left out for this reason are no missing data. */
export function isHarmless(reason: ExclusionReason): boolean {
  return HARMLESS.has(reason);
}

/** Why there is no estimate, after "attempts were": "stopped before call 30, so their outcome by then is not known". */
export function stoppedEarly(budget: string): string {
  return `stopped before ${budget}, so their outcome by then is not known`;
}

/** What B − t is called: "14 calls"; repairs 0.3 − 0.1 on axes with fractions. */
export function restOf(budget: number, t: number): number {
  const rest = budget - t;
  return Number.isInteger(rest) ? rest : Number(rest.toPrecision(12));
}
