import { createHash } from 'node:crypto';
import type { Plan } from '../model/plan';
import { DEFAULT_PLAN, PLAN_KEYS } from './planFields';

/**
 * SHA-256 of a plan, 64 hexadecimal digits. Plans that audit the same thing have the same hash: keys are sorted, and so
 * are the lists whose order means nothing (runtime key, cohorts, monitors). Comments, layout and whether a value was
 * stated or taken from the defaults do not enter. The exit table keeps its order, since its first matching line decides.
 * Hash the settled plan, with budget and times filled in: before that, null stands for whatever the data will say.
 */
export function hashPlan(plan: Plan): string {
  return hashCanonical(normalPlan(plan));
}

/** SHA-256 of the canonical JSON of a plain value, 64 hexadecimal digits. */
export function hashCanonical(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/** Keys in which two plans audit something different, in the plan's own order. */
export function changedKeys(before: Plan, after: Plan): readonly (keyof Plan)[] {
  const [one, other] = [normalPlan(before), normalPlan(after)];
  return PLAN_KEYS.filter((key) => canonicalJson(one[key]) !== canonicalJson(other[key]));
}

/** The plan with lists whose order means nothing sorted, and its cells one task each. */
function normalPlan(plan: Plan): Readonly<Partial<Record<keyof Plan, unknown>>> {
  return {
    ...withoutLater(plan),
    runtimeKey: [...plan.runtimeKey].sort(),
    cohorts: plan.cohorts === null ? null : [...plan.cohorts].sort(),
    monitors: [...plan.monitors].sort((a, b) => (a.monitor < b.monitor ? -1 : 1)),
    cells: plan.cells === null ? null : plan.cells.flatMap(({ tasks, runtime, cohort }) => tasks.map((task) => canonicalJson({ task, runtime, cohort }))).sort(),
  };
}

/** Keys that came after plans had been frozen. At their defaults they enter no hash, so that those seals still hold. */
export const LATER_KEYS = ['family', 'marginPoints'] as const satisfies readonly (keyof Plan)[];

/** The plan without later keys that state nothing. */
export function withoutLater(plan: Plan): Partial<Plan> {
  const later = new Set<string>(LATER_KEYS);
  const defaults = new Map<string, unknown>(Object.entries(DEFAULT_PLAN));
  return Object.fromEntries(Object.entries(plan).filter(([key, value]) => !later.has(key) || value !== defaults.get(key)));
}

/** JSON without spaces, keys of every object in code-unit order; what JSON cannot say becomes null. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}
