import { cleanLine } from '../../base/cleanText';
import type { DecisionFamily, DecisionRule, ExitRule, Plan, PlannedCells } from '../../model/plan';
import { UTILITY_PARTS } from '../../model/plan';
import { keyWords } from '../audit/context';
import { formatCount, pointsWords } from '../numbers';
import { axisAmount, axisName, axisValue, countOf, listWords } from '../words';
import { thresholdText } from '../trial/trialWords';

/** Names that a list spells out; the others are counted. */
const MOST_NAMED = 6;

/** What a field of a plan says, in words; of a field that states nothing, what holds then. Names in it are clean. */
export function fieldWords(key: keyof Plan, plan: Plan): string {
  switch (key) {
    case 'axis':
      return axisName(plan.axis);
    case 'budget':
      return plan.budget === null ? 'the smallest limit that the runs were given' : axisAmount(plan.axis, plan.budget);
    case 'times':
      return plan.times === null ? 'six, evenly over the budget' : plan.times.map((t) => axisValue(plan.axis, t)).join(', ');
    case 'alpha':
    case 'seed':
      return String(plan[key]);
    case 'rule':
      return RULE_WORDS[plan.rule];
    case 'family':
      return FAMILY_WORDS[plan.family];
    case 'estimand':
      return plan.estimand === null ? 'what more of the attempts can answer' : ESTIMAND_WORDS[plan.estimand];
    case 'runtimeKey':
      return listWords(plan.runtimeKey.map(keyWords));
    case 'cohorts':
      return plan.cohorts === null ? 'all' : namesOf(plan.cohorts.map((cohort) => (cohort === '' ? 'attempts without a cohort' : cohort)));
    case 'exitTable':
      return exitWords(plan.exitTable);
    case 'monitors':
      return plan.monitors.length === 0 ? 'none named' : namesOf(plan.monitors.map(({ monitor, threshold }) => `${monitor} at a score ${thresholdText(threshold)}`));
    case 'cells':
      return plan.cells === null ? 'every cell that is seen' : cellWords(plan.cells);
    case 'attemptsPerCell':
      return plan.attemptsPerCell !== null ? formatCount(plan.attemptsPerCell) : plan.rule === 'anytime' ? 'any number' : 'as many as the family needs, settled at freezing';
    case 'marginPoints':
      return plan.marginPoints === null ? 'none stated' : pointsWords(plan.marginPoints);
    case 'missingData':
      return plan.missingData === 'replace' ? 'an attempt without a verdict is replaced by the next one started' : 'attempts without a verdict are set aside';
    case 'utility':
      return utilityWords(plan.utility);
    case 'rules':
      return plan.rules.length === 0 ? 'none' : `${countOf(plan.rules.length, 'rule')}, listed above`;
  }
}

/** What success means in time. */
const RULE_WORDS: Readonly<Record<DecisionRule, string>> = {
  fixed: 'fixed sample: one look',
  calibrated: 'calibrated sign test, fixed sample: one look',
  anytime: 'anytime valid: any number of looks',
};

const FAMILY_WORDS: Readonly<Record<DecisionFamily, string>> = {
  planned: 'the cells at the decision times',
  sliders: 'slider-safe: the cells at every t below every budget up to B',
};

const ESTIMAND_WORDS = { 'first-verified': 'first verified state', 'resolved-at-submission': 'resolved at its own submission' } as const;

function namesOf(names: readonly string[]): string {
  return listWords(names.map((name) => cleanLine(name)), MOST_NAMED);
}

const EXIT_WORDS = { infrastructure: 'infrastructure', 'call-limit': 'the call limit', 'other-budget': 'another budget', 'agent-failure': 'a failure of the agent', submitted: 'a submission' } as const;

function exitWords(table: readonly ExitRule[]): string {
  if (table.length === 0) return 'the built-in table';
  return `${namesOf(table.map(({ format, status, withoutVerdict, exit }) => `${status}${format === null ? '' : ` in ${format}`}${withoutVerdict === true ? ' without a verdict' : ''} is ${EXIT_WORDS[exit]}`))}; else the built-in table`;
}

function cellWords(cells: readonly PlannedCells[]): string {
  const tasks = new Set(cells.flatMap((each) => each.tasks)).size;
  const count = cells.reduce((sum, each) => sum + each.tasks.length, 0);
  const groups = new Set(cells.map(({ runtime, cohort }) => JSON.stringify([runtime, cohort]))).size;
  return `${countOf(count, 'cell')}: ${countOf(tasks, 'task')} under ${countOf(groups, 'runtime and cohort', 'runtimes and cohorts')}`;
}

/** "a success is worth 1, a call −0.01"; parts without weight are left out. */
function utilityWords(utility: Plan['utility']): string {
  if (utility === null) return 'none declared';
  const weighted = UTILITY_PARTS.filter((part) => utility[part] !== 0);
  if (weighted.length === 0) return 'declared, and everything weighs nothing';
  return weighted.map((part, k) => `${PART_WORDS[part]}${k === 0 ? ' is worth' : ''} ${String(utility[part]).replace('-', '−')}`).join(', ');
}

const PART_WORDS = { success: 'a success', calls: 'a call', dollars: 'a dollar', seconds: 'a second' } as const;
