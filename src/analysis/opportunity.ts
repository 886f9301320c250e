import { columnsFromTraces } from '../engine/attemptColumns';
import type { Contribution } from '../engine/contributionDraw';
import { countColumns, type CountColumns } from '../engine/countColumns';
import { alarmContribution, macroNumbers, oracleContribution, type GroupMacro } from '../engine/macro';
import { boundCeiling, boundOverConstant, cellOpportunity, groupOpportunity, withEstimate } from '../engine/opportunity';
import type { MacroNumber, OpportunityCell, OpportunityGroup, OpportunityResult } from '../model/opportunityResult';
import type { AuditDecision } from '../model/results';
import { groupByRuntime, type AuditedOutcome, type RuntimeGroup } from './audit';
import { contributionRange, macroRange } from './macroRange';

/**
 * What acting on an alarm could gain in the cells and groups of an audit, at the stated times of its plan (all unless stated), in
 * portions. Plug-in values with the audit's own simultaneous intervals; macro numbers with their resampling ranges. Cost: three
 * resamplings for each group and time.
 */
export function* opportunityInPortions({ result, cells, plan }: AuditedOutcome, times: readonly number[] = plan.times): Generator<void, OpportunityResult, void> {
  const { groups } = groupByRuntime(cells);
  const counts = countColumns(columnsFromTraces(cells.map((cell) => cell.usable.map(({ times: t }) => t))), { times, budget: plan.budget });
  yield;
  const described: OpportunityGroup[] = [];
  for (const group of groups) {
    for (const [time, t] of times.entries()) described.push(yield* describeGroup(counts, group, { time, t, seed: plan.seed }));
  }
  const { axis, budget, alpha, estimand, runtimeKey, seed } = result.plan;
  return {
    schema: 'restart-lens/opportunity@1',
    plan: { axis, budget, times, alpha, estimand, runtimeKey, seed },
    family: result.family,
    cells: result.decisions.flatMap((decision) => (times.includes(decision.t) ? describeCell(decision) : [])),
    groups: described,
    excluded: result.excluded,
    provenance: result.provenance,
  };
}

/** Nothing where nobody is live or a horizon is too short. */
function describeCell({ task, runtime, cohort, t, n, nLive, xContinue, xRestart, continue: continued, restart }: AuditDecision): readonly OpportunityCell[] {
  if (nLive === null || xContinue === null || xRestart === null || continued === null || restart === null) return [];
  const opportunity = cellOpportunity({ n, nLive, xContinue, xRestart });
  if (opportunity === null) return [];
  const arms = { continue: continued, restart };
  return [
    {
      task,
      runtime,
      cohort,
      t,
      n,
      nLive,
      continue: continued,
      restart,
      ceiling: withEstimate(opportunity.ceiling, boundCeiling(arms)),
      bestConstant: opportunity.bestConstant,
      overConstant: withEstimate(opportunity.overConstant, boundOverConstant(arms)),
    },
  ];
}

interface Place {
  readonly time: number;
  readonly t: number;
  readonly seed: number;
}

function* describeGroup(counts: CountColumns, group: RuntimeGroup, { time, t, seed }: Place): Generator<void, OpportunityGroup, void> {
  const macro = macroNumbers(counts, group.cells, time);
  const design = { counts, cells: group.cells, time, seed };
  const range: RangeOf = (contribution) => (contribution === undefined ? macroRange(design) : contributionRange(design, contribution));
  const head = { runtime: group.runtime, cohort: group.cohort, t, cells: macro.cells, liveCells: macro.liveCells, horizonCells: macro.horizonCells, hopefulCells: countHopeful(counts, group, time) };
  return { ...head, ...(yield* describeNumbers(macro, range)) };
}

/** The range of the macro change, or of another contribution's mean. */
type RangeOf = (contribution?: Contribution) => Generator<void, MacroNumber['interval'], void>;

type Numbers = Pick<OpportunityGroup, 'change' | 'bestConstant' | 'taskOracle' | 'perfectAlarm' | 'taskOverConstant' | 'alarmOverTask'>;

function* describeNumbers({ numbers }: GroupMacro, range: RangeOf): Generator<void, Numbers, void> {
  if (numbers === null) return { change: null, bestConstant: null, taskOracle: null, perfectAlarm: null, taskOverConstant: null, alarmOverTask: null };
  const { change, bestConstant, taskOracle, perfectAlarm, taskOverConstant, alarmOverTask } = groupOpportunity(numbers);
  return {
    change: { estimate: change, interval: yield* range() },
    bestConstant,
    taskOracle: { estimate: taskOracle, interval: yield* range(oracleContribution) },
    perfectAlarm: { estimate: perfectAlarm, interval: yield* range(alarmContribution) },
    taskOverConstant,
    alarmOverTask,
  };
}

function countHopeful(counts: CountColumns, { cells }: RuntimeGroup, time: number): number {
  return cells.filter((cell) => {
    const index = cell * counts.times + time;
    return (counts.xContinue[index] ?? -1) >= 0 && (counts.nLive[index] ?? 0) > (counts.xContinue[index] ?? 0) && (counts.xRestart[index] ?? 0) > 0;
  }).length;
}
