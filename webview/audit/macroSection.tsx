import { largest, smallest } from '../../src/base/extent';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { AuditView, ContributionView, GroupView, MacroView } from '../../src/protocol/audit';
import { Icon } from '../shared/glyphs';
import { RichWords } from '../shared/richText';
import { useWidth } from '../shared/useWidth';
import { openAttempt } from './connection';
import type { Mode } from './panelState';

export interface MacroSectionProps {
  readonly audit: AuditView;
  readonly at: number;
  readonly mode: Mode;
  onCell(key: string): void;
}

/** Where the macro change of each runtime and cohort comes from, task by task. */
export function MacroSection({ audit, at, mode, onCell }: MacroSectionProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const drawing = Math.max(120, Math.min(304, useWidth(frame, 304)));
  const groups = audit.groups.flatMap((group) => {
    const macro = group.macro[at];
    return macro === undefined ? [] : [{ group, macro }];
  });
  const estimated = groups.filter(({ macro }) => macro.changeText !== '');
  const scale = scaleOf(estimated.map(({ macro }) => macro));
  const kinds = [...new Set(estimated.map(({ macro }) => macro.intervalKind).filter((kind) => kind !== ''))];
  return (
    <section class="macro-section" id="macro" aria-labelledby="macro-title">
      <h2 id="macro-title">Where the macro change at t = {audit.timeLabels[at]} comes from</h2>
      {estimated.length > 0 && (
        <div class="macro-row macro-head small muted" aria-hidden="true">
          <span>Runtime, cohort</span>
          <span class="right">points, unbiased</span>
          <span class="right">{kinds.length === 1 ? kinds[0] : 'interval'}</span>
          <span class="macro-drawing" ref={frame}>
            contribution of each task
          </span>
          <span class="benchmarks">
            <span class="right">oracle</span>
            <span class="right">perfect alarm</span>
          </span>
        </div>
      )}
      {estimated.map(({ group, macro }) => (
        <MacroRow key={group.key} group={group} macro={macro} scale={scale} width={drawing} isTable={mode === 'table'} hasKind={kinds.length > 1} onCell={onCell} />
      ))}
      {groups
        .filter(({ macro }) => macro.changeText === '')
        .map(({ group, macro }) => (
          <p key={group.key} class="note muted macro-none">
            <GroupName group={group} />: {macro.label}.
          </p>
        ))}
      {audit.footnotes.map((note) => (
        <p key={note} class="small muted footnote">
          {note}
        </p>
      ))}
    </section>
  );
}

interface MacroRowProps {
  readonly group: GroupView;
  readonly macro: MacroView;
  readonly scale: Scale;
  readonly width: number;
  readonly isTable: boolean;
  /** Groups have intervals of different kinds, so each says its own. */
  readonly hasKind: boolean;
  onCell(key: string): void;
}

function MacroRow({ group, macro, scale, width, isTable, hasKind, onCell }: MacroRowProps): JSX.Element {
  return (
    <div class="macro-row">
      <p class="hidden-text">{macro.sentence}</p>
      <span class="macro-name">
        <GroupName group={group} />
        <span class="small muted second">plug-in, as in the paper</span>
      </span>
      <span class="right">
        <b>{macro.changeText}</b>
        <span class="small muted second">{macro.plugin.changeText}</span>
      </span>
      <span class="right muted">
        {macro.intervalText === '' ? '\u2013' : macro.intervalText}
        {hasKind && <span class="small interval-kind">{macro.intervalKind}</span>}
        <span class="small second">{macro.plugin.intervalText}</span>
        {macro.plugin.intervalText !== '' && (hasKind || macro.plugin.intervalKind !== macro.intervalKind) && <span class="small interval-kind">{macro.plugin.intervalKind}</span>}
      </span>
      <span class="macro-drawing">{isTable ? <ContributionList contributions={macro.contributions} onCell={onCell} /> : <Contributions contributions={macro.contributions} scale={scale} width={width} onCell={onCell} />}</span>
      <span class="benchmarks">
        <Benchmark title="Oracle: the better action per task, chosen on half of its attempts and scored on the others" label="oracle" text={macro.taskOracleText} plugin={macro.plugin.taskOracleText} />
        <Benchmark title="A perfect alarm restarts those runs only that would have failed" label="perfect alarm" text={macro.perfectAlarmText} plugin={macro.plugin.perfectAlarmText} />
      </span>
      {macro.remark.length > 0 && (
        <p class="macro-remark note">
          {macro.remarkIsWarning && <Icon name="warning" tone="warning" />}
          <span>
            <RichWords text={macro.remark} onAttempt={openAttempt} onCell={onCell} />
          </span>
        </p>
      )}
      {macro.verdict !== null && (
        <details class="macro-rests note">
          <summary>{macro.verdict.text}</summary>
          {macro.notes.map((text, k) => (
            <p key={k}>
              <RichWords text={text} onAttempt={openAttempt} onCell={onCell} />
            </p>
          ))}
        </details>
      )}
    </div>
  );
}

