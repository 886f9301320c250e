import { columnsFromTraces } from '../engine/attemptColumns';
import { countColumns } from '../engine/countColumns';
import { macroNumbers, type GroupMacro } from '../engine/macro';
import type { MacroResamplingDesign } from '../engine/macroInterval';
import { boundCeiling, boundOverConstant, cellOpportunity, groupOpportunity, withEstimate } from '../engine/opportunity';
import type { OpportunityCell, OpportunityGroup, OpportunityResult } from '../model/opportunityResult';
import type { AuditDecision, AuditMacro } from '../model/results';
import { groupByRuntime, type AuditedOutcome, type RuntimeGroup } from './audit';
import { macroRange } from './macroRange';

/**
 * What acting on an alarm could gain in the cells and groups of an audit, at the stated times of its plan (all unless stated), in
 * portions. Plug-in values with the audit's own simultaneous intervals; macro numbers with their resampling ranges. Cost: two
 * resamplings for each group and time; the range of the macro change is the audit's.
 */
export function* opportunityInPortions({ result, cells, plan }: AuditedOutcome, times: readonly number[] = plan.times): Generator<void, OpportunityResult, void> {
  const { groups } = groupByRuntime(cells);
  const counts = countColumns(columnsFromTraces(cells.map((cell) => cell.usable.map(({ times: t }) => t))), { times, budget: plan.budget });
  yield;
  const described: OpportunityGroup[] = [];
  for (const group of groups) {
    for (const [time, t] of times.entries()) {
      const audited = result.macro.find((macro) => macro.runtime === group.runtime && macro.cohort === group.cohort && macro.t === t);
      described.push(yield* describeGroup({ counts, cells: group.cells, time, seed: plan.seed }, { group, t, audited }));
    }
  }
  const { axis, budget, alpha, estimand, runtimeKey, seed, grid } = result.plan;
  return {
    schema: 'restart-lens/opportunity@1',
    plan: { axis, budget, times, alpha, estimand, runtimeKey, seed, grid },
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

interface GroupAtTime {
  readonly group: RuntimeGroup;
  readonly t: number;
  /** What the audit found at this time; absent where it did not ask. */
  readonly audited: AuditMacro | undefined;
}

function* describeGroup(design: MacroResamplingDesign, { group, t, audited }: GroupAtTime): Generator<void, OpportunityGroup, void> {
  const macro = macroNumbers(design.counts, design.cells, design.time);
  const head = { runtime: group.runtime, cohort: group.cohort, t, cells: macro.cells, liveCells: macro.liveCells, horizonCells: macro.horizonCells, hopefulCells: countHopeful(design), unbiasedChange: audited?.unbiased.change ?? null };
  return { ...head, ...(yield* describeNumbers(macro, design, audited)) };
}

type Numbers = Pick<OpportunityGroup, 'change' | 'bestConstant' | 'taskOracle' | 'perfectAlarm' | 'taskOverConstant' | 'alarmOverTask'>;

function* describeNumbers({ numbers }: GroupMacro, design: MacroResamplingDesign, audited: AuditMacro | undefined): Generator<void, Numbers, void> {
  if (numbers === null) return { change: null, bestConstant: null, taskOracle: null, perfectAlarm: null, taskOverConstant: null, alarmOverTask: null };
  const { change, bestConstant, taskOracle, perfectAlarm, taskOverConstant, alarmOverTask } = groupOpportunity(numbers);
  return {
    change: { estimate: change, interval: audited?.interval ?? (yield* macroRange(design)) },
    bestConstant,
    taskOracle: { estimate: taskOracle, interval: yield* macroRange({ ...design, contribution: 'oracle' }) },
    perfectAlarm: { estimate: perfectAlarm, interval: yield* macroRange({ ...design, contribution: 'alarm' }) },
    taskOverConstant,
    alarmOverTask,
  };
}

function countHopeful({ counts, cells, time }: MacroResamplingDesign): number {
  return cells.filter((cell) => {
    const index = cell * counts.times + time;
    return (counts.xContinue[index] ?? -1) >= 0 && (counts.nLive[index] ?? 0) > (counts.xContinue[index] ?? 0) && (counts.xRestart[index] ?? 0) > 0;
  }).length;
}
