import { percentileInterval, resampleMacroChange, type MacroInterval, type MacroResamplingDesign } from '../engine/macroInterval';
import type { AuditMacro } from '../model/results';

const LEVEL = 0.95;

/** The resampling range of a macro change, task oracle or perfect alarm, in portions; null where a cell's horizon is too short. */
export function* macroRange(design: MacroResamplingDesign): Generator<void, AuditMacro['interval'], void> {
  const work = resampleMacroChange(design);
  for (;;) {
    const step = work.next();
    if (step.done === true) return describeRange(step.value === null ? null : percentileInterval(step.value, LEVEL));
    yield;
  }
}

function describeRange(interval: MacroInterval | null): AuditMacro['interval'] {
  return interval === null ? null : { kind: 'resampling range', low: interval.low, high: interval.high, level: interval.level, replicates: interval.replicates };
}
