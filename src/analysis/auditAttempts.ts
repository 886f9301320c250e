import { brokenAfter } from '../model/brokenLater';
import type { AuditAttempt, ExclusionReason } from '../model/results';
import { runtimeLabel } from '../model/runtime';
import type { AuditedOutcome } from './audit';
import type { TimedAttempt } from './cells';

const made = new WeakMap<AuditedOutcome, readonly AuditAttempt[]>();

/** Every attempt of an audit, counted or set aside, for views; in cell order, those in no cell last. Made once for each audit. */
export function auditAttempts(outcome: AuditedOutcome): readonly AuditAttempt[] {
  const known = made.get(outcome) ?? listAttempts(outcome);
  made.set(outcome, known);
  return known;
}

function listAttempts({ cells, excluded, plan }: AuditedOutcome): readonly AuditAttempt[] {
  const inCells = cells.flatMap((cell) => [
    ...cell.usable.map((attempt) => describe(attempt, cell.runtime, null)),
    ...cell.setAside.map(({ attempt, reason }) => describe(attempt, cell.runtime, reason)),
  ]);
  const seen = new Set(inCells.map((attempt) => attempt.id));
  const elsewhere = excluded.filter(({ attempt }) => !seen.has(attempt.attempt.id));
  return [...inCells, ...elsewhere.map(({ attempt, reason }) => describe(attempt, runtimeLabel(attempt.attempt.runtime, plan.runtimeKey), reason))];
}

function describe({ attempt, times }: TimedAttempt, runtime: string, excluded: ExclusionReason | null): AuditAttempt {
  return {
    id: attempt.id,
    task: attempt.task,
    runtime,
    cohort: attempt.cohort,
    attempt: attempt.attempt,
    T: times.T,
    E: times.E,
    H: times.H,
    U: times.U,
    J: times.J,
    brokenAfter: brokenAfter(attempt),
    exitStatus: attempt.exitStatus,
    steps: attempt.stepCount,
    excluded,
  };
}
