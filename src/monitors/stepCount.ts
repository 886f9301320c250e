import type { MonitorConstants } from './constants';
import type { Rule } from './rule';

/**
 * Score = calls so far / configured limit of calls (or `longest` where there is none), at most 1.
 * It never falls. A step without a call of its own keeps the score of the call before it.
 * At a fixed call it is the same for every run under one limit, so it carries no information there;
 * it is the baseline that other monitors have to beat.
 * Source: paper C (2610.25525), step-count baseline.
 */
export function stepCount(constants: MonitorConstants['stepCount']): Rule {
  return {
    name: 'step-count',
    label: 'step count',
    description: `Calls made, as a share of the configured limit (of ${constants.longest} where there is none). It says how late it is, not how well it goes.`,
    threshold: constants.threshold,
    markAt: 1,
    start({ callLimit }) {
      const limit = callLimit !== null && callLimit > 0 ? callLimit : constants.longest;
      let calls = 0;
      return (step) => {
        if (step.call !== null) calls = Math.max(calls, step.call);
        return Math.min(1, calls / limit);
      };
    },
    findWindows: () => [],
  };
}
