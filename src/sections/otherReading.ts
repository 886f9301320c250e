import { otherReadingInPortions } from '../analysis/otherReading';
import type { SectionView } from '../protocol/section';
import { viewOtherReading } from '../views/otherReading/viewOtherReading';
import type { Section } from './section';

/** The same attempts under the other question, where results after calls can answer both. */
export const otherReading: Section<null, SectionView> = {
  name: 'otherReading',
  title: 'Other reading',
  first: null,
  readParams: () => null,
  isAbsent: ({ outcome }) => outcome.result.provenance.basis['per-call'] === 0,
  *open({ outcome }) {
    const result = yield* otherReadingInPortions(outcome);
    return { view: viewOtherReading(result, outcome.plan.axis), result };
  },
};
