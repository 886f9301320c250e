import type { JSX } from 'preact';
import type { DecisionView, GroupView } from '../../src/protocol/audit';
import { Icon } from '../shared/glyphs';
import { memo } from '../shared/memo';
import { Forest } from './drawings';
import { cellProps, columnsOf, DifferenceWords, MacroWords, TimeCell, timeWords, VerdictChip, type RowContext } from './gridCells';
import type { Row } from './rows';

interface RowProps<Kind extends Row['kind']> {
  readonly row: Extract<Row, { readonly kind: Kind }>;
  readonly context: RowContext;
  /** Column with the roving focus; null: another row has it. */
  readonly focus: number | null;
  /** Choosing a name toggles, choosing a time (by its number) shows the detail there. */
  onChoose(row: Row, time: number | null): void;
}

/** A task: who is live when, and both actions at the chosen time. */
export const CellRow = memo(function CellRow({ row, context, isOpen, focus, onChoose }: RowProps<'cell'> & { readonly isOpen: boolean }): JSX.Element {
  const { cell, decision } = row;
  const columns = columnsOf(context);
  return (
    <>
      <span {...cellProps(1, focus)} class="name cut" title={cell.task} aria-expanded={isOpen} onClick={() => onChoose(row, null)}>
        {cell.task}
      </span>
      <span class="times" role="presentation">
        {cell.decisions.slice(context.measure.first, context.measure.last).map((one, k) => {
          const at = context.measure.first + k;
          const label = timeWords(one, context.audit.timeLabels[at] ?? '', context.mode);
          return (
            <span key={one.t} {...cellProps(k + 2, focus)} class={at === context.at ? 'time chosen' : 'time'} aria-label={label} title={label} onClick={() => onChoose(row, at)}>
              <TimeCell decision={one} context={context} />
            </span>
          );
        })}
      </span>
      {decision.status === 'live' ? (
        <ArmCells decision={decision} context={context} focus={focus} />
      ) : (
        <span {...cellProps(columns.continued, focus)} class="missing muted note" aria-colspan={columns.verdict - columns.continued}>
          {decision.note}
        </span>
      )}
      <span {...cellProps(columns.verdict, focus)} class="verdict">
        <VerdictChip decision={decision} />
      </span>
    </>
  );
});

function ArmCells({ decision, context, focus }: { readonly decision: DecisionView; readonly context: RowContext; readonly focus: number | null }): JSX.Element {
  const columns = columnsOf(context);
  const isTable = context.mode === 'table';
  const shares = `Continue ${decision.continueText}, restart ${decision.restartText}`;
  return (
    <>
      <span {...cellProps(columns.continued, focus)} class="count count-continue">
        {decision.continueCount}{' '}
        {isTable && <span class="muted share">{decision.continueText}</span>}
      </span>
      <span {...cellProps(columns.restarted, focus)} class="count count-restart">
        {decision.restartCount}{' '}
        {isTable && <span class="muted share">{decision.restartText}</span>}
      </span>
      {columns.forest !== null && (
        <span {...cellProps(columns.forest, focus)} class="forest" aria-label={shares} title={shares}>
          <Forest decision={decision} width={context.measure.forest} />
        </span>
      )}
      <span {...cellProps(columns.difference, focus)} class="difference">
        <DifferenceWords decision={decision} context={context} />
      </span>
    </>
  );
}

/** A runtime and cohort: live attempts of all its tasks, and its macro change at the chosen time. */
export const GroupRow = memo(function GroupRow({ row, context, focus, onChoose }: RowProps<'group'>): JSX.Element {
  const { group, isFolded } = row;
  const columns = columnsOf(context);
  const macro = group.macro[context.at];
  const hasChange = (macro?.changeText ?? '') !== '';
  return (
    <>
      <span {...cellProps(1, focus)} class="name cut" title={nameOf(group)} aria-expanded={!isFolded} onClick={() => onChoose(row, null)}>
        <Icon name={isFolded ? 'right' : 'down'} />
        <b>{group.runtime}</b>
        {group.cohort !== null && <span class="muted"> {group.cohort}</span>}
      </span>
      <span class="times" role="presentation">
        {group.live.slice(context.measure.first, context.measure.last).map((live, k) => {
          const at = context.measure.first + k;
          const words = live.text === '·' ? 'none live' : `${live.text} live`;
          return (
            <span key={at} {...cellProps(k + 2, focus)} class={at === context.at ? 'time chosen' : 'time'} aria-label={`t = ${context.audit.timeLabels[at] ?? ''}: ${words} in all tasks`}>
              <em class="muted">{live.text}</em>
            </span>
          );
        })}
      </span>
      <span {...cellProps(columns.continued, focus)} class={hasChange ? 'macro-label muted note' : 'macro-label macro-nothing muted note'} aria-colspan={columns.difference - columns.continued}>
        {macro?.label ?? ''}
      </span>
      <span {...cellProps(columns.difference, focus)} class="difference macro">
        <MacroWords group={group} context={context} />
      </span>
      <span {...cellProps(columns.verdict, focus)} class="verdict small muted">
        {macro?.verdict == null ? (macro?.liveCells ?? '') : MACRO_VERDICTS[macro.verdict.verdict]}
      </span>
    </>
  );
});

const MACRO_VERDICTS = { better: 'better', worse: 'worse', 'cannot-tell': 'cannot tell' } as const;

function nameOf({ runtime, cohort }: GroupView): string {
  return cohort === null ? runtime : `${runtime} ${cohort}`;
}
