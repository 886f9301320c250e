import type { UnbiasedResult } from '../../model/unbiasedResult';
import type { ContributionView, RichText, TextPart } from '../../protocol/audit';
import { formatFixed, formatPoints } from '../numbers';
import { capitalise, numberWord, plural, shareWord } from '../words';
import type { AuditCell } from './arrange';
import { attemptName } from './vocabulary';

export interface Remark {
  readonly text: RichText;
  /** One attempt or one task carries more than half of the number. */
  readonly isWarning: boolean;
}

/** More than half of a macro number: then one attempt or one task carries it. */
const CARRIES = 0.5;
/** Shares closer to one than this count as all of it. */
const ALL = 0.005;

/** Says what an unbiased macro change rests on: the one attempt or task that carries it, else how many tasks pull which way. */
export function remarkOn({ change, influence }: Pick<UnbiasedResult, 'change' | 'influence'>, cells: readonly AuditCell[], contributions: readonly ContributionView[]): Remark {
  if (change === null) return plain([]);
  if (contributions.length === 0) return plain([{ text: 'In every task that is live, the two actions come out alike.' }]);
  const attempt = influence === null ? null : attemptRemark(influence.attempt, cells);
  if (attempt !== null) return { text: attempt, isWarning: true };
  // A change that sums to nothing has no shares.
  const total = contributions.reduce((sum, c) => sum + c.points, 0);
  const task = Math.abs(total) < 1e-9 || contributions.length < 2 ? null : taskRemark(contributions, total);
  return task === null ? plain(describeSides(contributions, total)) : { text: task, isWarning: true };
}

function plain(text: RichText): Remark {
  return { text, isWarning: false };
}

function attemptRemark({ attempt: id, share }: { readonly attempt: string; readonly share: number }, cells: readonly AuditCell[]): RichText | null {
  if (Math.abs(share) <= CARRIES) return null;
  const link = attemptLink(id, cells);
  if (share < 0) return [{ text: 'One attempt holds this back: without ' }, link, { text: ` it would be ${formatFixed(1 - share, 1)} times as large.` }];
  return [{ text: 'One attempt carries this: ' }, ...shareWords(link, share)];
}

function taskRemark(contributions: readonly ContributionView[], total: number): RichText | null {
  const [first] = [...contributions].sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
  if (first === undefined) return null;
  const share = first.points / total;
  if (share <= CARRIES) return null;
  return [{ text: 'One task carries this: ' }, ...shareWords({ text: first.task, cell: first.cell }, share)];
}

function shareWords(link: TextPart, share: number): RichText {
  if (share > 1 + ALL) return [{ text: 'without ' }, link, { text: ' its sign would turn.' }];
  if (share > 1 - ALL) return [link, { text: ' supplies all of it.' }];
  return [link, { text: ` supplies ${formatFixed(100 * share, 0)} % of it.` }];
}

/** The task's name, opening its cell. */
export function taskLink(task: string, cells: readonly AuditCell[]): TextPart {
  const cell = cells.find(({ decisions }) => decisions[0]?.task === task);
  return cell === undefined ? { text: 'a task' } : { text: cell.label, cell: cell.key };
}

/** The attempt's task and name, opening it. */
export function attemptLink(id: string, cells: readonly AuditCell[]): TextPart {
  for (const cell of cells) {
    const attempt = cell.attempts.find((a) => a.id === id);
    if (attempt !== undefined) return { text: `${cell.label}, ${attemptName(attempt)}`, attempt: id };
  }
  return { text: 'an attempt' };
}

/** "Six tasks contribute, every one of them against restarting; synth-i3 a third." */
function describeSides(contributions: readonly ContributionView[], total: number): RichText {
  const count = contributions.length;
  const forRestart = contributions.filter((c) => c.points > 0).length;
  const [largest] = [...contributions].sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const start = `${capitalise(numberWord(count))} ${plural(count, 'task contributes', 'tasks contribute')}`;
  if (largest === undefined) return [];
  const link: TextPart = { text: largest.task, cell: largest.cell };
  if (forRestart === 0 || forRestart === count) {
    const side = forRestart === 0 ? 'against restarting' : 'for restarting';
    if (count === 1) return [{ text: 'One task contributes, ' }, link, { text: `, ${side}.` }];
    const all = count === 2 ? 'both' : 'every one of them';
    return [{ text: `${start}, ${all} ${side}; ` }, link, { text: ` ${shareWord(largest.points / total)}.` }];
  }
  const sides = `${numberWord(forRestart)} for restarting and ${numberWord(count - forRestart)} against`;
  return [{ text: `${start}, ${sides}; the largest is ` }, link, { text: `, ${formatPoints(largest.points / 100, 2)} points.` }];
}
