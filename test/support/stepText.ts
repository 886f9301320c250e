import type { Step, StepKind } from '../../src/model/step';

/**
 * Steps from text, one token a step, separated by blanks:
 *
 *   A=x      action A with output x              A=x!     ... whose output is an error with exit code 1
 *   A=x!2    ... exit code 2                     A        action A whose output is not known
 *   ?        an answer that could not be parsed  .        thinking: a call without tool
 *
 * `kind:A=x` sets the kind (`edit:A=x`). Calls count from 1.
 */
export function makeSteps(text: string): Step[] {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .map((token, index) => makeStep(token, index));
}

function makeStep(token: string, index: number): Step {
  const parts = /^(?:(?<kind>\w+):)?(?:(?<mark>[?.])|(?<action>\w+)(?:=(?<output>\w*))?(?<error>!(?<code>\d+)?)?)$/.exec(token)?.groups;
  if (!parts) throw new Error(`No step: "${token}"`);
  const { action, output, error } = parts;
  const ran = output !== undefined;
  return {
    index,
    call: index + 1,
    // The caller writes a kind that exists.
    kind: (parts.kind ?? (action === undefined ? 'think' : 'run')) as StepKind,
    tools: action === undefined ? [] : ['bash'],
    title: action ?? '',
    action: null,
    observation: null,
    actionHash: action ?? null,
    observationHash: ran ? output : null,
    malformed: parts.mark === '?',
    isToolStep: ran,
    toolCalls: action === undefined ? 0 : 1,
    exitCode: ran ? (error ? Number(parts.code ?? 1) : 0) : null,
    isError: error !== undefined,
    inputTokens: null,
    cachedTokens: null,
    outputTokens: null,
    cost: null,
    timeMs: null,
  };
}
