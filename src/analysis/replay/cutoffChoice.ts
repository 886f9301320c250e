import { chooseCutoff, leaveOneTaskOut, type HeldOut } from '../../engine/cutoffSelection';
import type { Replay } from '../../engine/replay';
import type { BestCutoff } from '../../model/replayResult';
import { replayEach, type ReplayLaws } from './policyValues';

/** A group under every cutoff, and what can be chosen from it. */
export interface CutoffCurve {
  readonly cutoffs: readonly number[];
  /** Replays by cutoff, then cell. */
  readonly replays: readonly (readonly (Replay | null)[])[];
  /** Cutoffs that every attempt of the group was watched for: those that can be chosen. */
  readonly seen: readonly number[];
  readonly inSample: BestCutoff | null;
  readonly heldOut: HeldOut | null;
}

/** Replays every cutoff on every cell, in portions, and chooses among those that could be replayed everywhere. */
export function* cutoffCurve(laws: ReplayLaws, cutoffs: readonly number[]): Generator<void, CutoffCurve, void> {
  const replays: (readonly (Replay | null)[])[] = [];
  for (const cap of cutoffs) replays.push(yield* replayEach(laws, () => ({ kind: 'fixed', cap })));
  const places = cutoffs.flatMap((_, k) => ((replays[k] ?? []).every((replay) => replay?.kind === 'ok') ? [k] : []));
  const seen = places.flatMap((k) => cutoffs[k] ?? []);
  if (seen.length === 0) return { cutoffs, replays, seen, inSample: null, heldOut: null };
  const values = laws.group.cells.map((_, cell) => places.map((k) => successOf(replays[k]?.[cell] ?? null)));
  yield;
  const best = chooseCutoff({ cutoffs: seen, values });
  return { cutoffs, replays, seen, inSample: best === null ? null : { cutoff: best.cutoff, success: best.mean, tied: best.tied }, heldOut: leaveOneTaskOut({ cutoffs: seen, values }) };
}

function successOf(replay: Replay | null): number {
  return replay?.kind === 'ok' ? replay.success : NaN;
}
