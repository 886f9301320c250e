import { largest, smallest } from '../../base/extent';
import type { Replay } from '../../engine/replay';
import { searchSchedules, type FoundSchedules } from '../../engine/scheduleSearch';
import type { BestSchedule } from '../../model/replayResult';
import { meansOf, type Policy, type ReplayLaws } from './policyValues';

/** The best list of caps of a group, and the one of each cell that was chosen on the others. */
export interface ChosenSchedules {
  readonly described: BestSchedule;
  readonly inSample: Policy;
  readonly heldOut: Policy;
}

/**
 * Chooses the list of caps with the best mean success over the cells of a group, and the same with each cell left out; null where no cap
 * was watched on every cell. `given` null: every whole cap for budgets up to 60, 30 even ones above. In portions.
 *
 * Source: see `searchSchedules`.
 */
export function* chooseSchedules(laws: ReplayLaws, { given, single }: { readonly given: readonly number[] | null; readonly single: readonly (Replay | null)[] }): Generator<void, ChosenSchedules | null, void> {
  const { budget } = laws.setting;
  const episodes = laws.setting.verifierAtSubmission ? laws.watched : laws.unwatched;
  const watchedTo = smallest([budget, ...episodes.flatMap(({ watched }) => watched)]);
  const among = (given ?? capsUpTo(budget)).filter((cap) => cap <= watchedTo);
  if (episodes.length === 0 || among.length === 0) return null;
  const found = yield* searchSchedules({ laws: episodes, caps: among });
  return {
    described: describe(found, among, meansOf(single)?.success ?? null),
    inSample: () => ({ kind: 'caps', caps: found.best.caps }),
    heldOut: (cell) => {
      const caps = found.heldOut?.[cell]?.caps;
      return caps === undefined ? null : { kind: 'caps', caps };
    },
  };
}

const MOST_WHOLE_CAPS = 60;
const EVEN_CAPS = 30;

function capsUpTo(budget: number): readonly number[] {
  const count = budget <= MOST_WHOLE_CAPS ? budget : EVEN_CAPS;
  return Array.from({ length: count }, (_, i) => Math.ceil(((i + 1) * budget) / count));
}

function describe({ best, fixed, upper, perTask, heldOut, isHeldOutExact }: FoundSchedules, among: readonly number[], single: number | null): BestSchedule {
  return {
    caps: best.caps,
    success: best.success,
    upper,
    isExact: upper <= best.success + NO_GAP,
    among,
    perTask: Math.max(perTask, best.success),
    overSingle: single === null ? null : best.success - single,
    fixed: { cutoff: largest(fixed.caps), success: fixed.success, difference: best.success - fixed.success },
    leaveOneTaskOut: heldOut === null ? null : describeHeldOut(heldOut, { best: best.success, isExact: isHeldOutExact }),
  };
}

/** Rounding of a mean. */
const NO_GAP = 1e-12;

function describeHeldOut(heldOut: NonNullable<FoundSchedules['heldOut']>, { best, isExact }: { readonly best: number; readonly isExact: boolean }): NonNullable<BestSchedule['leaveOneTaskOut']> {
  const success = heldOut.reduce((sum, { value }) => sum + value, 0) / heldOut.length;
  const tasksBy = new Map<string, { readonly caps: readonly number[]; tasks: number }>();
  for (const { caps } of heldOut) {
    const known = tasksBy.get(caps.join());
    if (known === undefined) tasksBy.set(caps.join(), { caps, tasks: 1 });
    else known.tasks++;
  }
  const schedules = [...tasksBy.values()].sort((a, b) => b.tasks - a.tasks || compareCaps(a.caps, b.caps));
  return { success, flattery: best - success, isExact, schedules };
}

function compareCaps(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((cap, i) => cap !== b[i]);
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? 0);
}
