import { largest } from '../../base/extent';
import { splitGain, uncutReplays, type UncutReplays } from '../../engine/gainSplit';
import { episodeLaw, type EpisodeLaw } from '../../engine/episodeLaw';
import type { OutcomeColumns } from '../../engine/outcomeColumns';
import { replayLaw, type Replay } from '../../engine/replay';
import type { Schedule } from '../../engine/schedule';
import type { GainSplit, PolicyMeans, PolicyValue } from '../../model/replayResult';
import type { ReplayCells, ReplayGround } from './replayGroups';

/** A schedule for each cell; null where none could be chosen. */
export type Policy = (cell: number) => Schedule | null;

export type ReplaySetting = Pick<ReplayGround, 'budget' | 'verifierAtSubmission' | 'seed'>;

/** The laws and uncut replays of a group's cells, made once for all policies. */
export interface ReplayLaws {
  readonly group: ReplayCells;
  readonly setting: ReplaySetting;
  readonly watched: readonly EpisodeLaw[];
  readonly unwatched: readonly EpisodeLaw[];
  /** Null for a cell that was not watched up to the budget. */
  readonly uncut: readonly (UncutReplays | null)[];
}

/** In portions, one cell each. */
export function* replayLaws(group: ReplayCells, setting: ReplaySetting): Generator<void, ReplayLaws, void> {
  const lawOf = (columns: OutcomeColumns): EpisodeLaw => {
    const law = episodeLaw(columns, columns.counts, setting.budget);
    if (law === null) throw new Error('A cell without attempts cannot be replayed.');
    return law;
  };
  const watched: EpisodeLaw[] = [];
  const unwatched: EpisodeLaw[] = [];
  const uncut: (UncutReplays | null)[] = [];
  for (const [cell, columns] of group.unwatched.entries()) {
    const alone = lawOf(columns);
    const other = group.watched[cell] ?? columns;
    const seen = other === columns ? alone : lawOf(other);
    unwatched.push(alone);
    watched.push(seen);
    uncut.push(uncutReplays(alone, setting.verifierAtSubmission ? seen : alone));
    yield;
  }
  return { group, setting, watched, unwatched, uncut };
}

/** The columns from which a setting draws. */
export function columnsOf({ watched, unwatched }: ReplayCells, { verifierAtSubmission }: ReplaySetting): readonly OutcomeColumns[] {
  return verifierAtSubmission ? watched : unwatched;
}

/** What a policy comes to on each cell; null where it has no schedule. In portions. */
export function* replayEach({ setting, watched, unwatched }: ReplayLaws, policy: Policy, verifier = setting.verifierAtSubmission): Generator<void, readonly (Replay | null)[], void> {
  const replays: (Replay | null)[] = [];
  for (const [cell, law] of (verifier ? watched : unwatched).entries()) {
    const schedule = policy(cell);
    replays.push(schedule === null ? null : replayLaw(law, schedule));
    yield;
  }
  return replays;
}

/** Means over the cells; null unless every cell was replayed. */
export function meansOf(replays: readonly (Replay | null)[]): PolicyMeans | null {
  const known = replays.filter((replay) => replay?.kind === 'ok');
  if (replays.length === 0 || known.length < replays.length) return null;
  return { success: known.reduce((sum, { success }) => sum + success, 0) / known.length, spend: known.reduce((sum, { spend }) => sum + spend, 0) / known.length };
}

/** All of a policy's value but its difference to another one. In portions. */
export function* valuePolicy(laws: ReplayLaws, policy: Policy, replays: readonly (Replay | null)[]): Generator<void, Omit<PolicyValue, 'difference'>, void> {
  const { group, setting } = laws;
  const means = meansOf(replays);
  const other = group.verifierMatters ? meansOf(yield* replayEach(laws, policy, !setting.verifierAtSubmission)) : means;
  const longest = replays.map((replay) => (replay?.kind === 'ok' ? replay.longest : null));
  const longestCap = longest.length === 0 || longest.includes(null) ? null : largest(longest.map((cap) => cap ?? 0));
  return {
    success: means?.success ?? null,
    spend: means?.spend ?? null,
    gain: means === null ? null : yield* splitMean(laws, policy, replays),
    withVerifier: setting.verifierAtSubmission ? means : other,
    withoutVerifier: setting.verifierAtSubmission ? other : means,
    longestCap,
    completions: countCompletions(laws, longest),
  };
}

/** Attempts verified by the budget, and those of them after the longest cap of their own cell. */
function countCompletions({ group, setting }: ReplayLaws, longest: readonly (number | null)[]): PolicyValue['completions'] {
  let all = 0;
  let beyond = 0;
  for (const [cell, columns] of columnsOf(group, setting).entries()) {
    for (const [i, T] of columns.T.entries()) {
      if (T > setting.budget) continue;
      all += columns.counts[i] ?? 0;
      if (T > (longest[cell] ?? Infinity)) beyond += columns.counts[i] ?? 0;
    }
  }
  return { all, beyond };
}

function* splitMean({ uncut }: ReplayLaws, policy: Policy, own: readonly (Replay | null)[]): Generator<void, GainSplit | null, void> {
  const sum = { anyone: 0, verifier: 0, truncation: 0, cut: 0, gained: 0, forfeited: 0 };
  for (const [cell, replays] of uncut.entries()) {
    const schedule = policy(cell);
    const split = replays === null || schedule === null ? null : splitGain(replays, schedule, own[cell] ?? undefined);
    if (split === null) return null;
    for (const name of PARTS) sum[name] += split[name];
    yield;
  }
  for (const name of PARTS) sum[name] /= uncut.length;
  return sum;
}

const PARTS = ['anyone', 'verifier', 'truncation', 'cut', 'gained', 'forfeited'] as const;