function Benchmark({ title, label, text, plugin }: { readonly title: string; readonly label: string; readonly text: string; readonly plugin: string }): JSX.Element {
  return (
    <span class="right" title={title}>
      <span class="narrow-label muted">{label} </span>
      {text}
      <span class="small muted second">{plugin}</span>
    </span>
  );
}

function GroupName({ group }: { readonly group: GroupView }): JSX.Element {
  return (
    <>
      <b>{group.runtime}</b>
      {group.cohort !== null && <span class="muted"> {group.cohort}</span>}
    </>
  );
}

/** Points at the left and the right end of the drawings, zero inside. */
interface Scale {
  readonly low: number;
  readonly high: number;
}

/** One scale for all groups, so that their bars compare. */
function scaleOf(macros: readonly MacroView[]): Scale {
  const sums = macros.map(({ contributions }) => ({
    low: contributions.reduce((sum, c) => sum + Math.min(0, c.points), 0),
    high: contributions.reduce((sum, c) => sum + Math.max(0, c.points), 0),
  }));
  const low = smallest(sums.map((s) => s.low), 0);
  const high = largest(sums.map((s) => s.high), 0);
  return low === 0 && high === 0 ? { low: -1, high: 1 } : { low, high };
}

const GAP = 1;
const SIDE = 10;

interface ContributionsProps {
  readonly contributions: readonly ContributionView[];
  readonly scale: Scale;
  readonly width: number;
  onCell(key: string): void;
}

/** A block for each task, stacked away from zero: against restarting to the left, for it to the right. */
function Contributions({ contributions, scale, width, onCell }: ContributionsProps): JSX.Element {
  const perPoint = (width - 2 * SIDE) / (scale.high - scale.low);
  const zero = SIDE - scale.low * perPoint;
  const blocks = [...stackBlocks(contributions.filter((c) => c.points < 0), perPoint), ...stackBlocks(contributions.filter((c) => c.points > 0), perPoint)];
  return (
    <svg width={width} height="22" viewBox={`0 0 ${width} 22`} aria-hidden="true">
      <line class="axis-line dashed" x1={zero} x2={zero} y1="-2" y2="24" />
      {blocks.map(({ contribution, from, size }) => (
        <rect key={contribution.cell} class="fill-live block" x={zero + from} y="5" width={size} height="12" onClick={() => onCell(contribution.cell)}>
          <title>{`${contribution.task}: ${contribution.text} points`}</title>
        </rect>
      ))}
    </svg>
  );
}

/** Blocks of one side, the largest next to zero. */
function stackBlocks(contributions: readonly ContributionView[], perPoint: number): readonly { readonly contribution: ContributionView; readonly from: number; readonly size: number }[] {
  let used = 0;
  return contributions.map((contribution) => {
    const size = Math.abs(contribution.points) * perPoint;
    const gap = size > 3 ? GAP : 0;
    const from = contribution.points < 0 ? -used - size : used;
    used += size;
    return { contribution, from: from + gap / 2, size: Math.max(0.5, size - gap) };
  });
}

const MOST_LISTED = 50;

function ContributionList({ contributions, onCell }: { readonly contributions: readonly ContributionView[]; onCell(key: string): void }): JSX.Element {
  if (contributions.length === 0) return <span class="muted">none</span>;
  return (
    <ul class="contributions note">
      {contributions.slice(0, MOST_LISTED).map((contribution) => (
        <li key={contribution.cell}>
          <button type="button" class="link cut" title={contribution.task} onClick={() => onCell(contribution.cell)}>
            {contribution.task}
          </button>
          <span>{contribution.text}</span>
        </li>
      ))}
      {contributions.length > MOST_LISTED && <li class="muted">{contributions.length - MOST_LISTED} smaller ones are not listed.</li>}
    </ul>
  );
}
