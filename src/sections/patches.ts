import { describeInPortions } from '../analysis/describe';
import type { SectionView } from '../protocol/section';
import { viewPatches } from '../views/sections/patches';
import { groupedOf } from './grouped';
import type { Section } from './section';

/** Final patches of each task, and how much outcomes of one task go together. Reads every submission when it is opened. */
export const patches: Section<null, SectionView> = {
  name: 'patches',
  title: 'Patches',
  first: null,
  readParams: () => null,
  *open({ index, outcome }) {
    const result = yield* describeInPortions(index, { grouped: groupedOf(outcome), plan: outcome.plan, parts: ['patches'] });
    const described = result.patches ?? { tasks: [], withoutTask: 0, successful: 0, judges: [], correlations: [] };
    return { view: viewPatches(described), result: described };
  },
};
