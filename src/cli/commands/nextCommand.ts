import { auditInPortions } from '../../analysis/audit';
import { nextRunsInPortions } from '../../analysis/nextRuns';
import { cleanLine } from '../../base/cleanText';
import { viewNextRuns } from '../../views/nextRuns/viewNextRuns';
import type { Command, CommandContext } from '../command';
import type { ExitCode } from '../exitCodes';
import { finishWork } from '../finishWork';
import { loadIndex, READ_OPTIONS } from '../loadIndex';
import { writeJson } from '../output';
import { logLook } from '../logLook';
import { auditSeal, PLAN_OPTIONS, readPlanOptions } from '../planOptions';
import { sectionText } from '../sectionText';
import { ATTEMPTS, refuse, tellAbsentCohorts } from './auditCommand';
import { exitCodeOf } from './indexCommand';

/** `restart-lens next PATH…` */
export const nextCommand: Command = {
  name: 'next',
  summary: 'the cheapest runs that would settle what abstains, with what they cost',
  arguments: { name: 'PATH', least: 1, most: null },
  options: [...PLAN_OPTIONS, ATTEMPTS, ...READ_OPTIONS],
  notes: ['Fresh cells of a fixed number of attempts, by the predictive chance of a certificate under the rule of the plan (fixed or calibrated). Attempts added to the cells at hand because of what they show would make their number adaptive.'],
  run,
};

async function run(context: CommandContext): Promise<ExitCode> {
  const { out, err, options, signal } = context;
  const stated = readPlanOptions(context);
  const index = await loadIndex(context);
  const outcome = await finishWork(auditInPortions(index, stated.plan, stated.defaults, auditSeal(stated, options)), signal);
  if (outcome.kind !== 'audit') return refuse(outcome, index, context);
  await logLook(outcome, stated, 'next', context);
  await tellAbsentCohorts(outcome, context);
  if (stated.file !== null) await err.write(`Plan: ${cleanLine(stated.file)}\n`);
  const result = await finishWork(nextRunsInPortions(outcome), signal);
  if (options.flag('json')) await writeJson(out, result);
  else await out.write(sectionText(viewNextRuns(result, outcome.plan.axis), out.isTerminal ? out.columns : 120));
  return exitCodeOf(index, options.flag('strict'));
}
