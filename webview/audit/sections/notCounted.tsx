import type { JSX } from 'preact';
import { SectionPage } from '../sectionPage';
import { useSection } from '../useSection';
import type { SectionProps } from '../sections';

/** The attempts that are in no count. */
export function NotCountedSection({ audit, onCell }: SectionProps): JSX.Element {
  return <SectionPage state={useSection(audit, 'notCounted', null)} onCell={onCell} />;
}
