import { cleanLine } from '../../base/cleanText';
import { LEAST_CONTRIBUTING, LEAST_TASKS } from '../../engine/clusterInterval';
import type { AliasedAttempt, RepresentationGroup, RepresentationResult, RepresentationsResult } from '../../model/representationsResult';
import type { CaveatView, TextPart } from '../../protocol/audit';
import type { RepresentationsSectionView } from '../../protocol/representationsSection';
import type { TableCell, TableView } from '../../protocol/section';
import { formatCount, formatPercent, formatPoints } from '../numbers';
import { axisMoment, capitalise, countOf, listWords, numberWord, runtimeName } from '../words';
import { CUT_NOTE } from '../possibleRange';
import { classWords, missingSentence, MISSING_WORDS, isAnyCut, NOTHING, representationWords, sizeWords, valueText } from './representationWords';

/**
 * What deciding by different views of a live run is worth at one time, in finished words; `chosen`: key of the group whose tables are
 * shown, '' one of which something can be said, null all of them.
 */
export function viewRepresentations(result: RepresentationsResult, { t, chosen }: { readonly t: number; readonly chosen: string | null }): RepresentationsSectionView {
  const groups = result.groups.filter((group) => group.t === t);
  // Unless one is asked for, the first of which something can be said.
  const inOrder = [...groups.filter(({ missing }) => missing === null), ...groups.filter(({ representations }) => representations.length > 0), ...groups];
  const shown = chosen === null ? groups : [...groups.filter((group) => groupKey(group) === chosen), ...inOrder].slice(0, 1);
  const time = axisMoment(result.plan.axis, t);
  return {
    t,
    groups: groups.map((group) => ({ key: groupKey(group), title: `${runtimeName(group)}: ${sizeWords(group)}` })),
    group: shown[0] === undefined ? '' : groupKey(shown[0]),
    headline: writeHeadline(groups, time),
    lead: 'A class of live runs is restarted where that paid on the other tasks, and each task is scored under what the others chose. So a value held out is, in expectation, no more than what the classes are worth; in sample the same attempts choose and are scored, which flatters. Points over letting every run go on.',
    caveats: writeCaveats(groups, time),
    tables: shown.flatMap((group) => tablesOf(group, result, time)),
    footnotes: [
      `Intervals over tasks like these: Student’s t, pointwise, paired by task where two representations are compared; called confidence intervals only from ${LEAST_TASKS} tasks on, ${LEAST_CONTRIBUTING} of them contributing and none with more than half of the squared deviations, else ranges.`,
      ...(isAnyCut(result.groups.flatMap((group) => [group.always, ...group.representations.flatMap(({ heldOut, increment }) => [heldOut, increment])])) ? [CUT_NOTE] : []),
      'A replacement is another attempt of the task than the one that it replaces. Classes rest on the steps up to the decision and on no outcome: edited is a step that edits without an error, repeats is an action taken before; the rungs of a score are the quartiles of all live scores; a prompt is long above the median over tasks.',
      `Engine ${result.provenance.engineVersion}, ${countOf(result.provenance.attempts, 'attempt')}${result.provenance.synthetic > 0 ? `, ${formatCount(result.provenance.synthetic)} of them synthetic` : ''}.`,
    ],
  };
}

function groupKey({ runtime, cohort }: Pick<RepresentationGroup, 'runtime' | 'cohort'>): string {
  return JSON.stringify([runtime, cohort]);
}

function writeHeadline(groups: readonly RepresentationGroup[], time: string): string {
  const valued = groups.filter(({ missing }) => missing === null);
  const [first] = groups;
  if (first === undefined) return 'There is nothing to decide by.';
  if (valued.length === 0) return groups.length === 1 ? missingSentence(first, time) : `At ${time} nothing can be valued in any of ${countOf(groups.length, 'runtime and cohort', 'runtimes and cohorts')}.`;
  const shown = valued.flatMap((group) => group.representations.filter(isShown).map((one) => ({ group, one })));
  const where = valued.length === 1 && valued[0] !== undefined ? ` of ${runtimeName(valued[0])}` : ` in any of ${countOf(valued.length, 'runtime and cohort', 'runtimes and cohorts')}`;
  if (shown.length === 0) return `At ${time} no view of a live run${where} is shown to be worth more than letting every run go on, on tasks that it was not chosen on.`;
  const [best] = [...shown].sort((a, b) => (b.one.heldOut?.estimate ?? 0) - (a.one.heldOut?.estimate ?? 0));
  const words = best === undefined ? '' : `${representationWords(best.one.name)} on ${runtimeName(best.group)}, ${formatPoints(best.one.heldOut?.estimate ?? 0, 2)} points`;
  return `At ${time} ${numberWord(shown.length)} ${shown.length === 1 ? 'view of a live run is' : 'views of live runs are'} worth more than letting every run go on, on tasks that ${shown.length === 1 ? 'it was' : 'they were'} not chosen on: ${shown.length === 1 ? '' : 'the most, '}${words}.`;
}

