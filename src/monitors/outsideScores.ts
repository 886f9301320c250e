import type { FailureWindow, MonitorRun, Probability } from './types';

/** A score of a monitor from outside, as a sidecar states it. */
export interface OutsideScore {
  readonly monitor: string;
  /** Step index, from 0. */
  readonly step: number;
  /** In [0, 1]. */
  readonly score: Probability;
  readonly threshold: Probability | null;
}

export interface OutsideOptions {
  readonly stepCount: number;
  /** Threshold of the plan, which wins over the sidecar's; null: the plan names none. */
  readonly planThreshold: Probability | null;
}

/**
 * A monitor whose scores come from a sidecar, usually at checkpoints only. Steps between two scores
 * are null, not interpolated. Scores for steps that the attempt does not have are left out; of two
 * for one step the later one counts. Without any threshold there are no alarm and no windows.
 * `scores` are those of one monitor, in any order.
 */
export function readOutside(name: string, scores: readonly OutsideScore[], { stepCount, planThreshold }: OutsideOptions): MonitorRun {
  const perStep = new Array<Probability | null>(stepCount).fill(null);
  let stated: Probability | null = null;
  for (const score of scores) {
    if (score.step >= 0 && score.step < stepCount) perStep[score.step] = score.score;
    stated ??= score.threshold;
  }
  const threshold = planThreshold ?? stated;
  const alarm = threshold === null ? -1 : perStep.findIndex((score) => score !== null && score >= threshold);
  return {
    name,
    label: name,
    description: 'Scores from a sidecar; their meaning is that of the monitor that wrote them.',
    threshold,
    thresholdSource: planThreshold !== null ? 'plan' : stated !== null ? 'sidecar' : 'none',
    scores: perStep,
    alarm: alarm < 0 ? null : alarm,
    windows: threshold === null ? [] : findHighRuns(name, perStep, threshold),
  };
}

/** Longest runs of scored steps at or above the threshold; steps without a score between them belong to the run. */
function findHighRuns(name: string, scores: readonly (Probability | null)[], threshold: Probability): FailureWindow[] {
  const windows: FailureWindow[] = [];
  let members: number[] = [];
  const close = (): void => {
    const [from] = members;
    const to = members.at(-1);
    if (from !== undefined && to !== undefined) {
      const checks = members.length === 1 ? 'at 1 check' : `at ${members.length} checks in a row`;
      windows.push({ monitor: name, rule: 'score', from, to, reason: `score at least ${formatScore(threshold)} ${checks}`, steps: members });
    }
    members = [];
  };
  scores.forEach((score, i) => {
    if (score === null) return;
    if (score >= threshold) members.push(i);
    else close();
  });
  close();
  return windows;
}

/** Two digits, more only where two would hide a difference to 1: 0.9995 is not 1.00. */
function formatScore(score: Probability): string {
  const short = score.toFixed(2);
  return short === '1.00' && score < 1 ? String(score) : short;
}
