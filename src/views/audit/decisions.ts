import type { AuditDecision, Interval } from '../../model/results';
import type { DecisionView } from '../../protocol/audit';
import { formatPoints, formatPointsInterval, formatShare } from '../numbers';
import type { AuditCell } from './arrange';
import { marginNote } from './boundWords';
import { stateOf } from './decisionState';
import { describeMissing } from './notes';
import { unknownNote } from './unknownWords';
import type { Vocabulary } from './vocabulary';

/** Puts decisions into finished words. Decisions that read alike are one object: an audit has few different ones. */
export function makeDecisionViewer(budget: number, words: Vocabulary): (cell: AuditCell, decision: AuditDecision) => DecisionView {
  const known = new Map<string, DecisionView>();
  return (cell, decision) => {
    const { t, status, n, nLive, xContinue, xRestart, verdict } = decision;
    const note = describeMissing(cell, decision, budget, words);
    // Intervals and difference follow from the counts, since one audit has one family.
    const unknown = unknownNote(decision);
    const key = [t, status, n, nLive, xContinue, xRestart, verdict, note, unknown].join(' ');
    const view = known.get(key) ?? viewDecision(decision, { note, unknown });
    known.set(key, view);
    return view;
  };
}

function viewDecision(decision: AuditDecision, { note, unknown }: Pick<DecisionView, 'note' | 'unknown'>): DecisionView {
  const { t, status, n, nLive, verdict } = decision;
  const isLive = status === 'live';
  const difference = isLive ? decision.difference : null;
  return {
    t,
    status: stateOf(decision),
    n,
    nLive,
    verdict: isLive ? verdict : null,
    weight: Math.abs(difference?.estimate ?? 0) * (nLive ?? 0),
    continueCount: isLive ? countText(decision.xContinue, nLive) : '',
    restartCount: isLive ? countText(decision.xRestart, n) : '',
    continueText: isLive ? shareText(decision.continue) : '',
    restartText: isLive ? shareText(decision.restart) : '',
    continue: isLive ? decision.continue : null,
    restart: isLive ? decision.restart : null,
    difference,
    differenceText: difference?.estimate == null ? '' : formatPoints(difference.estimate),
    differenceInterval: difference === null ? '' : formatPointsInterval(difference.low, difference.high),
    note,
    margin: isLive ? marginNote(decision) : '',
    unknown,
  };
}

/** "4/5"; '' where one of the two is not known. */
export function countText(successes: number | null, of: number | null): string {
  return successes === null || of === null ? '' : `${successes}/${of}`;
}

/** "80 % [10, 100]"; '' where there is no interval. */
export function shareText(interval: Interval | null): string {
  return interval === null ? '' : formatShare(interval);
}
