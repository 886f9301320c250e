import { auditAttempts } from '../analysis/auditAttempts';
import type { SectionView } from '../protocol/section';
import { viewNotCounted } from '../views/sections/notCounted';
import type { Section } from './section';

/** The attempts that are in no count, with the reason of each. */
export const notCounted: Section<null, SectionView> = {
  name: 'notCounted',
  title: 'Not counted',
  first: null,
  readParams: () => null,
  *open({ outcome }) {
    yield;
    return { view: viewNotCounted(outcome.result, auditAttempts(outcome)), result: null };
  },
};
