import { cleanLine } from '../../base/cleanText';
import type { Axis } from '../../model/plan';
import type { ExclusionReason } from '../../model/results';
import type { ThresholdRule, TrialAsideReason, TrialRule } from '../../model/trial';
import { exclusionWords } from '../audit/vocabulary';
import { formatFixed, formatPercent, formatUsd } from '../numbers';
import { axisAmount, axisMoment, axisName, countOf } from '../words';

/** "repeated-action at a score of 0.75 or more", or that it never alarms. */
export function monitorWords({ monitor, threshold }: Pick<TrialRule, 'monitor' | 'threshold'>): string {
  return threshold === null ? `${cleanLine(monitor)}, never alarming` : `${cleanLine(monitor)} at a score ${thresholdText(threshold)}`;
}

/** "restart everybody live at call 16", or that nobody is restarted. */
export function fixedTimeWords({ fixedTime }: Pick<TrialRule, 'fixedTime'>, axis: Axis): string {
  return fixedTime === null ? 'no fixed time (never restart)' : `restart everybody live at ${axisMoment(axis, fixedTime)}`;
}

export function thresholdRuleWords({ thresholdRule, calibration }: TrialRule): string {
  switch (thresholdRule.kind) {
    case 'stated':
      return 'stated, not calibrated';
    case 'best-success':
      return `best calibration success, of ${countOf(calibration.candidates.thresholds ?? 0, 'candidate')}`;
    case 'false-kills':
      return falseKillWords(thresholdRule.share);
  }
}

/** A rule before it was applied: "threshold by best calibration success". */
export function wantedThresholdWords(wanted: { readonly kind: 'stated'; readonly value: number } | Exclude<ThresholdRule, { readonly kind: 'stated' }>): string {
  switch (wanted.kind) {
    case 'stated':
      return `at a score ${thresholdText(wanted.value)}`;
    case 'best-success':
      return 'threshold by best calibration success';
    case 'false-kills':
      return `threshold with ${falseKillWords(wanted.share)}`;
  }
}

function falseKillWords(share: number): string {
  return `at most ${formatPercent(share, Number.isInteger(100 * share) ? 0 : 1)} of calibration successes stopped`;
}

export function fixedTimeRuleWords({ fixedTimeRule, calibration }: TrialRule): string {
  return fixedTimeRule === 'stated' ? 'stated, not calibrated' : `best calibration success, of ${countOf(calibration.candidates.times ?? 0, 'candidate')}`;
}

/** "0.12 calls", "nothing". */
export function chargeAmount(charge: number, axis: Axis): string {
  if (charge === 0) return 'nothing';
  if (Number.isInteger(charge)) return axisAmount(axis, charge);
  return `${charge < 0.001 ? charge.toPrecision(2) : formatFixed(charge, 3).replace(/0+$/, '')} ${axisName(axis)}`;
}

/** "0.12 calls ($0.0031 at $0.026 a call)". */
export function questionWords({ charges: { check, rate } }: TrialRule, axis: Axis): string {
  const from = rate === null ? '' : ` (${formatUsd(rate.usdPerCheck)} at ${formatUsd(rate.usdPerUnit)} a ${axisAmount(axis, 1).replace(/^1 /, '')})`;
  return `${chargeAmount(check, axis)}${from}`;
}

/** "a question costs nothing, a restart 2 calls". */
export function chargeWords(rule: TrialRule, axis: Axis): string {
  return `a question costs ${questionWords(rule, axis)}, a restart ${chargeAmount(rule.charges.reset, axis)} beside its calls`;
}

/** "of 0.75 or more", "above 0.6" where the threshold lies just above a score that must not alarm. */
export function thresholdText(threshold: number): string {
  const shown = Number(threshold.toFixed(6));
  return threshold > shown ? `above ${shown}` : `of ${shown} or more`;
}

type OwnReason = Exclude<TrialAsideReason, ExclusionReason>;

const ASIDE_WORDS: Readonly<Record<OwnReason, string>> = {
  'not-monitored': 'without a score of the monitor',
  'not-watched': 'on tasks with an attempt that was not watched through the budget',
  'one-attempt': 'on tasks with a single attempt, which no other one can follow',
  'started-before': 'not known to have started after the freeze',
  'calibration-task': 'on calibration tasks',
};

/** Why attempts are in no number: "12 on calibration tasks". Follows a count. */
export function asideWords(reason: TrialAsideReason): string {
  return isOwnReason(reason) ? ASIDE_WORDS[reason] : exclusionWords(reason);
}

function isOwnReason(reason: TrialAsideReason): reason is OwnReason {
  return Object.hasOwn(ASIDE_WORDS, reason);
}
