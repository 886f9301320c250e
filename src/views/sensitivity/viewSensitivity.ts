import type { Axis, Estimand } from '../../model/plan';
import type { CertifiedDecision, MacroReadings, SensitivityReading, SensitivityResult, SameReason } from '../../model/sensitivity';
import type { ColumnView, SectionView, TableCell, TableView } from '../../protocol/section';
import { cellKey } from '../audit/arrange';
import { keyWords } from '../audit/context';
import { vocabularyOf } from '../audit/vocabulary';
import { formatCount, formatPoints } from '../numbers';
import { countOf, listWords, plural, runtimeName } from '../words';

/** What the plan reads, for the words. */
export interface PlannedWords {
  readonly axis: Axis;
  readonly estimand: Estimand;
}

/** Whether certified verdicts and the signs of macro changes survive readings that the plan did not choose. */
export function viewSensitivity(result: SensitivityResult, plan: PlannedWords): SectionView {
  const { decisions, macro } = result;
  return {
    headline: headlineOf(result),
    lead: 'A result that turns under another defensible reading of the same data rests on that choice. Only the reading of the plan certifies: what another one would certify is no verdict.',
    caveats: decisions.filter(({ brokenBy }) => brokenBy.length > 0).length === 0 ? [] : [{ icon: 'warning', text: `${countOf(decisions.length - result.survivedAll, 'certified verdict')} ${plural(decisions.length - result.survivedAll, 'rests', 'rest')} on how the data are read.`, action: null }],
    tables: [readingTable(result, plan), ...(decisions.length === 0 ? [] : [decisionTable(result, plan)]), ...(macro.length === 0 ? [] : [macroTable(result, plan)])],
    footnotes: [...brokenWords(result), 'Budget, times, rule and alpha are the plan\u2019s under every reading; M too, unless cells are merged. Macro changes are unbiased, in points; a dash: not estimable, or not read so. An arrow marks a sign that turns.'],
  };
}

function brokenWords({ brokenWithoutVerdict: count }: SensitivityResult): readonly string[] {
  return count === 0 ? [] : [`${countOf(count, 'run')} that infrastructure ended ${plural(count, 'has', 'have')} no verdict, and ${plural(count, 'counts', 'count')} as a failure under no reading: ${plural(count, 'it is', 'they are')} among the unknown attempts.`];
}

function headlineOf({ readings, decisions, survivedAll, live, macro }: SensitivityResult): string {
  const read = readings.filter(({ same }) => same === null);
  if (read.length === 0) return 'No other reading would read these data otherwise.';
  const others = countOf(read.length, 'other reading');
  const turns = macro.filter((row) => row.readings.some((value) => isTurned(row.planned, value))).length;
  const known = macro.filter((row) => row.planned !== null && row.readings.some((value) => value !== null)).length;
  const signs = known === 0 ? '' : turns === 0 ? ` The sign of none of ${countOf(known, 'macro change')} that can be compared turns.` : ` The sign of ${formatCount(turns)} of ${countOf(known, 'macro change')} that can be compared turns.`;
  if (decisions.length === 0) return `None of ${countOf(live, 'live comparison')} is certified, so no verdict can break under ${others}.${signs}`;
  return `${formatCount(survivedAll)} of ${countOf(decisions.length, 'certified verdict')} ${plural(survivedAll, 'survives', 'survive')} ${read.length === 1 ? 'the one other reading' : `all of ${others}`}.${signs}`;
}

/** Both are effects, and one is the other way. */
function isTurned(planned: number | null, value: number | null): boolean {
  return planned !== null && value !== null && planned * value < 0;
}

const QUESTIONS: Readonly<Record<Estimand, string>> = { 'first-verified': 'resolved at its own submission', 'resolved-at-submission': 'first verified state' };

