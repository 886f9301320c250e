import type { JSX } from 'preact';
import { SectionPage } from '../sectionPage';
import { useSection } from '../useSection';
import type { SectionProps } from '../sections';

/** Runtimes field by field, and what each task took. */
export function RunsSection({ audit, onCell }: SectionProps): JSX.Element {
  return <SectionPage state={useSection(audit, 'runs', null)} onCell={onCell} />;
}
