import assert from 'node:assert/strict';
import { deriveTimes, DEFAULT_TIME_RULES } from '../../../src/model/deriveTimes';
import type { TimeFacts, TimeRules, Times } from '../../../src/model/deriveTimes';
import { buildExitClassifier, DEFAULT_EXIT_TABLE, isExitPattern } from '../../../src/model/exitTable';
import type { TraceFormat } from '../../../src/model/formats';
import type { ExitClass } from '../../../src/model/plan';

const FACTS: TimeFacts = {
  format: 'mini-swe-agent',
  exitStatus: 'Submitted',
  outcome: 'unresolved',
  basis: 'final',
  declared: null,
  noResult: false,
  calls: 20,
  toolSteps: 18,
  tokens: { input: 900, cached: 0, output: 100 },
  cost: 0.5,
  seconds: 60,
  limits: { calls: 250, usd: 3, seconds: null },
};

/** Compares the fields that `expected` states. */
function check(facts: Partial<TimeFacts>, expected: Partial<Times>, rules: Partial<TimeRules> = {}): void {
  const times = deriveTimes({ ...FACTS, ...facts }, { ...DEFAULT_TIME_RULES, ...rules });
  const stated = Object.fromEntries(Object.keys(expected).map((key) => [key, times[key as keyof Times]]));
  assert.deepEqual(stated, expected);
}

describe('deriveTimes, a line of the table each', () => {
  it('1: leaves out a run without verdict that infrastructure cut short', () =>
    check({ outcome: 'unknown', basis: null, exitStatus: 'RateLimitError' }, { T: null, E: null, H: 250, U: null, J: 'excluded', exit: 'infrastructure' }));
  it('1: leaves out a trial whose result was never written', () => check({ outcome: 'unknown', exitStatus: null, noResult: true }, { J: 'excluded', U: null }));
  it('1: leaves out a Harbor trial with any exception and no verdict, a time-out too', () => {
    for (const exitStatus of ['AgentTimeoutError', 'AttributeError', 'SomethingNewError'])
      check({ format: 'harbor', outcome: 'unknown', exitStatus }, { J: 'excluded', T: null, E: null, U: null });
  });
  it('2: knows nothing of a run without verdict, however it ended', () => {
    for (const exitStatus of ['Submitted', 'LimitsExceeded', '', null]) check({ outcome: 'unknown', basis: null, exitStatus }, { T: null, E: null, H: 250, U: null, J: 'unknown' });
    check({ outcome: 'unknown', exitStatus: 'Submitted', calls: 250 }, { J: 'unknown' });
  });
  it('3: dates a resolved run by its last call, whatever its exit says', () => {
    check({ outcome: 'resolved' }, { T: 20, E: null, H: 250, U: 20, J: 'verified', endSeenBy: null });
    check({ outcome: 'resolved', exitStatus: 'RateLimitError' }, { T: 20, J: 'verified' });
    check({ outcome: 'resolved', calls: 250 }, { T: 250, H: 250, U: 250, J: 'verified' });
  });
  it('4: leaves out an unresolved run that infrastructure cut short', () => check({ exitStatus: 'litellm.exceptions.RateLimitError' }, { J: 'excluded', U: null, E: null }));
  it('5: censors at the limit by count', () => {
    check({ exitStatus: 'LimitsExceeded', calls: 250 }, { T: null, E: null, H: 250, U: 250, J: 'censored', exit: 'call-limit', endSeenBy: 'anyone' });
    check({ exitStatus: null, calls: 250 }, { H: 250, U: 250, J: 'censored' });
    check({ exitStatus: 'LimitsExceeded', calls: 251 }, { H: 250, U: 250, J: 'censored' });
  });
  it('5: censors at the limit by a status that says so, at the last call where no limit is known', () => {
    check({ format: 'openhands', exitStatus: 'RuntimeError: Agent reached maximum iteration. Current iteration: 100', calls: 98, limits: { calls: 100, usd: null, seconds: null } }, { H: 100, U: 100, J: 'censored', exit: 'call-limit' });
    check({ format: 'openhands', exitStatus: 'reached maximum iteration', calls: 98, limits: { calls: null, usd: null, seconds: null } }, { H: 98, U: 98, J: 'censored' });
  });
  it('6: censors at the last call when another budget stopped it', () => {
    check({ exitStatus: 'LimitsExceeded', calls: 40 }, { T: null, E: null, H: 40, U: 40, J: 'censored', exit: 'other-budget', endSeenBy: 'anyone' });
    check({ format: 'swe-agent', exitStatus: 'submitted (exit_cost)', calls: 40 }, { H: 40, J: 'censored' });
    check({ format: 'harbor', exitStatus: 'AgentTimeoutError', calls: 40 }, { H: 40, J: 'censored' });
  });
  it('6: ends there instead when the plan makes that budget part of the runtime', () =>
    check({ exitStatus: 'TimeExceeded', calls: 40 }, { T: null, E: 40, H: 250, U: 40, J: 'terminal', exit: 'other-budget', endSeenBy: 'anyone' }, { otherBudget: 'terminal' }));
  it('7: ends at the call of a failure that anyone sees', () => {
    check({ exitStatus: 'RepeatedFormatError', calls: 7 }, { T: null, E: 7, H: 250, U: 7, J: 'terminal', exit: 'agent-failure', endSeenBy: 'anyone' });
    check({ exitStatus: 'litellm.ContextWindowExceededError', calls: 7 }, { E: 7, J: 'terminal', exit: 'agent-failure' });
    check({ exitStatus: 'IndexError', calls: 7 }, { E: 7, J: 'terminal', exit: 'agent-failure' });
  });
  it('8: ends at the last call of a submission, seen by who holds a verifier', () => {
    check({}, { T: null, E: 20, H: 250, U: 20, J: 'terminal', exit: 'submitted', endSeenBy: 'verifier' });
    check({ exitStatus: null }, { E: 20, J: 'terminal', exit: null, endSeenBy: 'verifier' });
  });
});

