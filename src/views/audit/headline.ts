import { smallest } from '../../base/extent';
import type { DecisionRule } from '../../model/plan';
import type { AuditDecision, AuditResult } from '../../model/results';
import { formatCount } from '../numbers';
import { capitalise, countOf, listWords, numberWord, plural } from '../words';
import { countUncounted } from './decisionState';
import { familyName } from './familyWords';
import { stoppedEarly, type Vocabulary } from './vocabulary';

/** What the data can or cannot decide in one sentence with its counts, and why, with how much would be needed. */
export interface Headline {
  readonly headline: string;
  readonly lead: string;
}

/** Counts that the sentences rest on. */
interface Situation {
  readonly live: number;
  readonly certified: number;
  /** Live decisions for which no outcome of their attempts could have been certified. */
  readonly impossible: number;
  /** Among those: the most attempts of a cell, "5 attempts per cell", and how many of them are live, "1 to 3". */
  readonly most: number;
  readonly attempts: string;
  readonly alive: string;
}

export function writeHeadline(result: AuditResult, words: Vocabulary): Headline {
  if (result.family === 0) return { headline: 'There is nothing to audit.', lead: 'No attempt belongs to a task whose outcome is known.' };
  if (result.totals.live === 0) return writeWithoutLive(result, words);
  const situation = describeSituation(result.decisions, result.totals);
  return { headline: writeFinding(result, situation), lead: join([...writeReasons(result, situation), writeOtherRule(result), writeRemainder(result)]) };
}

function describeSituation(decisions: readonly AuditDecision[], totals: AuditResult['totals']): Situation {
  const impossible = decisions.filter((d) => d.status === 'live' && d.verdict === 'abstain' && !d.certifiable.restart && !d.certifiable.continue);
  const most = impossible.reduce((n, d) => Math.max(n, d.n), 0);
  return {
    live: totals.live,
    certified: totals.restart + totals.continue,
    impossible: impossible.length,
    most,
    attempts: `${rangeOf(impossible.map((d) => d.n))} ${plural(most, 'attempt')} per cell`,
    alive: rangeOf(impossible.map((d) => d.nLive ?? 0)),
  };
}

/** "5", "3 to 9". */
function rangeOf(counts: readonly number[]): string {
  const low = counts.reduce((a, b) => Math.min(a, b), Infinity);
  const high = counts.reduce((a, b) => Math.max(a, b), 0);
  return low >= high ? formatCount(high) : `${formatCount(low)} to ${formatCount(high)}`;
}

function writeFinding({ totals }: AuditResult, { live, certified, impossible }: Situation): string {
  const comparisons = `${formatCount(live)} live comparisons`;
  if (certified > 0) {
    const verdicts = [totals.restart > 0 ? `${formatCount(totals.restart)} restart` : '', totals.continue > 0 ? `${formatCount(totals.continue)} continue` : ''];
    if (live === 1) return `The one live comparison is certified: ${totals.restart > 0 ? 'restart' : 'continue'}.`;
    const share = certified === live ? `All ${comparisons}` : `${formatCount(certified)} of the ${comparisons}`;
    if (certified === 1) return `${share} is certified: ${totals.restart > 0 ? 'restart' : 'continue'}.`;
    return `${share} are certified: ${listWords(verdicts.filter((v) => v !== ''))}.`;
  }
  if (impossible === live) return live === 1 ? 'The one live comparison cannot be certified.' : `None of the ${comparisons} can be certified.`;
  return live === 1 ? 'The one live comparison is not certified.' : `None of the ${comparisons} is certified.`;
}

/** Why those that abstain do, and what the family demands. */
function writeReasons(result: AuditResult, situation: Situation): readonly string[] {
  const { live, certified, impossible } = situation;
  const open = live - certified;
  if (open === 0) return [];
  const demand = describeDemand(result);
  const others = certified > 0;
  if (impossible === open) return [writeImpossible(result, situation, { demand, others })];
  const possible = open - impossible;
  if (impossible === 0) {
    const where = open === 1 ? (others ? 'The other one abstains: an' : 'An') : others ? `The other ${formatCount(open)} abstain: in each of them an` : 'In each of them an';
    return [`${where} outcome that certifies was possible and did not occur.`, `${capitaliseDemand(demand)}.`];
  }
  const start = others ? `The other ${formatCount(open)} abstain: an` : 'An';
  return [
    `${start} outcome that certifies was possible in ${numberWord(possible)} of them and did not occur; in the other ${numberWord(impossible)} none was, since ${demand}.`,
  ];
}

function writeImpossible({ leastAttempts }: AuditResult, situation: Situation, { demand, others }: { readonly demand: string; readonly others: boolean }): string {
  const { attempts, alive, most, live, certified } = situation;
  const least = Math.min(leastAttempts.continue ?? Infinity, leastAttempts.restart ?? Infinity);
  const open = live - certified;
  const start = others ? (open === 1 ? 'The other one abstains: with' : `The other ${formatCount(open)} abstain: with`) : 'With';
  // Enough attempts, and still no outcome separates: then the number of live ones decides.
  const share = most >= least ? `, ${alive} of them live,` : '';
  return `${start} ${attempts}${share} no outcome could be certified by this rule: ${demand}.`;
}

