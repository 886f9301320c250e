import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { AuditSeal } from '../analysis/counted';
import { ESTIMANDS, FAMILIES, RUNTIME_FIELDS, type Plan } from '../model/plan';
import type { Problem } from '../model/problem';
import { NO_SEAL, type SealCheck } from '../model/seal';
import { sealOf } from '../plan/lock';
import { parsePlan } from '../plan/parsePlan';
import { PLAN_FILE, placesOf } from '../plan/planPlaces';
import { readSeal } from '../plan/readSeal';
import { BUILT_AXES, BUILT_RULES } from '../plan/unbuilt';
import type { CommandContext } from './command';
import { UsageError, type OptionSpec } from './options';

/** Options that state a plan; each wins over the plan file. */
export const PLAN_OPTIONS: readonly OptionSpec[] = [
  { name: 'plan', kind: 'text', value: 'FILE', summary: `plan to audit (default: ${PLAN_FILE} in the folder given)` },
  { name: 'budget', kind: 'number', value: 'B', summary: 'budget of an attempt on the axis (default: the smallest configured limit)' },
  { name: 'times', kind: 'numbers', value: '4,8,…', summary: 'decision times (default: six, floor(kB/7))' },
  { name: 'axis', kind: 'text', value: 'AXIS', summary: `budget axis: ${BUILT_AXES.join(' or ')} (default: calls)` },
  { name: 'alpha', kind: 'number', value: 'ALPHA', summary: 'error of the whole family (default: 0.05)' },
  { name: 'cohort', kind: 'words', value: 'NAME,…', summary: 'only these cohorts' },
  { name: 'runtime-key', kind: 'words', value: 'FIELD,…', choices: RUNTIME_FIELDS, summary: 'fields that make a runtime (default: all)' },
  { name: 'estimand', kind: 'text', value: 'NAME', choices: ESTIMANDS, summary: 'what success means in time (default: what the data serve)' },
  { name: 'rule', kind: 'text', value: 'RULE', summary: `decision rule: ${BUILT_RULES.join(' or ')} (default: fixed)` },
  { name: 'family', kind: 'text', value: 'FAMILY', choices: FAMILIES, summary: 'decisions that hold together (default: planned); sliders lets t and B move after looking' },
  { name: 'margin', kind: 'number', value: 'POINTS', summary: 'margin of non-inferiority, in points (default: none)' },
  { name: 'seed', kind: 'integer', value: 'N', summary: 'seed of the resampling (default: 1)' },
];

/** Which attempts an audit under an intact seal counts. */
export const ATTEMPTS: OptionSpec = { name: 'attempts', kind: 'text', value: 'WHICH', choices: ['planned', 'all'], summary: 'under a seal, count what was planned (default, once there is any) or all attempts, which is exploratory' };

export interface StatedPlan {
  readonly plan: Plan;
  readonly defaults: readonly (keyof Plan)[];
  /** The plan file that was read, as given or found; null: none. */
  readonly file: string | null;
  /** Where a plan file stands or would stand, with its lock and log beside it; null: nowhere, several paths were given. */
  readonly place: string | null;
  /** How the plan stands to its lock, options included. */
  readonly seal: SealCheck;
}

/**
 * The plan of a command: the file of `--plan`, else that of the folder given, with options on top. Option values pass
 * the same checks as a plan file. Throws a UsageError that names what was found and what was expected.
 */
export function readPlanOptions({ paths, options }: Pick<CommandContext, 'paths' | 'options'>): StatedPlan {
  const place = planPlace({ paths, options });
  const file = options.text('plan') ?? (place !== null && isFile(place) ? place : null);
  const base = file === null ? parsePlan('{}', PLAN_FILE) : parsePlan(readPlanFile(file), file);
  if (base.problems.length > 0) throw new UsageError(describePlanProblems(base.problems));
  const stated = statedOptions(options);
  // A command without decision times is not held up by those of the file, which may lie beyond its own budget.
  const kept = options.knows('times') ? base.plan : { ...base.plan, times: null };
  const checked = parsePlan(JSON.stringify({ ...withoutDefaults(kept, base.defaults), ...stated }), file === null ? 'options' : `options over ${file}`);
  refuse(checked.problems.map((p) => `${p.message} Found ${p.found}; expected ${p.expected}.`));
  const seal = place === null ? NO_SEAL : sealOf(readSeal(place), checked.plan);
  return { plan: checked.plan, defaults: checked.defaults, file, place, seal };
}

/** Under which seal a command audits; `--attempts` chooses which attempts. */
export function auditSeal({ seal, place }: Pick<StatedPlan, 'seal' | 'place'>, options: CommandContext['options']): AuditSeal {
  return { check: seal, scope: options.text('attempts') === 'all' ? 'all' : 'planned', logFile: place === null ? null : placesOf(place).log };
}

/** The plan file of `--plan`, else that of the one folder given, whether it is there or not. */
export function planPlace({ paths, options }: Pick<CommandContext, 'paths' | 'options'>): string | null {
  const [folder] = paths;
  const stated = options.text('plan');
  if (stated !== null) return stated;
  return paths.length === 1 && folder !== undefined && folder !== '' ? path.join(folder, PLAN_FILE) : null;
}

/** The plan that options alone state. */
export function readStatedOptions(options: CommandContext['options']): Pick<StatedPlan, 'plan' | 'defaults'> {
  const { plan, defaults, problems } = parsePlan(JSON.stringify(statedOptions(options)), 'options');
  refuse(problems.map((p) => `${p.message} Found ${p.found}; expected ${p.expected}.`));
  return { plan, defaults };
}

/** Each problem of a plan file in a line, with its place. */
export function describePlanProblems(problems: readonly Problem[]): string {
  return problems.map((p) => `${p.file}:${p.line ?? 1}: ${p.message} Found ${p.found}; expected ${p.expected}.`).join('\n');
}

function statedOptions(options: CommandContext['options']): Partial<Record<keyof Plan, unknown>> {
  const values: Partial<Record<keyof Plan, unknown>> = {
    budget: options.knows('budget') ? options.number('budget') : null,
    times: options.knows('times') ? options.numbers('times') : null,
    axis: options.text('axis'),
    alpha: options.knows('alpha') ? options.number('alpha') : null,
    cohorts: options.texts('cohort'),
    runtimeKey: options.texts('runtime-key'),
    estimand: options.text('estimand'),
    rule: options.knows('rule') ? options.text('rule') : null,
    family: options.knows('family') ? options.text('family') : null,
    marginPoints: options.knows('margin') ? options.number('margin') : null,
    seed: options.knows('seed') ? options.number('seed') : null,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function withoutDefaults(plan: Plan, defaults: readonly (keyof Plan)[]): Partial<Plan> {
  return Object.fromEntries(Object.entries(plan).filter(([key, value]) => value !== null && !defaults.some((name) => name === key)));
}

function refuse(messages: readonly string[]): void {
  if (messages.length > 0) throw new UsageError(messages.join('\n'));
}

/** Only a file: a pipe of that name would keep everything waiting for its writer. */
function isFile(file: string): boolean {
  return existsSync(file) && statSync(file).isFile();
}

/** Text of a plan file. Throws a UsageError where it cannot be read. */
export function readPlanFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`The plan ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
