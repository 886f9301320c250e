import { compareText } from '../../base/compareText';
import type { Schedule } from '../../engine/schedule';
import type { PolicyValue, ReplayGroup, ReplayResult, ReplayTask } from '../../model/replayResult';
import type { NeedsBudget, RefusedAudit } from '../countable';
import type { CountedCells } from '../counted';
import { matchAnyGroups } from '../groupNames';
import { chooseSchedules, type ChosenSchedules } from './bestSchedule';
import { cutoffCurve, type CutoffCurve } from './cutoffChoice';
import { meansOf, replayEach, replayLaws, valuePolicy, type Policy, type ReplayLaws } from './policyValues';
import { rangeOf, resampleSuccess } from './ranges';
import { cutoffsUpTo, poolGroups, replayCells, replayGround, replayHead, type Pooling, type ReplayGround } from './replayGroups';
import { unbiasedSuccess } from './unbiasedCutoffs';
import { watchLimit } from './watchLimit';

/** A policy and how it was given. */
export interface NamedPolicy {
  readonly text: string;
  readonly schedule: Schedule;
}

/** What any replay is asked with. */
export interface ReplayOptions {
  /** What differences are set against. */
  readonly against: NamedPolicy | null;
  /** Cutoffs to choose among; null: up to 15 spread evenly over the budget. Those above the budget are left out. */
  readonly cutoffs: readonly number[] | null;
  /** Null: yes for times that a verifier or a table states, no for verdicts on the submission. */
  readonly verifierAtSubmission: boolean | null;
  readonly cohorts: Pooling;
  /** Names of groups to answer for; null: all. */
  readonly evaluateOn: readonly string[] | null;
}

/** Policies that leave something to be chosen from the attempts. */
export type ChosenPolicy = 'fixed' | 'best';

export interface ReplayRequest extends ReplayOptions {
  /** A schedule, `fixed` with a cutoff to be chosen, or `best` with a list of caps to be chosen. */
  readonly policy: Schedule | ChosenPolicy;
  /** The policy as it was given. */
  readonly policyText: string;
  readonly select: 'in-sample' | 'leave-one-task-out' | null;
  /** Names of groups to choose the cutoff or caps on, together; null: on the group itself. */
  readonly selectOn: readonly string[] | null;
}

export type ReplayOutcome = { readonly kind: 'replay'; readonly result: ReplayResult } | NeedsBudget | RefusedAudit;

const SINGLE: NamedPolicy = { text: 'single', schedule: { kind: 'single' } };

/**
 * Replays a policy on the cells that count, exactly, beside another one (a single run unless stated); in portions. Ranges come
 * from resamples of tasks, then attempts; a cutoff that was chosen is kept in them, so they do not hold the choice.
 *
 * Source: paper A, sections on replay, cutoff selection and transfer; MATH.md 1.4 and 1.5.
 */
export function* replayInPortions(counted: CountedCells, request: ReplayRequest): Generator<void, ReplayOutcome, void> {
  const ground = replayGround(counted, request.verifierAtSubmission);
  if (ground.kind !== 'ground') return ground;
  const isChosen = typeof request.policy === 'string';
  const cutoffs = isChosen ? cutoffsUpTo(ground.budget, request.cutoffs) : [];
  if (isChosen && cutoffs.length === 0) return { kind: 'refused', message: `There is no cutoff to choose among up to the budget of ${ground.budget}.` };
  const evaluated = matchAnyGroups(ground.groups, request.evaluateOn);
  if (evaluated.kind === 'refused') return evaluated;
  const { groups } = evaluated;
  const elsewhere = yield* chooseElsewhere(ground, request, cutoffs);
  if (elsewhere !== null && 'kind' in elsewhere) return elsewhere;
  const results: ReplayGroup[] = [];
  for (const group of replayCells(groups, request.cohorts)) {
    const laws = yield* replayLaws(group, ground);
    results.push(yield* replayGroup(laws, { request, cutoffs, elsewhere }));
  }
  return {
    kind: 'replay',
    result: {
      schema: 'restart-lens/replay@1',
      ...replayHead({ ...ground, groups }, counted.plan),
      policy: request.policyText,
      against: (request.against ?? SINGLE).text,
      select: !isChosen ? null : elsewhere !== null ? 'elsewhere' : (request.select ?? 'in-sample'),
      selectedOn: elsewhere,
      // Lists of caps say themselves what they are made of.
      cutoffs: request.policy === 'fixed' ? cutoffs : [],
      groups: results,
    },
  };
}

