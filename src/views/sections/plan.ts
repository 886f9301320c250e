import type { AuditResult } from '../../model/results';
import type { RuleResult, RuleValue, SpendingChange, SpendingNumbers } from '../../model/ruleResult';
import type { SealSummary } from '../../model/seal';
import type { StudyEntry, StudyLog } from '../../model/studyLog';
import type { CaveatView } from '../../protocol/audit';
import type { ColumnView, SectionView, TableView } from '../../protocol/section';
import { AUDIT_COMMANDS } from '../audit/commands';
import { breakWords, formatMinute, keyWords, viewSeal } from '../audit/context';
import { formatCount, formatFixed, formatPoints } from '../numbers';
import { capitalise, countOf, listWords } from '../words';

/** A field of the plan as it is in force. */
export interface PlanField {
  readonly key: string;
  readonly value: string;
  /** Who says so: the plan, nobody, the lock, or the data at hand. */
  readonly source: 'stated' | 'default' | 'frozen' | 'data';
}

export interface PlanFacts {
  readonly plan: AuditResult['plan'];
  readonly fields: readonly PlanField[];
  readonly rules: readonly RuleResult[];
  readonly spending: readonly SpendingChange[];
  /** A message where the log cannot be read; null where there is none. */
  readonly study: StudyLog | string | null;
}

/** The plan with its defaults marked, its seal, its rules and its utility, and the log of looks. */
export function viewPlan(facts: PlanFacts): SectionView {
  const { plan, rules, spending, study } = facts;
  return {
    headline: `${viewSeal(plan).text}.`,
    lead: leadWords(plan, rules),
    caveats: caveatsOf(plan.seal, study),
    tables: [
      ...(rules.length === 0 ? [] : [rulesTable(rules)]),
      ...(spending.length === 0 ? [] : [spendingTable(spending)]),
      fieldsTable(facts.fields),
      ...(study === null || typeof study === 'string' ? [] : [logTable(study.entries)]),
    ],
    footnotes: [
      'Planned: attempts that surely started after the seal, in the cells of the plan, the first ones up to the planned number. All else is exploratory.',
      'A seal is a promise, not a proof: clocks and files can be changed by whoever owns them. The study log shows edits and removals; only its newest lines can be cut off unseen.',
    ],
  };
}

function leadWords({ seal, sealed }: AuditResult['plan'], rules: readonly RuleResult[]): string {
  const counts = (['met', 'unmet', 'not-estimable'] as const).map((status) => ({ status, count: rules.filter((rule) => rule.status === status).length })).filter(({ count }) => count > 0);
  const ruled = rules.length === 0 ? '' : `${capitalise(listWords(counts.map(({ status, count }) => `${countOf(count, 'rule')} ${STATUS_WORDS[status]}`)))}.`;
  return [progressWords(seal, sealed), ruled].filter((text) => text !== '').join(' ');
}

function progressWords(seal: SealSummary | null, sealed: boolean): string {
  if (seal === null) return 'Freezing the plan before new attempts are started makes what they show planned rather than exploratory.';
  if (seal.cells === null || seal.attempts === null) return '';
  const number = seal.attemptsPerCell === null ? '' : ` of ${countOf(seal.attemptsPerCell, 'attempt')}`;
  return `${formatCount(seal.cells.complete)} of ${countOf(seal.cells.planned, 'planned cell')} ${seal.cells.planned === 1 ? 'has its' : 'have their'} number${number}; ${countOf(seal.attempts.started, 'attempt')} started after the seal${sealed ? `, ${formatCount(seal.attempts.counted)} counted` : ''}.`;
}

function caveatsOf(seal: SealSummary | null, study: PlanFacts['study']): readonly CaveatView[] {
  const caveats: CaveatView[] = [];
  if (seal?.state === 'broken') caveats.push({ icon: 'warning', text: `The seal is broken: ${breakWords(seal)}. Undo the change, or freeze again; both stay in the log.`, action: { label: 'Open plan', command: AUDIT_COMMANDS.plan } });
  if (typeof study === 'string') caveats.push({ icon: 'warning', text: `The study log cannot be read: ${study}`, action: null });
  else if (study !== null) {
    const edited = study.faults.filter(({ kind }) => kind !== 'torn');
    const torn = study.faults.length - edited.length;
    if (edited.length > 0) caveats.push({ icon: 'warning', text: `The study log was edited, or entries were removed: see line ${edited.slice(0, 5).map(({ line }) => line).join(', ')}.`, action: null });
    if (torn > 0) caveats.push({ icon: 'info', text: `${countOf(torn, 'line')} of the study log ${torn === 1 ? 'was' : 'were'} cut off while being written.`, action: null });
  }
  if (seal === null) caveats.push({ icon: 'info', text: 'This plan was never frozen.', action: { label: 'Freeze plan', command: AUDIT_COMMANDS.freeze } });
  return caveats;
}

const STATUS_WORDS = { met: 'met', unmet: 'unmet', 'not-estimable': 'not estimable' } as const;
const PROPORTIONS: ReadonlySet<string> = new Set(['macro-change', 'macro-change-low', 'macro-change-high', 'task-oracle', 'perfect-alarm', 'loss-at-most', 'macro-loss-at-most']);
const start = (label: string): ColumnView => ({ label, align: 'start' });
const end = (label: string): ColumnView => ({ label, align: 'end' });

