import type { AuditedOutcome } from '../analysis/audit';
import { representationsInPortions } from '../analysis/representations/representations';
import type { RepresentationsResult } from '../model/representationsResult';
import type { RepresentationsParams, RepresentationsSectionView } from '../protocol/representationsSection';
import { chosenTimeOf } from '../views/audit/viewAudit';
import { viewRepresentations } from '../views/representations/viewRepresentations';
import { fieldOf, readTime } from './params';
import type { Section } from './section';

/** One result holds all times and groups, and reads every step: it is kept as long as its audit. */
const kept = new WeakMap<AuditedOutcome, RepresentationsResult>();

/** What can be seen of a live run, and what deciding by it is worth on other tasks. */
export const representations: Section<RepresentationsParams, RepresentationsSectionView> = {
  name: 'representations',
  title: 'Representations',
  first: { t: null, group: null },
  readParams: (raw) => {
    const group = fieldOf(raw, 'group');
    return { t: readTime(raw), group: typeof group === 'string' ? group : '' };
  },
  *open({ index, outcome }, { t, group }) {
    const result = kept.get(outcome) ?? (yield* representationsInPortions(index, outcome));
    kept.set(outcome, result);
    return { view: viewRepresentations(result, { t: chosenTimeOf(outcome.result, t), chosen: group }), result };
  },
};
