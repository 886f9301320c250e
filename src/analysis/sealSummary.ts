import type { SealCheck, SealSummary } from '../model/seal';
import type { PlannedPart } from './plannedCells';

/** What an audit says of the seal; null where the plan was never frozen. `part` is known under an intact seal. */
export function summariseSeal(check: SealCheck, part: Pick<PlannedPart, 'planned' | 'complete' | 'started' | 'counted'> | null): SealSummary | null {
  if (check.state === 'none') return null;
  const { lock } = check;
  return {
    state: check.state,
    reason: check.state === 'broken' ? check.reason : null,
    changed: check.state === 'intact' ? [] : check.changed,
    number: lock?.number ?? null,
    frozen: lock?.frozen ?? null,
    seal: lock?.seal ?? null,
    attemptsPerCell: lock?.settled.attemptsPerCell ?? null,
    slidersUpTo: lock?.plan.family === 'sliders' ? lock.settled.budget : null,
    cells: part === null ? null : { planned: part.planned, complete: part.complete },
    attempts: part === null ? null : { started: part.started, counted: part.counted },
  };
}
