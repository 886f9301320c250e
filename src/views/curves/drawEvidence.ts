import { largest, smallest } from '../../base/extent';
import type { CurvesResult } from '../../model/curvesResult';
import type { EvidenceDrawing } from '../../protocol/curves';
import { formatCount, formatPercent } from '../numbers';
import { listWords } from '../words';

/** n against epsilon for several sizes of the family, with the attempts that are here. Source: paper A, figure 2B. */
export function drawEvidence({ evidence, here }: CurvesResult): EvidenceDrawing {
  const families = [...new Set(evidence.map(({ family }) => family))];
  const sizes = here.map(({ n }) => n);
  const [low, high] = [smallest(sizes), largest(sizes)];
  const bounds = families.map((family) => `${formatPercent(here.find((one) => one.family === family && one.n === high)?.upper ?? 1)} at M = ${formatCount(family)}`);
  return {
    lines: families.map((family) => ({
      label: `M = ${formatCount(family)}`,
      line: evidence.flatMap((one) => (one.family === family && one.attempts !== null ? [{ epsilon: one.epsilon, attempts: one.attempts }] : [])),
    })),
    here: sizes.length === 0 ? null : { low, high, label: low === high ? `here: ${formatCount(low)}` : `here: ${formatCount(low)} to ${formatCount(high)}` },
    words: {
      title: 'Failures in a row that bound the success rate',
      sentence: sizes.length === 0 ? 'No attempt counts.' : `${formatCount(high)} attempts that all fail leave a success rate of up to ${listWords(bounds)} possible.`,
    },
  };
}
