import type { AttemptPart, Place } from '../contract';
import type { Step } from '../../model/step';
import type { ByteRange } from '../../model/units';
import { makeAttemptPart, providerOfModel, UNKNOWN_TOKENS } from '../shared/attemptParts';
import { nameOf, parentOf } from '../shared/paths';
import { addKnown, sumUsage } from '../shared/usage';
import type { ChatTotals } from './chatSteps';
import { INSTANCE_ID } from '../shared/conversationFacts';
import type { ConversationFacts } from '../shared/conversationFacts';

export interface PartPlace {
  readonly locator: string;
  readonly range: ByteRange | null;
  readonly contentHash: string | null;
  /** False: messages are missing, so that sums would be too low. */
  readonly isWhole: boolean;
}

/** The attempt that a conversation is. */
export function makePart(file: string, facts: ConversationFacts, totals: ChatTotals, steps: readonly Step[], place: PartPlace): AttemptPart {
  const isAlone = place.locator === '';
  const task = facts.task ?? (isAlone ? taskFromPath(file) : null);
  const startMs = facts.startedMs ?? totals.firstMs;
  const model = facts.model ?? totals.model;
  return makeAttemptPart({
    role: 'trajectory',
    format: 'messages',
    file,
    locator: place.locator,
    range: place.range,
    contentHash: place.contentHash,
    place: isAlone ? placeInRun(file, task) : { folder: null, runFolder: null },
    task,
    taskHash: facts.taskHash,
    runtime: { agent: facts.agent, agentVersion: facts.agentVersion, model, provider: facts.provider ?? providerOfModel(model), config: facts.config },
    attempt: facts.attempt,
    started: startMs === null ? null : new Date(startMs).toISOString(),
    exitStatus: facts.exitStatus,
    outcome: facts.outcome,
    outcomeFile: facts.outcome === 'unknown' ? null : file,
    basis: facts.outcome === 'unknown' ? null : 'final',
    ...(place.isWhole ? sums(facts, totals, steps) : {}),
  });
}

function sums(facts: ConversationFacts, totals: ChatTotals, steps: readonly Step[]): Partial<AttemptPart> {
  const tokens = sumUsage(steps.map((step) => ({ input: step.inputTokens, cached: step.cachedTokens, output: step.outputTokens })));
  const cost = steps.reduce<number | null>((sum, step) => addKnown(sum, step.cost), null);
  const isKnown = tokens.input !== null || tokens.output !== null;
  const isPartial = totals.isRequest && totals.calls > 1;
  return {
    calls: totals.calls,
    toolSteps: totals.toolSteps,
    toolCalls: totals.toolCalls,
    // Of a logged request only the last call is stated, which is no sum.
    tokens: isPartial ? UNKNOWN_TOKENS : isKnown ? tokens : (facts.tokens ?? UNKNOWN_TOKENS),
    cost: isPartial ? null : (cost ?? facts.cost),
    seconds: totals.firstMs === null || totals.lastMs === null || totals.lastMs === totals.firstMs ? null : (totals.lastMs - totals.firstMs) / 1000,
  };
}

const stemOf = (path: string): string => nameOf(path).replace(/(?:\.traj|\.trajectory|\.messages)?\.jsonl?(?:\.\w+)?$/i, '');

function taskFromPath(path: string): string | null {
  return [stemOf(path), nameOf(parentOf(path))].find((name) => INSTANCE_ID.test(name)) ?? null;
}

/** `<run>/<instance>/<file>`, or `<run>/<instance>.json`; other places name no run. */
function placeInRun(path: string, task: string | null): Place {
  const folder = parentOf(path);
  if (task !== null && folder !== '' && nameOf(folder) === task) return { folder, runFolder: parentOf(folder) };
  return { folder: null, runFolder: task !== null && stemOf(path) === task ? folder : null };
}
