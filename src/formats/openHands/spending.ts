// Gives each step what its call used, and keeps apart what was used beside the agent's own calls.

import type { SideCalls, TokenTotals } from '../../model/attempt';
import type { Step } from '../../model/step';
import { seedProblem } from '../shared/problems';
import type { FilePlace, ProblemSeed } from '../shared/problems';
import { addKnown, sumUsage } from '../shared/usage';
import type { CallUsage } from '../shared/usage';
import type { SideCall } from './conversation';
import { leavesCacheOut, statedTotals, usageOf } from './metrics';
import type { Meter, MeteredCall } from './metrics';
import type { DraftStep } from './openStep';

export interface Spending {
  readonly steps: readonly Step[];
  readonly tokens: TokenTotals;
  readonly cost: number | null;
  readonly side: SideCalls | null;
  readonly problems: readonly ProblemSeed[];
}

interface Spent {
  readonly usage: CallUsage;
  readonly cost: number | null;
}

/**
 * Spreads metrics over steps. A metered call belongs to the step of its response; between two such, as many metered
 * calls as there are steps without one belong to them in order (answers that could not be parsed leave no response id).
 * What then is left over is not the agent's own: a summariser's, a sub-agent's, a retry's.
 */
export function spread(drafts: readonly DraftStep[], side: readonly SideCall[], meters: readonly Meter[], place: FilePlace): Spending {
  const withoutCache = leavesCacheOut(meters);
  const spent = new Map<number, Spent>();
  const left: MeteredCall[] = [];
  const own = ownMeters(drafts, meters);
  for (const meter of meters) {
    if (own.includes(meter)) assign(drafts, meter, side, withoutCache, spent, left);
    else for (const call of meter.calls) left.push(call);
  }
  const differences = differencesOf(drafts);
  const steps = drafts.map(({ step, usage }, i): Step => {
    const metered = spent.get(i);
    const used = metered?.usage ?? usage;
    const cost = metered === undefined && meters.length === 0 ? (differences[i] ?? null) : (metered?.cost ?? null);
    return used === null && cost === null ? step : { ...step, inputTokens: used?.input ?? null, cachedTokens: used?.cached ?? null, outputTokens: used?.output ?? null, cost };
  });
  return {
    ...totalsOf(steps, own, withoutCache),
    steps: steps.map((step) => (step.cost === 0 ? { ...step, cost: freeOrUnknown(steps) } : step)),
    side: sideOf(side, left, meters.filter((meter) => !own.includes(meter)), withoutCache),
    problems: checkTotals(meters, place),
  };
}

/** Steps of a sub-agent with what the metered calls of their responses used. */
export function meterSteps(drafts: readonly DraftStep[], meters: readonly Meter[]): readonly Step[] {
  const withoutCache = leavesCacheOut(meters);
  const calls = new Map(meters.flatMap((meter) => meter.calls.flatMap((call) => (call.responseId === null ? [] : [[call.responseId, call] as const]))));
  return drafts.map(({ step, responseId, usage }) => {
    const call = responseId === null ? undefined : calls.get(responseId);
    const used = call === undefined ? usage : usageOf(call, withoutCache);
    return { ...step, inputTokens: used?.input ?? null, cachedTokens: used?.cached ?? null, outputTokens: used?.output ?? null, cost: positive(call?.cost ?? null) };
  });
}

/** The agent's meters: those that name a response of a step, else the only one, else the one that the SDK calls so. */
function ownMeters(drafts: readonly DraftStep[], meters: readonly Meter[]): readonly Meter[] {
  const responses = new Set(drafts.map(({ responseId }) => responseId).filter((id) => id !== null));
  const named = meters.filter(({ calls }) => calls.some(({ responseId }) => responseId !== null && responses.has(responseId)));
  if (named.length > 0 || meters.length < 2) return named.length > 0 ? named : meters;
  const usual = meters.filter(({ usageId }) => usageId === 'agent' || usageId === 'default' || usageId === null);
  return usual.length > 0 ? usual.slice(0, 1) : meters.slice(0, 1);
}

function assign(drafts: readonly DraftStep[], meter: Meter, side: readonly SideCall[], withoutCache: boolean, spent: Map<number, Spent>, left: MeteredCall[]): void {
  const stepOf = new Map<string, number>();
  drafts.forEach(({ responseId }, i) => {
    if (responseId !== null && !stepOf.has(responseId)) stepOf.set(responseId, i);
  });
  const notOwn = new Set(side.map(({ responseId }) => responseId));
  const isAnonymous = meter.calls.every(({ responseId }) => responseId === null);
  let waiting: MeteredCall[] = [];
  let after = -1;
  const settle = (before: number): void => {
    const open: number[] = [];
    for (let i = after + 1; i < before; i++) if ((isAnonymous || drafts[i]?.responseId === null) && drafts[i]?.step.call !== null) open.push(i);
    if (open.length === waiting.length) open.forEach((i, k) => give(i, waiting[k]));
    // Where no call names its response, nothing says that those too many are not the agent's: only their sum is known.
    else if (after >= 0 || before < drafts.length) for (const call of waiting) left.push(call);
    waiting = [];
  };
  const give = (i: number, call: MeteredCall | undefined): void => {
    if (call !== undefined) spent.set(i, { usage: usageOf(call, withoutCache), cost: call.cost });
  };
  for (const call of meter.calls) {
    const i = call.responseId === null ? undefined : stepOf.get(call.responseId);
    if (i === undefined) {
      if (call.responseId !== null && notOwn.has(call.responseId)) left.push(call);
      else waiting.push(call);
    } else if (spent.has(i)) {
      left.push(call);
    } else {
      // Calls are metered in order; one out of order settles nothing.
      if (i > after) {
        settle(i);
        after = i;
      }
      give(i, call);
    }
  }
  settle(drafts.length);
}

