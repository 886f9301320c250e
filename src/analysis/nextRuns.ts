import { groupBy } from '../base/groupBy';
import { largest } from '../base/extent';
import { armsOverlapAt } from '../engine/actionCounts';
import { classesOfDecision, type ClassCounts } from '../engine/attemptClass';
import { leastJointAttempts } from '../engine/jointDesign';
import { PlanningRegions } from '../engine/planningRegion';
import { attemptsForChance, PRIOR_WEIGHT, type PlannedCell } from '../engine/predictivePower';
import type { NextRun, NextRunsResult, RunCost, RunTotals } from '../model/nextRuns';
import type { Axis } from '../model/plan';
import type { AuditDecision } from '../model/results';
import type { AuditedOutcome } from './audit';
import type { Cell } from './cells';

/** Chance of a certificate that a fresh cell is to have. */
export const POWER = 0.8;
/** Larger fresh cells are not looked at: few will collect them, and their regions take long. */
export const MOST_ATTEMPTS = 200;
/** Different outcomes that are looked at, the largest differences first. */
const MOST_LOOKED_AT = 200;
/** How many of the cheapest are totalled apart. */
export const FIRST_RUNS = 5;

/**
 * Fresh cells that would settle the decisions that abstain, the cheapest first, by the predictive chance of a certificate under the
 * plan's rule. Nothing under the anytime rule, whose cells may be looked at as they grow. In portions; decisions with equal
 * counts are looked at once.
 */
export function* nextRunsInPortions({ result, cells, plan }: Pick<AuditedOutcome, 'result' | 'cells' | 'plan'>): Generator<void, NextRunsResult, void> {
  const { rule, alpha, budget } = plan;
  const open = result.decisions.filter(({ status, verdict }) => status === 'live' && verdict === 'abstain');
  const found: { readonly decision: AuditDecision; readonly cell: PlannedCell }[] = [];
  let lookedAt = 0;
  if (rule !== 'anytime') {
    const regions = new PlanningRegions({ rule, alpha, family: result.family });
    const known = new Map<string, PlannedCell | null>();
    for (const decision of [...open].sort((a, b) => leadOf(b) - leadOf(a))) {
      const classes = classesOfDecision(decision);
      if (classes === null) continue;
      const armsOverlap = armsOverlapAt(budget, decision.t);
      const key = [...classes, armsOverlap].join();
      if (!known.has(key)) {
        if (known.size >= MOST_LOOKED_AT) continue;
        known.set(key, yield* plannedCell(classes, armsOverlap, regions));
      }
      lookedAt++;
      const cell = known.get(key) ?? null;
      if (cell !== null) found.push({ decision, cell });
    }
  }
  const costs = costsOf(cells, plan.axis);
  const runs = found.map(({ decision, cell }) => describeRun(decision, cell, costs));
  const rankedBy = rankOf(runs);
  const sorted = runs.sort((a, b) => (weightOf(a, rankedBy) - weightOf(b, rankedBy)) || a.attempts - b.attempts);
  return {
    schema: 'restart-lens/next-runs@1',
    rule,
    family: result.family,
    power: POWER,
    prior: PRIOR_WEIGHT,
    mostAttempts: MOST_ATTEMPTS,
    abstaining: open.length,
    lookedAt,
    reachable: runs.length,
    rankedBy,
    runs: sorted,
    first: totalOf(sorted.slice(0, FIRST_RUNS), costs),
    all: totalOf(sorted, costs),
    anytime: anytimeLeast(alpha, result.family),
  };
}

function plannedCell(classes: ClassCounts, armsOverlap: boolean, regions: PlanningRegions): Generator<void, PlannedCell | null, void> {
  return attemptsForChance({ classes, armsOverlap }, regions, { power: POWER, most: MOST_ATTEMPTS });
}

function anytimeLeast(alpha: number, family: number): NextRunsResult['anytime'] {
  const least = leastJointAttempts({ alpha, family, armsOverlap: false });
  return { continue: least.continue, restart: least.restart?.n ?? null };
}

/** How far the actions lie apart, in standard errors of one attempt: what is certified first. */
function leadOf({ difference, n }: AuditDecision): number {
  return Math.abs(difference?.estimate ?? 0) * Math.sqrt(n);
}

type CostOf = (run: Pick<NextRun, 'runtime' | 'cohort'>) => RunCost;

/** Means over the counted attempts of a runtime and cohort. */
function costsOf(cells: readonly Cell[], axis: Axis): CostOf {
  const keyOf = ({ runtime, cohort }: Pick<NextRun, 'runtime' | 'cohort'>): string => JSON.stringify([runtime, cohort]);
  const means = new Map(
    [...groupBy(cells, keyOf)].map(([key, group]): [string, RunCost] => {
      const attempts = group.flatMap(({ usable }) => usable);
      return [key, { calls: meanOf(attempts.map(({ attempt, times }) => attempt.calls ?? (axis === 'calls' ? times.U : null))), dollars: meanOf(attempts.map(({ attempt }) => attempt.cost)) }];
    }),
  );
  return (run) => means.get(keyOf(run)) ?? { calls: null, dollars: null };
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

function describeRun({ task, runtime, cohort, t, n }: AuditDecision, { attempts, chances }: PlannedCell, costOf: CostOf): NextRun {
  return { task, runtime, cohort, t, seen: n, attempts, chances, cost: timesCost(costOf({ runtime, cohort }), attempts) };
}

function timesCost({ calls, dollars }: RunCost, attempts: number): RunCost {
  return { calls: calls === null ? null : calls * attempts, dollars: dollars === null ? null : dollars * attempts };
}

function rankOf(runs: readonly NextRun[]): NextRunsResult['rankedBy'] {
  if (runs.every(({ cost }) => cost.dollars !== null)) return runs.length === 0 ? 'attempts' : 'dollars';
  return runs.every(({ cost }) => cost.calls !== null) ? 'calls' : 'attempts';
}

function weightOf({ cost, attempts }: NextRun, by: NextRunsResult['rankedBy']): number {
  return by === 'attempts' ? attempts : (cost[by] ?? attempts);
}

function totalOf(runs: readonly NextRun[], costOf: CostOf): RunTotals {
  const cells = [...groupBy(runs, ({ task, runtime, cohort }) => JSON.stringify([task, runtime, cohort])).values()].map((group) => {
    const attempts = largest(group.map((run) => run.attempts), 0);
    const [first] = group;
    return { attempts, cost: first === undefined ? { calls: null, dollars: null } : timesCost(costOf(first), attempts) };
  });
  const sum = (part: keyof RunCost): number | null => cells.reduce<number | null>((total, { cost }) => (total === null || cost[part] === null ? null : total + cost[part]), 0);
  return { decisions: runs.length, cells: cells.length, attempts: cells.reduce((total, { attempts }) => total + attempts, 0), calls: sum('calls'), dollars: sum('dollars') };
}
