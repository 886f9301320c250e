import { compareText } from '../base/compareText';
import { groupBy } from '../base/groupBy';
import { decideAnytime } from '../engine/anytimeAudit';
import { columnsFromTraces } from '../engine/attemptColumns';
import { auditCells, type Audit } from '../engine/audit';
import { deriveTimes, type TimeRules } from '../model/deriveTimes';
import type { Estimand, RuntimeField } from '../model/plan';
import type { Verdict } from '../model/results';
import { nameRuntimes, runtimeIdentity } from '../model/runtime';
import { groupByRuntime, plannedPlan, type AuditedOutcome } from './audit';
import { exclusionOf, timeRules, type Cell, type TimedAttempt } from './cells';
import { familySize } from './families';
import { attemptsOf } from './runtimeCards';
import { signVerdicts } from './signVerdicts';
import { startedCells } from './startedCells';

/** How attempts are dated, and what makes a runtime. */
export interface Reading {
  readonly estimand: Estimand;
  readonly otherBudget: TimeRules['otherBudget'];
  /** A failure that infrastructure ended counts as one. */
  readonly countsInfrastructure: boolean;
  readonly runtimeKey: readonly RuntimeField[];
}

/** The plan's own. */
export function plannedReading({ result, plan }: Pick<AuditedOutcome, 'result' | 'plan'>): Reading {
  return { estimand: result.plan.estimand, otherBudget: timeRules(plan, result.plan.estimand).otherBudget, countsInfrastructure: false, runtimeKey: plan.runtimeKey };
}

/** The rules by which a reading dates the ends of runs. */
function rulesOf({ estimand, otherBudget, countsInfrastructure }: Reading, plan: AuditedOutcome['plan']): TimeRules {
  const rules = timeRules(plan, estimand);
  const classifyExit: TimeRules['classifyExit'] = (format, status, hasVerdict) => {
    const exit = rules.classifyExit(format, status, hasVerdict);
    return exit === 'infrastructure' && hasVerdict ? 'agent-failure' : exit;
  };
  return { ...rules, otherBudget, ...(countsInfrastructure ? { classifyExit } : {}) };
}

/** Reasons that follow from how an attempt is read. What a seal, a conflict or a repeat leaves out stays out under any reading. */
const DEPENDENT: ReadonlySet<string> = new Set(['infrastructure', 'no-outcome', 'no-axis', 'open', 'started-later']);

/** A cell as a reading dates its attempts; those that only it can count come in. */
export function rereadCell(cell: Cell, reading: Reading, plan: AuditedOutcome['plan']): Cell {
  const rules = rulesOf(reading, plan);
  const date = (timed: TimedAttempt): TimedAttempt => ({ ...timed, times: deriveTimes(timed.attempt, rules) });
  const usable: TimedAttempt[] = [];
  const setAside = cell.setAside.filter(({ reason }) => !DEPENDENT.has(reason));
  for (const timed of [...cell.usable, ...cell.setAside.filter(({ reason }) => DEPENDENT.has(reason)).map(({ attempt }) => attempt)]) {
    const dated = date(timed);
    const reason = exclusionOf(dated, reading.estimand);
    if (reason === null) usable.push(dated);
    else setAside.push(cell.setAside.find(({ attempt }) => attempt.row === timed.row && attempt.times.J === dated.times.J) ?? { attempt: dated, reason, isMissing: reason === 'no-outcome' || reason === 'no-axis' });
  }
  return { ...cell, usable, setAside };
}

/** Cells under another runtime key, and for each cell the one that it went into. */
export function regroupCells(cells: readonly Cell[], key: readonly RuntimeField[]): { readonly cells: readonly Cell[]; readonly placeOf: readonly number[] } {
  const fields = (cell: Cell): TimedAttempt['attempt']['runtime'] | null => attemptsOf(cell)[0]?.attempt.runtime ?? null;
  const identityOf = (cell: Cell): string => {
    const runtime = fields(cell);
    return JSON.stringify([runtime === null ? cell.runtime : runtimeIdentity(runtime, key), cell.cohort, cell.task]);
  };
  const names = nameRuntimes(cells.flatMap((cell) => fields(cell) ?? []), key);
  const groups = [...groupBy(cells, identityOf)].map(([identity, own]) => {
    const [first] = own;
    const runtime = first === undefined ? null : fields(first);
    const merged: Cell = {
      task: first?.task ?? '',
      cohort: first?.cohort ?? null,
      runtime: runtime === null ? (first?.runtime ?? '') : (names.get(runtimeIdentity(runtime, key)) ?? ''),
      usable: own.flatMap(({ usable }) => usable),
      setAside: own.flatMap(({ setAside }) => setAside),
    };
    return { identity, merged };
  });
  groups.sort((a, b) => compareText(a.merged.runtime, b.merged.runtime) || compareText(a.identity, b.identity));
  const places = new Map(groups.map(({ identity }, at) => [identity, at]));
  return { cells: groups.map(({ merged }) => merged), placeOf: cells.map((cell) => places.get(identityOf(cell)) ?? 0) };
}

/** What an audit makes of cells under a reading. */
export interface ReadAudit {
  readonly audit: Audit;
  /** In the order of the audit's decisions, by the plan's rule; null where none is live. */
  readonly verdicts: readonly (Verdict | null)[];
}

/** Decides cells by the plan's rule, times, budget and alpha, as the audit does. In portions. */
export function* decideCells(cells: readonly Cell[], { plan, seal }: Pick<AuditedOutcome, 'plan' | 'seal'>, family?: number): Generator<void, ReadAudit, void> {
  const design = { columns: columnsFromTraces(cells.map(({ usable }) => usable.map(({ times }) => times))), groups: groupByRuntime(cells).groupOfCell, times: plan.times, budget: plan.budget, alpha: plan.alpha };
  yield;
  const fixed = auditCells({ ...design, family: family ?? familySize(plannedPlan(plan, seal.check), cells.length) });
  yield;
  const audit = plan.rule === 'anytime' ? decideAnytime(fixed, plan) : fixed;
  const sign = plan.rule === 'calibrated' ? yield* signVerdicts(audit, plan) : null;
  return { audit, verdicts: audit.decisions.map((decision, at) => (sign === null ? decision.verdict : (sign.verdicts[at]?.verdict ?? null))) };
}

/** Cells of a reading, cut where the plan's rule counts attempts in the order of their starts. */
export function countedCells(cells: readonly Cell[], { plan }: Pick<AuditedOutcome, 'plan'>, reading: Reading): readonly Cell[] {
  if (plan.rule !== 'anytime') return cells;
  const started = startedCells({ estimand: reading.estimand, cells, excluded: [] }, plan.budget);
  return started.kind === 'cells' ? started.cells.cells : cells;
}
