// The golden files' spellings (x_cont, not_reached, [T, E, H]) are translated in this folder and nowhere else.

import type { GoldenFile } from './goldenFile';
import { certificateQuantities } from './quantities/certificates';
import { decisionQuantities } from './quantities/decisions';
import { stoppingQuantities } from './quantities/stopping';
import { unbiasedQuantities } from './quantities/unbiased';
import { signQuantities } from './quantities/signTests';
import { unknownQuantities } from './quantities/unknowns';
import type { QuantityTable } from './quantityTable';

/** Every quantity that is built. A new one is added to a table in `quantities/`, and its table here. */
export const builtQuantities: QuantityTable = { ...certificateQuantities, ...decisionQuantities, ...stoppingQuantities, ...unbiasedQuantities, ...signQuantities, ...unknownQuantities };

/** `{case id: output}` for every case of a quantity that is built; other quantities are left out. */
export function computeGolden(golden: GoldenFile): Record<string, unknown> {
  const outputs: Record<string, unknown> = {};
  for (const name of golden.names) {
    const compute = Object.hasOwn(builtQuantities, name) ? builtQuantities[name] : undefined;
    if (compute === undefined) continue;
    for (const { id, inputs } of golden.quantity(name).cases) outputs[id] = compute(inputs);
  }
  return outputs;
}
