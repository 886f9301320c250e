import type { JSX } from 'preact';
import type { TrialSectionView, TrialSetName } from '../../../src/protocol/trialSection';
import { RadioGroup } from '../../shared/radioGroup';
import { SectionPage } from '../sectionPage';
import type { SectionProps } from '../sections';
import { useSection } from '../useSection';

/** A monitor on trial: one of its results at a time, or what to do first. */
export function TrialSection({ audit, state, change, onCell }: SectionProps): JSX.Element {
  const answer = useSection(audit, 'trial', { set: state.trialSet });
  const { view } = answer;
  const part = view?.parts.find(({ key }) => key === state.trialPart) ?? view?.parts[0];
  const shown = view === null || part === undefined ? answer : { ...answer, view: { ...view, tables: view.tables.slice(part.firstTable, part.firstTable + part.tableCount) } };
  return (
    <SectionPage
      state={shown}
      onCell={onCell}
      controls={view !== null && view.set !== null ? <SetChoice set={view.set} onChoose={(trialSet) => change({ trialSet })} /> : undefined}
      draw={() => view !== null && part !== undefined && <PartChoice view={view} part={part.key} onChoose={(trialPart) => change({ trialPart })} />}
    />
  );
}

/** Which attempts are evaluated. */
function SetChoice({ set, onChoose }: { readonly set: TrialSetName; onChoose(set: TrialSetName): void }): JSX.Element {
  return (
    <div class="toolbar">
      <RadioGroup
        label="Attempts that are evaluated"
        look="segments"
        value={set}
        options={[
          { value: 'held-out', content: 'tasks held out' },
          { value: 'after-freeze', content: 'started after the freeze' },
        ]}
        onChoose={onChoose}
      />
    </div>
  );
}

function PartChoice({ view, part, onChoose }: { readonly view: TrialSectionView; readonly part: string; onChoose(key: string): void }): JSX.Element {
  return (
    <div class="toolbar">
      <RadioGroup label="Result" look="segments" value={part} options={view.parts.map(({ key, title }) => ({ value: key, content: title }))} onChoose={onChoose} />
    </div>
  );
}
