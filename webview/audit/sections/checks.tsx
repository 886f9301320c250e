import type { JSX } from 'preact';
import { SectionPage } from '../sectionPage';
import { useSection } from '../useSection';
import type { SectionProps } from '../sections';

/** What speaks against attempts of a cell being exchangeable. */
export function ChecksSection({ audit, onCell }: SectionProps): JSX.Element {
  return <SectionPage state={useSection(audit, 'checks', null)} onCell={onCell} />;
}
