import { sensitivityInPortions } from '../analysis/sensitivity';
import type { SectionView } from '../protocol/section';
import { viewSensitivity } from '../views/sensitivity/viewSensitivity';
import type { Section } from './section';

/** Verdicts and macro changes under readings that the plan did not choose. */
export const sensitivity: Section<null, SectionView> = {
  name: 'sensitivity',
  title: 'Sensitivity',
  first: null,
  readParams: () => null,
  *open({ outcome }) {
    const result = yield* sensitivityInPortions(outcome);
    return { view: viewSensitivity(result, outcome.result.plan), result };
  },
};
