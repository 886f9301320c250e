import { isExitPattern } from '../model/exitTable';
import { TRACE_FORMATS } from '../model/formats';
import {
  AXES,
  ESTIMANDS,
  FAMILIES,
  MISSING_DATA,
  RULES,
  RUNTIME_FIELDS,
  type Axis,
  type DecisionFamily,
  type DecisionRule,
  type Estimand,
  type ExitClass,
  type ExitRule,
  type MissingDataRule,
  type MonitorPlan,
  type Plan,
  type RuntimeField,
} from '../model/plan';
import { LARGEST_BUDGET, LARGEST_SEED, LONGEST_NAME, LONGEST_PATTERN } from './limits';
import { readCells } from './readCells';
import { readRules, readUtility } from './readRules';
import { fault, faultsAt, keep, quoteAll, readEntry, readList, readWhole, readWord, refuse, unique, type PlanFault, type Reading } from './reading';
import { isSlowPattern } from './slowPattern';
import { BUILT_AXES, describeUnbuiltAxis } from './unbuilt';

/** The plan when nothing is stated. */
export const DEFAULT_PLAN: Plan = {
  axis: 'calls',
  budget: null,
  times: null,
  alpha: 0.05,
  rule: 'fixed',
  family: 'planned',
  estimand: null,
  seed: 1,
  runtimeKey: RUNTIME_FIELDS,
  cohorts: null,
  exitTable: [],
  monitors: [],
  cells: null,
  attemptsPerCell: null,
  marginPoints: null,
  missingData: 'set-aside',
  utility: null,
  rules: [],
};

export const EXIT_CLASSES: readonly ExitClass[] = ['infrastructure', 'call-limit', 'other-budget', 'agent-failure', 'submitted'];

type FieldReaders = { readonly [K in keyof Plan]: (value: unknown) => Reading<Plan[K]> };

/**
 * Checks one value of the plan for itself; relations between values are `checkPlanRelations`. For the keys whose
 * default is null (budget, times, estimand, cohorts), null reads as "not stated".
 */
export function readPlanField<K extends keyof Plan>(key: K, value: unknown): Reading<Plan[K]> {
  return READERS[key](value);
}

/** The keys of a plan, in its own order. */
export const PLAN_KEYS = Object.freeze(['axis', 'budget', 'times', 'alpha', 'rule', 'family', 'estimand', 'seed', 'runtimeKey', 'cohorts', 'exitTable', 'monitors', 'cells', 'attemptsPerCell', 'marginPoints', 'missingData', 'utility', 'rules']) satisfies readonly (keyof Plan)[];

const READERS: FieldReaders = {
  axis: readAxis,
  budget: (value) => (value === null ? keep(null) : readWhole(value, { what: 'The budget B', least: 2, most: LARGEST_BUDGET })),
  times: (value) => (value === null ? keep(null) : readTimes(value)),
  alpha: readAlpha,
  rule: (value) => readWord<DecisionRule>(value, RULES, 'the decision rule'),
  family: (value) => readWord<DecisionFamily>(value, FAMILIES, 'the family of decisions'),
  estimand: (value) => (value === null ? keep(null) : readWord<Estimand>(value, ESTIMANDS, 'the estimand')),
  seed: (value) => readWhole(value, { what: 'The seed', least: 0, most: LARGEST_SEED }),
  runtimeKey: readRuntimeKey,
  cohorts: (value) => (value === null ? keep(null) : readCohorts(value)),
  exitTable: (value) => readList(value, 'exit rules', readExitRule),
  monitors: readMonitors,
  cells: (value) => (value === null ? keep(null) : readCells(value)),
  attemptsPerCell: (value) => (value === null ? keep(null) : readWhole(value, { what: 'The number of attempts per cell', least: 1, most: LARGEST_BUDGET })),
  marginPoints: (value) => (value === null ? keep(null) : readMargin(value)),
  missingData: (value) => readWord<MissingDataRule>(value, MISSING_DATA, 'a rule for missing data'),
  utility: (value) => (value === null ? keep(null) : readUtility(value)),
  rules: readRules,
};

/** Faults that only show when the values of a plan are seen together; `path` starts at the plan. */
export function checkPlanRelations(plan: Plan): readonly PlanFault[] {
  return [...checkTimes(plan), ...checkFamily(plan), ...checkCells(plan), ...checkRules(plan)];
}