/** What each step added to the money spent, where actions state that. */
function differencesOf(drafts: readonly DraftStep[]): readonly (number | null)[] {
  let before = 0;
  return drafts.map(({ spent }) => {
    if (spent === null) return null;
    const added = spent - before;
    before = Math.max(before, spent);
    return added >= 0 ? added : null;
  });
}

/** A price of 0 for every call that used tokens means that the model has none that is known. */
function freeOrUnknown(steps: readonly Step[]): number | null {
  return steps.some(({ cost }) => cost !== null && cost > 0) ? 0 : null;
}

function totalsOf(steps: readonly Step[], own: readonly Meter[], withoutCache: boolean): Pick<Spending, 'tokens' | 'cost'> {
  const tokens = sumUsage(steps.map((step) => ({ input: step.inputTokens, cached: step.cachedTokens, output: step.outputTokens })));
  const byStep = steps.reduce<number | null>((sum, step) => addKnown(sum, step.cost), null);
  const loose = own.flatMap(({ looseCosts, calls }): readonly (number | null)[] => (looseCosts.length > 0 ? looseCosts : calls.map((call) => call.cost))).reduce<number | null>((sum, cost) => addKnown(sum, cost), null);
  const stated = own.reduce<number | null>((sum, { totals }) => addKnown(sum, totals.cost), null);
  const isKnown = tokens.input !== null || tokens.output !== null;
  return {
    tokens: isKnown ? tokens : sumUsage(own.map((meter) => statedTotals(meter, withoutCache))),
    cost: positive(byStep) ?? positive(loose) ?? positive(stated),
  };
}

function sideOf(side: readonly SideCall[], left: readonly MeteredCall[], others: readonly Meter[], withoutCache: boolean): SideCalls | null {
  const metered = new Set(left.map(({ responseId }) => responseId).filter((id) => id !== null));
  // A summary whose response is not named is most likely among those that are left over.
  const unnamed = side.filter(({ responseId, usage }) => responseId === null && usage === null).length;
  const known = side.filter(({ responseId, usage }) => (responseId === null ? usage !== null : !metered.has(responseId)));
  const named = new Set(side.map(({ responseId }) => responseId));
  const leftOver = left.filter(({ responseId }) => responseId === null || !named.has(responseId)).length;
  const calls = left.length + known.length + Math.max(0, unnamed - leftOver);
  const withoutCalls = others.filter((meter) => meter.calls.length === 0);
  const tokens = sumUsage([...left.map((call) => usageOf(call, withoutCache)), ...known.flatMap(({ usage }) => usage ?? []), ...withoutCalls.map((meter) => statedTotals(meter, withoutCache))]);
  const cost = [...left.map((call) => call.cost), ...known.map((call) => call.cost), ...others.flatMap(({ looseCosts }) => looseCosts), ...withoutCalls.map(({ totals }) => totals.cost)].reduce<number | null>((sum, c) => addKnown(sum, c), null);
  return calls === 0 && tokens.input === null && positive(cost) === null ? null : { calls, tokens, cost: positive(cost) };
}

/** A producer's totals against the sums of its own entries. */
function checkTotals(meters: readonly Meter[], place: FilePlace): readonly ProblemSeed[] {
  return meters.flatMap((meter) => {
    const differing: string[] = [];
    if (meter.calls.some((call) => call.prompt !== null)) {
      compare('prompt tokens', sum(meter.calls.map(({ prompt }) => prompt)), meter.totals.prompt, differing);
      compare('completion tokens', sum(meter.calls.map(({ completion }) => completion)), meter.totals.completion, differing);
    }
    const costs = meter.looseCosts.length > 0 ? meter.looseCosts : meter.calls.map(({ cost }) => cost);
    if (costs.some((cost) => cost !== null)) compare('dollars', sum(costs), meter.totals.cost, differing);
    if (differing.length === 0) return [];
    return [seedProblem('conflict', place, { found: differing.join('; '), expected: 'totals that are the sum of the calls', message: 'The totals that the producer states are not the sums of its calls; the calls are counted.' }, 'information')];
  });
}

function compare(what: string, counted: number, stated: number | null, differing: string[]): void {
  if (stated !== null && Math.abs(counted - stated) > 1e-6 * Math.max(1, Math.abs(stated))) differing.push(`${counted} ${what} in calls, ${stated} in all`);
}

function sum(values: readonly (number | null)[]): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0);
}

function positive(value: number | null): number | null {
  return value !== null && value > 0 ? value : null;
}
