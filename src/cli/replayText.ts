import { cleanLine } from '../base/cleanText';
import type { BestSchedule, ReplayGroup, ReplayResult } from '../model/replayResult';
import { capsWords, scheduleSentence } from '../views/replay/scheduleWords';
import { beyondWords, gainSentence, groupWords, limitSentence, shareText, unbiasedText } from '../views/replay/policyWords';
import { formatCount, formatFixed, formatPercent, formatPoints, formatPointsInterval } from '../views/numbers';
import { listWords } from '../views/words';
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

/** In place of the cutoff, for lists of caps. */
const CAPS: TextColumn = { title: 'caps', align: 'right', most: null };

/** A replay for a terminal: means, ranges and tasks. Ends with a line feed. */
export function replayText(result: ReplayResult): string {
  const { plan, provenance } = result;
  const made = provenance.synthetic > 0 ? ` ${formatCount(provenance.synthetic)} of them are synthetic.` : '';
  const left = result.excluded.reduce((sum, { attempts }) => sum + attempts.length, 0);
  const lines = [
    `Replay of ${cleanLine(result.policy)} under B = ${formatCount(plan.budget)} ${plan.axis}, ${formatCount(provenance.attempts)} attempts, exact over draws of each task's attempts with replacement.${made}`,
    result.verifierAtSubmission ? 'A failed end is known as one, so what it leaves is spent on the next episode.' : 'Nothing follows a submission: without a verifier nobody knows that it failed.',
    ...(left === 0 ? [] : [`${formatCount(left)} further ${left === 1 ? 'attempt is' : 'attempts are'} in no count: ${result.excluded.map(({ reason, attempts }) => `${formatCount(attempts.length)} ${reason}`).join(', ')}.`]),
    ...choiceLines(result),
    '',
    ...result.groups.flatMap((group) => [...groupLines(group, result), '']),
    'Ranges resample tasks, then attempts; a chosen cutoff stays as it is in them. Plug-in values: they describe these attempts and certify nothing.',
  ];
  return `${lines.join('\n')}\n`;
}

/** How the cutoff was chosen; nothing for a policy that states its own. */
function choiceLines({ policy, select, cutoffs, selectedOn, plan }: ReplayResult): readonly string[] {
  if (select === null) return [];
  const limit = selectedOn?.watchLimit == null ? [] : [`! ${limitSentence(selectedOn.watchLimit, plan.axis)}`];
  if (policy === 'best') {
    if (selectedOn === null) return [`The list of caps is chosen ${select === 'in-sample' ? 'on the same tasks (in sample)' : 'for each task on the other tasks'}.`];
    const { schedule, groups } = selectedOn;
    const names = listWords(groups.map(groupWords));
    return [schedule === null ? `No list of caps can be chosen on ${names}: no cap was watched on every task.` : `The caps ${capsWords(schedule.caps)} were chosen on ${names} (${shareText(schedule.success)} there). ${scheduleSentence(schedule)}`, ...limit];
  }
  const among = `among ${cutoffs.length} from ${cutoffs[0] ?? ''} to ${cutoffs.at(-1) ?? ''}; of equal ones the longest.`;
  if (selectedOn !== null) {
    const names = listWords(selectedOn.groups.map(groupWords));
    return [selectedOn.best === null ? `No cutoff can be chosen on ${names}: none can be replayed on every task.` : `The cutoff ${selectedOn.best.cutoff} was chosen on ${names} (${shareText(selectedOn.best.success)} there), ${among}`, ...limit];
  }
  return [`The cutoff is chosen ${select === 'in-sample' ? 'on the same tasks (in sample)' : 'for each task on the other tasks'}, ${among}`];
}

function groupLines(group: ReplayGroup, result: ReplayResult): readonly string[] {
  const shown = group.tasks.slice(0, MOST_TASKS);
  const rest = group.tasks.length - shown.length;
  const rows = shown.map(({ task, n, status, success, single, spend, cutoff, caps }) => [
    `  ${task}`,
    String(n),
    success === null ? (status === 'unchosen' ? 'no choice' : 'not seen') : formatPercent(success, 1),
    single === null ? 'not seen' : formatPercent(single, 1),
    spend === null ? '' : formatFixed(spend, 1),
    caps !== null ? caps.join(',') : cutoff === null ? '' : String(cutoff),
  ]);
  const columns = group.tasks.some(({ caps }) => caps !== null) ? [...COLUMNS.slice(0, -1), CAPS] : group.tasks.some(({ cutoff }) => cutoff !== null) ? COLUMNS : COLUMNS.slice(0, -1);
  return [`${groupWords(group)}: ${summary(group, result)}`, ...remarks(group, result).map((line) => `  ${line}`), ...textTable(columns, rows), ...(rest > 0 ? [`  and ${formatCount(rest)} more; --json lists all`] : [])];
}

