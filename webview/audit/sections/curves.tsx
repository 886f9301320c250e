import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { CurvesSubjectView, CurvesView } from '../../../src/protocol/curves';
import { Mark } from '../../shared/glyphs';
import { Dropdown } from '../../shared/toolkit';
import { useWidth } from '../../shared/useWidth';
import { ActionsChart, CompletionChart, HazardChart } from '../curves/charts';
import { EvidenceChart } from '../curves/evidenceChart';
import { SectionPage } from '../sectionPage';
import type { SectionProps } from '../sections';
import { useSection } from '../useSection';

/** Tasks offered in a list; the others are reached from their cells. */
const MOST_TASKS = 200;
const WIDEST = 460;

/** When runs are verified or end, and both actions at every t. */
export function CurvesSection({ audit, at, state, change, onCell }: SectionProps): JSX.Element {
  const section = useSection(audit, 'curves', { subject: state.subject });
  const { view } = section;
  return (
    <SectionPage
      state={section}
      onCell={onCell}
      controls={view !== null && view.subjects.length > 0 ? <SubjectChoice view={view} onChoose={(subject) => change({ subject })} /> : undefined}
      draw={(shown) => <Charts view={shown} t={audit.times[at] ?? null} />}
    />
  );
}

function SubjectChoice({ view, onChoose }: { readonly view: CurvesView; onChoose(key: string): void }): JSX.Element {
  const { subjects } = view;
  const chosen = Math.max(0, subjects.findIndex(({ key }) => key === view.subject));
  const group = subjects.slice(0, chosen + 1).reduce((last, { isCell }, k) => (isCell ? last : k), 0);
  const next = subjects.findIndex(({ isCell }, k) => k > group && !isCell);
  const tasks = subjects.slice(group + 1, next < 0 ? undefined : next);
  const option = ({ key, label }: CurvesSubjectView): { readonly value: string; readonly text: string } => ({ value: key, text: label });
  const listed = tasks.filter((task, k) => k < MOST_TASKS || task.key === view.subject);
  const head = subjects[group];
  return (
    <div class="toolbar">
      <Dropdown label="Runtime" value={head?.key ?? ''} options={subjects.filter(({ isCell }) => !isCell).map(option)} onChoose={onChoose} />
      <Dropdown label="Task" value={view.subject ?? ''} options={[{ value: head?.key ?? '', text: tasks.length === 1 ? 'All tasks (1)' : `All ${tasks.length} tasks` }, ...listed.map(option)]} onChoose={onChoose} />
      {tasks.length > listed.length && <span class="small muted">{tasks.length - listed.length} more tasks: open the cell, then its curves.</span>}
    </div>
  );
}

function Charts({ view, t }: { readonly view: CurvesView; readonly t: number | null }): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const room = useWidth(frame, 960);
  const columns = room >= 2 * 380 + 28 ? 2 : 1;
  const width = Math.max(260, Math.min(WIDEST, Math.floor((room - 28 * (columns - 1)) / columns)));
  const { drawing, evidence } = view;
  return (
    <div ref={frame}>
      {drawing !== null && (
        <p class="legend small muted" aria-hidden="true">
          <span>
            <Mark name="continue" /> continue
          </span>
          <span>
            <Mark name="restart" /> restart with what is left
          </span>
          <span>shaded: pointwise bands</span>
          {t !== null && <span>dashed upright: the chosen t</span>}
        </p>
      )}
      <div class="plots">
        {drawing !== null && <CompletionChart drawing={drawing} width={width} t={t} />}
        {drawing !== null && <ActionsChart drawing={drawing} width={width} t={t} />}
        {drawing !== null && <HazardChart drawing={drawing} width={width} t={t} />}
        <EvidenceChart drawing={evidence} width={width} />
      </div>
    </div>
  );
}
