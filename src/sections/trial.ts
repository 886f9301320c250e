import path from 'node:path';
import { evaluateInPortions } from '../analysis/trial/evaluateTrial';
import { TRIAL_SETS, type TrialFile } from '../model/trial';
import { TRIAL_FILE } from '../plan/trialFile';
import { readTrialAt } from '../plan/trialStore';
import type { TrialParams, TrialSectionView } from '../protocol/trialSection';
import { evaluatedTrial, noTrial, unreadableTrial, waitingTrial } from '../views/trial/trialSection';
import { refusalWords } from '../views/trial/refusalWords';
import { fieldOf } from './params';
import type { Section, SectionInput } from './section';

/** A monitor on trial: what was frozen and the five results apart, or what to do first. */
export const trial: Section<TrialParams, TrialSectionView> = {
  name: 'trial',
  title: 'Trial',
  first: { set: 'held-out' },
  readParams: (raw) => ({ set: TRIAL_SETS.find((name) => name === fieldOf(raw, 'set')) ?? 'held-out' }),
  isAbsent: (input) => readFile(input) === null,
  *open(input, { set }) {
    const file = readFile(input);
    if (file === null) return { view: noTrial(), result: null };
    if (typeof file === 'string') return { view: unreadableTrial(file), result: null };
    if (file.rule === null) return { view: waitingTrial(file, null), result: null };
    const outcome = yield* evaluateInPortions(input.index, { trial: file, set, runtime: null });
    if (outcome.kind !== 'evaluated') return { view: waitingTrial(file, { set, message: refusalWords(outcome) }), result: null };
    return { view: evaluatedTrial(file, outcome.result), result: outcome.result };
  },
};

/** The trial beside the traces; null where there is none, a sentence where it cannot be read. */
function readFile({ folder }: SectionInput): TrialFile | string | null {
  if (folder === null) return null;
  try {
    return readTrialAt(path.join(folder, TRIAL_FILE));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
