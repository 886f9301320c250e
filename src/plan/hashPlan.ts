import { createHash } from 'node:crypto';
import type { Plan } from '../model/plan';

/**
 * SHA-256 of a plan, 64 hexadecimal digits. Plans that audit the same thing have the same hash: keys are sorted, and so
 * are the lists whose order means nothing (runtime key, cohorts, monitors). Comments, layout and whether a value was
 * stated or taken from the defaults do not enter. The exit table keeps its order, since its first matching line decides.
 * Hash the settled plan, with budget and times filled in: before that, null stands for whatever the data will say.
 */
export function hashPlan(plan: Plan): string {
  const normal = {
    ...plan,
    runtimeKey: [...plan.runtimeKey].sort(),
    cohorts: plan.cohorts === null ? null : [...plan.cohorts].sort(),
    monitors: [...plan.monitors].sort((a, b) => (a.monitor < b.monitor ? -1 : 1)),
  };
  return createHash('sha256').update(canonicalJson(normal)).digest('hex');
}

/** JSON without spaces, keys of every object in code-unit order; what JSON cannot say becomes null. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}
