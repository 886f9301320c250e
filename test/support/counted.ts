import { countedInPortions, type CountedCells } from '../../src/analysis/counted';
import { runPortions } from '../../src/base/portions';
import type { Attempt } from '../../src/model/attempt';
import type { Plan } from '../../src/model/plan';
import { makeIndex } from './fakeIndex';

/** The cells of attempts that count under a plan without a seal. Throws where none do. */
export function countedOf(attempts: readonly Attempt[], plan: Plan): CountedCells {
  const counted = runPortions(countedInPortions(makeIndex(attempts), plan));
  if (counted.kind !== 'cells') throw new Error(`Nothing counts: ${counted.message}`);
  return counted;
}
