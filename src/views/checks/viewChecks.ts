import { cleanLine } from '../../base/cleanText';
import type { ExchangeabilityResult, FieldChange } from '../../model/exchangeability';
import type { GateSummary } from '../../model/gates';
import type { CaveatView } from '../../protocol/audit';
import type { ColumnView, SectionView, TableView } from '../../protocol/section';
import { formatMinute, keyWords } from '../audit/context';
import { levelText } from '../audit/detail';
import { formatCount, formatFixed, formatP, formatPercent } from '../numbers';
import { capitalise, countOf, listWords, plural, runtimeName } from '../words';
import { failedGateWords, gateTable, gateWords } from './gateWords';
import { alikeGroups, checkName, checkSays, failedWords } from './checkWords';

/** What speaks against attempts of a cell being exchangeable, check by check, with those that could not be made. */
export function viewChecks({ exchangeability: result, gates }: { readonly exchangeability: ExchangeabilityResult; readonly gates: GateSummary | null }): SectionView {
  const table = gates === null ? null : gateTable(gates);
  return {
    headline: headlineOf(result),
    lead: 'Every interval and verdict takes the attempts of a cell for exchangeable: one is as good as another, and they do not depend on each other. These checks can find that wrong; with few attempts to a cell they seldom do, so passing them proves nothing. They are exploratory and change no verdict.',
    caveats: [...caveatsOf(result), ...gateCaveats(gates)],
    tables: [checkTable(result), ...beginningTables(result), ...changeTables(result.changes), ...(table === null ? [] : [table])],
    footnotes: footnotesOf(result),
  };
}

function headlineOf({ made, failed, checks }: ExchangeabilityResult): string {
  if (made === 0) return 'None of the checks of exchangeability could be made.';
  const could = checks.filter(({ tooFew, p }) => p !== null && !tooFew).length;
  const found = failed > 0 ? `${formatCount(failed)} ${plural(failed, 'fails', 'fail')}` : could === 0 ? 'with so few attempts none can find anything' : `${made === 1 ? 'it finds' : 'none finds'} ${made === 1 ? 'nothing' : 'anything'}`;
  const few = could === 0 || could === made ? '' : `; ${formatCount(made - could)} had too few attempts to`;
  return `${formatCount(made)} of ${countOf(checks.length, 'check')} of exchangeability could be made: ${found}${few}.`;
}

function caveatsOf(result: ExchangeabilityResult): readonly CaveatView[] {
  const failed = failedWords(result);
  return [
    ...(failed === null ? [] : [{ icon: 'warning' as const, text: failed, action: null }]),
    ...alikeGroups(result).map((group): CaveatView => ({
      icon: 'warning',
      text: `${runtimeName(group)}: ${formatPercent(group.same / group.pairs)} of pairs begin with the same ${result.beginnings.actions} actions. Sampling may be cached, seeded or nearly greedy; then attempts are not independent, and n of them are worth fewer.`,
      action: null,
    })),
  ];
}

function gateCaveats(gates: GateSummary | null): readonly CaveatView[] {
  if (gates === null) return [{ icon: 'info', text: 'Whether the verifiers fail on the untouched base and pass on the reference solution is not known; a labels file may state it for each task (base_fails, reference_passes).', action: null }];
  const failed = failedGateWords(gates);
  return [...(failed === null ? [] : [{ icon: 'warning' as const, text: failed, action: null }]), { icon: gates.passed.length === gates.tasks ? 'check' : 'info', text: gateWords(gates), action: null }];
}

const start = (label: string): ColumnView => ({ label, align: 'start' });
const end = (label: string): ColumnView => ({ label, align: 'end' });

function checkTable({ checks }: ExchangeabilityResult): TableView {
  return {
    title: 'Outcomes within cells',
    columns: [start('Against'), end('Cells'), end('Attempts'), end('Groups'), end('Statistic'), end('Expected'), end('p'), end('p, Holm'), start('Says')],
    rows: checks.map((check) => {
      const { cells, attempts, groups, statistic, expected, p, adjusted, unmade } = check;
      const number = (value: number | null): string => (value === null ? '' : formatFixed(value, 1));
      const counts = unmade !== null ? ['', '', ''] : [formatCount(cells), formatCount(attempts), groups === null ? '' : formatCount(groups)];
      return [capitalise(checkName(check)), ...counts, number(statistic), number(expected), p === null ? '' : formatP(p), adjusted === null ? '' : formatP(adjusted), checkSays(check)];
    }),
    note: 'Only cells with both outcomes, and with attempts at different places of the order or in different groups, say anything.',
  };
}

function beginningTables({ beginnings }: ExchangeabilityResult): readonly TableView[] {
  if (beginnings.groups.length === 0) return [];
  return [
    {
      title: `Pairs that begin with the same ${beginnings.actions} actions`,
      columns: [start('Runtime, cohort'), end('Pairs'), end('Alike'), end('Share')],
      rows: beginnings.groups.map((group) => [runtimeName(group), formatCount(group.pairs), formatCount(group.same), formatPercent(group.same / group.pairs)]),
      note: `Pairs of counted attempts of one cell, both with at least ${beginnings.actions} actions; actions are compared as the monitors compare them. A few alike are normal: agents begin by looking around. Most of them alike points to cached or seeded sampling.`,
    },
  ];
}

function changeTables(changes: readonly FieldChange[]): readonly TableView[] {
  if (changes.length === 0) return [];
  return [
    {
      title: 'What changed inside cells',
      columns: [start('Field'), start('Runtime, cohort'), end('Cells'), start('Value'), end('Attempts'), start('First start'), start('Last start')],
      rows: changes.flatMap((change) =>
        change.values.map(({ value, attempts, first, last }) => [capitalise(keyWords(change.field)), runtimeName(change), formatCount(change.cells), value === null ? 'not stated' : cleanLine(value), formatCount(attempts), ...[first, last].map((time) => (time === null ? '' : formatMinute(time)))]),
      ),
      note: 'Over the cells in which it varies. A field that the runtime key names keeps its values apart.',
    },
  ];
}

function footnotesOf({ level, seed, checks, made }: ExchangeabilityResult): readonly string[] {
  const replicates = [...new Set(checks.flatMap((check) => (check.replicates === null ? [] : [check.replicates])))];
  const permuted = replicates.length === 0 ? '' : ` Permutations of outcomes within cells: ${listWords(replicates.map((count) => formatCount(count)))}, seed ${seed}; p = (1 + as extreme) / (1 + permutations).`;
  if (made === 0) return [];
  return [
    `Order of starts: sum of the ranks of the successes within their cells, two-sided${checks.some(({ method }) => method === 'exact') ? ', by its exact law' : ''}. Groups: sum over groups of (successes − expected)² / variance. A job is the nearest file or folder that holds at least two attempts.${permuted}`,
    `A check fails when p after Holm is at most ${level} (all checks together at ${levelText(level)}). Then n attempts may be worth fewer, or come from more than one behaviour, and the error rate of verdicts may be above alpha; keep what differs apart in the runtime key or in cohorts, or run again with jobs in random order.`,
  ];
}
