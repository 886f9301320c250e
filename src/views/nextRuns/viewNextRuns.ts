import type { NextRunsResult, RunCost, RunTotals } from '../../model/nextRuns';
import type { Axis } from '../../model/plan';
import type { CaveatView } from '../../protocol/audit';
import type { ColumnView, SectionView, TableView } from '../../protocol/section';
import { cellKey } from '../audit/arrange';
import { leastWords } from '../audit/familyWords';
import { formatCount, formatPercent, formatUsd } from '../numbers';
import { axisValue, countOf, plural, runtimeName } from '../words';

const RULES = { fixed: 'the paper\u2019s intervals', calibrated: 'the calibrated sign rule', anytime: 'the anytime rule' } as const;

/** The cheapest fresh cells that would settle what abstains. */
export function viewNextRuns(result: NextRunsResult, axis: Axis): SectionView {
  const { rule, abstaining, reachable, first, all, runs } = result;
  if (rule === 'anytime') return nothing('Under the anytime rule cells may simply grow: look whenever runs arrive.', `It takes at least ${anytimeWords(result)}. What else it would take is not predicted here.`, result);
  if (abstaining === 0) return nothing('No live comparison abstains: there is nothing left to settle.', '', result);
  if (reachable === 0) return nothing(`No fresh cell of up to ${formatCount(result.mostAttempts)} attempts would settle a comparison with ${formatPercent(result.power)} chance.`, `${formatCount(abstaining)} ${plural(abstaining, 'abstains', 'abstain')}; what was seen says too little of their rates, or the actions lie too close together.`, result);
  const some = first.decisions < all.decisions ? ` All ${formatCount(all.decisions)} together take ${totalWords(all)}.` : '';
  return {
    headline: `The cheapest ${first.decisions === 1 ? 'comparison' : `${formatCount(first.decisions)} comparisons`} to settle with ${formatPercent(result.power)} chance ${first.decisions === 1 ? 'takes' : 'take'} ${totalWords(first)}.`,
    lead: `Of ${countOf(abstaining, 'live comparison')} that ${plural(abstaining, 'abstains', 'abstain')}, a fresh cell of up to ${formatCount(result.mostAttempts)} attempts would settle ${formatCount(reachable)}.${some}`,
    caveats: caveatsOf(result),
    tables: [runsTable(result, axis)],
    footnotes: footnotesOf(result, runs.some(({ cost }) => cost.dollars === null)),
  };
}

function nothing(headline: string, lead: string, result: NextRunsResult): SectionView {
  return { headline, lead, caveats: result.rule === 'anytime' || result.abstaining === 0 ? [] : caveatsOf(result), tables: [], footnotes: result.rule === 'anytime' ? [] : footnotesOf(result, false) };
}

function totalWords({ cells, attempts, calls, dollars }: RunTotals): string {
  return [`${countOf(attempts, 'attempt')} in ${countOf(cells, 'fresh cell')}`, ...(calls === null ? [] : [`about ${countOf(Math.round(calls), 'call')}`]), dollars === null ? 'dollars not known' : `about ${formatUsd(dollars)}`].join(', ');
}

function anytimeWords({ anytime }: NextRunsResult): string {
  return `${leastWords(anytime.continue)} for continue, ${anytime.restart === null ? leastWords(null) : formatCount(anytime.restart)} for restart`;
}

function caveatsOf(result: NextRunsResult): readonly CaveatView[] {
  const text = `Runs chosen by what was seen make the number of attempts adaptive: added to these cells the fixed and the calibrated rule no longer hold. Collect fresh cells of a fixed number (freeze a plan that names them and "attemptsPerCell"; what is here stays exploratory), or plan the anytime rule, which takes at least ${anytimeWords(result)}.`;
  const left = result.abstaining - result.lookedAt;
  return [{ icon: 'warning', text, action: null }, ...(left === 0 ? [] : [{ icon: 'info' as const, text: `${countOf(left, 'comparison')} with smaller differences ${plural(left, 'was', 'were')} not looked at.`, action: null }])];
}

const start = (label: string): ColumnView => ({ label, align: 'start' });
const end = (label: string): ColumnView => ({ label, align: 'end' });

function runsTable({ runs, rankedBy, power }: NextRunsResult, axis: Axis): TableView {
  return {
    title: '',
    columns: [start('Task'), start('Runtime, cohort'), end('t'), end('Seen'), end('Fresh attempts'), end('Restart'), end('Continue'), end('Calls'), end('Dollars')],
    rows: runs.map((run) => [
      { text: run.task, cell: cellKey(run.runtime, run.cohort, run.task) },
      runtimeName(run),
      axisValue(axis, run.t),
      formatCount(run.seen),
      formatCount(run.attempts),
      formatPercent(run.chances.restart),
      formatPercent(run.chances.continue),
      ...costCells(run.cost),
    ]),
    note: `Cheapest first, by ${rankedBy}. Restart and Continue: predictive chance of each certificate, together at least ${formatPercent(power)}.`,
  };
}

function costCells({ calls, dollars }: RunCost): readonly string[] {
  return [calls === null ? 'not known' : formatCount(Math.round(calls)), dollars === null ? 'not known' : formatUsd(dollars)];
}

function footnotesOf({ rule, family, prior }: NextRunsResult, lacksDollars: boolean): readonly string[] {
  return [
    `Chances by ${RULES[rule]} at M = ${formatCount(family)}, predicted: over all rates that fit what was seen, not as if the shares seen were exact. Prior: Dirichlet with ${prior} for each class of attempts that can occur (Jeffreys), updated with the cell\u2019s own attempts alone.${rule === 'calibrated' ? ' The level of fresh cells is found on a grid of laws, without proof; the audit itself proves it.' : ''}`,
    `Costs: the mean of the counted attempts of the runtime and cohort, times the fresh attempts.${lacksDollars ? ' Where no attempt says what it cost, dollars are not known.' : ''} One fresh cell serves every t of its task.`,
  ];
}
