import type { Lock } from '../../model/seal';
import { formatMinute } from '../audit/context';
import { formatCount } from '../numbers';
import { axisAmount, countOf, listWords, plural } from '../words';

/** What freezing came to, as far as its words need it. */
export interface FrozenFacts {
  readonly lock: Lock;
  readonly cells: number;
  readonly family: number;
  readonly least: { readonly continue: number | null; readonly restart: number | null };
  readonly ahead: number;
}

/** What a new seal says and demands, a sentence or two a line. */
export function frozenWords({ lock, cells, family, least, ahead }: FrozenFacts): readonly string[] {
  const { settled, plan } = lock;
  return [
    `Frozen ${formatMinute(lock.frozen)}${lock.number === 1 ? '' : `, seal number ${lock.number}`}: B = ${axisAmount(plan.axis, settled.budget)}, t = ${settled.times.join(' ')}, ${countOf(cells, 'cell')}, ${plan.family === 'sliders' ? `every t below every budget up to ${settled.budget}, which weighs as ` : ''}${countOf(family, 'comparison')}.`,
    attemptsWords(plan.rule, settled.attemptsPerCell, least),
    ...warningOf(settled.attemptsPerCell, least),
    `${countOf(lock.indexed.length, 'attempt')} here already ${plural(lock.indexed.length, 'stays', 'stay')} exploratory.`,
    ...(ahead === 0 ? [] : [`${countOf(ahead, 'attempt')} here already ${plural(ahead, 'says', 'say')} that ${plural(ahead, 'it starts', 'they start')} later than now: a clock is wrong.`]),
    `A seal is a promise, not a proof: clocks and files can be changed. Seal ${lock.seal}.`,
  ];
}

/** Which verdicts some outcome of the planned number could certify; null where the rule plans no number. */
export function certifiableWith(number: number | null, least: FrozenFacts['least']): { readonly continue: boolean; readonly restart: boolean } | null {
  if (number === null) return null;
  const canBe = (needed: number | null): boolean => needed !== null && needed <= number;
  return { continue: canBe(least.continue), restart: canBe(least.restart) };
}

/** A sentence where the planned number can certify one direction only, or none, whatever the outcomes. */
function warningOf(number: number | null, least: FrozenFacts['least']): readonly string[] {
  const can = certifiableWith(number, least);
  if (can === null || (can.continue && can.restart)) return [];
  const planned = countOf(number ?? 0, 'attempt');
  const mend = (needed: number | null): string => (needed === null ? '' : ` To leave both open, state "attemptsPerCell": ${needed} in the plan and freeze again before the runs start.`);
  const both = least.continue === null || least.restart === null ? null : Math.max(least.continue, least.restart);
  if (!can.continue && !can.restart) return [`Warning: with ${planned} per cell no verdict can ever be certified, whatever the outcomes.${mend(both)}`];
  const [one, other] = can.continue ? ['continue', 'restart'] : ['restart', 'continue'];
  return [`Warning: with ${planned} per cell only ${one} can ever be certified; where ${other} is the better action, the audit will abstain.${mend(both)}`];
}

function attemptsWords(rule: Lock['plan']['rule'], number: number | null, least: FrozenFacts['least']): string {
  if (number === null) return `The anytime rule may look at any number of attempts started from now on. In this family ${directionWords(least)}.`;
  const can = certifiableWith(number, least);
  const words = { fixed: 'two intervals', calibrated: 'the calibrated sign test', anytime: 'the anytime rule' } as const;
  const open = can === null ? [] : [...(can.continue ? ['continue'] : []), ...(can.restart ? ['restart'] : [])];
  return `Planned: ${countOf(number, 'attempt')} per cell, started from now on, under ${words[rule]}. They can certify ${open.length === 0 ? 'neither continue nor restart' : listWords(open)}: in this family ${directionWords(least)}.`;
}

function directionWords(least: FrozenFacts['least']): string {
  const of = (word: string, needed: number | null): string => `${word} ${needed === null ? 'cannot be certified at any number that was tried' : `takes ${formatCount(needed)}`}`;
  return `${of('continue', least.continue)}, ${of('restart', least.restart)}`;
}
