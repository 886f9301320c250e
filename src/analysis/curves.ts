import { largest, smallest } from '../base/extent';
import { columnsFromTraces } from '../engine/attemptColumns';
import { restartBudget } from '../engine/actionCounts';
import { rememberIntervals, type IntervalLookup } from '../engine/certificate';
import { countColumns, statusAt, UNKNOWN_COUNT, type CountColumns } from '../engine/countColumns';
import { resampleCurves, type Band } from '../engine/curveBands';
import { boundShare, countCompletions, countHazardsBetween, countTruncated, curveGrid, hazardShare, watchedUntil } from '../engine/curves';
import { DEFAULT_REPLICATES, type MacroResamplingDesign } from '../engine/macroInterval';
import { attemptsForUpperEnd, upperEndWithoutSuccess } from '../engine/evidence';
import { traceEnding, type Trace } from '../engine/trace';
import type { ActionPoint, CompletionPoint, CurvesCell, CurvesGroup, CurvesResult, GroupActionPoint, HazardPoint, TruncationGroup } from '../model/curvesResult';
import type { AuditMacro, Interval } from '../model/results';
import { groupByRuntime, type AuditedOutcome, type RuntimeGroup } from './audit';
import type { Cell } from './cells';
import { macroRange } from './macroRange';
import type { SettledPlan } from './resolvePlan';

const LEVEL = 0.95;
/** Positions at which curves are read. */
const MOST_POSITIONS = 60;
/** Curves go on beyond the budget as far as somebody was watched, up to this many budgets. */
const MOST_BUDGETS = 2;
const EPSILONS = [0.5, 0.4, 0.3, 0.25, 0.2, 0.15, 0.1, 0.075, 0.05, 0.04, 0.03, 0.02, 0.01] as const;

/** A cell, or a group where the task is null. */
export interface CurvesSubject {
  readonly runtime: string;
  readonly cohort: string | null;
  readonly task: string | null;
}

interface Design {
  readonly grid: readonly number[];
  readonly plan: SettledPlan;
  /** Pointwise exact intervals; the same few are asked for over and over. */
  readonly intervalOf: IntervalLookup;
}

/**
 * Completion, hazards and both actions at every position of a grid, for the cells and groups of an audit; in portions. What a horizon
 * hides has no estimate, only the bounds between which it must lie. `only` names one cell, or one group, whose curves are wanted.
 *
 * Cost: attempts x grid, and a resampling of each group (`resampleCurves`).
 */
export function* curvesInPortions({ result, cells, plan }: AuditedOutcome, only: CurvesSubject | null = null): Generator<void, CurvesResult, void> {
  const usable = cells.filter((cell) => cell.usable.length > 0);
  const grid = gridOf(usable, plan);
  const design: Design = { grid, plan, intervalOf: rememberIntervals((1 - LEVEL) / 2) };
  const counts = countColumns(columnsFromTraces(usable.map(tracesOf)), { times: actionTimes(design), budget: plan.budget });
  yield;
  const described: CurvesCell[] = [];
  for (const [index, cell] of usable.entries()) {
    if (only !== null && !(isOf(cell, only) && cell.task === only.task)) continue;
    described.push(describeCell(cell, { counts, index }, design));
    yield;
  }
  const groups: CurvesGroup[] = [];
  const grouped = groupByRuntime(usable).groups;
  for (const group of grouped) {
    if (only === null || (isOf(group, only) && only.task === null)) groups.push(yield* describeGroup(group, usable, { counts, design, audited: result.macro.filter((macro) => isOf(macro, group)) }));
  }
  const { axis, budget, alpha, estimand, runtimeKey, seed } = result.plan;
  const sizes = usable.map((cell) => cell.usable.length);
  const families = familySizes(result.family, plan.times.length, cells.length);
  return {
    schema: 'restart-lens/curves@1',
    plan: { axis, budget, times: plan.times, alpha, estimand, runtimeKey, seed },
    grid,
    level: LEVEL,
    groups,
    cells: described,
    truncation: grouped.map((group) => describeTruncation(group, usable, plan)),
    evidence: families.flatMap((family) => EPSILONS.map((epsilon) => ({ family, epsilon, attempts: attemptsForUpperEnd(epsilon, family, alpha) }))),
    here: families.flatMap((family) => [...new Set([smallest(sizes), largest(sizes)])].map((n) => ({ family, n, upper: upperEndWithoutSuccess(n, family, alpha) }))),
    excluded: result.excluded,
    provenance: result.provenance,
  };
}

