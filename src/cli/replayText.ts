import { cleanLine } from '../base/cleanText';
import type { ReplayGroup, ReplayResult } from '../model/replayResult';
import { formatCount, formatFixed, formatPercent, formatPoints, formatPointsInterval } from '../views/numbers';
import { textTable, type TextColumn } from './textTable';

/** Tasks listed for each runtime; the rest is counted. */
const MOST_TASKS = 40;

const COLUMNS: readonly TextColumn[] = [
  { title: '  task', align: 'left', most: 48 },
  { title: 'n', align: 'right', most: null },
  { title: 'policy', align: 'right', most: null },
  { title: 'single run', align: 'right', most: null },
  { title: 'spend', align: 'right', most: null },
  { title: 'cutoff', align: 'right', most: null },
];

/** A replay for a terminal: means, ranges and tasks. Ends with a line feed. */
export function replayText(result: ReplayResult): string {
  const { plan, provenance } = result;
  const made = provenance.synthetic > 0 ? ` ${formatCount(provenance.synthetic)} of them are synthetic.` : '';
  const left = result.excluded.reduce((sum, { attempts }) => sum + attempts.length, 0);
  const lines = [
    `Replay of ${cleanLine(result.policy)} under B = ${formatCount(plan.budget)} ${plan.axis}, ${formatCount(provenance.attempts)} attempts, exact over draws of each task's attempts with replacement.${made}`,
    result.verifierAtSubmission ? 'A failed end is known as one, so what it leaves is spent on the next episode.' : 'Nothing follows a submission: without a verifier nobody knows that it failed.',
    ...(left === 0 ? [] : [`${formatCount(left)} further ${left === 1 ? 'attempt is' : 'attempts are'} in no count: ${result.excluded.map(({ reason, attempts }) => `${formatCount(attempts.length)} ${reason}`).join(', ')}.`]),
    ...(result.select === null ? [] : [`The cutoff is chosen ${result.select === 'in-sample' ? 'on the same tasks (in sample)' : 'for each task on the other tasks'}, among ${result.cutoffs.length} from ${result.cutoffs[0] ?? ''} to ${result.cutoffs.at(-1) ?? ''}; of equal ones the longest.`]),
    '',
    ...result.groups.flatMap((group) => [...groupLines(group), '']),
    'Ranges resample tasks, then attempts; a chosen cutoff stays as it is in them. Plug-in values: they describe these attempts and certify nothing.',
  ];
  return `${lines.join('\n')}\n`;
}

function groupLines(group: ReplayGroup): readonly string[] {
  const name = cleanLine(group.cohort === null ? group.runtime : `${group.runtime} ${group.cohort}`);
  const shown = group.tasks.slice(0, MOST_TASKS);
  const rest = group.tasks.length - shown.length;
  const rows = shown.map(({ task, n, status, success, single, spend, cutoff }) => [
    `  ${task}`,
    String(n),
    success === null ? (status === 'unchosen' ? 'no choice' : 'not seen') : formatPercent(success, 1),
    single === null ? 'not seen' : formatPercent(single, 1),
    spend === null ? '' : formatFixed(spend, 1),
    cutoff === null ? '' : String(cutoff),
  ]);
  const columns = group.tasks.some(({ cutoff }) => cutoff !== null) ? COLUMNS : COLUMNS.slice(0, -1);
  return [`${name}: ${summary(group)}`, ...textTable(columns, rows), ...(rest > 0 ? [`  and ${formatCount(rest)} more; --json lists all`] : [])];
}

function summary({ success, single, spend, difference, inSample, cells, horizonCells, tasks }: ReplayGroup): string {
  const tasksText = `${formatCount(cells)} ${cells === 1 ? 'task' : 'tasks'}`;
  if (success === null || single === null || difference === null) {
    if (tasks.some((task) => task.status === 'unchosen') && horizonCells === 0) return `no cutoff can be chosen over ${tasksText}: leaving one out takes two.`;
    return `no mean over ${tasksText}: in ${formatCount(horizonCells)} of them an attempt was not watched as far as a cap reaches.`;
  }
  const { interval } = difference;
  const range = interval === null ? 'range not known: a resample cannot be replayed' : `${formatPointsInterval(interval.low, interval.high, 2)} resampling range, ${formatPercent(interval.positive, 1)} of resamples above zero`;
  const chosen = inSample === null ? '' : ` Best in sample: ${inSample.cutoff}, ${formatPercent(inSample.success, 2)}.`;
  return `${formatPercent(success, 2)} against ${formatPercent(single, 2)} for one run, ${formatPoints(difference.estimate, 2)} points (${range}); ${formatFixed(spend ?? NaN, 1)} spent in the mean, ${tasksText}.${chosen}`;
}
