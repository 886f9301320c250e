import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { ReplayGroupView, ReplaySectionView } from '../../../src/protocol/replaySection';
import { RadioGroup } from '../../shared/radioGroup';
import { Dropdown } from '../../shared/toolkit';
import { useWidth } from '../../shared/useWidth';
import { CutoffCurve, CurveLegend } from '../cutoffCurve';
import { SectionPage } from '../sectionPage';
import type { SectionProps } from '../sections';
import { useSection } from '../useSection';

/** Policies replayed: the curve over cutoffs of one runtime and cohort, and the tables that say the same and more. */
export function ReplaySection({ audit, state, change, onCell }: SectionProps): JSX.Element {
  const answer = useSection(audit, 'replay', { verifier: state.verifier });
  const { view } = answer;
  const group = view === null ? null : (view.groups.find(({ key }) => key === state.replayGroup) ?? view.groups[0] ?? null);
  const shown = view === null || group === null ? answer : { ...answer, view: { ...view, tables: tablesFor(view, group) } };
  const controls = view !== null && group !== null && (
    <div class="toolbar">
      {view.groups.length > 1 && <Dropdown label="Runtime and cohort" value={group.key} options={view.groups.map(({ key, title }) => ({ value: key, text: title }))} onChoose={(key: string) => change({ replayGroup: key })} />}
      {view.verifier.matters && (
        <span class="time-choice">
          <span class="muted" aria-hidden="true">
            Verifier at submission
          </span>
          <RadioGroup
            label="Verifier at submission"
            look="segments"
            value={view.verifier.isOn ? 'yes' : 'no'}
            options={[
              { value: 'yes', content: 'yes', label: 'A failed submission is known as one' },
              { value: 'no', content: 'no', label: 'Nothing follows a submission' },
            ]}
            onChoose={(verifier: 'yes' | 'no') => change({ verifier })}
          />
        </span>
      )}
    </div>
  );
  return <SectionPage state={shown} onCell={onCell} controls={controls === false ? undefined : controls} draw={() => group !== null && <Drawing group={group} axis={view?.axis ?? ''} />} />;
}

/** The tables over all groups, and those of the one that is shown. */
function tablesFor({ tables, groups }: ReplaySectionView, shown: ReplayGroupView): ReplaySectionView['tables'] {
  const others = groups.filter(({ key }) => key !== shown.key);
  return tables.filter((_, at) => !others.some(({ firstTable, tableCount }) => at >= firstTable && at < firstTable + tableCount));
}

const WIDEST = 720;

function Drawing({ group, axis }: { readonly group: ReplayGroupView; readonly axis: string }): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const width = Math.max(240, Math.min(WIDEST, useWidth(frame, WIDEST)));
  return (
    <div class="cutoff-chart" ref={frame}>
      <h2>{group.title}</h2>
      <CutoffCurve curve={group.curve} axis={axis} width={width} />
      <CurveLegend curve={group.curve} />
      <p class="note">{group.curve.sentence}</p>
    </div>
  );
}
