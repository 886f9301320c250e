import type { AuditedOutcome } from '../analysis/audit';
import { lookFact } from '../analysis/look';
import { cleanLine } from '../base/cleanText';
import { placesOf } from '../plan/planPlaces';
import { appendToStudyLog } from '../plan/studyLog';
import type { CommandContext } from './command';
import type { StatedPlan } from './planOptions';

/** Notes in the study log that a plan with a lock was audited. A log that cannot be written is said, and holds nothing up. */
export async function logLook(outcome: AuditedOutcome, { place, seal }: StatedPlan, by: string, { err }: CommandContext): Promise<void> {
  const fact = lookFact(outcome, seal, by);
  if (fact === null || place === null) return;
  try {
    appendToStudyLog(placesOf(place).log, fact, Date.now());
  } catch (error) {
    await err.write(`This look could not be noted in the study log: ${cleanLine(error instanceof Error ? error.message : String(error))}\n`);
  }
}
