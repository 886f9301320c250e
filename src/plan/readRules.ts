import { COMPARISONS, RULE_QUANTITIES, UTILITY_PARTS, type Comparison, type PlanRule, type RuleQuantity, type UtilityWeights } from '../model/plan';
import { LARGEST_BUDGET, LARGEST_VALUE, LONGEST_NAME } from './limits';
import { fault, faultsAt, keep, readEntry, readList, readWhole, readWord, refuse, unique, type Reading } from './reading';

/** Reads the key `utility`: weights of success, calls, dollars and seconds; what is left out weighs nothing, and one must weigh something. */
export function readUtility(value: unknown): Reading<UtilityWeights> {
  const entry = readEntry(value, UTILITY_PARTS, 'a utility', UTILITY_PARTS);
  if (!entry.ok) return entry;
  const readings = UTILITY_PARTS.map((part) => ({ part, reading: entry.value[part] === undefined ? keep(0) : readValue(entry.value[part], 'A weight') }));
  const faults = readings.flatMap(({ part, reading }) => faultsAt(reading, part));
  if (faults.length > 0) return { ok: false, faults };
  const weight = (name: keyof UtilityWeights): number => readings.flatMap(({ part, reading }) => (part === name && reading.ok ? [reading.value] : []))[0] ?? 0;
  const weights = { success: weight('success'), calls: weight('calls'), dollars: weight('dollars'), seconds: weight('seconds') };
  if (UTILITY_PARTS.every((part) => weights[part] === 0)) return refuse(value, 'at least one weight that is not 0', 'A utility in which nothing weighs anything decides nothing.');
  return keep(weights);
}

/** Reads the key `rules`: go / no-go conditions with names of their own. */
export function readRules(value: unknown): Reading<readonly PlanRule[]> {
  const list = readList(value, 'rules', readRule);
  return list.ok ? unique(list.value, (rule) => rule.name, 'rule') : list;
}

function readRule(value: unknown): Reading<PlanRule> {
  const entry = readEntry(value, ['name', 'quantity', 'comparison', 'value', 't', 'runtime', 'cohort'], 'a rule', ['t', 'runtime', 'cohort']);
  if (!entry.ok) return entry;
  const given = entry.value;
  const name = readText(given.name, 'The name of a rule');
  const quantity = readWord<RuleQuantity>(given.quantity, RULE_QUANTITIES, 'a quantity');
  const comparison = readWord<Comparison>(given.comparison, COMPARISONS, 'a comparison');
  const limit = readValue(given.value, 'The value of a rule');
  const t = given.t === undefined || given.t === null ? keep(null) : readWhole(given.t, { what: 'A decision time', least: 1, most: LARGEST_BUDGET - 1 });
  const runtime = given.runtime === undefined || given.runtime === null ? keep(null) : readText(given.runtime, 'A runtime');
  const cohort = given.cohort === undefined || given.cohort === null ? keep(null) : readText(given.cohort, 'A cohort');
  if (!name.ok || !quantity.ok || !comparison.ok || !limit.ok || !t.ok || !runtime.ok || !cohort.ok) {
    const readings = { name, quantity, comparison, value: limit, t, runtime, cohort };
    return { ok: false, faults: Object.entries(readings).flatMap(([key, reading]) => faultsAt(reading, key)) };
  }
  return keep({ name: name.value, quantity: quantity.value, comparison: comparison.value, value: limit.value, t: t.value, runtime: runtime.value, cohort: cohort.value });
}

function readValue(value: unknown, what: string): Reading<number> {
  if (typeof value === 'number' && Math.abs(value) <= LARGEST_VALUE) return keep(value);
  return { ok: false, faults: [fault(value, 'a number', `${what} must be a number.`, [])] };
}

function readText(value: unknown, what: string): Reading<string> {
  if (typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_NAME) return keep(value);
  return refuse(value, `a text of 1 to ${LONGEST_NAME} characters`, `${what} is a text.`);
}
