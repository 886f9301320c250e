import { cleanLine } from '../../base/cleanText';
import type { MonitorRun } from '../../model/monitors';
import type { Step } from '../../model/step';
import { formatCount } from '../numbers';
import { formatScore } from './score';
import { exitWord } from './stepWords';

/**
 * Title of the CodeLens over a step: "Step 16 · run · exit 1 · repeated action 1.00 · alarm · Show step". It names the
 * monitor that is farthest above its threshold, else the highest with a score above 0; the step count only when it alarms.
 */
export function codeLensTitle(step: Step, monitors: readonly MonitorRun[]): string {
  const told = tellingMonitor(step.index, monitors);
  const score = told?.scores[step.index] ?? null;
  const words = [
    `Step ${formatCount(step.index + 1)}`,
    step.kind,
    exitWord(step),
    told && score !== null ? `${cleanLine(told.label)} ${formatScore(score)}` : '',
    monitors.some((run) => run.alarm === step.index) ? 'alarm' : '',
    'Show step',
  ];
  return words.filter((word) => word !== '').join(' · ');
}

function tellingMonitor(index: number, monitors: readonly MonitorRun[]): MonitorRun | null {
  const over = (run: MonitorRun): number => {
    const score = run.scores[index] ?? 0;
    return run.threshold !== null && score >= run.threshold ? 1 + score - run.threshold : score;
  };
  const scored = monitors.filter((run) => {
    const score = run.scores[index] ?? 0;
    return score > 0 && (run.name !== 'step-count' || over(run) >= 1);
  });
  return scored.reduce<MonitorRun | null>((best, run) => (best === null || over(run) > over(best) ? run : best), null);
}
