import type { Axis } from '../../model/plan';
import type { CurvePoint, PolicyRow, ReplayStudy, StudyGroup } from '../../model/replayResult';
import type { CaveatView } from '../../protocol/audit';
import type { CurveView, ReplayGroupView, ReplaySectionView } from '../../protocol/replaySection';
import type { TableCell, TableView } from '../../protocol/section';
import { roundTicks } from '../audit/ticks';
import { formatCount, formatFixed, formatPercent, formatPoints } from '../numbers';
import { axisName, capitalise, countOf, listWords, numberWord, plural } from '../words';
import { scheduleTable } from './scheduleWords';
import { beyondWords, differenceText, groupWords, limitSentence, NOTHING, policyWords, shareRange, shareText, unbiasedText } from './policyWords';

/**
 * The replays of every runtime and cohort in finished words: the curve over cutoffs with its band and the cutoffs chosen from it,
 * then policies side by side. Cost: linear in cutoffs and policies of all groups.
 */
export function viewStudy(study: ReplayStudy): ReplaySectionView {
  const { groups, plan, verifierAtSubmission, provenance } = study;
  const before = [...overviewTable(groups), ...transferTable(groups)];
  const tables = groups.map((group) => [policyTable(group, study), scheduleTable(group, study), curveTable(group, study), twiceTable(group, study)]);
  return {
    // A pooled group repeats its cohorts.
    headline: writeHeadline(groups.some(({ pooled }) => pooled.length === 0) ? groups.filter(({ pooled }) => pooled.length === 0) : groups),
    lead: `Each policy is replayed exactly under B = ${formatCount(plan.budget)} ${axisName(plan.axis)}: every episode draws one of the task’s attempts with replacement. No run was collected under a policy. ${verifierWords(study)}`,
    caveats: writeCaveats(study),
    tables: [...before, ...tables.flat()],
    groups: groups.map((group, i): ReplayGroupView => ({ key: `${i} ${groupWords(group)}`, title: `${groupWords(group)}, ${countOf(group.cells, 'task')}, ${countOf(group.attempts, 'attempt')}`, curve: viewCurve(group, study), firstTable: before.length + i * GROUP_TABLES, tableCount: GROUP_TABLES })),
    axis: axisName(plan.axis),
    verifier: { isOn: verifierAtSubmission, matters: groups.some((group) => group.verifierMatters) },
    footnotes: [
      `single: one run. recycle: runs to their own end, started anew after an end that is seen. fixed:c, caps, geometric, luby: no episode longer than its cap, the last cut to what is left.`,
      'The gain over one run is split exactly: calls that ends release without any cut (recycle − single), and what cutting live runs adds (policy − recycle).',
      `Ranges: 95 % resampling ranges, each pointwise; tasks, then attempts resampled, ${formatCount(replicatesOf(groups))} draws, seed ${plan.seed}, a chosen cutoff kept as it is. Plug-in values: they describe these attempts and certify nothing.`,
      `Engine ${provenance.engineVersion}, ${countOf(provenance.attempts, 'attempt')}${provenance.synthetic > 0 ? `, ${formatCount(provenance.synthetic)} of them synthetic` : ''}.`,
    ],
  };
}

/** Tables of each group. */
const GROUP_TABLES = 4;

/** What stands in place of replays: one sentence on what is missing. */
export function refusedStudy(message: string, axis: Axis): ReplaySectionView {
  return { headline: 'Nothing can be replayed.', lead: message, caveats: [], tables: [], footnotes: [], groups: [], axis: axisName(axis), verifier: { isOn: false, matters: false } };
}

/** One row a group: what one run and the chosen cutoffs come to; nothing for a single group. */
function overviewTable(groups: readonly StudyGroup[]): readonly TableView[] {
  if (groups.length < 2) return [];
  const chosen = (group: StudyGroup, select: PolicyRow['select']): string => {
    const row = group.policies.find((row) => row.policy === 'fixed' && row.select === select);
    return row === undefined || row.success === null ? '–' : `${shareText(row.success)}${row.difference === null ? '' : `, ${differenceText(row.difference)}`}`;
  };
  return [
    {
      title: '',
      columns: [{ label: 'Runtime, cohort', align: 'start' }, ...['Tasks', 'Set against', 'Best cutoffs', 'Chosen in sample, points [95 % resampling range]', 'Chosen on the other tasks'].map((label) => ({ label, align: 'end' as const }))],
      rows: groups.map((group) => {
        const { curve, inSample } = group;
        const level = levelOf(group);
        return [groupWords(group), formatCount(group.cells), level === null ? '–' : `${group.against ?? ''} ${shareText(level)}`, inSample === null ? '–' : tiedWords(inSample.tied, curve.map(({ cutoff }) => cutoff)), chosen(group, 'in-sample'), chosen(group, 'leave-one-task-out')];
      }),
      note: '',
    },
  ];
}

