import { cleanLine } from '../../base/cleanText';
import type { Attempt } from '../../model/attempt';
import type { RelatedRun } from '../../protocol/trajectory';
import { formatCompact, formatCount } from '../numbers';
import { countOf } from '../words';
import { attemptTitle } from './facts';

/** A sub-agent as its facts stand in the index. */
export interface SubAgentInput {
  readonly attempt: Pick<Attempt, 'id' | 'calls' | 'tokens'>;
  /** Index of the step that started it, from 0; null where it is not known. */
  readonly step: number | null;
  /** 1: started by the run itself; more: by one of its sub-agents. */
  readonly depth: number;
}

/** What started a sub-agent. */
export interface StartedBy {
  readonly attempt: Pick<Attempt, 'id' | 'task' | 'file' | 'locator'>;
  /** Index of the step, from 0; null where it is not known. */
  readonly step: number | null;
}

/** "Sub-agent: 14 calls, 120k tokens"; tokens are input and output together, as far as they are known. */
export function viewSubAgent({ attempt, depth }: SubAgentInput): RelatedRun {
  const { input, output } = attempt.tokens;
  const tokens = input === null && output === null ? '' : `${formatCompact((input ?? 0) + (output ?? 0))} tokens`;
  const counts = [attempt.calls === null ? 'calls not known' : countOf(attempt.calls, 'call'), tokens].filter((part) => part !== '').join(', ');
  return { attemptId: attempt.id, label: `${depth > 1 ? 'Sub-agent of a sub-agent' : 'Sub-agent'}: ${counts}`, step: null };
}

/** "Started by step 5 of session.jsonl". */
export function viewStartedBy({ attempt, step }: StartedBy): RelatedRun {
  const place = step === null ? '' : `step ${formatCount(step + 1)} of `;
  return { attemptId: attempt.id, label: cleanLine(`Started by ${place}${attemptTitle(attempt)}`), step: step === null ? null : step + 1 };
}
