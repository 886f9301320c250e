import { cleanLine } from '../base/cleanText';
import type { LookFact } from '../model/studyLog';
import { placesOf } from '../plan/planPlaces';
import { appendToStudyLog } from '../plan/studyLog';
import type { CommandContext } from './command';
import type { StatedPlan } from './planOptions';

/** Notes a look in the study log of its plan; null, or no plan: nothing. A log that cannot be written is said, and holds nothing up. */
export async function logLook(fact: LookFact | null, { place }: Pick<StatedPlan, 'place'>, { err }: CommandContext): Promise<void> {
  if (fact === null || place === null) return;
  try {
    appendToStudyLog(placesOf(place).log, fact, Date.now());
  } catch (error) {
    await err.write(`This look could not be noted in the study log: ${cleanLine(error instanceof Error ? error.message : String(error))}\n`);
  }
}