/** Success of the policy that a group is set against. */
function levelOf({ policies, curve, against }: StudyGroup): number | null {
  return policies.find(({ policy }) => policy === against)?.success ?? curve.find(({ cutoff }) => `fixed:${cutoff}` === against)?.success ?? null;
}

function replicatesOf(groups: readonly StudyGroup[]): number {
  return groups.flatMap(({ curve }) => curve).find(({ interval }) => interval !== null)?.interval?.replicates ?? 0;
}

function verifierWords({ verifierAtSubmission, groups }: ReplayStudy): string {
  const matters = groups.some((group) => group.verifierMatters);
  if (!matters) return 'No run here failed at its own submission, so a verifier at submission would change nothing.';
  return verifierAtSubmission ? 'A failed submission is known as one, so what it leaves is spent on the next episode.' : 'Nothing follows a submission: without a verifier nobody knows that it failed.';
}

/** Points of a policy's difference; null where it is not known. */
function gainOf(group: StudyGroup, select: PolicyRow['select']): number | null {
  return group.policies.find((row) => row.policy === 'fixed' && row.select === select)?.difference?.estimate ?? null;
}

function writeHeadline(groups: readonly StudyGroup[]): string {
  const [only, ...rest] = groups;
  if (only === undefined) return 'There is nothing to replay.';
  const other = groups.every(({ against }) => against === 'single' || against === null) ? 'one run' : 'the longest cutoff that was watched';
  if (rest.length === 0) {
    const [here, there] = [gainOf(only, 'in-sample'), gainOf(only, 'leave-one-task-out')];
    if (here === null) return `${groupWords(only)}: no cutoff can be replayed on every task.`;
    const second = there === null ? 'on one task it cannot be tried on others' : `chosen on the other tasks it ${changeWords(there)}`;
    return `${groupWords(only)}: a cutoff chosen on the same tasks ${changeWords(here)} against ${other}; ${second}.`;
  }
  const gains = (select: 'in-sample' | 'leave-one-task-out'): number => groups.filter((group) => (gainOf(group, select) ?? 0) > NOTHING).length;
  const [here, there] = [gains('in-sample'), gains('leave-one-task-out')];
  return `A cutoff chosen on the same tasks gains over ${other} in ${here === 0 ? 'none' : numberWord(here)} of ${numberWord(groups.length)} runtimes and cohorts; chosen on the other tasks, in ${there === 0 ? 'none' : numberWord(there)}.`;
}

/** "gains 2.29 points", "loses 7.31 points", "changes nothing". */
function changeWords(change: number): string {
  if (Math.abs(change) < NOTHING) return 'changes nothing';
  return `${change > 0 ? 'gains' : 'loses'} ${formatFixed(100 * Math.abs(change), 2)} points`;
}

function writeCaveats(study: ReplayStudy): readonly CaveatView[] {
  const { groups, plan, provenance } = study;
  const blind = groups.flatMap((group) => group.policies.flatMap((row) => (beyondWords(row, plan.axis) === null ? [] : [{ group, row }])));
  const [worst] = [...blind].sort((a, b) => shareBeyond(b.row) - shareBeyond(a.row));
  const short = groups.filter((group) => group.curve.some(({ success }) => success === null));
  const alone = groups.filter(({ cells, attempts, pooled }) => cells === attempts && pooled.length === 0);
  const few = groups.filter(({ cells, pooled }) => cells < FEW_TASKS && pooled.length === 0);
  const caveats: (CaveatView | null)[] = [
    worst === undefined ? null : warn(`${capitalise(countOf(blind.length, 'policy', 'policies'))} can never see some of the observed completions. ${policyWords(worst.row)} on ${groupWords(worst.group)}: ${beyondWords(worst.row, plan.axis) ?? ''}.`),
    short.length === 0 ? null : warn(`${listWords(short.map(groupWords), 3)}: not every cutoff up to B = ${formatCount(plan.budget)} can be replayed, since an attempt that neither succeeded nor ended was not watched so far. Such cutoffs have no value here, and none is chosen.`),
    ...short.slice(0, MOST_LIMITS).map(({ watchLimit, ...group }) => (watchLimit === null ? null : warn(`${groupWords(group)}: ${limitSentence(watchLimit, plan.axis)}`))),
    alone.length === 0 ? null : warn(`${listWords(alone.map(groupWords), 3)}: every task has a single attempt, so each episode draws the same run again. Replays cannot show there what a restart would do, and a chosen cutoff or list of caps means nothing.`),
    few.length === 0 ? null : { icon: 'info', text: `${listWords(few.map(({ cells, ...group }) => `${groupWords(group)} has ${countOf(cells, 'task')}`), 3)}: a range over so few tasks says little about other tasks.`, action: null },
    provenance.synthetic === 0 ? null : { icon: 'info', text: `${capitalise(countOf(provenance.synthetic, 'attempt'))} ${plural(provenance.synthetic, 'is', 'are')} synthetic.`, action: null },
  ];
  return caveats.filter((caveat) => caveat !== null);
}

