import { compareNatural } from '../../base/compareNatural';
import { cleanLine } from '../../base/cleanText';
import { compareText } from '../../base/compareText';
import type { AuditAttempt, AuditResult, ExclusionReason } from '../../model/results';
import type { CaveatView } from '../../protocol/audit';
import type { SectionView, TableView } from '../../protocol/section';
import { attemptName, exclusionWords, isHarmless, vocabularyOf } from '../audit/vocabulary';
import { endingOfFacts } from '../audit/attempts';
import { formatCount } from '../numbers';
import { capitalise, countOf, plural, runtimeName } from '../words';

/** What could still move a verdict, as far as it is known of a reason; '' where nothing is lost. */
const CONSEQUENCES: Readonly<Record<ExclusionReason, string>> = {
  infrastructure: 'They broke for reasons outside the agent. Longer runs break more often, so what is left may be the shorter ones.',
  'no-result': 'Their runs ended, or go on, without a result; short runs finish first.',
  'no-outcome': 'No verdict names them: a labels file or an evaluation report beside the traces would bring them in.',
  'no-axis': 'How much they used of the budget is not known on this axis.',
  'no-task': 'Without a task they belong to no cell.',
  'other-cohort': 'The plan names other cohorts.',
  'other-estimand': 'They answer the other question (first verified state, or resolved at submission); a cell never mixes the two.',
  conflict: 'Two records of one attempt differ, and nothing says which holds.',
  duplicate: '',
  'before-seal': 'They started before the plan was frozen, or it is not known when: they stay exploratory.',
  'not-planned': 'The plan named other cells.',
  'beyond-plan': 'Their cell had its planned number of attempts without them: counting on would be another look.',
  open: 'They were not followed to the budget. Whatever started after them waits, since counting what finishes first would favour short runs.',
  'started-later': 'They count once every attempt that started before them is known.',
  'short-of-plan': 'They count once their cell has its planned number of attempts.',
};

/** The attempts that are in no count: how many for which reason, and each by name. Rows by reason, runtime, task, attempt. */
export function viewNotCounted(result: AuditResult, attempts: readonly AuditAttempt[]): SectionView {
  const aside = attempts.filter((attempt): attempt is AuditAttempt & { readonly excluded: ExclusionReason } => attempt.excluded !== null);
  const reasons = [...new Set(aside.map((attempt) => attempt.excluded))].sort(compareText);
  const all = attempts.length;
  const words = vocabularyOf(result.plan);
  const count = (reason: ExclusionReason): number => aside.filter((attempt) => attempt.excluded === reason).length;
  const byReason: TableView = {
    title: '',
    columns: [{ label: 'Reason', align: 'start' }, { label: 'Attempts', align: 'end' }, { label: 'What that means', align: 'start' }],
    rows: reasons.map((reason) => [capitalise(exclusionWords(reason)), formatCount(count(reason)), CONSEQUENCES[reason]]),
    note: '',
  };
  const each: TableView = {
    title: 'Each of them',
    columns: ['Reason', 'Runtime, cohort', 'Task', 'Attempt', 'As far as known'].map((label) => ({ label, align: 'start' })),
    rows: aside
      .map((attempt) => ({ attempt, name: runtimeName(attempt) }))
      .sort((a, b) => compareText(a.attempt.excluded, b.attempt.excluded) || compareText(a.name, b.name) || compareText(a.attempt.task ?? '', b.attempt.task ?? '') || compareNatural(a.attempt.attempt, b.attempt.attempt))
      .map(({ attempt, name }) => [capitalise(exclusionWords(attempt.excluded)), name, cleanLine(attempt.task ?? ''), { text: attemptName(attempt), attempt: attempt.id }, endingOfFacts(attempt, words)]),
    note: '',
  };
  return {
    headline: aside.length === 0 ? `${all === 1 ? 'The only attempt counts' : `All ${countOf(all, 'attempt')} count`}.` : `${formatCount(aside.length)} of ${countOf(all, 'attempt')} ${plural(aside.length, 'is', 'are')} in no count.`,
    lead: leadOf(reasons),
    caveats: varyingCaveats(result),
    tables: aside.length === 0 ? [] : [byReason, each],
    footnotes: [],
  };
}

function leadOf(reasons: readonly ExclusionReason[]): string {
  if (reasons.length === 0) return 'No outcome is unknown, and nothing was set aside.';
  if (reasons.every(isHarmless)) return 'None of them is missing data: the plan, or the question that it asks, leaves them out.';
  return 'They are not missing at random, so a verdict holds for the attempts that are counted.';
}

/** What the runtime key leaves together that may not belong together. */
function varyingCaveats({ runtimeNotes }: AuditResult): readonly CaveatView[] {
  return runtimeNotes
    .filter((note) => note.kind === 'varies-inside-cells')
    .map((note) => ({ icon: 'warning', text: `The field ${note.field} is outside the runtime key and varies inside ${countOf(note.cells, 'cell')}.`, action: null }));
}
