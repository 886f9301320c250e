import type { JSX } from 'preact';
import { Dropdown } from '../../shared/toolkit';
import { SectionPage } from '../sectionPage';
import type { SectionProps } from '../sections';
import { TimeChoice } from '../timeChoice';
import { useSection } from '../useSection';

/** What deciding by what can be seen of a live run is worth, for one runtime and cohort at one time. */
export function RepresentationsSection({ audit, at, state, change, onCell }: SectionProps): JSX.Element {
  const section = useSection(audit, 'representations', { t: audit.times[at] ?? null, group: state.viewGroup });
  const { view } = section;
  return (
    <SectionPage
      state={section}
      onCell={onCell}
      controls={
        <div class="toolbar">
          {view !== null && view.groups.length > 1 && <Dropdown label="Runtime and cohort" value={view.group} options={view.groups.map(({ key, title }) => ({ value: key, text: title }))} onChoose={(key: string) => change({ viewGroup: key })} />}
          <TimeChoice audit={audit} at={at} onChoose={(time) => change({ t: audit.times[time] ?? null })} />
        </div>
      }
    />
  );
}
