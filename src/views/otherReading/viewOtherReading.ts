import type { OtherReadingResult, ReadDecision, ReadGroup } from '../../model/otherReading';
import type { Axis, Estimand } from '../../model/plan';
import type { CaveatView } from '../../protocol/audit';
import type { ColumnView, SectionView, TableView } from '../../protocol/section';
import { cellKey } from '../audit/arrange';
import { togetherWords } from '../audit/familyWords';
import { vocabularyOf } from '../audit/vocabulary';
import { formatCount, formatPoints } from '../numbers';
import { capitalise, countOf, plural, runtimeName } from '../words';

const QUESTIONS: Readonly<Record<Estimand, string>> = { 'first-verified': 'first verified state', 'resolved-at-submission': 'resolved at its own submission' };
const SHORT: Readonly<Record<Estimand, string>> = { 'first-verified': 'first verified', 'resolved-at-submission': 'at submission' };

/** The same attempts under both questions, side by side: runtimes and times, then the decisions that count otherwise. */
export function viewOtherReading(result: OtherReadingResult, axis: Axis): SectionView {
  const { planned, other, cells, decisions } = result;
  if (cells.readable === 0) return unreadable(planned);
  const differing = decisions.filter((decision) => !isSame(decision.planned, decision.other));
  const turned = differing.filter((decision) => decision.planned.verdict !== decision.other.verdict);
  return {
    headline: differing.length === 0 ? `Read as "${QUESTIONS[other]}" all ${countOf(decisions.length, 'decision')} count the same.` : `Read as "${QUESTIONS[other]}" ${formatCount(differing.length)} of ${countOf(decisions.length, 'decision')} ${plural(differing.length, 'counts', 'count')} otherwise${turned.length === 0 ? ', and no verdict changes' : `, and ${countOf(turned.length, 'verdict')} ${plural(turned.length, 'changes', 'change')}`}.`,
    lead: `The audit asks for "${QUESTIONS[planned]}", and only that reading certifies. Results after single calls answer both questions: under "first verified state" a run succeeds at the first call that passed, under "resolved at its own submission" at its last one, if that passed.`,
    caveats: caveatsOf(result),
    tables: [groupTable(result, axis), ...(differing.length === 0 ? [] : [decisionTable({ ...result, decisions: differing }, axis)])],
    footnotes: [`Both readings: the audit\u2019s plan and what it covers together, ${togetherWords({ family: result.family, plan: result })}. Macro change: plug-in, over the cells that can be read both ways, in points.`],
  };
}

function unreadable(planned: Estimand): SectionView {
  const why = planned === 'first-verified' ? 'A table that declares the first verified call does not say how a submission ended.' : 'A verdict on the submission does not say when a state would first have passed.';
  return { headline: 'These attempts can be read in one way only.', lead: `${why} Results of a verifier after single calls, from the traces or a labels file, would answer both questions.`, caveats: [], tables: [], footnotes: [] };
}

function caveatsOf({ cells, planned }: OtherReadingResult): readonly CaveatView[] {
  const left = cells.counted - cells.readable;
  if (left === 0) return [];
  return [{ icon: 'info', text: `${capitalise(countOf(left, 'cell'))} of ${formatCount(cells.counted)} ${plural(left, 'is', 'are')} not here: ${plural(left, 'it holds', 'they hold')} attempts that answer "${QUESTIONS[planned]}" alone.`, action: null }];
}

function isSame(a: ReadDecision, b: ReadDecision): boolean {
  return a.status === b.status && a.n === b.n && a.nLive === b.nLive && a.xContinue === b.xContinue && a.xRestart === b.xRestart && a.verdict === b.verdict;
}

const start = (label: string): ColumnView => ({ label, align: 'start' });
const end = (label: string): ColumnView => ({ label, align: 'end' });

function groupTable({ groups, planned, other }: OtherReadingResult, axis: Axis): TableView {
  const words = vocabularyOf({ axis, estimand: planned });
  const pair = (label: string): readonly ColumnView[] => [end(`${label}, ${SHORT[planned]}`), end(SHORT[other])];
  return {
    title: 'By runtime and time',
    columns: [start('Runtime, cohort'), end('t'), end('Cells'), ...pair('Live attempts'), ...pair('Continued'), ...pair('Restarted'), ...pair('Macro change'), ...pair('Verdicts')],
    rows: groups.map((group) => [runtimeName(group), words.value(group.t), formatCount(group.cells), ...both(group, ({ nLive }) => formatCount(nLive)), ...both(group, ({ xContinue }) => formatCount(xContinue)), ...both(group, ({ xRestart }) => formatCount(xRestart)), ...both(group, ({ change }) => (change === null ? 'not estimable' : formatPoints(change, 2))), ...both(group, verdictWords)]),
    note: 'Continued: of the live attempts, those that succeeded by B. Restarted: of all attempts in cells that are live, those that succeeded within B − t.',
  };
}

function both(group: OtherReadingResult['groups'][number], write: (reading: ReadGroup) => string): readonly string[] {
  return [write(group.planned), write(group.other)];
}

function verdictWords({ restart, continue: continued, abstain }: ReadGroup): string {
  const parts = [restart === 0 ? '' : `${formatCount(restart)} restart`, continued === 0 ? '' : `${formatCount(continued)} continue`, abstain === 0 ? '' : `${formatCount(abstain)} abstain`].filter((part) => part !== '');
  return parts.length === 0 ? 'none live' : parts.join(', ');
}

function decisionTable({ decisions, planned, other }: OtherReadingResult, axis: Axis): TableView {
  const words = vocabularyOf({ axis, estimand: planned });
  return {
    title: 'Decisions that count otherwise',
    columns: [start('Task'), start('Runtime, cohort'), end('t'), start(capitalise(SHORT[planned])), start(capitalise(SHORT[other]))],
    rows: decisions.map(({ task, runtime, cohort, t, planned: first, other: second }) => [{ text: task, cell: cellKey(runtime, cohort, task) }, runtimeName({ runtime, cohort }), words.value(t), decisionWords(first), decisionWords(second)]),
    note: '',
  };
}

/** "3 of 5 live, continued 1/3, restarted 2/5: abstain". */
function decisionWords({ status, n, nLive, xContinue, xRestart, verdict }: ReadDecision): string {
  if (status === 'not-reached') return n === 0 ? 'no countable attempt' : 'not reached';
  if (status === 'horizon') return `${nLive === null ? 'live not known' : `${formatCount(nLive)} of ${formatCount(n)} live`}, no estimate`;
  return `${formatCount(nLive ?? 0)} of ${formatCount(n)} live, continued ${formatCount(xContinue ?? 0)}/${formatCount(nLive ?? 0)}, restarted ${formatCount(xRestart ?? 0)}/${formatCount(n)}: ${verdict ?? 'no verdict'}`;
}