function isOf(one: Pick<CurvesSubject, 'runtime' | 'cohort'>, { runtime, cohort }: Pick<CurvesSubject, 'runtime' | 'cohort'>): boolean {
  return one.runtime === runtime && one.cohort === cohort;
}

function describeTruncation(group: RuntimeGroup, cells: readonly Cell[], plan: SettledPlan): TruncationGroup {
  const traces = group.cells.flatMap((index) => cells[index] ?? []).flatMap(tracesOf);
  const caps = [{ cap: plan.budget, t: null }, ...plan.times.map((t) => ({ cap: restartBudget(plan.budget, t), t }))];
  return {
    runtime: group.runtime,
    cohort: group.cohort,
    completions: countTruncated(traces, plan.budget).completions,
    caps: caps.map(({ cap, t }) => ({ cap, t, beyond: countTruncated(traces, cap).beyond })),
  };
}

function tracesOf(cell: Cell): readonly Trace[] {
  return cell.usable.map(({ times }) => times);
}

/** Up to the budget, and beyond it as far as an attempt ended or was watched. */
function gridOf(cells: readonly Cell[], { budget, times, axis }: SettledPlan): readonly number[] {
  const seen = largest(cells.flatMap((cell) => cell.usable.flatMap((u) => u.times.U ?? [])), budget);
  const end = Math.max(budget, Math.min(seen, MOST_BUDGETS * budget));
  return curveGrid(end, { most: MOST_POSITIONS, isWhole: axis === 'calls' || axis === 'tool-steps', fixed: [...times, budget] });
}

function actionTimes({ grid, plan }: Design): readonly number[] {
  return grid.filter((at) => at < plan.budget);
}

/** One comparison, those of one cell, of all cells at one time, and the whole family; rising, without repeats. */
export function familySizes(family: number, times: number, cells: number): readonly number[] {
  return [...new Set([1, times, cells, family].filter((m) => m >= 1 && m <= family))].sort((a, b) => a - b);
}

function describeCell(cell: Cell, { counts, index }: { readonly counts: CountColumns; readonly index: number }, design: Design): CurvesCell {
  const traces = tracesOf(cell);
  const n = traces.length;
  return {
    task: cell.task,
    runtime: cell.runtime,
    cohort: cell.cohort,
    ...describeEnds(traces),
    completion: countCompletions(traces, design.grid).map(({ solved, unknown }): CompletionPoint => ({ unknown, ...boundShare({ solved, unknown }, n, design.intervalOf) })),
    hazards: describeHazards(traces, design),
    actions: actionTimes(design).map((t, time) => describeAction(counts, { index, time, t }, design.intervalOf)),
  };
}

function describeEnds(traces: readonly Trace[]): Pick<CurvesCell, 'n' | 'verified' | 'terminal' | 'censored' | 'watchedUntil'> {
  const count = (ending: ReturnType<typeof traceEnding>): number => traces.filter((trace) => traceEnding(trace) === ending).length;
  return { n: traces.length, verified: count('verified'), terminal: count('terminal'), censored: count('censored'), watchedUntil: watchedUntil(traces) };
}

function describeHazards(traces: readonly Trace[], { grid, intervalOf }: Design): readonly HazardPoint[] {
  return countHazardsBetween(traces, grid).map(({ atRisk, verified, terminal }) => ({
    atRisk,
    verified,
    terminal,
    verifiedHazard: hazardShare(verified, atRisk, intervalOf),
    terminalHazard: hazardShare(terminal, atRisk, intervalOf),
  }));
}

