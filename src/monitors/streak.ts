import type { MonitorConstants } from './constants';
import type { Rule } from './rule';
import type { FailureWindow, Probability, StepView } from './types';

/** Whether a step prolongs a streak, ends it, or is passed over. */
type Bearing = 'prolongs' | 'ends' | 'passes';

interface StreakRule extends Pick<Rule, 'name' | 'label' | 'description'> {
  readonly rule: 'errors' | 'malformed';
  readonly full: number;
  readonly threshold: Probability;
  readonly markAt: Probability;
  bearing(step: StepView): Bearing;
  reason(steps: readonly StepView[]): string;
}

/**
 * Score = tool steps in a row whose observation reports an error / `full`, at most 1; 0 after one
 * without error. Steps in which nothing ran (thinking, malformed calls) neither prolong nor end it.
 */
export function errorStreak(constants: MonitorConstants['errorStreak']): Rule {
  return streak({
    name: 'error-streak',
    label: 'error streak',
    description: `Tool steps in a row that ended in an error; ${constants.full} in a row give 1.`,
    rule: 'errors',
    ...constants,
    bearing: (step) => (step.malformed || !step.isToolStep ? 'passes' : step.isError ? 'prolongs' : 'ends'),
    reason: (steps) => {
      const codes = new Set(steps.map((step) => step.exitCode));
      const [code] = codes;
      const exit = codes.size === 1 && code !== null && code !== undefined ? `, exit ${code}` : '';
      return `${steps.length} errors in a row${exit}`;
    },
  });
}

/** Score = calls in a row whose answer could not be parsed / `full`, at most 1; 0 after one that could. */
export function malformedStreak(constants: MonitorConstants['malformedStreak']): Rule {
  return streak({
    name: 'malformed-streak',
    label: 'malformed calls',
    description: `Calls in a row whose answer could not be parsed; ${constants.full} in a row give 1.`,
    rule: 'malformed',
    ...constants,
    bearing: (step) => (step.malformed ? 'prolongs' : 'ends'),
    reason: (steps) => `${steps.length} malformed calls in a row`,
  });
}

function streak(rule: StreakRule): Rule {
  return {
    name: rule.name,
    label: rule.label,
    description: rule.description,
    threshold: rule.threshold,
    markAt: rule.markAt,
    start() {
      let length = 0;
      return (step) => {
        const bearing = rule.bearing(step);
        if (bearing === 'prolongs') length++;
        if (bearing === 'ends') length = 0;
        return Math.min(1, length / rule.full);
      };
    },
    findWindows: (steps, scores, markAt) => findStreaks(rule, steps, scores, markAt),
  };
}

/** A window is a whole streak, from its first step on, if its score reaches `markAt`. */
function findStreaks(rule: StreakRule, steps: readonly StepView[], scores: readonly (Probability | null)[], markAt: Probability): FailureWindow[] {
  const windows: FailureWindow[] = [];
  let members: StepView[] = [];
  let marked = false;
  const close = (): void => {
    const [first] = members;
    const last = members.at(-1);
    if (marked && first && last) {
      windows.push({
        monitor: rule.name,
        rule: rule.rule,
        from: first.index,
        to: last.index,
        reason: rule.reason(members),
        steps: members.map((step) => step.index),
      });
    }
    members = [];
    marked = false;
  };
  steps.forEach((step, i) => {
    const bearing = rule.bearing(step);
    if (bearing === 'ends') close();
    if (bearing !== 'prolongs') return;
    members.push(step);
    marked ||= (scores[i] ?? 0) >= markAt;
  });
  close();
  return windows;
}
