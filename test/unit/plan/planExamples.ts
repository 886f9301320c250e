/** A plan text, and who accepts it. `schema` null: same as the parser. */
export interface PlanExample {
  readonly says: string;
  readonly text: string;
  readonly parser: 'accepts' | 'refuses';
  /** A schema cannot see relations between values, nor what a pattern means. */
  readonly schema?: 'accepts';
}

const accepted = (says: string, text: string): PlanExample => ({ says, text, parser: 'accepts' });
const refused = (says: string, text: string): PlanExample => ({ says, text, parser: 'refuses' });
const refusedByParserOnly = (says: string, text: string): PlanExample => ({ says, text, parser: 'refuses', schema: 'accepts' });

/** Examples for the parser and the schema alike. */
export const PLAN_EXAMPLES: readonly PlanExample[] = [
  accepted('an empty object', '{}'),
  accepted('the schema key of editors', '{"$schema": "./schemas/restart-lens.schema.json"}'),
  accepted('a whole plan', '{"axis": "calls", "budget": 30, "times": [4, 8, 12, 16, 20, 24], "alpha": 0.05, "rule": "fixed", "estimand": "first-verified", "seed": 1, "runtimeKey": ["agent", "model"], "cohorts": ["initial", ""], "exitTable": [{"format": "swe-agent", "status": "exit_.*", "exit": "agent-failure"}], "monitors": [{"monitor": "repeated-action", "threshold": 0.6}]}'),
  accepted('null for what the data decide', '{"budget": null, "times": null, "estimand": null, "cohorts": null}'),
  accepted('tool steps as axis', '{"axis": "tool-steps"}'),
  accepted('the smallest budget', '{"budget": 2, "times": [1]}'),
  accepted('an exit rule for any format', '{"exitTable": [{"status": "killed", "exit": "infrastructure"}, {"format": null, "status": "x", "withoutVerdict": true, "exit": "submitted"}]}'),
  accepted('a monitor of a scores file', '{"monitors": [{"monitor": "my probe v2", "threshold": 1}, {"monitor": "other", "threshold": 0}]}'),
  accepted('a whole number written with a point', '{"budget": 30.0}'),
  accepted('the largest seed', '{"seed": 4294967295}'),
  refused('an unknown key', '{"budgt": 30}'),
  refused('a word for a seal', '{"sealed": true}'),
  refused('a list instead of an object', '[]'),
  refused('an unknown axis', '{"axis": "steps"}'),
  refused('an axis that is not built', '{"axis": "usd"}'),
  refused('a rule that is not built', '{"rule": "anytime"}'),
  refused('a budget of one call', '{"budget": 1}'),
  refused('a budget that is no whole number', '{"budget": 2.5}'),
  refused('a budget in quotes', '{"budget": "30"}'),
  refused('a budget beyond the bounds', '{"budget": 1000001}'),
  refused('no decision times', '{"times": []}'),
  refused('a decision time of 0', '{"times": [0, 4]}'),
  refused('a decision time that is no whole number', '{"times": [4, 8.5]}'),
  refused('the same decision time twice', '{"times": [4, 4]}'),
  refusedByParserOnly('falling decision times', '{"times": [8, 4]}'),
  refusedByParserOnly('a decision time at the budget', '{"budget": 30, "times": [4, 30]}'),
  refused('alpha of 0', '{"alpha": 0}'),
  refused('alpha of one half', '{"alpha": 0.5}'),
  refused('null for alpha', '{"alpha": null}'),
  refused('an unknown estimand', '{"estimand": "first"}'),
  refused('a negative seed', '{"seed": -1}'),
  refused('a seed that is no whole number', '{"seed": 1.5}'),
  refused('an empty runtime key', '{"runtimeKey": []}'),
  refused('an unknown runtime field', '{"runtimeKey": ["models"]}'),
  refused('a runtime field twice', '{"runtimeKey": ["model", "model"]}'),
  refused('a runtime key that is no list', '{"runtimeKey": "model"}'),
  refused('no cohorts', '{"cohorts": []}'),
  refused('a cohort that is no text', '{"cohorts": [3]}'),
  refused('a cohort twice', '{"cohorts": ["a", "a"]}'),
  refused('a threshold above 1', '{"monitors": [{"monitor": "step-count", "threshold": 1.2}]}'),
  refused('a threshold below 0', '{"monitors": [{"monitor": "step-count", "threshold": -0.1}]}'),
  refused('a monitor without threshold', '{"monitors": [{"monitor": "step-count"}]}'),
  refused('a monitor without name', '{"monitors": [{"monitor": " ", "threshold": 0.5}]}'),
  refused('an unknown key of a monitor', '{"monitors": [{"monitor": "step-count", "threshold": 0.5, "treshold": 1}]}'),
  refusedByParserOnly('a monitor twice', '{"monitors": [{"monitor": "a", "threshold": 0.5}, {"monitor": "a", "threshold": 0.6}]}'),
  refused('an exit rule of an unknown format', '{"exitTable": [{"format": "sweagent", "status": "x", "exit": "submitted"}]}'),
  refused('an exit rule of an unknown class', '{"exitTable": [{"status": "x", "exit": "crash"}]}'),
  refused('an exit rule without pattern', '{"exitTable": [{"status": "", "exit": "submitted"}]}'),
  refused('a flag that is no truth value', '{"exitTable": [{"status": "x", "withoutVerdict": "yes", "exit": "submitted"}]}'),
  refusedByParserOnly('a pattern that is no regular expression', '{"exitTable": [{"status": "exit_(", "exit": "submitted"}]}'),
  refusedByParserOnly('a pattern that repeats a repeat', '{"exitTable": [{"status": "(a+)+x", "exit": "submitted"}]}'),
];
