import { nextRunsInPortions } from '../analysis/nextRuns';
import type { SectionView } from '../protocol/section';
import { viewNextRuns } from '../views/nextRuns/viewNextRuns';
import type { Section } from './section';

/** The cheapest runs that would settle what abstains. */
export const nextRuns: Section<null, SectionView> = {
  name: 'nextRuns',
  title: 'Next runs',
  first: null,
  readParams: () => null,
  *open({ outcome }) {
    const result = yield* nextRunsInPortions(outcome);
    return { view: viewNextRuns(result, outcome.plan.axis), result };
  },
};
