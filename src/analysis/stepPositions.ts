import type { Axis } from '../model/plan';
import type { Step } from '../model/step';

/** Position on the axis after each step: the call that a step belongs to, or the tool steps so far. Never falls. */
export function positionsOf(steps: readonly Step[], axis: Axis): readonly number[] {
  let at = 0;
  return steps.map(({ call, isToolStep }) => {
    at = axis === 'tool-steps' ? at + Number(isToolStep) : Math.max(at, call ?? 0);
    return at;
  });
}
