import { cleanLine } from '../../base/cleanText';
import type { Axis } from '../../model/plan';
import type { GainSplit, PolicyRow, PolicyValue, ReplayGroupName, ResamplingRange, UnbiasedSuccess, WatchLimit } from '../../model/replayResult';
import { formatCount, formatFixed, formatPercent, formatPoints, formatPointsInterval } from '../numbers';
import { attemptName } from '../audit/vocabulary';
import { axisMoment, countOf, listWords, plural } from '../words';

/** "luna initial"; "luna, 3 cohorts" where cohorts are pooled. */
export function groupWords({ runtime, cohort, pooled }: ReplayGroupName): string {
  if (pooled.length > 0) return cleanLine(`${runtime}, ${countOf(pooled.length, 'cohort')}`);
  return cleanLine(cohort === null || cohort === '' ? runtime : `${runtime} ${cohort}`);
}

/** "fixed:20, chosen in sample", "caps:16,8, best in sample": a policy as options write it, and how its cutoff or caps were chosen. */
export function policyWords({ policy, select, cutoff, caps }: Pick<PolicyRow, 'policy' | 'select' | 'cutoff' | 'caps'>): string {
  if (select === null) return policy;
  if (policy === 'best') return select === 'in-sample' ? (caps === null ? 'best caps, chosen in sample' : `caps:${caps.join(',')}, best in sample`) : 'best caps, chosen on the other tasks';
  if (select === 'in-sample') return cutoff === null ? 'fixed, chosen in sample' : `fixed:${cutoff}, chosen in sample`;
  return 'fixed, chosen on the other tasks';
}

/** "85.14 %", or a dash where it was not seen. */
export function shareText(share: number | null): string {
  return share === null ? '–' : formatPercent(share, 2);
}

/** "88.57 %", or why there is no unbiased value. */
export function unbiasedText({ success, missing }: UnbiasedSuccess): string {
  return success === null ? MISSING[missing ?? 'unchosen'] : formatPercent(success, 2);
}

const MISSING: Readonly<Record<NonNullable<UnbiasedSuccess['missing']>, string>> = {
  'too-few': 'a task has fewer attempts than episodes',
  horizon: 'not watched so far',
  'several-caps': 'caps differ',
  unchosen: 'nothing chosen',
};

/** "[60.00, 100.00]": both ends in percent. */
export function shareRange(range: Pick<ResamplingRange, 'low' | 'high'>): string {
  return `[${formatFixed(100 * range.low, 2)}, ${formatFixed(100 * range.high, 2)}]`;
}

/** "+2.29 [0.00, +6.86]"; '' where there is none. */
export function differenceText(difference: PolicyValue['difference']): string {
  if (difference === null) return '';
  const { estimate, interval } = difference;
  return interval === null ? formatPoints(estimate, 2) : `${formatPoints(estimate, 2)} ${formatPointsInterval(interval.low, interval.high, 2)}`;
}

/** "24 of 24 completions come after call 8, the longest cap"; null when the policy can see all. */
export function beyondWords({ completions, longestCap }: Pick<PolicyValue, 'completions' | 'longestCap'>, axis: Axis): string | null {
  if (longestCap === null || completions.beyond === 0) return null;
  return `${formatCount(completions.beyond)} of ${countOf(completions.all, 'completion')} (${formatPercent(completions.beyond / completions.all)}) ${completions.beyond === 1 ? 'comes' : 'come'} after ${axisMoment(axis, longestCap)}, its longest cap`;
}

/**
 * "No cap beyond call 8 can be replayed on every task: build-x, attempt 2, was stopped at call 8 with neither success nor
 * an end of its own; 3 other attempts were stopped before B, too."
 */
export function limitSentence({ task, attempt, watchedTo, short }: WatchLimit, axis: Axis): string {
  const who = `${cleanLine(task)}, ${attemptName({ attempt })},`;
  const others = short === 1 ? '' : `; ${countOf(short - 1, 'other attempt')} ${plural(short - 1, 'was', 'were')} stopped before B, too`;
  if (watchedTo <= 0) return `No cap can be replayed on every task: of ${who} it is not known how far it was watched${others}.`;
  return `No cap beyond ${axisMoment(axis, watchedTo)} can be replayed on every task: ${who} was stopped at ${axisMoment(axis, watchedTo)} with neither success nor an end of its own${others}. That bounds caps, cutoffs and one run.`;
}

/** What the gain over one run is made of, in a sentence. */
export function gainSentence(gain: GainSplit): string {
  const parts = [
    `${formatPoints(gain.anyone, 2)} from calls that ends release which anyone sees`,
    ...(Math.abs(gain.verifier) < NOTHING ? [] : [`${formatPoints(gain.verifier, 2)} from calls that failed submissions release`]),
    `${formatPoints(gain.truncation, 2)} from cutting live runs`,
  ];
  const cuts = gain.cut < NOTHING ? 'no live run is ever cut' : `in ${formatPercent(gain.cut, 1)} of replays a live run is cut, which wins ${formatPercent(gain.gained, 2)} and forfeits ${formatPercent(gain.forfeited, 2)}`;
  return `Of the gain over one run ${listWords(parts)}: ${cuts}.`;
}

/** Less than any count of attempts can make; what is left of zero by rounding. */
export const NOTHING = 1e-9;
