import { pushAll } from '../base/extent';
import type { Plan } from '../model/plan';
import { DEFAULT_PLAN, PLAN_KEYS } from './planFields';
import { printValue } from './printValue';

/** What each key means, as comments of a new plan. */
const WORDS: { readonly [K in keyof Plan]: readonly string[] } = {
  axis: ['What the budget counts: "calls" (model calls) or "tool-steps".'],
  budget: ['B: calls that a run, and a restart after it, may use in all.', 'Left out: the smallest configured limit among the usable attempts.'],
  times: ['Calls after which the audit asks "continue or restart?", rising, below B.', 'Left out: six times, floor(k B / 7).'],
  alpha: ['Chance that any certificate of the whole family (cells x times) is wrong.'],
  rule: ['How verdicts are reached. From a number of attempts fixed in advance: "fixed" by two disjoint exact intervals (paper A), "calibrated"', 'by the exact sign test on both arms together, which needs about half the attempts. "anytime" stays valid at every look.'],
  family: ['Which decisions hold together: "planned", the cells at the times above; "sliders", at every whole t below every budget up to B,', 'so that both may be moved after looking, at a price in attempts that the audit states. Fixed rule only.'],
  estimand: ['What success means in time: "first-verified" or "resolved-at-submission".', 'Left out: the one that the data serve.'],
  seed: ['Seed of the resampling intervals.'],
  runtimeKey: ['Fields that must agree before attempts count as draws of one runtime.', 'Leaving one out merges what differs in it: your choice, stated in each result.'],
  cohorts: ['Cohorts to audit; "" stands for attempts without one. Left out: all.'],
  exitTable: ['How an exit status counts, before the built-in table. First match decides. For example:', '{ "format": "mini-swe-agent", "status": "TimeExceeded", "exit": "other-budget" }'],
  cells: ['The family: tasks under one runtime and cohort. Left out: freezing takes the cells seen then. For example:'],
  attemptsPerCell: ['Attempts per cell, started after the seal, at which the fixed rule looks.', 'Left out: freezing takes the least number at which this family can certify anything.'],
  marginPoints: ['Margin of non-inferiority, points: how much worse an action may be than the other and still do.'],
  missingData: ['An attempt without a verdict: "set-aside" counts on without it, "replace" takes the next one started.'],
  utility: ['What a unit of each is worth; costs are negative. For example, a success against dollars:'],
  rules: ['Go / no-go: conditions on what the audit finds, checked by "plan check". For example:', '{ "name": "worth it", "quantity": "macro-change", "comparison": ">=", "value": 0.05, "t": 17 }'],
  monitors: ['Alarms to show: the first step whose score reaches the threshold. For example:', '{ "monitor": "repeated-action", "threshold": 0.6 }'],
};

/** Shown behind `//` for keys whose default is null. */
const EXAMPLES: Partial<Record<keyof Plan, unknown>> = {
  budget: 30,
  times: [4, 8, 12, 16, 20, 24],
  estimand: 'first-verified',
  cohorts: ['initial'],
  cells: [{ tasks: ['sort-logs'], runtime: { model: 'luna' }, cohort: 'fresh' }],
  attemptsPerCell: 14,
  marginPoints: 5,
  utility: { success: 1, dollars: -0.1 },
};

/**
 * Text of a new `restart-lens.jsonc`: every key with what it means; the given ones stated, the rest behind `//` with
 * their defaults (or an example where the default is null), so that the file reads as the plan of `stated` and defaults.
 */
export function newPlanText(stated: Partial<Plan> = {}): string {
  const lines = ['// Plan of an audit by Restart Lens: what is compared, fixed before outcomes are looked at.', '// Whatever is left out takes its default; each result says which did.', '{'];
  PLAN_KEYS.forEach((key, i) => {
    if (i > 0) lines.push('');
    pushAll(lines, WORDS[key].map((line) => `  // ${line}`));
    const value = stated[key];
    const isStated = value !== undefined && value !== null;
    lines.push(`  ${isStated ? '' : '// '}${JSON.stringify(key)}: ${printValue(isStated ? value : (DEFAULT_PLAN[key] ?? EXAMPLES[key]))},`);
  });
  return `${[...lines, '}'].join('\n')}\n`;
}
