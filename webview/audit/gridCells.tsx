import type { JSX } from 'preact';
import type { AuditView, DecisionView, GroupView } from '../../src/protocol/audit';
import { Icon, Mark } from '../shared/glyphs';
import { Difference, MacroBand, Pips } from './drawings';
import type { GridMeasure } from './layout';
import type { Filter, Mode } from './panelState';
import { hasStatus } from './rows';

/** What every row of the grid needs to know. */
export interface RowContext {
  readonly audit: AuditView;
  readonly measure: GridMeasure;
  /** Number of the chosen time. */
  readonly at: number;
  readonly mode: Mode;
  readonly filter: Filter;
}

/** Numbers of the columns behind the times, from 1 as ARIA counts; in table mode there is no drawing. */
export interface Columns {
  readonly continued: number;
  readonly restarted: number;
  readonly forest: number | null;
  readonly difference: number;
  readonly verdict: number;
}

export function columnsOf({ measure, mode }: RowContext): Columns {
  const before = measure.last - measure.first + 1;
  const drawn = mode === 'chart' ? 1 : 0;
  return { continued: before + 1, restarted: before + 2, forest: drawn === 1 ? before + 3 : null, difference: before + 3 + drawn, verdict: before + 4 + drawn };
}

/** Attributes that make an element the grid's cell in a column. */
export function cellProps(column: number, focus: number | null): { readonly role: 'gridcell'; readonly 'aria-colindex': number; readonly 'data-column': number; readonly tabIndex: number } {
  return { role: 'gridcell', 'aria-colindex': column, 'data-column': column, tabIndex: column === focus ? 0 : -1 };
}

/** How many attempts are live at one time. */
export function TimeCell({ decision, context }: { readonly decision: DecisionView; readonly context: RowContext }): JSX.Element {
  const isWanted = context.filter !== 'all' && hasStatus(decision, context.filter);
  const wanted = isWanted ? 'wanted' : undefined;
  if (context.mode === 'table') return <em class={wanted}>{tableCount(decision)}</em>;
  if (decision.status === 'not-reached' || decision.status === 'uncounted') {
    return (
      <span class={isWanted ? 'not-reached wanted' : 'not-reached'}>
        <Mark name={decision.status} />
      </span>
    );
  }
  const isCertified = decision.verdict === 'restart' || decision.verdict === 'continue';
  return (
    <>
      {decision.nLive === null ? (
        <Icon name="question" />
      ) : (
        <>
          <Pips n={decision.n} nLive={decision.nLive} />
          <em class={wanted}>{decision.nLive}</em>
        </>
      )}
      {isCertified && decision.verdict !== null && (
        <span class="certified">
          <Mark name={decision.verdict} />
        </span>
      )}
    </>
  );
}

const VERDICT_WORDS = { restart: 'restart is certified', continue: 'continue is certified', abstain: 'abstain' } as const;

/** "t = 16: 1 of 5 live, restart is certified"; in tables "1/5 live", since a label must hold what is to be seen. */
export function timeWords(decision: DecisionView, label: string, mode: Mode): string {
  if (decision.status === 'not-reached') return `t = ${label}: not reached`;
  if (decision.status === 'uncounted') return `t = ${label}: no countable attempt`;
  const count = mode === 'table' ? `${decision.nLive ?? '?'}/${decision.n}` : `${decision.nLive ?? 0} of ${decision.n}`;
  const live = decision.nLive === null ? `live attempts of ${decision.n} not known` : `${count} live`;
  const verdict = decision.status === 'horizon' ? 'no estimate' : decision.verdict === null ? '' : VERDICT_WORDS[decision.verdict];
  return `t = ${label}: ${live}${verdict === '' ? '' : `, ${verdict}`}`;
}

function tableCount(decision: DecisionView): string {
  if (decision.status === 'not-reached') return '·';
  if (decision.status === 'uncounted') return '–';
  return decision.nLive === null ? '?' : `${decision.nLive}/${decision.n}`;
}

const WITHOUT_VERDICT = { live: '', horizon: 'no estimate', 'not-reached': 'not reached', uncounted: 'not countable' } as const;

/** The verdict of a decision as a chip; what is no verdict is text only. */
export function VerdictChip({ decision }: { readonly decision: DecisionView }): JSX.Element {
  if (decision.verdict === null) return <span class="chip chip-none">{WITHOUT_VERDICT[decision.status]}</span>;
  return (
    <span class={`chip chip-${decision.verdict}`}>
      <Mark name={decision.verdict} />
      {decision.verdict}
    </span>
  );
}

/** The difference: drawn where there is room, always as points with their interval. */
export function DifferenceWords({ decision, context }: { readonly decision: DecisionView; readonly context: RowContext }): JSX.Element {
  return (
    <>
      {isDrawn(context) && <span class="drawn">{decision.difference !== null && <Difference interval={decision.difference} />}</span>}
      <span class="points">
        <b>{decision.differenceText}</b>{' '}
        <span class="muted interval">{decision.differenceInterval}</span>
      </span>
    </>
  );
}

/** The macro change of a group in the same columns. */
export function MacroWords({ group, context }: { readonly group: GroupView; readonly context: RowContext }): JSX.Element {
  const macro = group.macro[context.at];
  if (macro === undefined) return <></>;
  return (
    <>
      {isDrawn(context) && (
        <span class="drawn">
          <MacroBand macro={macro} />
        </span>
      )}
      <span class="points">
        <b>{macro.changeText}</b>{' '}
        <span class="muted interval">{macro.intervalText}</span>
        {context.measure.layout === 'narrow' && macro.shortKind !== '' && <span class="muted small"> {macro.shortKind}</span>}
      </span>
    </>
  );
}

function isDrawn({ mode, measure }: RowContext): boolean {
  return mode === 'chart' && measure.layout === 'wide';
}