/** A confidence interval above 0. */
function isShown({ heldOut }: RepresentationResult): boolean {
  return heldOut !== null && heldOut.kind === 'confidence interval' && heldOut.low !== null && heldOut.low > NOTHING;
}

function writeCaveats(groups: readonly RepresentationGroup[], time: string): readonly CaveatView[] {
  const missing = groups.filter(({ missing: reason }) => reason !== null);
  const aside = groups.filter(({ missing: reason, singleTasks, horizonTasks }) => reason === null && singleTasks + horizonTasks > 0);
  const constant = groups.filter(({ constantMonitors }) => constantMonitors.length > 0);
  const withoutSteps = groups.flatMap((group) => {
    const live = group.representations.find(({ name }) => name === 'prefix')?.classes.find(({ observed }) => observed.prefix === null)?.live ?? 0;
    return live === 0 ? [] : [{ group, live }];
  });
  return [
    ...(groups.length === 1 ? [] : missing.slice(0, MOST_CAVEATS).map((group): CaveatView => ({ icon: 'warning', text: `${runtimeName(group)}: ${missingSentence(group, time)}`, action: null }))),
    ...aside.slice(0, MOST_CAVEATS).map((group): CaveatView => ({ icon: 'info', text: `${runtimeName(group)}: ${countOf(group.singleTasks, 'task')} with a single attempt and ${countOf(group.horizonTasks, 'task')} with an attempt that was not watched to B count nowhere here.`, action: null })),
    ...withoutSteps.slice(0, MOST_CAVEATS).map(({ group, live }): CaveatView => ({ icon: 'warning', text: `${runtimeName(group)}: ${formatCount(live)} of ${countOf(group.live, 'live run')} have no steps in their traces. They are a class of their own here, which nobody who watches a run would see.`, action: null })),
    ...constant.slice(0, 1).map((group): CaveatView => ({ icon: 'info', text: `${capitalise(listWords([...new Set(group.constantMonitors)].map(cleanLine)))} ${group.constantMonitors.length === 1 ? 'says' : 'say'} the same of every live run of ${runtimeName(group)} at ${time}, and so ${group.constantMonitors.length === 1 ? 'tells' : 'tell'} nothing apart.`, action: null })),
  ];
}

const MOST_CAVEATS = 3;

function tablesOf(group: RepresentationGroup, result: RepresentationsResult, time: string): readonly TableView[] {
  if (group.representations.length === 0) return [];
  const finest = finestOf(group);
  return [valueTable(group, time), timesTable(group, result), ...(finest === undefined || finest.classes.length < 2 ? [] : [classTable(group, finest, time)]), pairTable(group, time)];
}

/** The representation whose classes are listed: what happened, where there are steps, else the task, else nothing. */
function finestOf({ representations }: RepresentationGroup): RepresentationResult | undefined {
  return ['prefix', 'task', 'nothing'].map((name) => representations.find((one) => one.name === name && one.missing === null)).find((one) => one !== undefined);
}

