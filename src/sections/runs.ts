import { describeInPortions } from '../analysis/describe';
import type { SectionView } from '../protocol/section';
import { cellKey } from '../views/audit/arrange';
import { viewRuns } from '../views/sections/runs';
import { groupedOf } from './grouped';
import type { Section } from './section';

/** Runtimes field by field, and what each task took. */
export const runs: Section<null, SectionView> = {
  name: 'runs',
  title: 'Runs',
  first: null,
  readParams: () => null,
  *open({ index, outcome }) {
    const result = yield* describeInPortions(index, { grouped: groupedOf(outcome), plan: outcome.plan, parts: ['runtimes', 'tasks'] });
    const { runtimes, tasks } = result;
    return { view: viewRuns(result, { cellOf: (row) => cellKey(row.runtime, row.cohort, row.task) }), result: { runtimes, tasks } };
  },
};
