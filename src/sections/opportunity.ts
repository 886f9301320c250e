import { opportunityInPortions } from '../analysis/opportunity';
import type { OpportunityView } from '../protocol/opportunity';
import { chosenTimeOf } from '../views/audit/viewAudit';
import { viewOpportunity } from '../views/opportunity/viewOpportunity';
import { readTime } from './params';
import type { Section } from './section';

/** What acting on an alarm could gain at one time of the plan; null: the time that the audit shows first. */
export const opportunity: Section<{ readonly t: number | null }, OpportunityView> = {
  name: 'opportunity',
  title: 'Opportunity',
  first: { t: null },
  readParams: (raw) => ({ t: readTime(raw) }),
  *open({ outcome }, { t: wanted }) {
    const t = chosenTimeOf(outcome.result, wanted);
    const result = yield* opportunityInPortions(outcome, [t]);
    return { view: viewOpportunity(result, t), result };
  },
};
