import { runPortions } from '../../base/portions';
import type { AuditAttempt, AuditDecision, AuditResult, SignVerdict } from '../../model/results';
import { groupName } from '../../model/runtime';
import type { AttemptLine, CellDetailView } from '../../protocol/audit';
import { formatP, formatPoints, formatPointsInterval } from '../numbers';
import { PAPER_ALARM } from '../opportunity/viewAlarm';
import { capitalise, countOf, listWords, numberWord, plural } from '../words';
import { findCell, type AuditCell } from './arrange';
import { viewAttempts } from './attempts';
import { describeBounds } from './boundWords';
import { shareText } from './decisions';
import { stateOf } from './decisionState';
import { togetherWords } from './familyWords';
import { needsInPortions } from './needs';
import { describeMissing } from './notes';
import { roundTicks } from './ticks';
import { describeUnknown, unknownNote } from './unknownWords';
import { attemptName, exclusionWords, restOf, vocabularyOf, type Vocabulary } from './vocabulary';

/** What opens under a chosen cell at time t; null when the result has no such cell or time. */
export function viewCell(result: AuditResult, attempts: readonly AuditAttempt[], key: string, t: number): CellDetailView | null {
  return runPortions(viewCellInPortions(result, attempts, key, t));
}

/** `viewCell` in portions: what more evidence would take is worth some work. */
export function* viewCellInPortions(result: AuditResult, attempts: readonly AuditAttempt[], key: string, t: number): Generator<void, CellDetailView | null, void> {
  const cell = findCell(result, attempts, key);
  const decision = cell?.decisions.find((d) => d.t === t);
  if (cell === null || decision === undefined) return null;
  const words = vocabularyOf(result.plan);
  const lines = viewAttempts(cell.attempts, { t, budget: result.plan.budget }, words);
  const title = `${cell.label}, ${groupName(cell)}, ${words.time(t)}.`;
  const summary = summarise(cell, decision, lines);
  return {
    key,
    t,
    timeLabel: words.time(t),
    title,
    summary,
    points: describeArms(cell, decision, result, words),
    conclusion: [concludeByRule(decision, result), describeUnknown(decision), describeBounds(decision, result)].filter((sentence) => sentence !== '').join(' '),
    needs: yield* needsInPortions(cell, decision, result),
    sentence: writeSentence(cell, decision, result, words),
    alarm: alarmOf(decision),
    attempts: lines,
    setAside: cell.setAside.map((a) => ({ id: a.id, label: attemptName(a), words: a.excluded === null ? '' : exclusionWords(a.excluded) })),
    timeline: viewTimeline(lines, result, t, words),
  };
}

/** Both actions' estimates with the rates of the calculator's example. */
function alarmOf({ continue: continued, restart }: AuditDecision): CellDetailView['alarm'] {
  const [q, p] = [continued?.estimate ?? null, restart?.estimate ?? null];
  return q === null || p === null ? null : { ...PAPER_ALARM, q, p };
}

function summarise(cell: AuditCell, { n, nLive, status }: AuditDecision, lines: readonly AttemptLine[]): string {
  if (n === 0) return 'No attempt of this cell can be counted.';
  if (nLive === null) return `How many of ${countOf(n, 'attempt')} are still live is not known.`;
  const names = lines.filter((line) => line.isLive === true).map((line) => line.label);
  const who = names.length > 0 && names.length <= 4 && names.length === nLive && nLive < n ? ` (${listWords(names)})` : '';
  if (status === 'not-reached') return n === 1 ? 'The only attempt had ended.' : `All ${n} attempts had ended.`;
  if (n === 1) return 'The only attempt is still live.';
  if (nLive === n) return `All ${n} attempts are still live.`;
  return `${capitalise(numberWord(nLive))} ${plural(nLive, 'attempt', 'attempts')} of ${n} ${plural(nLive, 'is', 'are')} still live${who}.`;
}

function describeArms(cell: AuditCell, decision: AuditDecision, { plan }: AuditResult, words: Vocabulary): CellDetailView['points'] {
  const { n, nLive, xContinue, xRestart } = decision;
  const state = stateOf(decision);
  if (state !== 'live' || nLive === null || xContinue === null || xRestart === null) {
    return [{ mark: state === 'live' ? 'horizon' : state, text: `${capitalise(describeMissing(cell, decision, plan.budget, words))}.` }];
  }
  const rest = restOf(plan.budget, decision.t);
  const by = words.moment(plan.budget);
  const continued =
    nLive === 1 ? `Continued, it was ${xContinue === 1 ? '' : 'not '}${words.solved} by ${by}: ${xContinue} of 1.` : `Continued, ${xContinue} of ${nLive} ${plural(xContinue, 'was', 'were')} ${words.solved} by ${by}.`;
  const restarted = `Restarted with ${words.amount(rest)} left: ${xRestart} of ${countOf(n, 'attempt')} ${plural(xRestart, 'was', 'were')} ${words.solved} by ${words.moment(rest)}.`;
  return [
    { mark: 'continue', text: continued },
    { mark: 'restart', text: restarted },
  ];
}

