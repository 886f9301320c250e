import { sensitivityInPortions } from '../../analysis/sensitivity';
import { viewSensitivity } from '../../views/sensitivity/viewSensitivity';
import { answerAudit } from '../answerAudit';
import type { Command, CommandContext } from '../command';
import type { ExitCode } from '../exitCodes';
import { finishWork } from '../finishWork';
import { READ_OPTIONS } from '../loadIndex';
import { ATTEMPTS, PLAN_OPTIONS } from '../planOptions';

/** `restart-lens sensitivity PATH…` */
export const sensitivityCommand: Command = {
  name: 'sensitivity',
  summary: 'whether verdicts and macro changes survive readings of the data that the plan did not choose',
  arguments: { name: 'PATH', least: 1, most: null },
  options: [...PLAN_OPTIONS, ATTEMPTS, ...READ_OPTIONS],
  notes: ['Readings: the other question, stops by another budget as ends, broken runs as failures, every completion of unknown attempts, and each field that could be left out of the runtime key. Only the reading of the plan certifies.'],
  run,
};

function run(context: CommandContext): Promise<ExitCode> {
  return answerAudit(context, 'sensitivity', async (outcome) => {
    const result = await finishWork(sensitivityInPortions(outcome), context.signal);
    return { result, view: () => viewSensitivity(result, outcome.result.plan) };
  });
}
