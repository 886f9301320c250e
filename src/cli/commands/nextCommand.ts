import { nextRunsInPortions } from '../../analysis/nextRuns';
import { viewNextRuns } from '../../views/nextRuns/viewNextRuns';
import { answerAudit } from '../answerAudit';
import type { Command, CommandContext } from '../command';
import type { ExitCode } from '../exitCodes';
import { finishWork } from '../finishWork';
import { READ_OPTIONS } from '../loadIndex';
import { ATTEMPTS, PLAN_OPTIONS } from '../planOptions';

/** `restart-lens next PATH…` */
export const nextCommand: Command = {
  name: 'next',
  summary: 'the cheapest runs that would settle what abstains, with what they cost',
  arguments: { name: 'PATH', least: 1, most: null },
  options: [...PLAN_OPTIONS, ATTEMPTS, ...READ_OPTIONS],
  notes: ['Fresh cells of a fixed number of attempts, by the predictive chance of a certificate under the rule of the plan (fixed or calibrated). Attempts added to the cells at hand because of what they show would make their number adaptive.'],
  run,
};

function run(context: CommandContext): Promise<ExitCode> {
  return answerAudit(context, 'next', async (outcome) => {
    const result = await finishWork(nextRunsInPortions(outcome), context.signal);
    return { result, view: () => viewNextRuns(result, outcome.plan.axis) };
  });
}
