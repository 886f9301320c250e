import type { Attempt, RuntimeFields } from '../../src/model/attempt';

const NO_RUNTIME: RuntimeFields = { agent: null, agentVersion: null, model: 'luna', provider: null, config: null };

/** An attempt in which everything that is not stated is unknown. */
export function makeAttempt(stated: Partial<Omit<Attempt, 'runtime'>> & { readonly runtime?: Partial<RuntimeFields> } = {}): Attempt {
  const { runtime, ...rest } = stated;
  return {
    id: `id-${rest.task ?? 'task'}-${rest.attempt ?? '1'}`,
    file: 'run/a.json',
    locator: '',
    range: null,
    contentHash: null,
    format: 'mini-swe-agent',
    formatVersion: null,
    stepReader: null,
    task: 'task-1',
    repository: null,
    cohort: null,
    runtime: { ...NO_RUNTIME, ...runtime },
    attempt: '1',
    started: null,
    startedMs: null,
    calls: null,
    toolSteps: null,
    toolCalls: null,
    tokens: { input: null, cached: null, output: null },
    cost: null,
    seconds: null,
    exitStatus: null,
    limits: { calls: null, usd: null, seconds: null },
    outcome: 'unknown',
    outcomeFile: null,
    basis: null,
    declared: null,
    noResult: false,
    conflict: false,
    synthetic: false,
    side: null,
    stepCount: 0,
    problems: 0,
    ...rest,
  };
}

/** An attempt of an outcome table: declared times, horizon 30 unless stated. */
export function declaredAttempt(task: string, attempt: string, times: { readonly T?: number; readonly E?: number; readonly H?: number }, more: Parameters<typeof makeAttempt>[0] = {}): Attempt {
  const { T = null, E = null, H = 30 } = times;
  return makeAttempt({
    format: 'outcome-table',
    task,
    attempt,
    declared: { T, E, H },
    outcome: T === null ? 'unresolved' : 'resolved',
    basis: 'declared',
    outcomeFile: 'table.csv',
    ...more,
  });
}

/** An attempt with a final verdict after a number of calls. */
export function finalAttempt(task: string, attempt: string, verdict: 'resolved' | 'unresolved', calls: number, more: Parameters<typeof makeAttempt>[0] = {}): Attempt {
  return makeAttempt({ task, attempt, outcome: verdict, basis: 'final', calls, exitStatus: 'Submitted', limits: { calls: 250, usd: null, seconds: null }, ...more });
}
