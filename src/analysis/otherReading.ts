import { auditCells, type Audit } from '../engine/audit';
import { columnsFromTraces } from '../engine/attemptColumns';
import { deriveTimes } from '../model/deriveTimes';
import type { OtherReadingResult, ReadDecision, ReadGroup } from '../model/otherReading';
import type { Estimand } from '../model/plan';
import { groupByRuntime, type AuditedOutcome } from './audit';
import { exclusionOf, timeRules, type Cell, type TimedAttempt } from './cells';

/**
 * The audit's cells under the other question, in portions, for those in which every counted attempt has results after its calls: these say when a
 * state first passed and how the submission ended, which neither a final verdict nor a declared time does. Both readings keep
 * plan, times and family of the audit; only its own certifies.
 */
export function* otherReadingInPortions({ result, cells, plan }: AuditedOutcome): Generator<void, OtherReadingResult, void> {
  const planned = result.plan.estimand;
  const other: Estimand = planned === 'first-verified' ? 'resolved-at-submission' : 'first-verified';
  const counted = cells.filter(({ usable }) => usable.length > 0);
  const readable = counted.filter(isReadable);
  const { groups, groupOfCell } = groupByRuntime(readable);
  const design = { groups: groupOfCell, times: plan.times, budget: plan.budget, alpha: plan.alpha, family: result.family };
  const head = { schema: 'restart-lens/other-reading@1', planned, other, family: result.family, cells: { counted: counted.length, readable: readable.length }, attempts: readable.reduce((sum, { usable }) => sum + usable.length, 0) } as const;
  if (readable.length === 0) return { ...head, groups: [], decisions: [] };
  const audits: Audit[] = [];
  for (const read of [({ usable }: Cell) => usable, (cell: Cell) => reread(cell, plan, other)]) {
    yield;
    audits.push(auditCells({ ...design, columns: columnsFromTraces(readable.map((cell) => read(cell).map(({ times }) => times))) }));
  }
  yield;
  const [first, second] = audits;
  if (first === undefined || second === undefined) throw new Error('There are two readings.');
  return {
    ...head,
    groups: groups.flatMap(({ runtime, cohort, cells: own }, group) =>
      plan.times.map((t, time) => ({ runtime, cohort, t, cells: own.length, planned: groupAt(first, { group, own, time, times: plan.times.length }), other: groupAt(second, { group, own, time, times: plan.times.length }) })),
    ),
    decisions: first.decisions.map((decision, at) => {
      const cell = readable[decision.cell];
      const there = second.decisions[at];
      if (cell === undefined || there === undefined) throw new Error('Both readings have the same decisions.');
      return { task: cell.task, runtime: cell.runtime, cohort: cell.cohort, t: plan.times[decision.time] ?? 0, planned: pick(decision), other: pick(there) };
    }),
  };
}

function isReadable({ usable }: Cell): boolean {
  return usable.every(({ attempt }) => attempt.basis === 'per-call');
}

/** The attempts of a cell that count under the other question, with their times there; those that only it can count come in. */
function reread({ usable, setAside }: Cell, plan: AuditedOutcome['plan'], estimand: Estimand): readonly TimedAttempt[] {
  const rules = timeRules(plan, estimand);
  // What a seal, a conflict or a repeat leaves out stays out under any question.
  const dependent = setAside.filter(({ reason }) => reason === 'infrastructure' || reason === 'no-outcome' || reason === 'no-axis').map(({ attempt }) => attempt);
  return [...usable, ...dependent].map((timed) => ({ ...timed, times: deriveTimes(timed.attempt, rules) })).filter((timed) => exclusionOf(timed, estimand) === null);
}

interface GroupPlace {
  readonly group: number;
  readonly own: readonly number[];
  readonly time: number;
  readonly times: number;
}

function groupAt(audit: Audit, { group, own, time, times }: GroupPlace): ReadGroup {
  const live = own.flatMap((cell) => {
    const decision = audit.decisions[cell * times + time];
    return decision?.status === 'ok' ? [decision] : [];
  });
  const verdicts = (verdict: string): number => live.filter((decision) => decision.verdict === verdict).length;
  const sum = (of: (decision: (typeof live)[number]) => number | null): number => live.reduce((total, decision) => total + (of(decision) ?? 0), 0);
  return {
    nLive: sum(({ nLive }) => nLive),
    xContinue: sum(({ xContinue }) => xContinue),
    xRestart: sum(({ xRestart }) => xRestart),
    live: live.length,
    restart: verdicts('restart'),
    continue: verdicts('continue'),
    abstain: verdicts('abstain'),
    change: audit.macro[group * times + time]?.numbers?.change ?? null,
  };
}

function pick({ status, n, nLive, xContinue, xRestart, verdict }: Audit['decisions'][number]): ReadDecision {
  return { status: status === 'ok' ? 'live' : status === 'not_reached' ? 'not-reached' : 'horizon', n, nLive, xContinue, xRestart, verdict };
}