const FEW_TASKS = 10;
/** Groups whose limiting attempt is named; the table of each says it anyway. */
const MOST_LIMITS = 3;

function warn(text: string): CaveatView {
  return { icon: 'warning', text, action: null };
}

function shareBeyond({ completions }: PolicyRow): number {
  return completions.all === 0 ? 0 : completions.beyond / completions.all;
}

function policyTable(group: StudyGroup, { plan }: ReplayStudy): TableView {
  return {
    title: `${groupWords(group)}: policies under B = ${formatCount(plan.budget)}, ${countOf(group.cells, 'task')}`,
    ...policyRows(group.policies, { against: group.against, axis: plan.axis, verifierMatters: group.verifierMatters }),
    note: 'Unbiased: every episode uses another attempt of its task; it is defined where all caps are the same. A cutoff chosen in sample stays flattered by the choice. What ends, submissions (where there are any) and cutting bring adds up to the gain over one run. Cut: share of replays in which a live run is cut. Never seen: completions after the longest cap.',
  };
}

function twiceTable(group: StudyGroup, { plan }: ReplayStudy): TableView {
  const { budget, against, policies } = group.atTwice;
  return {
    title: `${groupWords(group)}: twice the budget, B = ${formatCount(budget)}`,
    ...policyRows(policies, { against, axis: plan.axis, verifierMatters: group.verifierMatters }),
    note: `Set against ${against}: full runs one after another.`,
  };
}

interface PolicyColumns {
  readonly against: string | null;
  readonly axis: Axis;
  readonly verifierMatters: boolean;
}

function policyRows(policies: readonly PolicyRow[], { against, axis, verifierMatters }: PolicyColumns): Pick<TableView, 'columns' | 'rows'> {
  const columns = ['Success, plug-in', 'Success, unbiased', `Spend, ${axisName(axis)}`, `− ${against ?? 'other'}, points [95 % resampling range]`, 'Above 0', 'by ends', ...(verifierMatters ? ['by submissions'] : []), 'by cutting', 'Cut', ...(verifierMatters ? ['With verifier', 'Without'] : []), 'Never seen'];
  return {
    columns: [{ label: 'Policy', align: 'start' }, ...columns.map((label) => ({ label, align: 'end' as const }))],
    rows: policies.map((row): readonly TableCell[] => {
      const { gain } = row;
      // Against itself there is nothing to say.
      const difference = row.policy === against ? null : row.difference;
      const part = (value: number | undefined): string => (value === undefined ? '–' : formatPoints(value, 2));
      return [
        row.success === null ? policyWords(row) : { text: policyWords(row), strong: row.select !== null },
        shareText(row.success),
        unbiasedText(row.unbiased),
        row.spend === null ? '' : formatFixed(row.spend, 1),
        differenceText(difference),
        difference?.interval == null ? '' : formatPercent(difference.interval.positive, 1),
        part(gain?.anyone),
        ...(verifierMatters ? [part(gain?.verifier)] : []),
        part(gain?.truncation),
        gain === null ? '–' : formatPercent(gain.cut, 1),
        ...(verifierMatters ? [shareText(row.withVerifier?.success ?? null), shareText(row.withoutVerifier?.success ?? null)] : []),
        row.completions.beyond === 0 ? '' : `${formatCount(row.completions.beyond)} of ${formatCount(row.completions.all)}`,
      ];
    }),
  };
}

function curveTable(group: StudyGroup, { plan }: ReplayStudy): TableView {
  const { inSample, leaveOneTaskOut } = group;
  const chosenFor = new Map((leaveOneTaskOut?.cutoffs ?? []).map(({ cutoff, tasks }) => [cutoff, tasks]));
  const choice = ({ cutoff }: CurvePoint): string => {
    const tasks = chosenFor.get(cutoff) ?? 0;
    const best = inSample?.cutoff === cutoff ? 'in sample' : inSample?.tied.includes(cutoff) === true ? 'as good' : '';
    return [best, tasks === 0 ? '' : `left out: ${countOf(tasks, 'task')}`].filter((words) => words !== '').join('; ');
  };
  return {
    title: `${groupWords(group)}: success by cutoff`,
    columns: [{ label: 'Cutoff', align: 'end' }, { label: 'Success, plug-in', align: 'end' }, { label: '95 % resampling range', align: 'end' }, { label: `− ${group.against ?? 'other'}, points [95 % resampling range]`, align: 'end' }, { label: `Spend, ${axisName(plan.axis)}`, align: 'end' }, { label: 'Best in resamples', align: 'end' }, { label: 'Success, unbiased', align: 'end' }, { label: 'Chosen', align: 'start' }],
    rows: group.curve.map((point) => [
      formatCount(point.cutoff),
      shareText(point.success),
      point.interval === null ? '' : shareRange(point.interval),
      differenceText(point.difference),
      point.spend === null ? '' : formatFixed(point.spend, 1),
      point.bestInResamples === null ? '' : formatPercent(point.bestInResamples, 1),
      unbiasedText(point.unbiased),
      choice(point),
    ]),
    note: [leaveOneTaskOut === null ? '' : `Chosen with each task left out: ${shareText(leaveOneTaskOut.success)}.`, 'Success is the plug-in, as in the paper: attempts are drawn with replacement. Unbiased: every episode uses another attempt of its task.'].filter((text) => text !== '').join(' '),
  };
}

