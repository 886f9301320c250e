import { compareConditions, conditionsGround, likeliestPair, type ConditionsGround } from '../analysis/conditions';
import { groupName } from '../model/runtime';
import type { ConditionsParams, ConditionsSectionView } from '../protocol/conditionsSection';
import { refusedConditions, viewConditions } from '../views/conditions/viewConditions';
import { groupWords } from '../views/replay/policyWords';
import type { Section } from './section';

/** Two runtimes or cohorts over the tasks that both have. */
export const conditions: Section<ConditionsParams, ConditionsSectionView> = {
  name: 'conditions',
  title: 'Conditions',
  first: { a: null, b: null },
  readParams: (raw) => ({ a: textOf(raw, 'a'), b: textOf(raw, 'b') }),
  *open({ outcome }, params) {
    const ground = conditionsGround(outcome);
    const chosen = choose(ground, params);
    const context = { choices: ground.groups.map((group) => ({ key: groupName(group), title: groupWords({ ...group, pooled: [] }) })), ...chosen };
    const result = yield* compareConditions(ground, outcome.plan, { a: chosen.a === null ? null : [chosen.a], b: chosen.b === null ? null : [chosen.b], splitAt: null });
    return 'kind' in result ? { view: refusedConditions(result.message, context), result: null } : { view: viewConditions(result, context), result };
  },
};

/** The conditions asked for, else the likeliest pair; names of groups that are no longer there count as not asked for. */
function choose({ groups }: ConditionsGround, { a, b }: ConditionsParams): ConditionsParams {
  const has = (name: string | null): boolean => groups.some((group) => groupName(group) === name);
  if (has(a) && has(b)) return { a, b };
  const pair = likeliestPair(groups);
  return pair === null ? { a: null, b: null } : { a: groupName(pair[0]), b: groupName(pair[1]) };
}

function textOf(raw: unknown, key: 'a' | 'b'): string | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const value: unknown = Reflect.get(raw, key);
  return typeof value === 'string' ? value : null;
}
