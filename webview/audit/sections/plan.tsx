import type { JSX } from 'preact';
import { SectionPage } from '../sectionPage';
import type { SectionProps } from '../sections';
import { useSection } from '../useSection';

/** The plan with its defaults marked, its seal, what it demands, and who looked when. */
export function PlanSection({ audit, onCell }: SectionProps): JSX.Element {
  return <SectionPage state={useSection(audit, 'planCheck', null)} onCell={onCell} />;
}
