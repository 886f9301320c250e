import { groundOfAudit } from '../analysis/replay/replayGroups';
import { PLAIN_STUDY, studyGround } from '../analysis/replay/replayStudy';
import type { ReplayParams, ReplaySectionView } from '../protocol/replaySection';
import { refusedStudy, viewStudy } from '../views/replay/viewStudy';
import type { Section } from './section';

/** What policies of restarting would have come to, over all cutoffs. */
export const replay: Section<ReplayParams, ReplaySectionView> = {
  name: 'replay',
  title: 'Replay',
  first: { verifier: null },
  readParams: (raw) => ({ verifier: typeof raw === 'object' && raw !== null && 'verifier' in raw && (raw.verifier === 'yes' || raw.verifier === 'no') ? raw.verifier : null }),
  *open({ outcome }, { verifier }) {
    const ground = groundOfAudit(outcome, verifier === null ? null : verifier === 'yes');
    const study = ground.kind === 'ground' ? yield* studyGround(ground, outcome.plan, PLAIN_STUDY) : ground;
    return study.kind === 'study' ? { view: viewStudy(study.result), result: study.result } : { view: refusedStudy(study.message, outcome.plan.axis), result: null };
  },
};