function summary({ success, single, against, spend, difference, inSample, cells, horizonCells, tasks }: ReplayGroup, result: ReplayResult): string {
  const tasksText = `${formatCount(cells)} ${cells === 1 ? 'task' : 'tasks'}`;
  if (success === null && tasks.some((task) => task.status === 'unchosen')) return `no ${result.policy === 'best' ? 'list of caps' : 'cutoff'} can be chosen over ${tasksText}: ${result.select === 'leave-one-task-out' ? 'leaving one out takes two' : 'none can be replayed on every task'}.`;
  if (success === null) return `no mean over ${tasksText}: in ${formatCount(horizonCells)} of them an attempt was not watched as far as a cap reaches.`;
  const spent = `${formatFixed(spend ?? NaN, 1)} spent in the mean, ${tasksText}.`;
  if (against === null || difference === null) return `${formatPercent(success, 2)}; ${result.against} was not watched so far (set it --against another policy, such as fixed:C); ${spent}`;
  const { interval } = difference;
  const other = result.against === 'single' ? 'one run' : cleanLine(result.against);
  const range = interval === null ? 'range not known: a resample cannot be replayed' : `${formatPointsInterval(interval.low, interval.high, 2)} resampling range, ${formatPercent(interval.positive, 1)} of resamples above zero`;
  const alone = result.against === 'single' || single === null ? '' : ` One run: ${formatPercent(single, 2)}.`;
  const chosen = inSample === null ? '' : ` Best in sample: ${inSample.cutoff}, ${formatPercent(inSample.success, 2)}.`;
  return `${formatPercent(success, 2)} against ${formatPercent(against, 2)} for ${other}, ${formatPoints(difference.estimate, 2)} points (${range}); ${spent}${alone}${chosen}`;
}

/** The best list of caps against one run, the best single cap and each task's own optimum. */
function bestSentence({ caps, success, overSingle, fixed, perTask }: BestSchedule): string {
  const alone = overSingle === null ? '' : `, ${formatPoints(overSingle, 2)} over one run`;
  return `Best list of caps in sample: ${capsWords(caps)}, ${formatPercent(success, 2)}${alone}, ${formatPoints(fixed.difference, 2)} over the best single cap (${fixed.cutoff}); each task under its own optimum: ${formatPercent(perTask, 2)}.`;
}

/** What the gain is made of, what a verifier changes, what no episode can see, and what a transfer lost. */
function remarks({ gain, withVerifier, withoutVerifier, completions, longestCap, transfer, success, unbiased, best, watchLimit }: ReplayGroup, { plan }: ReplayResult): readonly string[] {
  const beyond = beyondWords({ completions, longestCap }, plan.axis);
  const matters = withVerifier !== null && withoutVerifier !== null && withVerifier.success !== withoutVerifier.success;
  return [
    ...(success === null || unbiased.missing === 'several-caps' || unbiased.missing === 'unchosen' ? [] : [unbiased.success === null ? `Unbiased: not estimable, ${unbiasedText(unbiased)}. The figure above draws attempts with replacement (plug-in, as in the paper).` : `Unbiased, with another attempt in every episode: ${unbiasedText(unbiased)}. The figure above draws with replacement (plug-in, as in the paper).`]),
    ...(best === null ? [] : [bestSentence(best), scheduleSentence(best)]),
    ...(watchLimit === null ? [] : [`! ${limitSentence(watchLimit, plan.axis)}`]),
    ...(gain === null ? [] : [gainSentence(gain)]),
    ...(matters ? [`With a verifier at submission ${formatPercent(withVerifier.success, 2)}, without one ${formatPercent(withoutVerifier.success, 2)}.`] : []),
    ...(transfer === null ? [] : [`Its own best is ${transfer.ownBest.cutoff} with ${formatPercent(transfer.ownBest.success, 2)}: the choice made elsewhere loses ${formatFixed(100 * transfer.gap, 2)} points${transfer.interval === null ? '' : ` (${formatPointsInterval(transfer.interval.low, transfer.interval.high, 2)} resampling range)`}.`]),
    ...(beyond === null ? [] : [`! The policy can never see some completions: ${beyond}.`]),
  ];
}
