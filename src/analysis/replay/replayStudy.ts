import type { Replay } from '../../engine/replay';
import type { Schedule } from '../../engine/schedule';
import type { Plan } from '../../model/plan';
import type { CurvePoint, ReplayStudy, StudyGroup, UnbiasedSuccess } from '../../model/replayResult';
import type { NeedsBudget, RefusedAudit } from '../countable';
import type { CountedCells } from '../counted';
import { matchAnyGroups } from '../groupNames';
import { chooseSchedules, type ChosenSchedules } from './bestSchedule';
import { comparePolicies, type AskedPolicy, type ComparedPolicies } from './comparePolicies';
import { cutoffCurve, type CutoffCurve } from './cutoffChoice';
import { meansOf, replayEach, replayLaws, type Policy, type ReplayLaws } from './policyValues';
import { bestShares, rangeOf } from './ranges';
import { cutoffsUpTo, replayCells, replayGround, replayHead, type ReplayCells, type ReplayGround } from './replayGroups';
import type { NamedPolicy, ReplayOptions } from './replayPolicy';
import { unbiasedSuccess } from './unbiasedCutoffs';
import { watchLimit } from './watchLimit';

export interface StudyRequest extends ReplayOptions {
  /** Policies set beside one run, recycling and the chosen cutoffs; null: an insurance and families of geometric and Luby caps. */
  readonly policies: readonly NamedPolicy[] | null;
}

/** What is asked when nobody states anything. */
export const PLAIN_STUDY: StudyRequest = { against: null, cutoffs: null, verifierAtSubmission: null, cohorts: 'both', evaluateOn: null, policies: null };

export type StudyOutcome = { readonly kind: 'study'; readonly result: ReplayStudy } | NeedsBudget | RefusedAudit;

/**
 * The success curve over cutoffs with a band, the cutoffs chosen in sample and with each task left out, and policies side by side,
 * for every runtime and cohort that counts; in portions. All ranges of a group come from the same resamples of tasks, then
 * attempts; each is pointwise, and chosen cutoffs stay as they are in them.
 *
 * Source: paper A, sections on replay and cutoff selection, figure 3B; MATH.md 1.4 and 1.5.
 */
export function* studyInPortions(counted: CountedCells, request: StudyRequest): Generator<void, StudyOutcome, void> {
  const ground = replayGround(counted, request.verifierAtSubmission);
  return ground.kind === 'ground' ? yield* studyGround(ground, counted.plan, request) : ground;
}

/** As `studyInPortions`, for cells that are already grouped. */
export function* studyGround(ground: ReplayGround, plan: Plan, request: StudyRequest): Generator<void, Extract<StudyOutcome, { readonly kind: 'study' | 'refused' }>, void> {
  const cutoffs = cutoffsUpTo(ground.budget, request.cutoffs);
  if (cutoffs.length === 0) return { kind: 'refused', message: `There is no cutoff to choose among up to the budget of ${ground.budget}.` };
  const evaluated = matchAnyGroups(ground.groups, request.evaluateOn);
  if (evaluated.kind === 'refused') return evaluated;
  const policies = request.policies ?? familiesOf(ground.budget);
  const groups: StudyGroup[] = [];
  for (const group of replayCells(evaluated.groups, request.cohorts)) {
    const laws = yield* replayLaws(group, ground);
    const study = yield* studyGroup(laws, { cutoffs, policies, against: request.against, caps: request.cutoffs === null ? null : cutoffs });
    groups.push({ ...study, atTwice: yield* studyTwice(group, ground) });
  }
  return { kind: 'study', result: { schema: 'restart-lens/replay-study@1', ...replayHead({ ...ground, groups: evaluated.groups }, plan), cutoffs, groups } };
}

/**
 * Two short probes and the rest in one piece; caps that double, from 1, 2 and 4; and Luby's in units of 1, 2 and 4: paper A's
 * families at a budget of 30, in units that grow with it.
 */
function familiesOf(budget: number): readonly NamedPolicy[] {
  const probe = Math.max(1, Math.floor(budget / 4));
  const units = [1, 2, 4].map((unit) => Math.max(1, Math.round((unit * budget) / 30)));
  const caps = [probe, probe, Math.max(1, budget - 2 * probe)];
  return [
    { text: `caps:${caps.join(',')}`, schedule: { kind: 'caps', caps } },
    ...[...new Set(units)].map((base): NamedPolicy => ({ text: `geometric:${base},2`, schedule: { kind: 'geometric', base, ratio: 2 } })),
    ...[...new Set(units)].map((unit): NamedPolicy => ({ text: `luby:${unit}`, schedule: { kind: 'luby', unit } })),
  ];
}

interface StudyDesign {
  readonly cutoffs: readonly number[];
  readonly policies: readonly NamedPolicy[];
  readonly against: NamedPolicy | null;
  /** Caps of the best list; null: as many as the budget allows. */
  readonly caps: readonly number[] | null;
}

