// Calibration of stopping rules (MATH.md 3), in the golden files' spellings.

import { falseKillThreshold } from '../../../src/engine/trialSelection';
import { toList, toNumber } from '../goldenValues';
import type { QuantityTable } from '../quantityTable';

export const stoppingQuantities: QuantityTable = {
  's2.calibrate': (inputs) => {
    const { runs, allowed, threshold, stopped } = falseKillThreshold(inputs.list('run_scores').map((run) => toList(run).map(toNumber)), inputs.number('rho'));
    return { n: runs, b: allowed, tau: threshold, stopped };
  },
};
