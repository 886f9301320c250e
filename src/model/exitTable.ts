import type { TraceFormat } from './formats';
import type { ExitClass, ExitRule } from './plan';

const line = (format: TraceFormat | null, exit: ExitClass, ...statuses: readonly string[]): readonly ExitRule[] =>
  statuses.map((status) => ({ format, status, exit }));

const withoutVerdict = (format: TraceFormat, exit: ExitClass, ...statuses: readonly string[]): readonly ExitRule[] =>
  statuses.map((status) => ({ format, status, withoutVerdict: true, exit }));

/** Errors of providers and their client libraries that say nothing about the agent. A name may carry a module path. */
const PROVIDER_ERRORS = [
  '(.*\\.)?(RateLimit|InternalServer|Authentication|PermissionDenied|NotFound|ServiceUnavailable|BadGateway|GatewayTimeout|Overloaded)Error',
  '(.*\\.)?API(Connection|Status|Response|Timeout|ResponseValidation)?Error',
  '(.*\\.)?(Timeout|ConnectTimeout|ReadTimeout|ConnectError|ReadError|RemoteProtocolError|RetryError)',
  '(.*\\.)?(Connection(Reset|Refused|Aborted)?|TimeoutExpired|CalledProcess|Docker|Container|Image\\w*|OS|BrokenPipe|ProcessLookup|Remote|Swerex\\w*)Error',
  '(.*\\.)?(TimeoutExpired|DockerException|SwerexException)',
  '(.*\\.)?(KeyboardInterrupt|SystemExit|CancelledError|Cancelled|cancelled|interrupted)',
];

/**
 * What an exit status means where the plan does not say otherwise: the first line whose format and pattern match
 * decides. A stop at the call limit is also seen from the counts (`deriveTimes`), so a status that stands for
 * several limits (`LimitsExceeded`, `exit_cost`) is written here as the other one.
 *
 * An exception that no line names is the agent's own crash. An empty status is no exit at all: with a verdict the
 * attempt counts as finished, without one its ending is unknown.
 *
 * Source: formats.md 1.5 (mini-swe-agent), 2.4 (SWE-agent), 3.3 (OpenHands), 4.2 (Harbor), 4.5 (Terminal-Bench 1),
 * 6 (corpora), 7 (command-line agents), 8.3 (Inspect).
 */
