import { studyInPortions, PLAIN_STUDY, type StudyRequest } from '../../src/analysis/replay/replayStudy';
import { runPortions } from '../../src/base/portions';
import type { Attempt } from '../../src/model/attempt';
import type { ReplayStudy } from '../../src/model/replayResult';
import { parsePlan } from '../../src/plan/parsePlan';
import { declaredAttempt } from './attempts';
import { countedOf } from './counted';
import { readReconstruction } from './reconstruction';

/** The replays of attempts under a budget. Throws where there are none. */
export function studyAttempts(attempts: readonly Attempt[], budget: number, stated: Partial<StudyRequest> = {}): ReplayStudy {
  const outcome = runPortions(studyInPortions(countedOf(attempts, parsePlan(JSON.stringify({ budget }), 'plan').plan), { ...PLAIN_STUDY, ...stated }));
  if (outcome.kind !== 'study') throw new Error(`No study: ${outcome.kind}.`);
  return outcome.result;
}

/** The replays of the first cohort of paper A's synthetic reconstruction: two runtimes, seven tasks each. */
export function studyReconstruction(): ReplayStudy {
  const cells = readReconstruction().filter(({ cohort }) => cohort === 'initial');
  const attempts = cells.flatMap(({ task, model, cohort, attempts: traces }) =>
    traces.map(({ T, E, H }, i) => declaredAttempt(task, String(i), { ...(T === null ? {} : { T }), ...(E === null ? {} : { E }), ...(H === null ? {} : { H }) }, { id: `${model} ${task} ${i}`, cohort, runtime: { model } })),
  );
  return studyAttempts(attempts, 30);
}
