import type { JSX } from 'preact';
import type { AuditView } from '../../src/protocol/audit';
import { Icon, Mark } from '../shared/glyphs';
import { RadioGroup } from '../shared/radioGroup';
import { Dropdown, TextField } from '../shared/toolkit';
import { Pips } from './drawings';
import type { Filter, Mode, PanelState, Sort } from './panelState';
import type { Rows } from './rows';
import { TimeChoice } from './timeChoice';

const SORT_OPTIONS: readonly { readonly value: Sort; readonly text: string }[] = [
  { value: 'weight', text: 'Sort: weight' },
  { value: 'task', text: 'Sort: task' },
  { value: 'difference', text: 'Sort: difference' },
  { value: 'live', text: 'Sort: live' },
];

export interface ToolbarProps {
  readonly audit: AuditView;
  readonly state: PanelState;
  readonly at: number;
  readonly listed: Rows;
  change(patch: Partial<PanelState>): void;
}

/** Decision time, filters, order, and charts or tables. */
export function Toolbar({ audit, state, at, listed, change }: ToolbarProps): JSX.Element {
  return (
    <>
      <div class="toolbar">
        <TimeChoice audit={audit} at={at} onChoose={(time) => change({ t: audit.times[time] ?? null })} />
        <RadioGroup label="Verdict at any time" look="chips" value={state.filter} options={filterOptions(audit)} onChoose={(filter: Filter) => change({ filter })} />
        <div class="tools">
          <TextField label="Filter tasks by name" placeholder="Task" value={state.task} start={<Icon name="filter" />} onInput={(task) => change({ task })} />
          <Dropdown label="Order of tasks" value={state.sort} options={SORT_OPTIONS} onChoose={(sort: Sort) => change({ sort })} />
          <RadioGroup
            label="Show as"
            look="segments"
            value={state.mode}
            options={[
              { value: 'chart', label: 'Charts', content: <Icon name="chart" /> },
              { value: 'table', label: 'Tables', content: <Icon name="table" /> },
            ]}
            onChoose={(mode: Mode) => change({ mode })}
          />
        </div>
      </div>
      {listed.shown < listed.all && (
        <p class="note filtered">
          {listed.shown === 0 ? 'No task matches.' : `${listed.shown} of ${listed.all} cells shown${state.filter === 'all' ? '' : `: ${filterWords(state.filter)} at one of the decision times`}.`}{' '}
          <button type="button" class="link" onClick={() => change({ filter: 'all', task: '' })}>
            Show all
          </button>
        </p>
      )}
      {state.mode === 'chart' && <Legend audit={audit} />}
    </>
  );
}

function filterOptions({ totals }: AuditView): readonly { readonly value: Filter; readonly content: JSX.Element }[] {
  const option = (value: Filter, count: number): { readonly value: Filter; readonly content: JSX.Element } => ({
    value,
    content: (
      <>
        {value !== 'all' && <Mark name={value} />}
        {filterWords(value)}
        <b>{count.toLocaleString('en-US')}</b>
      </>
    ),
  });
  const options = [option('all', totals.all), option('restart', totals.restart), option('continue', totals.continue), option('abstain', totals.abstain), option('not-reached', totals.notReached)];
  return [...options, ...(totals.uncounted > 0 ? [option('uncounted', totals.uncounted)] : []), ...(totals.horizon > 0 ? [option('horizon', totals.horizon)] : [])];
}

function filterWords(filter: Filter): string {
  switch (filter) {
    case 'all':
      return 'All t';
    case 'not-reached':
      return 'not reached';
    case 'uncounted':
      return 'no countable attempt';
    case 'horizon':
      return 'no estimate';
    default:
      return filter;
  }
}

/** The marks of the grid in words. */
function Legend({ audit }: { readonly audit: AuditView }): JSX.Element {
  return (
    <div class="legend small muted" aria-hidden="true">
      <span>
        <Pips n={5} nLive={2} /> 2 of 5 attempts still live
      </span>
      <span>
        <Mark name="not-reached" /> not reached: all had ended
      </span>
      {audit.totals.uncounted > 0 && (
        <span>
          <Mark name="uncounted" /> no countable attempt
        </span>
      )}
      <span>
        <Mark name="continue" /> continue, of the live
      </span>
      <span>
        <Mark name="restart" /> {audit.words.restartArm}
      </span>
      {audit.totals.abstain > 0 && (
        <span>
          <Mark name="abstain" /> abstain: cannot tell, not alike
        </span>
      )}
    </div>
  );
}
