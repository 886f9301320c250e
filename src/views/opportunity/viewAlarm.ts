import { macroAlarmGain, valueAlarm, zeroGainLine, type AlarmValue } from '../../engine/alarm';
import { groupBy } from '../../base/groupBy';
import type { AuditDecision, AuditResult } from '../../model/results';
import type { AlarmInput } from '../../protocol/alarmInput';
import type { AlarmCell, AlarmView } from '../../protocol/opportunity';
import type { TableView } from '../../protocol/section';
import { cellKey } from '../audit/arrange';
import { vocabularyOf } from '../audit/vocabulary';
import { formatCount, formatPercent, formatPoints } from '../numbers';
import { cellName, chance, ofHundred, points } from './opportunityWords';
import { runtimeName } from '../words';

/** Paper A's example: right about nine runs in ten, and it loses five points where a restart never succeeds. Source: paper A, section 4.1. */
export const PAPER_ALARM: AlarmInput = { q: 0.5, p: 0, tau: 0.9, phi: 0.1 };

const LINE_STEPS = 100;

/** Where an alarm meets the cells of an audit; null: no audit, the calculator alone. */
export interface AlarmPlace {
  readonly result: Pick<AuditResult, 'decisions' | 'plan'>;
  readonly t: number;
}

/** An alarm's worth in finished words, and in each live cell at a time. Throws RangeError for what is no chance. */
export function viewAlarm(input: AlarmInput, place: AlarmPlace | null): AlarmView {
  const value = valueAlarm(input);
  const decisions = place?.result.decisions.filter(({ t }) => t === place.t) ?? [];
  // Those with the most to gain first, then what acting on the alarm would cost.
  const found = decisions.flatMap((decision) => viewCell(decision, input));
  const cells = [...found].sort((a, b) => b.ceiling - a.ceiling || a.gain - b.gain).map(({ cell }) => cell);
  return {
    input,
    gain: 100 * value.gain,
    headline: writeHeadline(value),
    lead: writeWhy(input, value),
    why: writeWhy(input, value),
    caveats: [],
    facts: writeFacts(input, value),
    accuracyText: chance(value.accuracy),
    gainText: `${points(value.gain)} points`,
    zeroGain: zeroGain(input),
    gainByRestart: [0, 1].map((p) => ({ p, gain: 100 * valueAlarm({ ...input, p }).gain })),
    threshold: value.threshold,
    cells,
    tables: [examplesTable(input), ...(place === null || cells.length === 0 ? [] : [cellTable(cells, place), groupTable(decisions, input)])],
    footnotes: ['Gain = (1 − q) · TPR · p − q · FPR · (1 − p), for one independent clean restart and an alarm that costs nothing (paper A, eq 8).'],
  };
}

function writeHeadline({ accuracy, gain, threshold }: AlarmValue): string {
  if (threshold === null) return `This alarm stops nobody; it judges ${chance(accuracy)} of the live runs rightly.`;
  const size = points(Math.abs(gain)).replace('+', '');
  const change = Number(size) === 0 ? 'changes nothing' : gain > 0 ? `gains ${size} points` : `loses ${size} points`;
  return `This alarm judges ${chance(accuracy)} of the live runs rightly and ${change}.`;
}

/** "Of 100 live runs it stops 50: 45 that would have failed and 5 that would have succeeded. …" */
function writeWhy({ q, p, tau, phi }: AlarmInput, { gain, threshold }: AlarmValue): string {
  if (threshold === null) return 'Nobody is stopped, so nothing changes, whatever a restart would bring.';
  const [failing, succeeding] = [(1 - q) * tau, q * phi];
  const stopped = failing + succeeding;
  return [
    `Of 100 live runs it stops ${ofHundred(stopped)}: ${ofHundred(failing)} that would have failed and ${ofHundred(succeeding)} that would have succeeded.`,
    `Started over, ${ofHundred(stopped * p)} of them succeed; left alone, ${ofHundred(succeeding)} would have: ${points(gain)} points.`,
    'Accuracy asks only whether the alarm was right, never what the restart brings.',
  ].join(' ');
}

