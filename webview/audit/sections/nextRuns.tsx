import type { JSX } from 'preact';
import { SectionPage } from '../sectionPage';
import { useSection } from '../useSection';
import type { SectionProps } from '../sections';

/** The cheapest runs that would settle what abstains. */
export function NextRunsSection({ audit, onCell }: SectionProps): JSX.Element {
  return <SectionPage state={useSection(audit, 'nextRuns', null)} onCell={onCell} />;
}
