import { compareText } from '../../base/compareText';
import { seededRandom } from '../../engine/random';
import { ENGINE_VERSION } from '../../engine/version';
import type { TraceIndex } from '../../index/traceIndex';
import type { Plan } from '../../model/plan';
import type { IndexedIdentity } from '../../model/seal';
import type { TrialFile, TrialSplit } from '../../model/trial';
import { sealTrial } from '../../plan/trialFile';
import type { Cell } from '../cells';
import { runtimeCells, type NoTrial, type WantedRuntime } from './trialCells';

export interface SplitRequest {
  readonly runtime: WantedRuntime;
  /** Share of tasks for calibration, above 0 and below 1. */
  readonly share: number;
  readonly seed: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export type SplitOutcome = { readonly kind: 'split'; readonly trial: TrialFile } | NoTrial;

/** Splits the tasks of a runtime and seals the split. It looks at no outcome: tasks count whether or not their attempts have one. */
export function* splitInPortions(index: TraceIndex, plan: Plan, request: SplitRequest): Generator<void, SplitOutcome, void> {
  const found = yield* runtimeCells(index, plan, request.runtime);
  if (found.kind !== 'runtime') return found;
  const tasks = tasksOf(found.cells);
  if (tasks.length < 2) return { kind: 'refused', message: `A split needs two tasks; ${found.runtime.name} has ${tasks.length}.` };
  const trial = sealTrial({ written: new Date(request.now).toISOString(), plan, runtime: found.runtime, split: splitTasks(tasks, request), rule: null, indexed: knownAttempts(found.cells), engineVersion: ENGINE_VERSION });
  return { kind: 'split', trial };
}

/** Draws the calibration tasks: the share rounded, at least one, and at least one is kept from it. The same tasks and seed give the same split. */
export function splitTasks(tasks: readonly string[], { share, seed }: Pick<SplitRequest, 'share' | 'seed'>): TrialSplit {
  const order = [...new Set(tasks)].sort(compareText);
  const random = seededRandom(seed);
  for (let i = order.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    const [one = '', other = ''] = [order[i], order[j]];
    order[i] = other;
    order[j] = one;
  }
  const count = Math.min(order.length - 1, Math.max(1, Math.round(share * order.length)));
  return { seed, share, calibration: order.slice(0, count).sort(compareText), heldOut: order.slice(count).sort(compareText) };
}

export function tasksOf(cells: readonly Cell[]): readonly string[] {
  return [...new Set(cells.map(({ task }) => task))].sort(compareText);
}

/** What tells the attempts of cells again, usable or not; sorted by id. */
export function knownAttempts(cells: readonly Cell[]): readonly IndexedIdentity[] {
  return cells
    .flatMap(({ usable, setAside }) => [...usable, ...setAside.map(({ attempt }) => attempt)])
    .map(({ attempt }) => ({ id: attempt.id, content: attempt.contentHash }))
    .sort((a, b) => compareText(a.id, b.id));
}
