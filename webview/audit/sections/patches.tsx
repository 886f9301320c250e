import type { JSX } from 'preact';
import { SectionPage } from '../sectionPage';
import { useSection } from '../useSection';
import type { SectionProps } from '../sections';

/** Final patches, and how much outcomes of one task go together. */
export function PatchesSection({ audit, onCell }: SectionProps): JSX.Element {
  return <SectionPage state={useSection(audit, 'patches', null)} onCell={onCell} />;
}