/** The cutoff or list of caps that is best on the named groups together; null when the choice is not made elsewhere. */
function* chooseElsewhere(ground: ReplayGround, { policy, selectOn, cutoffs: given }: ReplayRequest, cutoffs: readonly number[]): Generator<void, ReplayResult['selectedOn'] | RefusedAudit, void> {
  if (selectOn === null || typeof policy !== 'string') return null;
  const matched = matchAnyGroups(ground.groups, selectOn);
  if (matched.kind === 'refused') return matched;
  const pooled = poolGroups(matched.groups);
  const laws = yield* replayLaws(pooled, ground);
  const limit = watchLimit(pooled.cells, ground.budget);
  const groups = matched.groups.map(({ runtime, cohort }) => ({ runtime, cohort, pooled: [] }));
  if (policy === 'fixed') return { groups, best: (yield* cutoffCurve(laws, cutoffs)).inSample, schedule: null, watchLimit: limit };
  const chosen = yield* chooseSchedules(laws, { given: given === null ? null : cutoffs, single: yield* replayEach(laws, () => SINGLE.schedule) });
  return { groups, best: null, schedule: chosen?.described ?? null, watchLimit: limit };
}

interface GroupDesign {
  readonly request: ReplayRequest;
  readonly cutoffs: readonly number[];
  readonly elsewhere: ReplayResult['selectedOn'];
}

function* replayGroup(laws: ReplayLaws, { request, cutoffs, elsewhere }: GroupDesign): Generator<void, ReplayGroup, void> {
  const { group, setting } = laws;
  const curve = request.policy === 'fixed' ? yield* cutoffCurve(laws, cutoffs) : null;
  const against: Policy = () => (request.against ?? SINGLE).schedule;
  const single = yield* replayEach(laws, () => SINGLE.schedule);
  const schedules = request.policy === 'best' && request.selectOn === null ? yield* chooseSchedules(laws, { given: request.cutoffs === null ? null : cutoffs, single }) : null;
  const policy = policyOf(request, { curve, schedules, elsewhere });
  const replays = yield* replayEach(laws, policy);
  const others = yield* replayEach(laws, against);
  const other = meansOf(others);
  const value = yield* valuePolicy(laws, policy, replays);
  const { success } = value;
  const ownBest = request.selectOn === null ? null : (curve?.inSample ?? null);
  const isSet = success !== null && other !== null;
  const best: Policy = () => (ownBest === null ? null : { kind: 'fixed', cap: ownBest.cutoff });
  const drawn = isSet ? yield* resampleSuccess(group, [policy, against, ...(ownBest === null ? [] : [best])], setting) : [];
  const [ofPolicy, ofOther, ofBest] = drawn;
  const tasks = group.cells.map((cell, i): ReplayTask => {
    const [replay, alone, schedule] = [replays[i] ?? null, single[i] ?? null, policy(i)];
    const isKnown = replay?.kind === 'ok';
    return {
      task: cell.task,
      n: cell.usable.length,
      status: isKnown ? 'ok' : replay === null ? 'unchosen' : 'horizon',
      success: isKnown ? replay.success : null,
      spend: isKnown ? replay.spend : null,
      single: alone?.kind === 'ok' ? alone.success : null,
      cutoff: request.policy === 'fixed' && schedule?.kind === 'fixed' ? schedule.cap : null,
      caps: request.policy === 'best' && schedule?.kind === 'caps' ? schedule.caps : null,
    };
  });
  const difference: PolicyValue['difference'] = isSet ? { estimate: success - other.success, interval: ofPolicy === undefined ? null : rangeOf(ofPolicy, ofOther) } : null;
  return {
    runtime: group.runtime,
    cohort: group.cohort,
    pooled: group.pooled,
    cells: group.cells.length,
    watchLimit: watchLimit(group.cells, setting.budget),
    horizonCells: replays.filter((replay, i) => replay?.kind === 'horizon' || others[i]?.kind !== 'ok').length,
    ...value,
    single: meansOf(single)?.success ?? null,
    against: other?.success ?? null,
    unbiased: yield* unbiasedSuccess(laws, policy),
    difference,
    inSample: curve?.inSample ?? null,
    transfer: ownBest === null || success === null ? null : { ownBest, gap: ownBest.success - success, interval: ofBest === undefined ? null : rangeOf(ofBest, ofPolicy) },
    best: schedules?.described ?? null,
    tasks: tasks.sort((a, b) => compareText(a.task, b.task)),
  };
}

interface Choices {
  readonly curve: CutoffCurve | null;
  readonly schedules: ChosenSchedules | null;
  readonly elsewhere: ReplayResult['selectedOn'];
}

/** The schedule of each cell: the one asked for, or the one that was chosen. */
function policyOf({ policy, select, selectOn }: ReplayRequest, { curve, schedules, elsewhere }: Choices): Policy {
  if (policy === 'best') {
    const caps = elsewhere?.schedule?.caps;
    if (selectOn !== null) return () => (caps === undefined ? null : { kind: 'caps', caps });
    return (select === 'leave-one-task-out' ? schedules?.heldOut : schedules?.inSample) ?? (() => null);
  }
  if (policy !== 'fixed') return () => policy;
  const chosen = (cell: number): number | null => {
    if (selectOn !== null) return elsewhere?.best?.cutoff ?? null;
    return select === 'leave-one-task-out' ? (curve?.heldOut?.tasks[cell]?.cutoff ?? null) : (curve?.inSample?.cutoff ?? null);
  };
  return (cell) => {
    const cap = chosen(cell);
    return cap === null ? null : { kind: 'fixed', cap };
  };
}
