import { representationsInPortions } from '../../analysis/representations/representations';
import { chosenTimeOf } from '../../views/audit/viewAudit';
import { viewRepresentations } from '../../views/representations/viewRepresentations';
import { answerAudit } from '../answerAudit';
import type { Command, CommandContext } from '../command';
import type { ExitCode } from '../exitCodes';
import { finishWork } from '../finishWork';
import { READ_OPTIONS } from '../loadIndex';
import { UsageError, type OptionSpec } from '../options';
import { ATTEMPTS, PLAN_OPTIONS } from '../planOptions';

const AT: OptionSpec = { name: 'at', kind: 'number', value: 'T', summary: 'decision time to show (default: the one that the audit shows first); --json holds all' };

/** `restart-lens representations PATH…` */
export const representationsCommand: Command = {
  name: 'representations',
  summary: 'what deciding by what can be seen of a live run is worth, on tasks that it was not chosen on',
  arguments: { name: 'PATH', least: 1, most: null },
  options: [AT, ...PLAN_OPTIONS, ATTEMPTS, ...READ_OPTIONS],
  notes: ['Runs are decided by nothing, by their task (repository, prompt length), by what happened (edits, tests, errors, repeats), by the rungs of a score, or by several of these. A class is restarted where that paid on the other tasks.'],
  run,
};

function run(context: CommandContext): Promise<ExitCode> {
  const at = context.options.number('at');
  return answerAudit(context, 'representations', async (outcome, index) => {
    if (at !== null && !outcome.plan.times.includes(at)) throw new UsageError(`--at ${at} is no decision time of the plan; expected one of ${outcome.plan.times.join(', ')}.`);
    const result = await finishWork(representationsInPortions(index, outcome), context.signal);
    return { result, view: () => viewRepresentations(result, { t: chosenTimeOf(outcome.result, at), chosen: null }) };
  });
}
