import type { AttemptPart } from '../formats/contract';
import type { Attempt } from '../model/attempt';

/** The facts of a part that an attempt keeps; role, place and task hash have served their end in the join. */
export type AttemptFacts = Pick<Attempt, keyof AttemptPart & keyof Attempt>;

export function attemptFacts(part: AttemptPart): AttemptFacts {
  const { file, locator, range, contentHash, format, formatVersion, task, cohort, runtime, attempt } = part;
  const { started, calls, toolSteps, toolCalls, tokens, cost, side, seconds, exitStatus, limits } = part;
  const { outcome, outcomeFile, basis, declared, noResult, synthetic } = part;
  return {
    ...{ file, locator, range, contentHash, format, formatVersion, task, cohort, runtime, attempt: attempt ?? '' },
    ...{ started, calls, toolSteps, toolCalls, tokens, cost, side, seconds, exitStatus, limits },
    ...{ outcome, outcomeFile, basis, declared, noResult, synthetic },
  };
}