describe('deriveTimes, what is not known', () => {
  it('gives no positions where calls are not known, and still says how the run ended', () => {
    const rows: readonly [Partial<TimeFacts>, Times['J']][] = [
      [{ outcome: 'resolved', exitStatus: 'agent_timeout' }, 'verified'],
      [{ exitStatus: 'unset' }, 'terminal'],
      [{ exitStatus: 'agent_timeout' }, 'censored'],
      [{ outcome: 'unknown', exitStatus: 'unknown_agent_error' }, 'excluded'],
      [{ outcome: 'unknown', exitStatus: 'unset' }, 'unknown'],
    ];
    for (const [facts, J] of rows) check({ format: 'terminal-bench-1', calls: null, limits: { calls: null, usd: null, seconds: null }, ...facts }, { T: null, E: null, H: null, U: null, J });
  });
  it('serves the seconds axis where calls are not known', () => {
    const row: Partial<TimeFacts> = { format: 'terminal-bench-1', calls: null, seconds: 900.5, limits: { calls: null, usd: null, seconds: 900 } };
    check({ ...row, exitStatus: 'agent_timeout' }, { H: 900, U: 900, J: 'censored', exit: 'call-limit' }, { axis: 'seconds' });
    check({ ...row, exitStatus: 'unset', seconds: 30 }, { E: 30, H: 900, U: 30, J: 'terminal' }, { axis: 'seconds' });
  });
  it('takes a run without calls for one without positions', () => check({ calls: 0, outcome: 'resolved' }, { T: null, U: null, J: 'verified' }));
  it('moves the horizon to a seen end beyond it', () => check({ outcome: 'resolved', calls: 251 }, { T: 251, H: 251, U: 251, J: 'verified' }));
  it('does not date a first verified state by a final verdict', () => {
    check({ outcome: 'resolved' }, { T: null, U: null, J: 'unknown' }, { estimand: 'first-verified' });
    check({ outcome: 'resolved' }, { T: 20, J: 'verified' }, { estimand: 'resolved-at-submission' });
    check({ exitStatus: 'RateLimitError' , outcome: 'unknown' }, { J: 'excluded' }, { estimand: 'first-verified' });
  });
});

describe('deriveTimes, other axes', () => {
  it('counts tool steps', () => check({ outcome: 'resolved' }, { T: 18, H: null, U: 18, J: 'verified' }, { axis: 'tool-steps' }));
  it('counts billed tokens and dollars', () => {
    check({ outcome: 'resolved' }, { T: 1000, H: null, J: 'verified' }, { axis: 'usage-tokens' });
    check({ exitStatus: 'LimitsExceeded', cost: 3.01 }, { H: 3, U: 3, J: 'censored', exit: 'call-limit' }, { axis: 'usd' });
  });
  it('takes the limit on calls for another budget', () =>
    check({ exitStatus: 'LimitsExceeded', calls: 250, cost: 1 }, { H: 1, U: 1, J: 'censored', exit: 'other-budget' }, { axis: 'usd' }));
  it('says nothing on the axis of transcript tokens', () => check({ outcome: 'resolved' }, { T: null, U: null, J: 'verified' }, { axis: 'tokens' }));
});