/** "this family of 156 needs 14 attempts for continue, 55 for restart (7 and 25 by the calibrated sign rule)". */
function describeDemand(result: AuditResult): string {
  const { leastAttempts, plan } = result;
  const rule = plan.rule === 'anytime' ? ' under the anytime-valid rule' : '';
  const who = `${familyName(result)}${rule}`;
  const { continue: forContinue, restart: forRestart } = leastAttempts;
  if (forContinue === null && forRestart === null) return `${who} needs more attempts per cell than any number that was tried`;
  if (forContinue === null || forRestart === null) {
    const [known, name, missing] = forContinue === null ? [forRestart, 'restart', 'continue'] : [forContinue, 'continue', 'restart'];
    return `${who} needs ${countOf(known ?? 0, 'attempt')} for ${name}, and for ${missing} more than any number that was tried`;
  }
  return `${who} needs ${formatCount(forContinue)} attempts for continue, ${formatCount(forRestart)} for restart${otherDemand(leastAttempts, plan.rule)}`;
}

/** " (7 and 25 by the calibrated sign rule)": what the data could do under the rule that the plan does not name. */
function otherDemand({ byRule }: AuditResult['leastAttempts'], rule: DecisionRule): string {
  const other = otherRule(rule);
  if (other === null || byRule === null) return '';
  const { continue: forContinue, restart } = byRule[other];
  return forContinue === null || restart === null ? '' : ` (${formatCount(forContinue)} and ${formatCount(restart)} by ${OTHER_RULES[other]})`;
}

const OTHER_RULES = { fixed: 'the paper\u2019s intervals', calibrated: 'the calibrated sign rule' } as const;

function otherRule(rule: DecisionRule): 'fixed' | 'calibrated' | null {
  return rule === 'anytime' ? null : rule === 'fixed' ? 'calibrated' : 'fixed';
}

/** What the rule that the plan does not name would certify, where that differs. */
function writeOtherRule({ totals, plan }: AuditResult): string {
  const other = otherRule(plan.rule);
  if (other === null || totals.byRule === null) return '';
  const { restart, continue: continued } = totals.byRule[other];
  if (restart === totals.restart && continued === totals.continue) return '';
  const count = restart + continued;
  const verdicts = [restart > 0 ? `${formatCount(restart)} restart` : '', continued > 0 ? `${formatCount(continued)} continue` : ''].filter((words) => words !== '');
  const start = capitalise(OTHER_RULES[other]);
  return count === 0 ? `${start} would certify none.` : `${start} would certify ${count === 1 ? `one (${restart > 0 ? 'restart' : 'continue'})` : `${formatCount(count)} (${verdicts.join(', ')})`}, but the plan does not name ${other === 'fixed' ? 'them' : 'it'}.`;
}

function capitaliseDemand(demand: string): string {
  return demand.replace(/^./, (letter) => letter.toUpperCase()).replace(/ needs (?=\d)/, ' needs at least ');
}

/** What was not live: "Of the other 99, 69 were never reached and 30 have no attempt that can be counted." */
function writeRemainder({ totals, decisions }: AuditResult): string {
  const uncounted = countUncounted(decisions);
  const parts = remainderParts({ ...totals, uncounted, notReached: totals.notReached - uncounted });
  const total = totals.notReached + totals.horizon;
  const [only] = parts;
  if (only === undefined) return '';
  if (parts.length > 1) return `Of the other ${formatCount(total)}, ${listWords(parts.map((p) => `${formatCount(p.count)} ${p.words}`))}.`;
  return total === 1 ? `One more ${only.words}.` : `The other ${formatCount(total)} ${only.words}.`;
}

interface RemainderPart {
  readonly count: number;
  readonly words: string;
}

function remainderParts({ notReached, uncounted, horizon }: { readonly notReached: number; readonly uncounted: number; readonly horizon: number }): readonly RemainderPart[] {
  return [
    { count: notReached, words: `${plural(notReached, 'was', 'were')} never reached` },
    { count: uncounted, words: `${plural(uncounted, 'has', 'have')} no attempt that can be counted` },
    { count: horizon, words: `${plural(horizon, 'has', 'have')} no estimate` },
  ].filter(({ count }) => count > 0);
}

function writeWithoutLive({ totals, plan, decisions }: AuditResult, words: Vocabulary): Headline {
  const family = decisions.length;
  const { horizon } = totals;
  const uncounted = countUncounted(decisions);
  const notReached = totals.notReached - uncounted;
  const all = family === 1 ? 'The one comparison' : `None of the ${formatCount(family)} comparisons`;
  if (uncounted === family) return { headline: family === 1 ? `${all} has no attempt that can be counted.` : `${all} has an attempt that can be counted.`, lead: 'The caveats say why.' };
  if (horizon === 0) {
    const first = smallest(plan.times);
    const headline = family === 1 ? `${all} was never reached.` : `${all} was reached.`;
    const ended = `Every attempt that counts had ended by ${words.moment(first)}, the first decision time; earlier times could be audited.`;
    return { headline, lead: join([ended, uncounted === 0 ? '' : `${countOf(uncounted, 'comparison')} ${plural(uncounted, 'has', 'have')} no attempt that can be counted.`]) };
  }
  const headline = family === 1 ? `${all} cannot be estimated.` : `${all} can be estimated.`;
  const stopped = 'attempts were ' + stoppedEarly(words.moment(plan.budget));
  const others = remainderParts({ notReached, uncounted, horizon: 0 });
  const [only] = others;
  if (only === undefined) return { headline, lead: `In ${family === 1 ? 'it' : 'each of them'} ${stopped}. Dropping those would favour continuing.` };
  const rest = others.length === 1 ? `The other ${formatCount(only.count)} ${only.words}.` : `Of the other ${formatCount(totals.notReached)}, ${listWords(others.map((p) => `${formatCount(p.count)} ${p.words}`))}.`;
  return { headline, lead: `In ${countOf(horizon, 'comparison')} ${stopped}; dropping those would favour continuing. ${rest}` };
}

function join(sentences: readonly string[]): string {
  return sentences.filter((s) => s !== '').join(' ');
}
