// The facts of one conversation as an attempt.

import type { AttemptPart, Lineage, Place } from '../contract';
import type { Step } from '../../model/step';
import type { ByteRange } from '../../model/units';
import { makeAttemptPart, NO_LIMITS, providerOfModel, UNKNOWN_RUNTIME } from '../shared/attemptParts';
import { getField, getText } from '../shared/fields';
import { seedProblem, WHOLE_FILE } from '../shared/problems';
import type { FilePlace, ProblemSeed } from '../shared/problems';
import { countSteps, joinNames } from '../shared/stepPieces';
import { secondsBetween } from '../shared/times';
import { addKnown } from '../shared/usage';
import { UNDER_WAY } from './conversation';
import type { ConversationFacts, SideCall, SubConversation } from './conversation';
import { readMeter, readStats } from './metrics';
import type { Meter } from './metrics';
import type { RunFacts } from './runtime';
import { agentName, readBaseState } from './runtime';
import { meterSteps, spread } from './spending';

export interface AttemptContext {
  readonly file: string;
  readonly locator: string;
  readonly range: ByteRange | null;
  readonly place: Place;
  readonly filePlace: FilePlace;
  readonly run: RunFacts | null;
  readonly task: string | null;
  readonly taskHash: string | null;
  readonly attempt: string | null;
  /** `error` of an evaluation's line: what the harness says went wrong. */
  readonly error: string | null;
  /** `metrics` of an evaluation's line. */
  readonly metrics: unknown;
  /** `base_state.json`. */
  readonly state: unknown;
  /** Calls of sub-agents whose conversations are kept apart. */
  readonly subagents?: readonly SideCall[];
  /** What such conversations call this one; default its place. */
  readonly session?: string;
  /** Everything of the conversation was there and could be read. */
  readonly isWhole: boolean;
  /** False: what says how the run ended may be cut off. */
  readonly isEndKnown?: boolean;
  readonly verdict: 'resolved' | 'unresolved' | 'none' | null;
}

export interface BuiltAttempt extends BuiltPart {
  readonly subagents: readonly BuiltPart[];
  readonly problems: readonly ProblemSeed[];
}

interface BuiltPart {
  readonly part: AttemptPart;
  readonly steps: readonly Step[];
}

const LONGEST_STATUS = 2000;
const VERSIONS = { sdk: 'agent SDK', legacy: 'events', entries: 'visualizer entries' } as const;

export function buildAttempt(facts: ConversationFacts, context: AttemptContext): BuiltAttempt {
  const meters = metersOf(facts, context);
  const spending = spread(facts.steps, [...facts.side, ...facts.subagents.flatMap(callsOf), ...(context.subagents ?? [])], meters, context.filePlace);
  const run = context.run ?? readBaseState(context.state) ?? readBaseState(facts.state);
  const { verdict } = context;
  const hasVerdict = verdict === 'resolved' || verdict === 'unresolved';
  const part = makeAttemptPart({
    role: 'trajectory',
    format: 'openhands',
    formatVersion: facts.shape === null ? null : VERSIONS[facts.shape],
    file: context.file,
    locator: context.locator,
    range: context.range,
    contentHash: context.isWhole && facts.events > 0 ? facts.key : null,
    place: context.place,
    task: context.task,
    taskHash: context.taskHash,
    runtime: runtimeOf(facts, run, meters),
    attempt: context.attempt,
    started: facts.started,
    ...countsOf(facts, spending.steps, context),
    tokens: spending.tokens,
    cost: spending.cost,
    side: spending.side,
    seconds: secondsBetween(facts.started, facts.ended),
    exitStatus: exitStatusOf(facts, context),
    limits: limitsOf(run, meters),
    outcome: hasVerdict ? verdict : 'unknown',
    outcomeFile: hasVerdict ? context.file : null,
    basis: hasVerdict ? 'final' : null,
    lineage: { session: context.session ?? sessionOf(context.file, context.locator), spawns: spawnsOf(facts), parent: null },
  });
  return { part, steps: spending.steps, subagents: subagentParts(part, facts, meters), problems: [...spending.problems, ...unknownKinds(facts, context.filePlace)] };
}

/**
 * A conversation with a call of the agent, or one that is there from its beginning and has none: that run was started, and what
 * became of it is not missing by chance. What has neither is a piece of some log.
 */
export function isAttempt({ steps, hasOpening }: ConversationFacts): boolean {
  return steps.length > 0 || hasOpening;
}

/** Of a conversation without a call of the agent. */
export function withoutCalls(facts: ConversationFacts): ProblemSeed {
  return seedProblem('missing-field', WHOLE_FILE, {
    found: `${facts.events} events, none of them an agent's`,
    expected: 'actions of an agent',
    message: `The conversation holds no call of an agent; ${isAttempt(facts) ? 'it is an attempt of no calls' : 'it is not an attempt'}.`,
  }, 'information');
}

function sessionOf(file: string, locator: string): string {
  return `${file}#${locator}`;
}

function spawnsOf({ subagents }: ConversationFacts): Lineage['spawns'] {
  return subagents.map(({ call, step }) => ({ call, step }));
}

