import { NO_SCORE, type MonitorView, type StepRow, type TrajectoryView } from '../../src/protocol/trajectory';

/** The score of a step (from 1); null where the monitor says nothing. */
export function scoreAt(monitor: MonitorView | null, step: number): number | null {
  const score = monitor?.scores[step - 1] ?? NO_SCORE;
  return score === NO_SCORE ? null : score;
}

/** The word for a score of a step: '' without a monitor, a score, or the step's row. */
export function scoreText({ monitors }: TrajectoryView, monitor: MonitorView | null, row: StepRow | null): string {
  return monitor === null ? '' : (row?.scores[monitors.indexOf(monitor)] ?? '');
}

/** Whether the score of a step reaches the threshold. */
export function isReached(monitor: MonitorView | null, step: number): boolean {
  const score = scoreAt(monitor, step);
  return score !== null && monitor?.threshold != null && score >= monitor.threshold;
}
