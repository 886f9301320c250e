import type { SectionView } from '../protocol/section';
import { viewChecks } from '../views/checks/viewChecks';
import type { Section } from './section';

/** What speaks against attempts of a cell being exchangeable. */
export const checks: Section<null, SectionView> = {
  name: 'checks',
  title: 'Checks',
  first: null,
  readParams: () => null,
  *open({ outcome }) {
    yield;
    return { view: viewChecks(outcome), result: { ...outcome.exchangeability, gates: outcome.gates } };
  },
};
