import { cleanLine } from '../../base/cleanText';
import type { MonitorRun } from '../../model/monitors';
import type { Step } from '../../model/step';
import { MOST_ROWS, type StepRow, type StepRows } from '../../protocol/trajectory';
import { formatCompact, formatCount, formatUsd } from '../numbers';
import { countOf } from '../words';
import { formatScore } from './score';
import { exitWord, hasFailed } from './stepWords';
import { viewSubAgent } from './subAgents';
import type { SubAgentInput } from './subAgents';

export interface RowsInput {
  readonly steps: readonly Step[];
  readonly monitors: readonly MonitorRun[];
  /** In the order of their steps. */
  readonly subAgents: readonly SubAgentInput[];
}

/**
 * Rows of the steps `from` to `to` (from 1, inclusive), those that there are, `MOST_ROWS` at most. Cost: linear in the rows
 * and the run's sub-agents.
 */
export function viewRows({ steps, monitors, subAgents }: RowsInput, from: number, to: number): StepRows {
  const first = Math.max(1, from);
  const rows = steps.slice(first - 1, Math.min(to, first + MOST_ROWS - 1));
  return {
    from: first,
    rows: rows.map((step) => viewStep(step, { scores: monitors.map((run) => scoreWord(run, step.index)), subAgents: subAgents.filter((agent) => agent.step === step.index) })),
  };
}

function scoreWord({ scores }: MonitorRun, index: number): string {
  const score = scores[index] ?? null;
  return score === null ? '' : formatScore(score);
}

function viewStep(step: Step, { scores, subAgents }: { readonly scores: readonly string[]; readonly subAgents: readonly SubAgentInput[] }): StepRow {
  const tokensIn = step.inputTokens === null ? '' : `${formatCompact(step.inputTokens)} tokens in`;
  const tokensOut = step.outputTokens === null ? '' : `${formatCompact(step.outputTokens)} out`;
  const usage = [
    step.call === null ? 'no call of its own' : `call ${formatCount(step.call)}`,
    tokensIn,
    tokensOut,
    step.cost === null ? '' : formatUsd(step.cost),
  ];
  return {
    number: step.index + 1,
    call: step.call,
    kind: step.kind,
    title: cleanLine(step.title),
    tools: step.tools.map(cleanLine),
    exit: exitWord(step),
    failed: hasFailed(step),
    usage: usage.filter((part) => part !== '').join(', '),
    agents: subAgents.length === 0 ? '' : countOf(subAgents.length, 'sub-agent'),
    subAgents: subAgents.map(viewSubAgent),
    scores,
  };
}