/** The cutoff of each group on each other one, with what its own best would have come to; only for a few groups. */
function transferTable(groups: readonly StudyGroup[]): readonly TableView[] {
  if (groups.length < 2 || groups.length > MOST_TRANSFERRED) return [];
  const rows = groups.flatMap((from) =>
    groups.filter((to) => to !== from).flatMap((to) => {
      const [chosen, own] = [from.inSample, to.inSample];
      if (chosen === null || own === null) return [];
      const success = to.curve.find(({ cutoff }) => cutoff === chosen.cutoff)?.success ?? null;
      return [[groupWords(from), groupWords(to), formatCount(chosen.cutoff), shareText(success), `${shareText(own.success)} at ${formatCount(own.cutoff)}`, success === null ? 'not seen' : formatFixed(100 * (own.success - success), 2)]];
    }),
  );
  if (rows.length === 0) return [];
  return [
    {
      title: 'A cutoff chosen on one set, used on another',
      columns: [{ label: 'Chosen on', align: 'start' }, { label: 'Used on', align: 'start' }, { label: 'Cutoff', align: 'end' }, { label: 'Success', align: 'end' }, { label: 'Its own best', align: 'end' }, { label: 'Lost, points', align: 'end' }],
      rows,
      note: '',
    },
  ];
}

const MOST_TRANSFERRED = 6;

function viewCurve(group: StudyGroup, { plan }: ReplayStudy): CurveView {
  const { inSample, leaveOneTaskOut } = group;
  const level = levelOf(group);
  const [here, there] = [gainOf(group, 'in-sample'), gainOf(group, 'leave-one-task-out')];
  const name = groupWords(group);
  const words = [
    inSample === null ? 'no cutoff can be replayed on every task' : `best in sample at ${tiedWords(inSample.tied, group.curve.map(({ cutoff }) => cutoff))}, ${shareText(inSample.success)}${here === null ? '' : `, which ${changeWords(here)}`}`,
    ...(leaveOneTaskOut === null ? [] : [`chosen on the other tasks ${shareText(leaveOneTaskOut.success)}${there === null ? '' : `, which ${changeWords(there)}`}`]),
    ...(level === null ? [] : [`against ${shareText(level)} for ${group.against ?? ''}`]),
  ];
  return {
    budget: plan.budget,
    points: group.curve.map(({ cutoff, success, interval }) => ({
      cutoff,
      success,
      low: interval?.low ?? null,
      high: interval?.high ?? null,
      text: `cutoff ${formatCount(cutoff)}: ${success === null ? 'not watched so far' : `${shareText(success)}${interval === null ? '' : ` ${shareRange(interval)}, 95 % resampling range`}`}`,
    })),
    ticks: roundTicks(plan.budget, { most: 6, isWhole: true }).map((at) => ({ at, label: formatCount(at) })),
    inSample: inSample === null ? null : { tied: inSample.tied, success: inSample.success, label: `in sample ${shareText(inSample.success)}` },
    heldOut: leaveOneTaskOut === null ? null : { success: leaveOneTaskOut.success, cutoffs: leaveOneTaskOut.cutoffs.map(({ cutoff, tasks }) => ({ cutoff, share: tasks / group.cells })), label: `left out ${shareText(leaveOneTaskOut.success)}` },
    against: level === null ? null : { success: level, label: `${group.against ?? ''} ${shareText(level)}` },
    sentence: `${name}: ${words.join('; ')}.`,
  };
}

/** "16 to 20" where every cutoff between the first and the last is as good, else each, "10 and 30". */
function tiedWords(tied: readonly number[], cutoffs: readonly number[]): string {
  const [first, last] = [tied[0], tied.at(-1)];
  if (first === undefined || last === undefined) return '';
  const between = cutoffs.filter((cutoff) => cutoff >= first && cutoff <= last);
  return tied.length > 2 && between.length === tied.length ? `${formatCount(first)} to ${formatCount(last)}` : listWords(tied.map(formatCount), 6);
}
