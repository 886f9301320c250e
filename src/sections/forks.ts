import { planForks } from '../analysis/forkPlan';
import type { SectionView } from '../protocol/section';
import { viewForkPlan } from '../views/interventions/viewInterventions';
import type { Section } from './section';

/** Cells listed. */
const MOST = 10;

/** The states worth forking, to learn of another action than a clean restart. */
export const forks: Section<null, SectionView> = {
  name: 'forks',
  title: 'Forks',
  first: null,
  readParams: () => null,
  isAbsent: ({ outcome: { result, cells } }) => result.totals.abstain === 0 || cells.every(({ usable }) => usable.every(({ attempt }) => attempt.stepCount === 0)),
  *open({ index, outcome }) {
    const result = yield* planForks(index, outcome, MOST);
    return { view: viewForkPlan(result, 'linked'), result };
  },
};
