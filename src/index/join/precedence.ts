import type { AttemptPart } from '../../formats/contract';
import type { RuntimeFields } from '../../model/attempt';

/**
 * Where a fact of an attempt may come from.
 * - `result`: the result file of the attempt's own folder;
 * - `row`: a row elsewhere that names the folder (the results of a Terminal-Bench 1 run);
 * - `steps`: the trajectory whose steps are shown (ATIF before an agent's own log before logs of the harness);
 * - `trajectory`: the other trajectories of the folder, in the same order.
 */
export type Origin = 'result' | 'row' | 'steps' | 'trajectory';

/** Facts that are taken together, since halves from two sources would not fit. */
export type FactGroup =
  | 'place'
  | 'task'
  | 'taskHash'
  | 'cohort'
  | 'attempt'
  | 'started'
  | 'seconds'
  | 'calls'
  | 'toolSteps'
  | 'toolCalls'
  | 'tokens'
  | 'cost'
  | 'side'
  | 'exitStatus'
  | 'verdict'
  | `runtime.${keyof RuntimeFields}`
  | `limits.${keyof AttemptPart['limits']}`;

const STORY: readonly Origin[] = ['result', 'row', 'steps', 'trajectory'];
const COUNTS: readonly Origin[] = ['steps', 'trajectory', 'result', 'row'];

/**
 * The one table of precedence: the first origin that knows a fact gives it.
 *
 * | facts | order | why |
 * |---|---|---|
 * | place, label, start, duration, limits, task | result, row, steps, other trajectories | the result describes the attempt as a whole; agent time is kept apart there |
 * | counts, tokens, cost, side calls | steps, other trajectories, result, row | a producer's total is a check, not a source: it may include calls that are not the agent's |
 * | exit status | the result as written, null included; without a result the steps | "no exception" is a statement, which the agent's own log must not overrule |
 * | verdict (outcome, its file, basis, declared times) | result, row, steps, other trajectories; then reports | two that differ are a conflict |
 * | config of the runtime | result, row; without a result the steps | a log that some trials lack must not split a cell |
 * | other runtime fields | result, row, steps, other trajectories; then the run's own metadata | |
 *
 * After this: facts of the run folder fill what is null, exit statuses of the run fill only a status that no trajectory has,
 * reports give a verdict where there is none, and label sidecars, each line of which names its attempt, go before all others
 * (`applyLabels`).
 */
export const PRECEDENCE: Readonly<Record<FactGroup, readonly Origin[]>> = {
  place: STORY,
  task: STORY,
  taskHash: STORY,
  cohort: STORY,
  attempt: STORY,
  started: STORY,
  seconds: STORY,
  calls: COUNTS,
  toolSteps: COUNTS,
  toolCalls: COUNTS,
  tokens: COUNTS,
  cost: COUNTS,
  side: COUNTS,
  exitStatus: ['result', 'row'],
  verdict: STORY,
  'runtime.agent': STORY,
  'runtime.agentVersion': STORY,
  'runtime.model': STORY,
  'runtime.provider': STORY,
  'runtime.config': ['result', 'row'],
  'limits.calls': STORY,
  'limits.usd': STORY,
  'limits.seconds': STORY,
};

/** Whether a part knows a fact of the group. */
const KNOWS: Readonly<Record<FactGroup, (part: AttemptPart) => boolean>> = {
  place: () => true,
  task: (p) => p.task !== null,
  taskHash: (p) => p.taskHash !== null,
  cohort: (p) => p.cohort !== null,
  attempt: (p) => p.attempt !== null,
  started: (p) => p.started !== null,
  seconds: (p) => p.seconds !== null,
  calls: (p) => p.calls !== null,
  toolSteps: (p) => p.toolSteps !== null,
  toolCalls: (p) => p.toolCalls !== null,
  tokens: (p) => p.tokens.input !== null || p.tokens.output !== null || p.tokens.cached !== null,
  cost: (p) => p.cost !== null,
  side: (p) => p.side !== null,
  exitStatus: () => true,
  verdict: (p) => p.outcome !== 'unknown' || p.declared !== null,
  'runtime.agent': (p) => p.runtime.agent !== null,
  'runtime.agentVersion': (p) => p.runtime.agentVersion !== null,
  'runtime.model': (p) => p.runtime.model !== null,
  'runtime.provider': (p) => p.runtime.provider !== null,
  'runtime.config': (p) => p.runtime.config !== null,
  'limits.calls': (p) => p.limits.calls !== null,
  'limits.usd': (p) => p.limits.usd !== null,
  'limits.seconds': (p) => p.limits.seconds !== null,
};

/** Parts of one attempt by origin; each list in its own order. Not all are empty. */
export type PartsByOrigin = Readonly<Record<Origin, readonly AttemptPart[]>>;

/** The part that gives a group of facts: the first that knows it, else the leading part, which then says "not known". */
function giverOf(group: FactGroup, parts: PartsByOrigin): AttemptPart {
  const lead = leadOf(parts);
  const hasResult = lead.role === 'result';
  // Without a result the trajectory is the attempt, and everything is its own to say.
  const order = hasResult ? PRECEDENCE[group] : COUNTS;
  for (const origin of order) {
    const giver = parts[origin].find(KNOWS[group]);
    if (giver) return giver;
  }
  return lead;
}

/** The part that names the attempt: its result, else its row, else its steps. */
function leadOf(parts: PartsByOrigin): AttemptPart {
  const lead = parts.result[0] ?? parts.row[0] ?? parts.steps[0] ?? parts.trajectory[0];
  if (!lead) throw new Error('An attempt has at least one part.');
  return lead;
}

/** The facts of one attempt from all its parts, by the table of precedence. */
export function mergeFacts(parts: PartsByOrigin): AttemptPart {
  const lead = leadOf(parts);
  const all = [...parts.result, ...parts.row, ...parts.steps, ...parts.trajectory];
  // One part has nothing to be merged with.
  if (all.every((part) => part === lead)) return lead;
  const from = (group: FactGroup): AttemptPart => giverOf(group, parts);
  const verdict = from('verdict');
  return {
    ...lead,
    place: { folder: lead.place.folder, runFolder: all.map((p) => p.place.runFolder).find((folder) => folder !== null) ?? null },
    task: from('task').task,
    taskHash: from('taskHash').taskHash,
    cohort: from('cohort').cohort,
    attempt: from('attempt').attempt,
    runtime: {
      agent: from('runtime.agent').runtime.agent,
      agentVersion: from('runtime.agentVersion').runtime.agentVersion,
      model: from('runtime.model').runtime.model,
      provider: from('runtime.provider').runtime.provider,
      config: from('runtime.config').runtime.config,
    },
    started: from('started').started,
    seconds: from('seconds').seconds,
    calls: from('calls').calls,
    toolSteps: from('toolSteps').toolSteps,
    toolCalls: from('toolCalls').toolCalls,
    tokens: from('tokens').tokens,
    cost: from('cost').cost,
    side: from('side').side,
    exitStatus: from('exitStatus').exitStatus,
    limits: {
      calls: from('limits.calls').limits.calls,
      usd: from('limits.usd').limits.usd,
      seconds: from('limits.seconds').limits.seconds,
    },
    outcome: verdict.outcome,
    outcomeFile: verdict.outcomeFile,
    basis: verdict.basis,
    declared: verdict.declared,
    noResult: [...parts.result, ...parts.row].length > 0 && [...parts.result, ...parts.row].every((p) => p.noResult),
    synthetic: all.some((p) => p.synthetic),
  };
}