function readingWords({ name, field }: Pick<SensitivityReading, 'name' | 'field'>, { estimand }: PlannedWords): string {
  switch (name) {
    case 'other-estimand':
      return `success means ${QUESTIONS[estimand]}`;
    case 'other-budget-terminal':
      return 'stops by another budget end the run';
    case 'infrastructure-counted':
      return 'failures with a verdict that infrastructure ended count';
    case 'any-completion':
      return 'whatever unknown attempts were';
    case 'merged':
      return `runtimes merged over ${keyWords(field ?? '')}`;
  }
}

const SAME_WORDS: Readonly<Record<SameReason, string>> = {
  'no-per-call': 'no results after single calls',
  'no-other-budget': 'no attempt was stopped by another budget',
  'no-infrastructure': 'no failure with a verdict was ended by infrastructure',
  'nothing-unknown': 'nothing is unknown',
};

const start = (label: string): ColumnView => ({ label, align: 'start' });
const end = (label: string): ColumnView => ({ label, align: 'end' });

function readingTable({ readings, decisions }: SensitivityResult, plan: PlannedWords): TableView {
  return {
    title: 'Readings',
    columns: [start('Reading'), end('Cells'), end('Attempts'), end('M'), end('Verdicts kept'), end('Broken'), end('Cannot be read'), end('Would certify more'), start('Same as planned')],
    rows: readings.map((reading) => {
      const { same, cells, attempts, family, survived, broken, unread, gained } = reading;
      const counts = [cells, attempts, family].map((count) => (count === null ? '' : formatCount(count)));
      if (same !== null) return [readingWords(reading, plan), ...counts, '', '', '', '', SAME_WORDS[same]];
      return [readingWords(reading, plan), ...counts, ...(decisions.length === 0 ? ['', '', ''] : [survived, broken, unread].map((count) => formatCount(count))), formatCount(gained), ''];
    }),
    note: decisions.length === 0 ? '' : 'Kept and broken: of the verdicts that the plan\u2019s reading certifies.',
  };
}

function decisionTable({ decisions, readings }: SensitivityResult, plan: PlannedWords): TableView {
  const words = vocabularyOf(plan);
  return {
    title: 'Certified verdicts',
    columns: [start('Task'), start('Runtime, cohort'), end('t'), start('Verdict'), end('Survives'), start('Broken by')],
    rows: decisions.map((decision) => [taskCell(decision), runtimeName(decision), words.value(decision.t), decision.verdict, `${formatCount(decision.survived)} of ${formatCount(decision.of)}`, listWords(decision.brokenBy.flatMap((at) => (readings[at] === undefined ? [] : [readingWords(readings[at], plan)])))]),
    note: '',
  };
}

function taskCell({ task, runtime, cohort }: CertifiedDecision): TableCell {
  return { text: task, cell: cellKey(runtime, cohort, task) };
}

function macroTable({ macro, readings }: SensitivityResult, plan: PlannedWords): TableView {
  const words = vocabularyOf(plan);
  const shown = readings.flatMap((reading, at) => (reading.same === null && reading.name !== 'any-completion' ? [{ reading, at }] : []));
  const rows = macro.filter(({ planned, readings: values }) => planned !== null || values.some((value) => value !== null));
  return {
    title: 'Macro change',
    columns: [start('Runtime, cohort'), end('t'), end('As planned'), ...shown.map(({ reading }) => end(readingWords(reading, plan)))],
    rows: rows.map((row) => [runtimeName(row), words.value(row.t), pointsOf(row.planned), ...shown.map(({ at }) => changeCell(row, row.readings[at] ?? null))]),
    note: rows.length === macro.length ? '' : `${countOf(macro.length - rows.length, 'macro change')} ${plural(macro.length - rows.length, 'is', 'are')} not estimable under any reading.`,
  };
}

function changeCell({ planned }: MacroReadings, value: number | null): string {
  return `${isTurned(planned, value) ? '\u2192 ' : ''}${pointsOf(value)}`;
}

function pointsOf(value: number | null): string {
  return value === null ? '\u2013' : formatPoints(value, 2);
}