function describeAction(counts: CountColumns, { index, time, t }: { readonly index: number; readonly time: number; readonly t: number }, intervalOf: IntervalLookup): ActionPoint {
  const place = index * counts.times + time;
  const status = statusAt(counts, index, time);
  const nLive = counts.nLive[place] ?? UNKNOWN_COUNT;
  if (status === 'horizon') return { t, nLive: nLive === UNKNOWN_COUNT ? null : nLive, status, continue: null, restart: null };
  const share = (x: number, n: number): Interval | null => (n === 0 ? null : { estimate: x / n, ...intervalOf(x, n) });
  return {
    t,
    nLive,
    status: status === 'ok' ? 'live' : 'not-reached',
    continue: share(counts.xContinue[place] ?? 0, nLive),
    restart: share(counts.xRestart[place] ?? 0, counts.n[index] ?? 0),
  };
}

interface GroupDesign {
  readonly counts: CountColumns;
  readonly design: Design;
  /** The group's macro changes in the audit. */
  readonly audited: readonly AuditMacro[];
}

function* describeGroup(group: RuntimeGroup, cells: readonly Cell[], { counts, design, audited }: GroupDesign): Generator<void, CurvesGroup, void> {
  const { grid, plan } = design;
  const members = group.cells.flatMap((index) => cells[index] ?? []);
  const traces = members.flatMap(tracesOf);
  const bands = yield* resampleCurves({ cells: members.map(tracesOf), grid, budget: plan.budget, seed: plan.seed, level: LEVEL });
  const unknown = countCompletions(traces, grid).map((count) => count.unknown);
  const times = actionTimes(design);
  const actions = bands.actions === null ? null : yield* describeActions(bands.actions, { times, live: liveByTime(counts, group.cells, times.length), audited, resampling: { counts, cells: group.cells, seed: plan.seed } });
  return {
    runtime: group.runtime,
    cohort: group.cohort,
    cells: members.length,
    ...describeEnds(traces),
    completion: grid.map((_, k): CompletionPoint => {
      const [least, most] = [bands.least.value[k] ?? 0, bands.most.value[k] ?? 0];
      const isKnown = unknown[k] === 0;
      return { unknown: unknown[k] ?? 0, estimate: isKnown ? least : null, least, most: isKnown ? least : most, low: bands.least.low[k] ?? 0, high: bands.most.high[k] ?? 1 };
    }),
    hazards: describeHazards(traces, design),
    actions,
    replicates: bands.replicates,
    changeReplicates: DEFAULT_REPLICATES,
  };
}

function liveByTime(counts: CountColumns, cells: readonly number[], times: number): readonly number[] {
  return Array.from({ length: times }, (_, time) => cells.reduce((sum, cell) => sum + Math.max(0, counts.nLive[cell * counts.times + time] ?? 0), 0));
}

interface GroupActions {
  readonly times: readonly number[];
  readonly live: readonly number[];
  readonly audited: readonly AuditMacro[];
  readonly resampling: Omit<MacroResamplingDesign, 'time'>;
}

/** The difference has the range of the audit's plug-in macro change, whose number it is: the same at the times of the plan, and at others what it would be there. */
function* describeActions(bands: Readonly<Record<'continue' | 'restart', Band>>, { times, live, audited, resampling }: GroupActions): Generator<void, readonly GroupActionPoint[], void> {
  const at = ({ value, low, high }: Band, k: number): Interval => ({ estimate: value[k] ?? 0, low: low[k] ?? 0, high: high[k] ?? 0 });
  const points: GroupActionPoint[] = [];
  for (const [k, t] of times.entries()) {
    const [continued, restart] = [at(bands.continue, k), at(bands.restart, k)];
    const range = audited.find((macro) => macro.t === t)?.interval ?? (yield* macroRange({ ...resampling, time: k }));
    const difference = (restart.estimate ?? 0) - (continued.estimate ?? 0);
    const estimate = Math.abs(difference) < NOTHING ? 0 : difference;
    points.push({ t, nLive: live[k] ?? 0, continue: continued, restart, change: { estimate, low: range?.low ?? estimate, high: range?.high ?? estimate } });
    yield;
  }
  return points;
}

/** What is left of zero by rounding. */
const NOTHING = 1e-12;