describe('deriveTimes, declared times', () => {
  const table = (T: number | null, E: number | null, H: number | null, facts: Partial<TimeFacts> = {}): Partial<TimeFacts> => ({
    format: 'outcome-table',
    exitStatus: null,
    calls: null,
    basis: 'declared',
    outcome: T === null ? 'unresolved' : 'resolved',
    declared: { T, E, H },
    ...facts,
  });
  it('uses them as they stand', () => {
    check(table(5, null, 30), { T: 5, E: null, H: 30, U: 5, J: 'verified' });
    check(table(null, 13, 30), { T: null, E: 13, H: 30, U: 13, J: 'terminal', endSeenBy: 'anyone' });
    check(table(null, null, 30), { T: null, E: null, H: 30, U: 30, J: 'censored' });
    check(table(5, null, null), { T: 5, H: null, U: 5, J: 'verified' });
  });
  it('breaks ties as verified, terminal, censored', () => {
    check(table(8, 8, 30), { T: 8, U: 8, J: 'verified' });
    check(table(30, null, 30), { T: 30, U: 30, J: 'verified' });
    check(table(null, 30, 30), { E: 30, U: 30, J: 'terminal' });
  });
  it('drops what nobody can have seen', () => {
    check(table(9, 8, 30), { T: null, E: 8, U: 8, J: 'terminal' });
    check(table(31, null, 30), { T: null, E: null, U: 30, J: 'censored' });
    check(table(null, 31, 30), { E: null, U: 30, J: 'censored' });
  });
  it('falls back on the outcome where no time is given', () => {
    check(table(null, null, null, { outcome: 'resolved' }), { T: null, E: null, U: null, J: 'verified' });
    check(table(null, null, null, { outcome: 'unresolved' }), { T: null, E: null, U: null, J: 'terminal' });
    check(table(null, null, null, { outcome: 'unknown' }), { J: 'unknown' });
    check(table(null, null, 30, { outcome: 'resolved' }), { T: null, U: null, H: 30, J: 'verified' });
  });
  it('keeps a run that passed and was broken later a success on other axes, where its place is not known', () => {
    const broken = { declared: { T: 4, E: null, H: 20 }, basis: 'per-call', outcome: 'unresolved' } as const;
    check(broken, { T: 4, J: 'verified' }, { estimand: 'first-verified' });
    check(broken, { T: null, E: null, U: null, J: 'verified' }, { axis: 'usd', estimand: 'first-verified' });
    check(broken, { T: null, E: 0.5, J: 'terminal' }, { axis: 'usd', estimand: 'resolved-at-submission' });
  });

  it('reads per-call results as a final verdict only when asked, and never the reverse', () => {
    const perCall = table(5, null, 250, { basis: 'per-call', calls: 20, outcome: 'unresolved', exitStatus: 'Submitted', format: 'mini-swe-agent' });
    check(perCall, { T: 5, J: 'verified' });
    check(perCall, { T: null, E: 20, J: 'terminal' }, { estimand: 'resolved-at-submission' });
  });
  it('holds on the axis of calls only', () => check(table(5, null, 30), { T: null, U: null, J: 'verified' }, { axis: 'usd' }));
});