function checkFamily({ family, rule }: Plan): readonly PlanFault[] {
  if (family !== 'sliders' || rule === 'fixed') return [];
  return [fault(family, '"planned", or the rule "fixed"', `The slider-safe family is defined for the fixed rule only: its price is counted in the paper's intervals, and the ${rule} rule rests on none. Plan the fixed rule, or the planned family.`, ['family'])];
}

/** A field outside the key does not tell cells apart, and a cohort that is not audited holds none. */
function checkCells({ cells, runtimeKey, cohorts }: Plan): readonly PlanFault[] {
  return (cells ?? []).flatMap(({ runtime, cohort }, i) => [
    ...RUNTIME_FIELDS.filter((field) => runtime[field] !== null && !runtimeKey.includes(field)).map((field) =>
      fault(runtime[field], 'only fields of the runtime key', `"${field}" is not in the runtime key, so it cannot name a cell.`, ['cells', i, 'runtime', field]),
    ),
    ...(cohorts !== null && !cohorts.includes(cohort ?? '') ? [fault(cohort, `one of ${quoteAll(cohorts)}`, 'The cohort of these cells is not among the cohorts that the plan audits.', ['cells', i])] : []),
  ]);
}

function checkRules({ rules, times, utility, marginPoints }: Plan): readonly PlanFault[] {
  return rules.flatMap(({ t, quantity }, i) => [
    ...(t !== null && times !== null && !times.includes(t) ? [fault(t, `one of ${times.join(', ')}`, `The rule asks at ${t}, which is no decision time of the plan.`, ['rules', i, 't'])] : []),
    ...(quantity.startsWith('non-inferior') && marginPoints === null ? [fault(quantity, 'a plan that states "marginPoints"', 'The rule asks for non-inferiority, and the plan states no margin.', ['rules', i, 'quantity'])] : []),
    ...(quantity === 'utility-change' && utility === null ? [fault(quantity, 'a plan that states "utility"', 'The rule asks for a utility, and the plan declares none.', ['rules', i, 'quantity'])] : []),
  ]);
}

function checkTimes({ budget, times }: Plan): readonly PlanFault[] {
  if (budget === null || times === null) return [];
  return times.flatMap((t, i) =>
    t < budget ? [] : [fault(t, `a time below the budget of ${budget}`, `Decision time ${t} leaves no restart: it must lie below the budget of ${budget}.`, ['times', i])],
  );
}

function readAxis(value: unknown): Reading<Axis> {
  const word = readWord<Axis>(value, AXES, 'the budget axis');
  const unbuilt = word.ok ? describeUnbuiltAxis(word.value) : null;
  return unbuilt === null ? word : refuse(value, quoteAll(BUILT_AXES), unbuilt);
}

/** Below this 1 − alpha is no longer told from 1. */
const LEAST_ALPHA = 1e-12;

function readAlpha(value: unknown): Reading<number> {
  if (typeof value === 'number' && value >= LEAST_ALPHA && value < 0.5) return keep(value);
  return refuse(value, `a number from ${LEAST_ALPHA} and below 0.5`, `alpha, the chance of any wrong certificate in the whole family, must be at least ${LEAST_ALPHA} and below 0.5.`);
}

function readMargin(value: unknown): Reading<number> {
  if (typeof value === 'number' && value >= 0 && value <= 100) return keep(value);
  return refuse(value, 'a number from 0 to 100', 'The margin of non-inferiority is in points, from 0 to 100.');
}

function readTimes(value: unknown): Reading<readonly number[]> {
  const list = readList(value, 'decision times', (item) => readWhole(item, { what: 'A decision time', least: 1, most: LARGEST_BUDGET - 1 }));
  if (!list.ok) return list;
  if (list.value.length === 0) return refuse(value, 'at least one time', 'An audit needs at least one decision time; leave the key out for six default times.');
  const faults = list.value.flatMap((t, i) => {
    const before = list.value[i - 1];
    return before === undefined || t > before ? [] : [fault(t, `more than ${before}`, `Decision times must rise: ${t} comes after ${before}.`, [i])];
  });
  return faults.length === 0 ? list : { ok: false, faults };
}

