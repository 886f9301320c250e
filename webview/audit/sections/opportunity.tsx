import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { AlarmInput } from '../../../src/protocol/alarmInput';
import type { PlanePlace } from '../../../src/protocol/opportunity';
import { DataTable } from '../../shared/dataTable';
import { openAttempt } from '../connection';
import { AlarmCells } from '../opportunity/alarmCells';
import { Calculator } from '../opportunity/calculator';
import { Plane } from '../opportunity/plane';
import { SectionPage } from '../sectionPage';
import type { SectionProps } from '../sections';
import { TimeChoice } from '../timeChoice';
import { useSection } from '../useSection';

/** Where there is something to gain, and what an alarm would make of it. */
export function OpportunitySection({ audit, at, state, change, onCell }: SectionProps): JSX.Element {
  const t = audit.times[at] ?? null;
  const section = useSection(audit, 'opportunity', { t });
  const [asked, setAsked] = useState<AlarmInput | null>(state.alarm);
  const alarm = useSection(audit, 'alarm', { input: asked, t });
  // One question at a time: a slider moves faster than answers come, and only its newest place matters.
  useEffect(() => {
    if (!alarm.isWaiting) setAsked(state.alarm);
  }, [alarm.isWaiting, state.alarm]);
  const take = (chances: PlanePlace): void => {
    const rates = state.alarm ?? alarm.view?.input;
    if (rates !== undefined) change({ alarm: { ...rates, ...chances } });
    document.getElementById('calculator-title')?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <SectionPage
      state={section}
      onCell={onCell}
      controls={
        <div class="toolbar">
          <TimeChoice audit={audit} at={at} onChoose={(time) => change({ t: audit.times[time] ?? null })} />
        </div>
      }
      draw={(view) => (
        <>
          <div class="two-columns">
            <Plane view={view} alarm={alarm.view} onTake={take} onCell={onCell} />
            {alarm.view !== null && <Calculator input={state.alarm ?? alarm.view.input} view={alarm.view} onInput={(input) => change({ alarm: input })} onReset={() => change({ alarm: null })} onCell={onCell} />}
          </div>
          {alarm.failure !== null && <p role="alert">{alarm.failure}</p>}
          {alarm.view !== null && <AlarmCells view={alarm.view} onTake={take} onCell={onCell} />}
          {alarm.view?.tables.slice(2).map((table) => <DataTable key={table.title} table={table} onAttempt={openAttempt} onCell={onCell} />)}
        </>
      )}
    />
  );
}