export const DEFAULT_EXIT_TABLE: readonly ExitRule[] = [
  ...line('mini-swe-agent', 'submitted', 'Submitted'),
  ...line('mini-swe-agent', 'other-budget', 'LimitsExceeded', 'TimeExceeded'),
  ...line('mini-swe-agent', 'agent-failure', 'RepeatedFormatError'),
  // The agent's commands run in a container of their own, so this is raised by the harness around it.
  ...line('mini-swe-agent', 'infrastructure', 'RuntimeError'),

  // Corpora carry on what SWE-agent wrote.
  ...(['swe-agent', 'swe-rebench'] as const).flatMap((format) => [
    ...line(format, 'submitted', 'submitted'),
    ...line(format, 'other-budget', '(submitted \\()?(exit_cost|exit_total_execution_time)\\)?'),
    ...line(format, 'infrastructure', '(submitted \\()?(exit_api|exit_environment_error)\\)?', 'skipped.*'),
    ...line(
      format,
      'agent-failure',
      '(submitted \\()?(exit_context|exit_format|exit_forfeit|exit_command|exit_command_timeout|exit_error|early_exit)\\)?',
    ),
    ...line(format, 'submitted', 'submitted \\(.*\\)'),
  ]),

  // Harbor verifies after a time-out and after a crashed agent; without a verdict any exception means that
  // the trial, not the agent, was cut short.
  ...withoutVerdict('harbor', 'infrastructure', '.+'),
  ...line('harbor', 'other-budget', 'AgentTimeoutError'),
  ...line('harbor', 'agent-failure', 'NonZeroAgentExitCodeError'),
  ...line(
    'harbor',
    'infrastructure',
    '(AgentSetup|EnvironmentStart|EnvironmentBuild|Verifier)TimeoutError',
    '(RewardFile\\w*|Verifier\\w*|Environment\\w*)Error',
    'RuntimeError',
  ),

  ...line('terminal-bench-1', 'submitted', 'unset', 'none'),
  ...line('terminal-bench-1', 'other-budget', 'agent_timeout'),
  ...line('terminal-bench-1', 'infrastructure', 'test_timeout', 'parse_error', 'agent_installation_failed'),
  ...withoutVerdict('terminal-bench-1', 'infrastructure', 'unknown_agent_error', 'unknown'),
  ...line('terminal-bench-1', 'agent-failure', 'unknown_agent_error', 'unknown', 'fatal_llm_parse_error', '(context|output)_length_exceeded'),

  ...line('inspect', 'call-limit', '(limit: ?)?turn( ?limit)?'),
  ...line('inspect', 'other-budget', '(limit: ?)?(message|token|time|working|cost|custom)(_limit)?'),
  ...line('inspect', 'agent-failure', '(limit: ?)?context(_limit)?'),
  ...line('inspect', 'infrastructure', '(limit: ?)?operator(_limit)?', 'error(: .*)?', 'cancelled', 'started'),
  ...line('inspect', 'submitted', 'success'),

  ...line('claude-code', 'submitted', 'success'),
  ...line('claude-code', 'call-limit', 'error_max_turns'),
  ...line('claude-code', 'other-budget', 'error_max_budget\\w*'),
  ...line('codex', 'infrastructure', 'turn_aborted.*', 'turn\\.failed.*'),
  ...line('codex', 'submitted', 'task_complete', 'turn\\.completed'),

  // States of a conversation; those of the agent SDK name the error's class first.
  ...line('openhands', 'submitted', 'awaiting_user_input'),
  ...line('openhands', 'call-limit', 'MaxIterationsReached\\b.*'),
  ...line('openhands', 'other-budget', 'MaxBudget\\w*\\b.*', '.*\\bmaximum budget\\b.*'),
  ...line('openhands', 'agent-failure', 'LLM(ContextWindowExceed|MalformedConversationHistory|NoResponse|FunctionCall\\w*)\\w*Error\\b.*'),
  ...line(
    'openhands',
    'infrastructure',
    '(paused|rate_limited|user_rejected|awaiting_user_confirmation|waiting_for_confirmation)(: .*)?',
    'LLM(Authentication|RateLimit|ServiceUnavailable|BadRequest|Timeout)\\w*Error\\b.*',
    '(ACP\\w+|ConversationOwnershipLost\\w*|\\w*Runtime(Disconnected|NotReady|NotFound|Unavailable|Build|Timeout)Error|AgentRuntime\\w*Error)\\b.*',
    '(\\w+: )?([\\w.]+\\.)?(RateLimit|InternalServer|Authentication|ServiceUnavailable|BadGateway|APIConnection|Timeout)Error\\b.*',
    '(error: )?STATUS\\$ERROR_(LLM_(AUTHENTICATION|SERVICE_UNAVAILABLE|INTERNAL_SERVER|OUT_OF_CREDITS|RATE_LIMIT)|RUNTIME)\\w*\\b.*',
  ),
  // A sanitised table states the class itself.
  ...(['infrastructure', 'call-limit', 'other-budget', 'agent-failure', 'submitted'] as const).flatMap((exit) => line('outcome-table', exit, exit)),

  // OpenHands states ends as sentences; corpora made with it carry them on.
  ...line(null, 'call-limit', '.*\\bmax(imum)?[ _](number of )?(iteration|turn|step)s?\\b.*', '.*\\biteration limit\\b.*'),
  ...line(null, 'other-budget', '.*\\bmax(imum)?[ _]budget\\b.*', '.*\\bbudget (exceeded|limit)\\b.*', '(.*\\.)?BudgetExceededError'),
  ...line(null, 'agent-failure', '.*\\bstuck\\b.*', '.*context[ _-]?(window|length)\\w*.*', 'reject(ed)?', 'error'),
  ...line(null, 'infrastructure', '.*\\bmaximum retries\\b.*', 'stopped', ...PROVIDER_ERRORS),
  ...line(null, 'submitted', 'submit(ted)?', 'finish(ed)?', 'stop', 'success', 'completed?', 'done', 'end_turn'),
];

/** The class of an exit status as written; null where there is no status. */
export type ExitClassifier = (format: TraceFormat, status: string | null, hasVerdict: boolean) => ExitClass | null;

/**
 * Builds the classifier of a table: `planRules` first, then the default table; the first line that matches decides,
 * and a status that none matches is `agent-failure`. Cost: one pass for each status not seen before.
 * Throws a SyntaxError when a pattern of the plan is no regular expression (the plan is validated with `isExitPattern`).
 */
export function buildExitClassifier(planRules: readonly ExitRule[] = []): ExitClassifier {
  const prepare = (rule: ExitRule, mostSeen: number): ExitRule & { readonly pattern: RegExp; readonly mostSeen: number } => ({ ...rule, pattern: anchor(rule.status), mostSeen });
  // Patterns of a plan are checked for what they can cost on so many characters, no more (`isSlowPattern`).
  const rules = [...planRules.map((rule) => prepare(rule, 500)), ...DEFAULT_EXIT_TABLE.map((rule) => prepare(rule, 2000))];
  const known = new Map<string, ExitClass>();
  return (format, status, hasVerdict) => {
    if (status === null || status === '') return null;
    const key = `${format}\n${hasVerdict ? 1 : 0}\n${status}`;
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    // Statuses are short; an error text of megabytes is judged by its beginning.
    const found = rules.find(
      (rule) => (rule.format === null || rule.format === format) && !(rule.withoutVerdict && hasVerdict) && rule.pattern.test(status.slice(0, rule.mostSeen)),
    );
    const exit = found?.exit ?? 'agent-failure';
    known.set(key, exit);
    return exit;
  };
}

/** Whether a text can stand as `status` in an exit table. */
export function isExitPattern(text: string): boolean {
  try {
    anchor(text);
    return true;
  } catch {
    return false;
  }
}

function anchor(status: string): RegExp {
  return new RegExp(`^(?:${status})$`, 'is');
}