function writeFacts({ q, p }: AlarmInput, { accuracy, gain, threshold, ceiling, overConstant }: AlarmValue): AlarmView['facts'] {
  const constant = ceiling - overConstant;
  return [
    { label: 'Accuracy', value: chance(accuracy), note: 'live runs judged rightly' },
    { label: 'Gain over continuing', value: `${points(gain)} points`, note: 'of the live runs' },
    { label: 'Pays above', value: threshold === null ? 'stops nobody' : `p = ${formatPercent(threshold, 1)}`, note: 'how often a restart must succeed' },
    { label: 'Against the better constant', value: `${points(gain - constant)} points`, note: p > q ? 'which is: restart everybody' : 'which is: let everybody go on' },
    { label: 'Ceiling, perfect alarm', value: `${points(ceiling)} points`, note: 'stops exactly those that would fail' },
    { label: 'Ceiling over the constant', value: `${points(overConstant)} points`, note: `${chance(1 - q)} would fail if left alone` },
  ];
}

function zeroGain(input: AlarmInput): AlarmView['zeroGain'] {
  const q = Array.from({ length: LINE_STEPS + 1 }, (_, k) => k / LINE_STEPS);
  return zeroGainLine(input, q).flatMap((p, k) => (p === null ? [] : [{ q: q[k] ?? 0, p }]));
}

interface ValuedCell {
  readonly cell: AlarmCell;
  readonly gain: number;
  readonly ceiling: number;
}

function viewCell(decision: AuditDecision, { tau, phi }: AlarmInput): readonly ValuedCell[] {
  const { status, n, nLive, continue: continued, restart } = decision;
  const [q, p] = [continued?.estimate ?? null, restart?.estimate ?? null];
  if (status !== 'live' || q === null || p === null) return [];
  const { gain, ceiling } = valueAlarm({ q, p, tau, phi });
  const cell: AlarmCell = {
    key: cellKey(decision.runtime, decision.cohort, decision.task),
    name: cellName(decision),
    q,
    p,
    qText: formatPercent(q),
    pText: formatPercent(p),
    liveText: `${formatCount(nLive ?? 0)} of ${formatCount(n)}`,
    gainText: points(gain),
    ceilingText: points(ceiling),
  };
  return [{ cell, gain, ceiling }];
}

/** The same alarm at three values of p: accuracy stays, the gain does not. */
function examplesTable(input: AlarmInput): TableView {
  const { threshold } = valueAlarm(input);
  const places = [...new Set([0, ...(threshold === null ? [] : [threshold]), 0.8, input.p])].sort((a, b) => a - b);
  return {
    title: 'The same alarm while only p changes',
    columns: [{ label: 'restart succeeds, p', align: 'end' }, { label: 'accuracy', align: 'end' }, { label: 'gain, points', align: 'end' }, { label: 'ceiling, points', align: 'end' }],
    rows: places.map((p) => {
      const { accuracy, gain, ceiling } = valueAlarm({ ...input, p });
      return [formatPercent(p, 1), chance(accuracy), points(gain), points(ceiling)];
    }),
    note: '',
  };
}

function cellTable(cells: readonly AlarmCell[], { result, t }: AlarmPlace): TableView {
  return {
    title: `This alarm in each live cell at ${vocabularyOf(result.plan).time(t)}`,
    columns: [
      { label: 'Task, runtime', align: 'start' },
      { label: 'q', align: 'end' },
      { label: 'p', align: 'end' },
      { label: 'live', align: 'end' },
      { label: 'alarm gain, points', align: 'end' },
      { label: 'ceiling, points', align: 'end' },
    ],
    rows: cells.map(({ key, name, qText, pText, liveText, gainText, ceilingText }) => [{ text: name, cell: key }, qText, pText, liveText, gainText, ceilingText]),
    note: 'As if its rates were the same in every cell. Estimates from these counts, without intervals.',
  };
}

function groupTable(decisions: readonly AuditDecision[], input: AlarmInput): TableView {
  const groups = [...groupBy(decisions, ({ runtime, cohort }) => JSON.stringify([runtime, cohort])).values()];
  return {
    title: 'This alarm in each runtime',
    columns: [{ label: 'Runtime, cohort', align: 'start' }, { label: 'tasks', align: 'end' }, { label: 'macro gain, points', align: 'end' }],
    rows: groups.flatMap((members) => {
      const [first] = members;
      const counted = members.filter(({ n }) => n > 0);
      if (first === undefined || counted.length === 0) return [];
      const isKnown = counted.every(({ status }) => status !== 'horizon');
      const gain = isKnown ? macroAlarmGain(counted.map(({ n, nLive, continue: continued, restart }) => ({ live: (nLive ?? 0) / n, q: continued?.estimate ?? 0, p: restart?.estimate ?? 0 })), input) : null;
      return [[runtimeName(first), formatCount(counted.length), gain === null ? 'no estimate' : formatPoints(gain, 2)]];
    }),
    note: 'Mean over all tasks of the runtime, reached or not, over letting every run go on.',
  };
}
