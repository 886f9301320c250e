import type { CompletionPoint, CurvesCell, CurvesGroup, CurvesResult, HazardPoint } from '../../model/curvesResult';
import type { TableView } from '../../protocol/section';
import type { Vocabulary } from '../audit/vocabulary';
import { formatCount, formatPercent, formatPoints, formatPointsInterval, formatShare, formatShareBetween } from '../numbers';
import { axisName, capitalise, countOf, runtimeName } from '../words';

/** Whether curves are those of one cell. */
export function isCell(subject: CurvesCell | CurvesGroup): subject is CurvesCell {
  return 'task' in subject;
}

/** "10,000 draws"; apart where the difference has more. */
function drawsWords({ replicates, changeReplicates }: CurvesGroup): string {
  return replicates === changeReplicates ? `${formatCount(replicates)} draws` : `${formatCount(replicates)} draws, of the difference ${formatCount(changeReplicates)}`;
}

/** Every position of the grid with all curves, up to the first at which nobody is at risk any more. */
export function curveTable(subject: CurvesCell | CurvesGroup, { grid, plan, level }: CurvesResult, words: Vocabulary): TableView {
  const ofCell = isCell(subject);
  const isOver = subject.hazards.findIndex(({ atRisk }) => atRisk === 0);
  const shown = isOver < 0 ? grid : grid.slice(0, isOver + 1);
  const end = shown.at(-1);
  const left = grid.length - shown.length;
  const afterwards = left === 0 || end === undefined ? '' : ` ${capitalise(countOf(left, 'row'))} after ${words.value(end)} ${left === 1 ? 'is' : 'are'} left out: nobody is at risk there, and no curve moves${ofCell ? ' but that of restarting' : ''}.`;
  return {
    title: 'The curves in numbers',
    columns: [
      { label: capitalise(axisName(plan.axis)), align: 'end' },
      { label: 'at risk', align: 'end' },
      { label: `${words.solved} by here`, align: 'end' },
      { label: `${words.solved}, of those at risk`, align: 'end' },
      { label: 'ended, of those at risk', align: 'end' },
      { label: 'live', align: 'end' },
      { label: ofCell ? 'continue, C' : 'continue, f·q', align: 'end' },
      { label: ofCell ? 'restart, R' : 'restart, f·p', align: 'end' },
      { label: ofCell ? 'restart − continue' : 'restart − continue, plug-in', align: 'end' },
    ],
    rows: shown.map((at, k) => {
      const hazard = subject.hazards[k];
      return [words.value(at), formatCount(hazard?.atRisk ?? 0), completionText(subject.completion[k]), hazardText(hazard, 'verified'), hazardText(hazard, 'terminal'), ...(ofCell ? cellActions(subject, k) : groupActions(subject, k))];
    }),
    note: ofCell
      ? `Brackets: ${formatPercent(level)}, pointwise, exact (Clopper–Pearson): each holds at its own place, not all at once.${afterwards}`
      : `Brackets: ${formatPercent(level)}, pointwise; resampling ranges (tasks, then attempts, ${drawsWords(subject)}, seed ${plan.seed}), of hazards exact over the attempts of all tasks together. Continue and restart: mean share of a task's attempts that are live and then succeed; they differ by the plug-in macro change, whose range is the audit's. Unbiased numbers head the audit. A range of [0, 0] says only that no resample of these attempts has such an event.${afterwards}`,
  };
}

/** "80 % [28, 99]"; "40 to 60 % [5, 95]" where it is not known of everybody. */
function completionText(point: CompletionPoint | undefined): string {
  if (point === undefined) return '';
  return point.estimate === null ? formatShareBetween(point) : formatShare(point);
}

function hazardText(hazard: HazardPoint | undefined, cause: 'verified' | 'terminal'): string {
  if (hazard === undefined) return '';
  const share = cause === 'verified' ? hazard.verifiedHazard : hazard.terminalHazard;
  if (share === null) return 'nobody';
  return hazard[cause] === 0 ? '0' : `${hazard[cause]}, ${formatShare(share)}`;
}

function cellActions({ actions }: CurvesCell, k: number): readonly string[] {
  const point = actions[k];
  if (point === undefined) return ['', '', '', ''];
  const live = point.nLive === null ? '?' : formatCount(point.nLive);
  if (point.status === 'horizon') return [live, 'no estimate', 'no estimate', ''];
  if (point.continue === null || point.restart === null) return [live, 'not reached', point.restart === null ? '' : formatShare(point.restart), ''];
  return [live, formatShare(point.continue), formatShare(point.restart), formatPoints((point.restart.estimate ?? 0) - (point.continue.estimate ?? 0))];
}

function groupActions({ actions, completion }: CurvesGroup, k: number): readonly string[] {
  if (actions === null) return k < completion.length ? ['', 'no estimate', 'no estimate', ''] : ['', '', '', ''];
  const point = actions[k];
  if (point === undefined) return ['', '', '', ''];
  const { change } = point;
  return [formatCount(point.nLive), formatShare(point.continue), formatShare(point.restart), `${formatPoints(change.estimate ?? 0, 2)} ${formatPointsInterval(change.low, change.high, 2)}`];
}

/** What each cap cuts off of the completions that were seen. */
export function truncationTable({ truncation }: CurvesResult, words: Vocabulary): TableView {
  const caps = truncation[0]?.caps ?? [];
  return {
    title: 'Completions that a cap cuts off',
    columns: [
      { label: 'Runtime, cohort', align: 'start' },
      { label: 'completions seen', align: 'end' },
      ...caps.map(({ cap, t }) => ({ label: t === null ? `longer than B = ${words.value(cap)}` : `than the ${words.value(cap)} left at ${words.time(t)}`, align: 'end' as const })),
    ],
    rows: truncation.map((group) => [runtimeName(group), formatCount(group.completions), ...group.caps.map(({ beyond }) => (group.completions === 0 ? 'none seen' : `${formatCount(beyond)} (${formatPercent(beyond / group.completions)})`))]),
    note: 'A schedule whose longest episode is shorter than a completion can never reach it (paper A, corollary 3.4). What a horizon hid comes on top.',
  };
}

/** n against epsilon: attempts without a success that bound the rate. */
export function evidenceTable({ evidence, here, plan }: CurvesResult): TableView {
  const families = [...new Set(evidence.map(({ family }) => family))];
  const epsilons = [...new Set(evidence.map(({ epsilon }) => epsilon))];
  const sizes = [...new Set(here.map(({ n }) => n))];
  return {
    title: 'What a run of failures shows',
    columns: [{ label: 'to bound the rate by', align: 'end' }, ...families.map((family) => ({ label: `at M = ${formatCount(family)}`, align: 'end' as const }))],
    rows: [
      ...epsilons.map((epsilon) => [formatPercent(epsilon, Number.isInteger(Number((100 * epsilon).toPrecision(6))) ? 0 : 1), ...families.map((family) => attemptsText(evidence.find((one) => one.family === family && one.epsilon === epsilon)?.attempts ?? null))]),
      ...sizes.map((n) => [`${countOf(n, 'attempt')} here bound it by`, ...families.map((family) => formatPercent(here.find((one) => one.family === family && one.n === n)?.upper ?? 1, 1))]),
    ],
    note: `Attempts that must all fail before the upper end of the exact interval falls to the bound, at alpha ${plan.alpha} over M comparisons (paper A, eq 18). For continuing, only attempts that reach the decision alive count.`,
  };
}

function attemptsText(attempts: number | null): string {
  return attempts === null ? 'never' : formatCount(attempts);
}
