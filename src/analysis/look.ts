import { defaultTimes } from '../plan/defaultTimes';
import { hashCanonical, hashPlan } from '../plan/hashPlan';
import type { LookFact } from '../model/studyLog';
import type { SealCheck } from '../model/seal';
import { plannedPlan, type AuditedOutcome } from './audit';
import type { CountedCells } from './counted';
import { settleTimes } from './resolvePlan';

/** What the study log keeps of an audit of a plan that has a lock; null where it has none. */
export function lookFact({ result, cells }: Pick<AuditedOutcome, 'result' | 'cells'>, check: SealCheck, by: string): LookFact | null {
  const { totals, plan } = result;
  return describeLook({ cells, plan: plan.hash, isPlanned: plan.sealed, verdicts: totals }, check, by);
}

/** The same of an answer that gives no verdicts. */
export function lookFactOf({ grouped, plan, budget, isPlanned }: CountedCells, check: SealCheck, by: string): LookFact | null {
  const settled = typeof budget === 'number' ? settleTimes(plan, budget, defaultTimes) : null;
  const used = settled?.kind === 'settled' ? settled.plan : plan;
  return describeLook({ cells: grouped.cells, plan: hashPlan({ ...plannedPlan(used, check), estimand: grouped.estimand }), isPlanned, verdicts: null }, check, by);
}

interface Look {
  readonly cells: AuditedOutcome['cells'];
  /** Hash of the plan. */
  readonly plan: string;
  readonly isPlanned: boolean;
  readonly verdicts: Pick<LookFact, 'restart' | 'continue' | 'abstain'> | null;
}

function describeLook({ cells, plan, isPlanned, verdicts }: Look, check: SealCheck, by: string): LookFact | null {
  if (check.state === 'none') return null;
  return {
    kind: 'look',
    by,
    state: check.state === 'intact' ? (isPlanned ? 'planned' : 'exploratory') : check.state,
    plan,
    seal: check.lock?.seal ?? null,
    changed: check.state === 'intact' ? [] : check.changed,
    data: digestData(cells),
    attempts: cells.reduce((sum, { usable }) => sum + usable.length, 0),
    restart: verdicts?.restart ?? null,
    continue: verdicts?.continue ?? null,
    abstain: verdicts?.abstain ?? null,
  };
}

/** SHA-256 of what is counted: each attempt with its times and content. The same attempts give the same digest, whatever folder they lie in. */
export function digestData(cells: AuditedOutcome['cells']): string {
  const rows = cells.flatMap(({ task, runtime, cohort, usable }) => usable.map(({ attempt, times: { T, E, H, U, J } }) => JSON.stringify([task, runtime, cohort, attempt.attempt, T, E, H, U, J, attempt.contentHash])));
  return hashCanonical(rows.sort());
}
