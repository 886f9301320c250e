// The calibrated sign test (BEYOND.md 7), in the golden files' spellings.

import { calibratedTail, outcomesBetween } from '../../../src/engine/signCalibration';
import { regionAt } from '../../../src/engine/signRegion';
import { signLevel, SignRule, signTest } from '../../../src/engine/signTest';
import type { GoldenInputs } from '../goldenFile';
import type { QuantityTable } from '../quantityTable';

export const signQuantities: QuantityTable = {
  'x.calibrated_sign': computeCalibration,
  'x.sign_pvalue': (inputs) => {
    const test = signTest({
      n: inputs.number('n'),
      nLive: inputs.number('n_live'),
      xContinue: inputs.number('x_cont'),
      xRestart: inputs.number('x_restart'),
      armsOverlap: inputs.value('overlap') === true,
    });
    return { direction: test?.direction ?? null, p: test?.p ?? null };
  },
};

/** A tail just below one of an outcome, so that the outcome itself is out. */
const JUST_BELOW = 1 - 1e-9;

function computeCalibration(inputs: GoldenInputs): unknown {
  const n = inputs.number('n');
  const armsOverlap = inputs.value('overlap') === true;
  const rule = new SignRule(signLevel(inputs.number('alpha'), inputs.number('M')));
  const [restart, forContinue] = (['restart', 'continue'] as const).map((direction) => calibratedTail(rule, { n, armsOverlap, direction }));
  const common = Math.min(restart ?? 0, forContinue ?? 0);
  const [restarts, continues] = (['restart', 'continue'] as const).map((direction) => outcomesBetween(null, regionAt(common * JUST_BELOW, n, direction), armsOverlap).length);
  return { c: common, c_restart: restart, c_continue: forContinue, outcomes_restart: restarts, outcomes_continue: continues, exact: true };
}