/** A sub-agent's calls, and those of its own sub-agents. */
function callsOf({ facts }: SubConversation): readonly SideCall[] {
  const own = facts.steps.flatMap(({ step, responseId, usage }): SideCall[] => (step.call === null ? [] : [{ responseId, usage, cost: null }]));
  return [...own, ...facts.side, ...facts.subagents.flatMap(callsOf)];
}

/** Parts of the sub-agents inside a conversation, each under the call that started it. */
function subagentParts(above: AttemptPart, facts: ConversationFacts, meters: readonly Meter[]): readonly BuiltPart[] {
  const session = above.lineage?.session ?? '';
  return facts.subagents.flatMap(({ call, facts: inner }, i) => {
    const steps = meterSteps(inner.steps, meters);
    const locator = `${above.locator}${above.locator === '' ? '' : ' '}sub-agent ${i + 1}`;
    const part = makeAttemptPart({
      role: 'sub-agent',
      format: 'openhands',
      formatVersion: above.formatVersion,
      file: above.file,
      locator,
      place: above.place,
      task: above.task,
      runtime: { ...above.runtime, config: null },
      started: inner.started,
      ...countSteps(steps),
      cost: steps.reduce<number | null>((sum, step) => addKnown(sum, step.cost), null),
      seconds: secondsBetween(inner.started, inner.ended),
      exitStatus: inner.ending,
      lineage: { session: sessionOf(above.file, locator), spawns: spawnsOf(inner), parent: { session, call } },
    });
    return [{ part, steps }, ...subagentParts(part, inner, meters)];
  });
}

/** The line's metrics; where they have no entry for single calls, those of the conversation's state are finer. */
function metersOf(facts: ConversationFacts, { metrics, state }: AttemptContext): readonly Meter[] {
  const meter = readMeter(metrics);
  // Totals of a conversation say nothing about an excerpt of it.
  const isExcerpt = !facts.hasOpening && facts.steps.length > 0;
  const stats = [getField(state, 'stats'), getField(facts.state, 'stats')].map(readStats).map((meters) => (isExcerpt ? meters.filter(({ calls }) => calls.length > 0) : meters)).find((meters) => meters.length > 0) ?? [];
  if (meter === null) return stats;
  const isFiner = meter.calls.length === 0 && stats.some(({ calls }) => calls.length > 0);
  return isFiner ? stats : [meter];
}

/**
 * Calls that cannot be counted: of a conversation that was not read whole; of another program's agent; and where an error
 * left no events, though calls may have been made.
 */
function countsOf(facts: ConversationFacts, steps: readonly Step[], { isWhole, error }: AttemptContext): Pick<AttemptPart, 'calls' | 'toolSteps' | 'toolCalls'> {
  const { calls, toolSteps, toolCalls } = countSteps(steps);
  if (!isWhole || (steps.length === 0 && (error !== null || facts.events === 0))) return { calls: null, toolSteps: null, toolCalls: null };
  return { calls: facts.hasForeignCalls ? null : calls, toolSteps, toolCalls };
}

/** The error of the line, else the last state with its reason, else the tool that ended the conversation. */
function exitStatusOf(facts: ConversationFacts, { error, state, isEndKnown }: AttemptContext): string | null {
  if (isEndKnown === false) return null;
  if (error !== null) return error.slice(0, LONGEST_STATUS);
  const { status, reason, ending } = facts;
  if (status !== null && reason !== null) return `${status}: ${reason}`.slice(0, LONGEST_STATUS);
  const saved = getText(state, 'execution_status');
  return status ?? (saved !== null && !UNDER_WAY.has(saved) ? saved : ending);
}

function runtimeOf(facts: ConversationFacts, run: RunFacts | null, meters: readonly Meter[]): AttemptPart['runtime'] {
  const agent = facts.shape === 'sdk' ? 'openhands-sdk' : facts.shape === 'legacy' ? agentName(facts.agentClass) : null;
  const stated = run?.runtime ?? { ...UNKNOWN_RUNTIME, agent };
  const runtime = { ...stated, agentVersion: stated.agentVersion ?? facts.version ?? run?.commit ?? null };
  if (runtime.model !== null) return runtime;
  const [meter] = meters;
  const metered = meter === undefined || meter.model === 'default' || meter.model === '' ? null : meter.model;
  const model = metered ?? joinNames(facts.models);
  return { ...runtime, model, provider: providerOfModel(model) };
}

function limitsOf(run: RunFacts | null, meters: readonly Meter[]): AttemptPart['limits'] {
  const limits = run?.limits ?? NO_LIMITS;
  return { ...limits, usd: limits.usd ?? meters.map(({ budget }) => budget).find((budget) => budget !== null) ?? null };
}

function kindsOf({ unknownKinds: own, subagents }: ConversationFacts): readonly string[] {
  return [...own, ...subagents.flatMap(({ facts }) => kindsOf(facts))];
}

function unknownKinds(facts: ConversationFacts, place: FilePlace): readonly ProblemSeed[] {
  const kinds = [...new Set(kindsOf(facts))];
  if (kinds.length === 0) return [];
  const names = kinds.join(', ').slice(0, 300);
  return [seedProblem('unknown-record', place, { found: names, expected: 'kinds of events that are known', message: `Events of kinds that are not known were passed over: ${names}.` })];
}