function valueTable(group: RepresentationGroup, time: string): TableView {
  const end = (label: string): { readonly label: string; readonly align: 'end' } => ({ label, align: 'end' });
  return {
    title: `${runtimeName(group)} at ${time}: ${sizeWords(group)}`,
    columns: [{ label: 'Decide by', align: 'start' }, end('Classes'), end('In sample, points'), end('Held out, points [95 % over tasks]'), end('Minus the coarser, points [95 %]'), { label: 'Coarser', align: 'start' }, end('Aliased pairs')],
    rows: [
      ['always restart (no choice)', '', '', valueText(group.always), '', '', ''],
      // What a combination lacks is said of its parts.
      ...group.representations.filter(({ name, missing }) => missing === null || !name.includes('+')).map((one): readonly TableCell[] => {
        const name = { text: representationWords(one.name), strong: isShown(one) };
        if (one.missing !== null) return [name, '', '', MISSING_WORDS[one.missing], '', '', ''];
        return [name, formatCount(one.classes.length), one.inSample === null ? '–' : formatPoints(one.inSample, 2), valueText(one.heldOut), one.refines === null ? '' : valueText(one.increment), one.refines === null ? '' : representationWords(one.refines), formatCount(one.aliased.count)];
      }),
    ],
    note: group.missing === null ? 'Each row alone: the best of several rows is flattered by having been looked for.' : missingSentence(group, time),
  };
}

/** Held-out values at all times of the plan. */
function timesTable(group: RepresentationGroup, { groups, plan }: RepresentationsResult): TableView {
  const own = groups.filter((other) => groupKey(other) === groupKey(group));
  const names = [...new Set(own.flatMap(({ representations }) => representations.filter(({ missing }) => missing === null).map(({ name }) => name)))];
  const at = (value: number | undefined): string => (value === undefined ? '–' : formatPoints(value, 2));
  return {
    title: `${runtimeName(group)}: held out at every time, points`,
    columns: [{ label: 'Decide by', align: 'start' }, ...own.map(({ t }) => ({ label: axisMoment(plan.axis, t), align: 'end' as const }))],
    rows: [['always restart (no choice)', ...own.map(({ always }) => at(always?.estimate))], ...names.map((name) => [representationWords(name), ...own.map(({ representations }) => at(representations.find((one) => one.name === name)?.heldOut?.estimate))])],
    note: '',
  };
}

function classTable(group: RepresentationGroup, one: RepresentationResult, time: string): TableView {
  return {
    title: `${runtimeName(group)} at ${time}: classes by ${representationWords(one.name)}`,
    columns: [{ label: 'Class', align: 'start' }, ...['Live', 'Tasks', 'Restart − continue, points of all tasks'].map((label) => ({ label, align: 'end' as const })), { label: 'All tasks choose', align: 'start' }, { label: 'Tasks whose others choose otherwise', align: 'end' }],
    rows: one.classes.map(({ observed, live, tasks, advantage, decision, turned }) => [classWords(observed, one.thresholds), formatCount(live), formatCount(tasks), formatPoints(advantage, 2), decision, formatCount(turned)]),
    note: '',
  };
}

function pairTable(group: RepresentationGroup, time: string): TableView {
  // The finest view that still holds such a pair: it is the one that should have told them apart.
  const one = ['task+prefix', 'prefix', 'task', 'nothing'].map((name) => group.representations.find((view) => view.name === name && view.aliased.count > 0)).find((view) => view !== undefined);
  const title = `${runtimeName(group)} at ${time}: live runs that look the same, and whose tasks want opposite actions`;
  const columns: TableView['columns'] = [{ label: 'A restart is better', align: 'start' }, { label: 'restart, continue', align: 'end' }, { label: 'Continuing is better', align: 'start' }, { label: 'restart, continue', align: 'end' }, { label: 'Gap, points', align: 'end' }, { label: '', align: 'start' }];
  if (one === undefined) return { title, columns, rows: [], note: 'There is no such pair: an estimate takes another live attempt of each task.' };
  const both = (attempt: AliasedAttempt): string => `${formatPercent(attempt.restart)}, ${formatPercent(attempt.continue)}`;
  return {
    title,
    columns,
    rows: one.aliased.shown.map(({ restarted, continued, gap }) => [link(restarted), both(restarted), link(continued), both(continued), formatPoints(gap, 0), { text: 'open side by side', pair: [{ id: restarted.attempt, step: restarted.step }, { id: continued.attempt, step: continued.step }] }]),
    note: `Alike by ${representationWords(one.name)}. ${countOf(one.aliased.count, 'pair')} of tasks, the largest gaps first; shares among the other attempts of each task, few as they are.`,
  };
}

function link({ attempt, task, label }: AliasedAttempt): TextPart {
  return { text: cleanLine(`${task}, ${label}`), attempt };
}
