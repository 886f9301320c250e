import { auditCells, type Audit } from '../engine/audit';
import { columnsFromTraces } from '../engine/attemptColumns';
import type { OtherReadingResult, ReadDecision, ReadGroup } from '../model/otherReading';
import type { Estimand } from '../model/plan';
import { groupByRuntime, type AuditedOutcome } from './audit';
import type { Cell } from './cells';
import { countedCells, plannedReading, rereadCell } from './readings';

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
  const head = { schema: 'restart-lens/other-reading@1', planned, other, family: result.family, grid: result.plan.grid, cells: { counted: counted.length, readable: readable.length }, attempts: readable.reduce((sum, { usable }) => sum + usable.length, 0) } as const;
  if (readable.length === 0) return { ...head, groups: [], decisions: [] };
  const audits: Audit[] = [];
  const reading = { ...plannedReading({ result, plan }), estimand: other };
  const reread = countedCells(readable.map((cell) => rereadCell(cell, reading, plan)), { plan }, reading);
  for (const read of [readable, reread]) {
    yield;
    audits.push(auditCells({ ...design, columns: columnsFromTraces(read.map(({ usable }) => usable.map(({ times }) => times))) }));
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

/** Whether every counted attempt of a cell answers both questions. */
export function isReadable({ usable }: Cell): boolean {
  return usable.every(({ attempt }) => attempt.basis === 'per-call');
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
