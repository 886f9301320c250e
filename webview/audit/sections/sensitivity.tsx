import type { JSX } from 'preact';
import { SectionPage } from '../sectionPage';
import { useSection } from '../useSection';
import type { SectionProps } from '../sections';

/** Verdicts and macro changes under readings that the plan did not choose. */
export function SensitivitySection({ audit, onCell }: SectionProps): JSX.Element {
  return <SectionPage state={useSection(audit, 'sensitivity', null)} onCell={onCell} />;
}
