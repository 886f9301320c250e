import type { MonitorView } from '../../src/protocol/trajectory';

/** The word for a score in the rows of a step: '' without a monitor. */
export function scoreText(monitor: MonitorView | null, step: number): string {
  return monitor?.scoreTexts[step - 1] ?? '';
}

/** Whether the score of a step reaches the threshold. */
export function isReached(monitor: MonitorView | null, step: number): boolean {
  const score = monitor?.scores[step - 1] ?? null;
  return score !== null && monitor?.threshold != null && score >= monitor.threshold;
}
