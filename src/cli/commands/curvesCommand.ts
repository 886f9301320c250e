import { curvesInPortions } from '../../analysis/curves';
import { viewAllCurves } from '../../views/curves/viewCurves';
import { answerAudit } from '../answerAudit';
import type { Command, CommandContext } from '../command';
import type { ExitCode } from '../exitCodes';
import { finishWork } from '../finishWork';
import { READ_OPTIONS } from '../loadIndex';
import { ATTEMPTS, PLAN_OPTIONS } from '../planOptions';

/** `restart-lens curves PATH…` */
export const curvesCommand: Command = {
  name: 'curves',
  summary: 'when runs are verified or end, and both actions at every t',
  arguments: { name: 'PATH', least: 1, most: null },
  options: [...PLAN_OPTIONS, ATTEMPTS, ...READ_OPTIONS],
  notes: ['Text shows each runtime; --json every task too. Bands are pointwise: each holds at its own place. What a horizon hides has no estimate, only bounds.'],
  run,
};

function run(context: CommandContext): Promise<ExitCode> {
  return answerAudit(context, 'curves', async (outcome) => {
    const result = await finishWork(curvesInPortions(outcome), context.signal);
    return { result, view: () => viewAllCurves(result) };
  });
}