function rulesTable(rules: readonly RuleResult[]): TableView {
  return {
    title: 'Rules',
    columns: ['Rule', 'Asks', 'Found', 'Status'].map(start),
    rows: rules.map((rule) => [rule.name, `${rule.quantity} ${rule.comparison} ${rule.value}`, foundWords(rule), STATUS_WORDS[rule.status] + (rule.reason === null ? '' : `: ${rule.reason}`)]),
    note: 'A rule without time, runtime or cohort is asked of each one: met where all are, unmet as soon as one is not. Proportions are written as 0.05.',
  };
}

const MOST_FOUND = 3;

function foundWords({ found, quantity }: RuleResult): string {
  const shown = found.slice(0, MOST_FOUND).map((item) => `${item.value === null ? 'not estimable' : formatValue(item.value, quantity)}${placeWords(item)}`);
  return shown.join('; ') + (found.length > MOST_FOUND ? `; and ${formatCount(found.length - MOST_FOUND)} more` : '');
}

function formatValue(value: number, quantity: string): string {
  if (PROPORTIONS.has(quantity) || !Number.isInteger(value)) return String(Number(value.toPrecision(6)));
  return formatCount(value);
}

function placeWords({ runtime, cohort, t }: RuleValue): string {
  const parts = [runtime, cohort, t === null ? null : `t = ${t}`].filter((part) => part !== null);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

function spendingTable(spending: readonly SpendingChange[]): TableView {
  return {
    title: 'What restarting everybody live would have changed, per attempt started',
    columns: [start('Runtime, cohort'), end('t'), start('Kind'), end('Utility'), end('Success, points'), end('Calls'), end('Dollars'), end('Seconds')],
    rows: spending.flatMap((change) => {
      const { runtime, cohort, t, plugin } = change;
      const place = [cohort === null ? runtime : `${runtime}, ${cohort}`, String(t)];
      return [[...place, { text: 'unbiased', strong: true }, ...spendingCells(change)], [...place, 'plug-in, as in the paper', ...spendingCells(plugin)]];
    }),
    note: spendingNote(spending),
  };
}

function spendingCells({ success, calls, dollars, seconds, utility }: SpendingNumbers): readonly string[] {
  const number = (value: number | null, digits: number): string => (value === null ? 'not estimable' : formatFixed(value, digits));
  return [number(utility, 4), success === null ? 'not estimable' : formatPoints(success, 2), number(calls, 2), number(dollars, 4), number(seconds, 1)];
}

const MISSING_WORDS: Readonly<Record<NonNullable<SpendingChange['missing']>, string>> = {
  axis: 'What was spent is known on the axis of calls only.',
  'few-attempts': 'Where a task has a single attempt nothing is estimable without bias: no other attempt could take its place.',
  unknown: 'Not estimable: what some attempt spent is not known, by a figure that its trace does not state or a stop before B.',
};

function spendingNote(spending: readonly SpendingChange[]): string {
  const reasons = [...new Set(spending.flatMap(({ missing }) => (missing === null ? [] : [MISSING_WORDS[missing]])))];
  return [
    'Means over tasks, without intervals. Unbiased: another attempt of the task takes the place of a live one; plug-in: it may be the same one. Rules judge the unbiased numbers.',
    ...reasons,
    ...(spending.some(({ utility, plugin }) => utility === null && plugin.utility === null) && reasons.length === 0 ? ['No utility is declared.'] : []),
    ...(spending.some(({ isSpread }) => isSpread) ? ['Where a trace does not say what each call took, dollars and seconds are spread evenly over its calls.'] : []),
  ].join(' ');
}

const SOURCE_WORDS = { stated: 'stated', default: 'default', frozen: 'settled at freezing', data: 'from the data at hand' } as const;

function fieldsTable(fields: readonly PlanField[]): TableView {
  return { title: 'Fields', columns: ['Field', 'Value', 'Source'].map(start), rows: fields.map(({ key, value, source }) => [keyWords(key), value, SOURCE_WORDS[source]]), note: '' };
}

const MOST_LOOKS = 200;

function logTable(entries: readonly StudyEntry[]): TableView {
  const shown = entries.slice(-MOST_LOOKS);
  return {
    title: 'Study log',
    columns: ['When', 'What', 'What it saw'].map(start),
    rows: shown.map((entry) => [formatMinute(entry.at), entryKind(entry), entryWords(entry)]),
    note: shown.length < entries.length ? `The newest ${formatCount(shown.length)} of ${formatCount(entries.length)} entries.` : '',
  };
}

function entryKind(entry: StudyEntry): string {
  switch (entry.kind) {
    case 'plan':
      return 'plan';
    case 'seal':
      return `seal ${entry.number}`;
    case 'look':
      return `look, ${entry.state} (${entry.by})`;
  }
}

function entryWords(entry: StudyEntry): string {
  switch (entry.kind) {
    case 'plan':
      return entry.changed.length === 0 ? 'written' : `${listWords(entry.changed.map(keyWords))} changed`;
    case 'seal':
      return `${countOf(entry.cells, 'cell')}, ${countOf(entry.family, 'comparison')}${entry.attemptsPerCell === null ? '' : `, ${countOf(entry.attemptsPerCell, 'attempt')} per cell`}; ${formatCount(entry.indexed)} there already`;
    case 'look':
      return `${countOf(entry.attempts, 'attempt')}${verdictWords(entry)}${entry.changed.length === 0 ? '' : `; not as sealed: ${listWords(entry.changed.map(keyWords))}`}`;
  }
}

/** ": 1 restart, 0 continue, 4 abstain"; '' where verdicts were not asked for. */
function verdictWords({ restart, continue: going, abstain }: Extract<StudyEntry, { readonly kind: 'look' }>): string {
  return restart === null || going === null || abstain === null ? '' : `: ${formatCount(restart)} restart, ${formatCount(going)} continue, ${formatCount(abstain)} abstain`;
}
