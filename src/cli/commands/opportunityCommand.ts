import { opportunityInPortions } from '../../analysis/opportunity';
import { chosenTimeOf } from '../../views/audit/viewAudit';
import { viewOpportunity } from '../../views/opportunity/viewOpportunity';
import { answerAudit } from '../answerAudit';
import type { Command, CommandContext } from '../command';
import type { ExitCode } from '../exitCodes';
import { finishWork } from '../finishWork';
import { READ_OPTIONS } from '../loadIndex';
import { ATTEMPTS, PLAN_OPTIONS } from '../planOptions';

/** `restart-lens opportunity PATH…` */
export const opportunityCommand: Command = {
  name: 'opportunity',
  summary: 'what acting on an alarm could gain, per task and decision time',
  arguments: { name: 'PATH', least: 1, most: null },
  options: [...PLAN_OPTIONS, ATTEMPTS, ...READ_OPTIONS],
  notes: ['q: share of the live attempts that succeed when they go on; p: share of all attempts that succeed within B - t. An alarm without error gains (1 - q) p of the live attempts.'],
  run,
};

function run(context: CommandContext): Promise<ExitCode> {
  return answerAudit(context, 'opportunity', async (outcome) => {
    const result = await finishWork(opportunityInPortions(outcome), context.signal);
    return { result, view: () => viewOpportunity(result, chosenTimeOf(outcome.result, null)) };
  });
}