/** The plan's rule first, then what the other one says. */
function concludeByRule(decision: AuditDecision, result: AuditResult): string {
  const { byRule } = decision;
  if (byRule === null || result.plan.rule === 'anytime') return conclude(decision);
  const test = describeSignTest(byRule.calibrated, result);
  if (result.plan.rule === 'calibrated') {
    const { verdict, certifiable } = decision;
    const why = verdict !== 'abstain' || certifiable.restart || certifiable.continue ? '' : ` No outcome of ${decision.n === 1 ? 'this one attempt' : `these ${decision.n} attempts`} could have given one.`;
    return `${verdict === 'abstain' ? `No verdict: ${test}.` : `${capitalise(verdict ?? '')} is certified: ${test}.`}${why} The intervals drawn are the paper\u2019s, which say less.`;
  }
  const { verdict } = byRule.calibrated;
  const other = verdict === 'abstain' ? 'abstains' : `would certify ${verdict}`;
  return `${conclude(decision)} The calibrated sign rule, which the plan does not name, ${other}: ${test}.`;
}

/** "exact sign test p = 0.031, at most 1.60e-4 certifies". */
function describeSignTest({ p, pAtMost }: SignVerdict, { plan, family }: AuditResult): string {
  if (p === null && pAtMost >= 1) return 'the counts speak for neither action';
  return `exact sign test p ${p === null ? '\u2264' : '='} ${formatP(p ?? pAtMost)}, at most ${formatP(plan.alpha / (2 * family))} certifies`;
}

function conclude({ status, verdict, difference, certifiable, n }: AuditDecision): string {
  if (status === 'horizon') return 'No estimate for this cell. Dropping those attempts would favour continuing.';
  if (status === 'not-reached' || difference === null) return n === 0 ? 'No verdict.' : 'Nobody is left to be stopped, so there is nothing to decide.';
  const [low, high] = [formatPoints(difference.low), formatPoints(difference.high)];
  // A rule that looks at both arms together can decide where the intervals drawn for each of them still meet.
  const isWithin = difference.low <= 0 && difference.high >= 0;
  if (isWithin && verdict !== null && verdict !== 'abstain') return `Both arms together certify ${verdict}; the intervals drawn for each of them are wider (${low} to ${high} points).`;
  switch (verdict) {
    case 'restart':
      return `Restarting is ahead by ${low} to ${high} points, so restart is certified.`;
    case 'continue':
      return `Continuing is ahead by ${formatPoints(-difference.high)} to ${formatPoints(-difference.low)} points, so continue is certified.`;
    default: {
      const possible = certifiable.restart || certifiable.continue;
      const why = possible ? '' : ` No outcome of ${n === 1 ? 'this one attempt' : `these ${n} attempts`} could have given one.`;
      return `The difference could be anything from ${low} to ${high} points, so no verdict.${why}`;
    }
  }
}

/** Everything about a decision in one sentence that stands alone. */
export function writeSentence(cell: AuditCell, decision: AuditDecision, result: AuditResult, words: Vocabulary): string {
  const { plan } = result;
  const { n, nLive, xContinue, xRestart, difference, verdict, t } = decision;
  const where = `Task ${cell.label}, ${groupName(cell)}, ${words.time(t)} of ${words.amount(plan.budget)}`;
  if (decision.status !== 'live' || difference === null || nLive === null) {
    const missing = describeMissing(cell, decision, plan.budget, words);
    const state = stateOf(decision);
    // Where nothing counts, what is missing says so itself.
    return `${where}: ${state === 'uncounted' ? '' : state === 'not-reached' ? 'not reached, ' : 'no estimate, '}${missing}.`;
  }
  const rest = restOf(plan.budget, t);
  const estimate = difference.estimate === null ? '' : `${formatPoints(difference.estimate)} points `;
  return [
    `${where}: ${nLive} of ${countOf(n, 'attempt')} live`,
    `continued, ${xContinue ?? 0} of ${nLive} ${words.solved} (${shareText(decision.continue)})`,
    `restarted with ${words.amount(rest)}, ${xRestart ?? 0} of ${n} (${shareText(decision.restart)})`,
    `restart minus continue ${estimate}${formatPointsInterval(difference.low, difference.high)}, simultaneous over ${togetherWords(result)} at ${levelText(plan.alpha)}`,
    `${[verdict ?? 'abstain', unknownNote(decision)].filter((text) => text !== '').join(', ')}.`,
  ].join('; ');
}

/** "95 %" for alpha 0.05; keeps the digits that alpha has. */
export function levelText(alpha: number): string {
  return `${Number((100 * (1 - alpha)).toPrecision(6))} %`;
}

function viewTimeline(lines: readonly AttemptLine[], { plan }: AuditResult, t: number, words: Vocabulary): CellDetailView['timeline'] {
  const rest = restOf(plan.budget, t);
  const isWhole = plan.axis === 'calls' || plan.axis === 'tool-steps';
  const ticks = roundTicks(plan.budget, { most: 6, isWhole });
  const said = lines.map((line) => `${line.label} ${line.fullWords}`);
  return {
    domain: plan.budget,
    ticks: ticks.map((at) => ({ at, label: at === plan.budget ? words.amount(at) : words.value(at) })),
    decisionLabel: `decision, ${words.time(t)}`,
    restartSpan: rest,
    restartLabel: `a restart has ${words.amount(rest)}`,
    sentence: lines.length === 0 ? 'No attempt to show.' : `${capitalise(countOf(lines.length, 'attempt'))} up to ${words.moment(plan.budget)}: ${listWords(said, 12)}.`,
  };
}