describe('the default exit table', () => {
  const classify = buildExitClassifier();
  const cases: readonly [TraceFormat, ExitClass, readonly string[]][] = [
    ['mini-swe-agent', 'submitted', ['Submitted']],
    ['mini-swe-agent', 'other-budget', ['LimitsExceeded', 'TimeExceeded']],
    ['mini-swe-agent', 'agent-failure', ['RepeatedFormatError', 'ContextWindowExceededError', 'ValueError']],
    [
      'mini-swe-agent',
      'infrastructure',
      ['Timeout', 'InternalServerError', 'RateLimitError', 'AuthenticationError', 'TimeoutExpired', 'CalledProcessError', 'RuntimeError', 'KeyboardInterrupt', 'APIConnectionError', 'APIError', 'litellm.exceptions.Timeout'],
    ],
    ['swe-agent', 'submitted', ['submitted', 'submitted (unheard of)']],
    ['swe-agent', 'other-budget', ['exit_cost', 'submitted (exit_cost)', 'exit_total_execution_time']],
    ['swe-agent', 'infrastructure', ['exit_api', 'exit_environment_error', 'submitted (exit_environment_error)', 'skipped (exists)']],
    ['swe-agent', 'agent-failure', ['exit_context', 'submitted (exit_context)', 'exit_format', 'exit_forfeit', 'exit_command', 'exit_command_timeout', 'exit_error', 'early_exit']],
    ['openhands', 'call-limit', ['MaxIterationsReached: Maximum iterations reached (500)', 'error: RuntimeError: Agent reached maximum iteration, after litellm.RateLimitError', 'RuntimeError: Agent reached maximum iteration in headless mode. Current iteration: 100, max iteration: 100']],
    ['openhands', 'other-budget', ['MaxBudgetReached: 3.0 of 3.0 dollars', 'Agent reached maximum budget for conversation']],
    ['openhands', 'agent-failure', ['LLMContextWindowExceedError: too long', 'error: litellm.ContextWindowExceededError: too long', 'AgentStuckInLoopError: Agent got stuck in a loop', 'stuck', 'error', 'rejected']],
    ['openhands', 'infrastructure', ['error: litellm.RateLimitError: slow down', 'litellm.exceptions.InternalServerError: x', 'LLMAuthenticationError: no key', 'AgentRuntimeDisconnectedError: gone', 'error: STATUS$ERROR_LLM_OUT_OF_CREDITS', 'paused', 'Maximum retries (5) reached: boom', 'stopped']],
    ['openhands', 'submitted', ['awaiting_user_input', 'finished', 'finish']],
    ['swe-rebench', 'submitted', ['submit', 'submitted']],
    ['harbor', 'other-budget', ['AgentTimeoutError']],
    ['harbor', 'agent-failure', ['NonZeroAgentExitCodeError', 'JSONDecodeError', 'AttributeError']],
    [
      'harbor',
      'infrastructure',
      ['AgentSetupTimeoutError', 'EnvironmentStartTimeoutError', 'VerifierTimeoutError', 'RewardFileNotFoundError', 'RewardFileEmptyError', 'VerifierOutputParseError', 'CancelledError', 'RuntimeError', 'ProcessLookupError', 'RemoteError', 'RateLimitError'],
    ],
    ['terminal-bench-1', 'submitted', ['unset']],
    ['terminal-bench-1', 'other-budget', ['agent_timeout']],
    ['terminal-bench-1', 'infrastructure', ['test_timeout', 'parse_error', 'agent_installation_failed']],
    ['terminal-bench-1', 'agent-failure', ['unknown_agent_error', 'context_length_exceeded']],
    ['inspect', 'other-budget', ['message', 'token', 'time', 'working', 'cost', 'limit: message']],
    ['inspect', 'call-limit', ['turn']],
    ['inspect', 'agent-failure', ['context']],
    ['inspect', 'infrastructure', ['operator', 'error', 'cancelled']],
    ['claude-code', 'call-limit', ['error_max_turns']],
    ['codex', 'infrastructure', ['turn_aborted', 'turn_aborted: interrupted', 'interrupted']],
  ];
  for (const [format, exit, statuses] of cases) {
    it(`reads ${statuses.join(', ').slice(0, 90)} of ${format} as ${exit}`, () => {
      for (const status of statuses) assert.equal(classify(format, status, true), exit, status);
    });
  }
  it('reads what Terminal-Bench cannot name as infrastructure only where there is no verdict', () => {
    assert.equal(classify('terminal-bench-1', 'unknown_agent_error', false), 'infrastructure');
    assert.equal(classify('terminal-bench-1', 'agent_installation_failed', false), 'infrastructure');
  });
  it('reads an empty status as none', () => {
    assert.equal(classify('mini-swe-agent', '', true), null);
    assert.equal(classify('mini-swe-agent', null, true), null);
  });
  it('lets the lines of a plan go first', () => {
    const planned = buildExitClassifier([{ format: null, status: 'RateLimit.*', exit: 'agent-failure' }]);
    assert.equal(planned('mini-swe-agent', 'RateLimitError', true), 'agent-failure');
    assert.equal(planned('mini-swe-agent', 'Timeout', true), 'infrastructure');
    assert.equal(planned('mini-swe-agent', 'submitted', true), 'submitted');
  });
  it('reads a status over several lines', () => assert.equal(classify('openhands', 'Traceback\nreached maximum iteration\nend', true), 'call-limit'));
  it('holds patterns only, and tells what is none', () => {
    assert.ok(DEFAULT_EXIT_TABLE.every((rule) => isExitPattern(rule.status)));
    assert.equal(isExitPattern('('), false);
  });
});