function readRuntimeKey(value: unknown): Reading<readonly RuntimeField[]> {
  const list = readList(value, 'runtime fields', (item) => readWord<RuntimeField>(item, RUNTIME_FIELDS, 'a runtime field'));
  if (!list.ok) return list;
  if (list.value.length === 0) return refuse(value, `some of ${quoteAll(RUNTIME_FIELDS)}`, 'An empty runtime key would merge every attempt of a task, whatever agent and model made it.');
  return unique(list.value, (field) => field, 'runtime field');
}

function readCohorts(value: unknown): Reading<readonly string[]> {
  const list = readList(value, 'cohorts', (item): Reading<string> => {
    if (typeof item === 'string' && item.length <= LONGEST_NAME) return keep(item);
    return refuse(item, `a text of at most ${LONGEST_NAME} characters`, 'A cohort is named by a text; "" stands for attempts without a cohort.');
  });
  if (!list.ok) return list;
  if (list.value.length === 0) return refuse(value, 'at least one cohort', 'An audit of no cohorts is empty; leave the key out for all of them.');
  return unique(list.value, (cohort) => cohort, 'cohort');
}

function readMonitors(value: unknown): Reading<readonly MonitorPlan[]> {
  const list = readList(value, 'monitors', readMonitor);
  return list.ok ? unique(list.value, (entry) => entry.monitor, 'monitor') : list;
}

function readMonitor(value: unknown): Reading<MonitorPlan> {
  const entry = readEntry(value, ['monitor', 'threshold'], 'a monitor');
  if (!entry.ok) return entry;
  const { monitor, threshold } = entry.value;
  const faults: PlanFault[] = [];
  if (typeof monitor !== 'string' || monitor.trim() === '' || monitor.length > LONGEST_NAME) {
    faults.push(fault(monitor, 'the name of a monitor', 'A monitor is named by a text: a built-in one, or the name in a scores file.', ['monitor']));
  }
  if (typeof threshold !== 'number' || !(threshold >= 0 && threshold <= 1)) {
    faults.push(fault(threshold, 'a number from 0 to 1', 'A threshold is a score, so it lies from 0 to 1.', ['threshold']));
  }
  if (faults.length > 0 || typeof monitor !== 'string' || typeof threshold !== 'number') return { ok: false, faults };
  return keep({ monitor, threshold });
}

function readExitRule(value: unknown): Reading<ExitRule> {
  const entry = readEntry(value, ['format', 'status', 'withoutVerdict', 'exit'], 'an exit rule', ['format', 'withoutVerdict']);
  if (!entry.ok) return entry;
  const given = entry.value;
  const format = given.format === undefined || given.format === null ? keep(null) : readWord(given.format, TRACE_FORMATS, 'a trace format');
  const status = readPattern(given.status);
  const withoutVerdict: Reading<boolean> =
    given.withoutVerdict === undefined
      ? keep(false)
      : typeof given.withoutVerdict === 'boolean'
        ? keep(given.withoutVerdict)
        : refuse(given.withoutVerdict, 'true or false', '"withoutVerdict" is true when the line holds only for attempts without a verdict.');
  const exit = readWord<ExitClass>(given.exit, EXIT_CLASSES, 'how an exit counts');
  if (!format.ok || !status.ok || !withoutVerdict.ok || !exit.ok) {
    return { ok: false, faults: [...faultsAt(format, 'format'), ...faultsAt(status, 'status'), ...faultsAt(withoutVerdict, 'withoutVerdict'), ...faultsAt(exit, 'exit')] };
  }
  return keep({ format: format.value, status: status.value, ...(withoutVerdict.value ? { withoutVerdict: true } : {}), exit: exit.value });
}

function readPattern(value: unknown): Reading<string> {
  const expected = `a regular expression of at most ${LONGEST_PATTERN} characters`;
  if (typeof value !== 'string' || value === '' || value.length > LONGEST_PATTERN) return refuse(value, expected, 'An exit rule needs a pattern over the exit status.');
  if (!isExitPattern(value)) return refuse(value, expected, 'The pattern is no regular expression.');
  if (isSlowPattern(value)) return refuse(value, 'few repeats and options, none inside a repeat', 'The pattern repeats a repeat, or has too many repeats and options in a row; on some texts it would take for ever.');
  return keep(value);
}