function* studyGroup(laws: ReplayLaws, { cutoffs, policies, against, caps }: StudyDesign): Generator<void, Omit<StudyGroup, 'atTwice'>, void> {
  const { group } = laws;
  const curve = yield* cutoffCurve(laws, cutoffs);
  const single = yield* replayEach(laws, () => ({ kind: 'single' }));
  const other = against ?? fallback(single, curve);
  const best = yield* chooseSchedules(laws, { given: caps, single });
  const table = yield* comparePolicies(laws, { rows: rowsOf(curve, best, policies), against: other, further: curve.seen.map((cap): Policy => () => ({ kind: 'fixed', cap })) });
  const unbiased: UnbiasedSuccess[] = [];
  for (const cap of cutoffs) unbiased.push(yield* unbiasedSuccess(laws, () => ({ kind: 'fixed', cap })));
  return {
    runtime: group.runtime,
    cohort: group.cohort,
    pooled: group.pooled,
    cells: group.cells.length,
    attempts: group.cells.reduce((sum, cell) => sum + cell.usable.length, 0),
    watchLimit: watchLimit(group.cells, laws.setting.budget),
    against: table.against === null ? null : (other?.text ?? null),
    curve: describeCurve(curve, table, unbiased),
    inSample: curve.inSample,
    leaveOneTaskOut: describeHeldOut(curve),
    best: best?.described ?? null,
    verifierMatters: group.verifierMatters,
    policies: table.policies,
  };
}

/** Twice the budget: full runs one after another, and what is set against them. */
function* studyTwice(group: ReplayCells, ground: ReplayGround): Generator<void, StudyGroup['atTwice'], void> {
  const { budget } = ground;
  const laws = yield* replayLaws(group, { ...ground, budget: 2 * budget });
  const probe = Math.max(1, Math.floor(budget / 2));
  const repeated: NamedPolicy = { text: `fixed:${budget}`, schedule: { kind: 'fixed', cap: budget } };
  const insurance = [probe, probe, Math.max(1, 2 * budget - 2 * probe)];
  const rows = [stated('single', { kind: 'single' }), stated('recycle', { kind: 'recycle' }), stated(repeated.text, repeated.schedule), stated(`caps:${insurance.join(',')}`, { kind: 'caps', caps: insurance })];
  const { policies } = yield* comparePolicies(laws, { rows, against: repeated, further: [] });
  return { budget: 2 * budget, against: repeated.text, policies };
}

/** One run, recycling, the chosen cutoffs and lists of caps, then the policies asked for. */
function rowsOf({ inSample, heldOut }: CutoffCurve, best: ChosenSchedules | null, policies: readonly NamedPolicy[]): readonly AskedPolicy[] {
  const fixed = (cap: number | null): Schedule | null => (cap === null ? null : { kind: 'fixed', cap });
  return [
    stated('single', { kind: 'single' }),
    stated('recycle', { kind: 'recycle' }),
    { policy: 'fixed', select: 'in-sample', cutoff: inSample?.cutoff ?? null, caps: null, scheduleOf: () => fixed(inSample?.cutoff ?? null) },
    { policy: 'fixed', select: 'leave-one-task-out', cutoff: null, caps: null, scheduleOf: (cell) => fixed(heldOut?.tasks[cell]?.cutoff ?? null) },
    { policy: 'best', select: 'in-sample', cutoff: null, caps: best?.described.caps ?? null, scheduleOf: best?.inSample ?? NO_CHOICE },
    { policy: 'best', select: 'leave-one-task-out', cutoff: null, caps: null, scheduleOf: best?.heldOut ?? NO_CHOICE },
    ...policies.filter(({ text }) => text !== 'single' && text !== 'recycle').map(({ text, schedule }) => stated(text, schedule)),
  ];
}

const NO_CHOICE: Policy = () => null;

function stated(text: string, schedule: Schedule): AskedPolicy {
  return { policy: text, select: null, cutoff: null, caps: null, scheduleOf: () => schedule };
}

/** One run with the whole budget, or where that was not watched the longest cutoff that was; null without any. */
function fallback(single: readonly (Replay | null)[], { seen }: CutoffCurve): NamedPolicy | null {
  if (meansOf(single) !== null) return { text: 'single', schedule: { kind: 'single' } };
  const cap = seen.at(-1);
  return cap === undefined ? null : { text: `fixed:${cap}`, schedule: { kind: 'fixed', cap } };
}

function describeCurve({ cutoffs, replays, seen }: CutoffCurve, { against, ofAgainst, ofFurther }: ComparedPolicies, unbiased: readonly UnbiasedSuccess[]): readonly CurvePoint[] {
  const shares = seen.length === 0 ? [] : bestShares(seen, ofFurther);
  return cutoffs.flatMap((cutoff, k): readonly CurvePoint[] => {
    const ofCutoff = unbiased[k];
    if (ofCutoff === undefined) return [];
    const means = meansOf(replays[k] ?? []);
    const place = seen.indexOf(cutoff);
    const draws = ofFurther[place];
    return [
      {
        cutoff,
        success: means?.success ?? null,
        spend: means?.spend ?? null,
        interval: draws === undefined ? null : rangeOf(draws),
        difference: means === null || against === null ? null : { estimate: means.success - against.success, interval: draws === undefined ? null : rangeOf(draws, ofAgainst ?? undefined) },
        bestInResamples: shares[place] ?? null,
        unbiased: ofCutoff,
      },
    ];
  });
}

function describeHeldOut({ heldOut }: CutoffCurve): StudyGroup['leaveOneTaskOut'] {
  if (heldOut === null) return null;
  const cutoffs = [...new Set(heldOut.tasks.map(({ cutoff }) => cutoff))].sort((a, b) => a - b);
  return { success: heldOut.mean, cutoffs: cutoffs.map((cutoff) => ({ cutoff, tasks: heldOut.tasks.filter((task) => task.cutoff === cutoff).length })) };
}
