import { opportunityInPortions } from '../../analysis/opportunity';
import { auditInPortions } from '../../analysis/audit';
import { cleanLine } from '../../base/cleanText';
import { chosenTimeOf } from '../../views/audit/viewAudit';
import { viewOpportunity } from '../../views/opportunity/viewOpportunity';
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

/** `restart-lens opportunity PATH…` */
export const opportunityCommand: Command = {
  name: 'opportunity',
  summary: 'what acting on an alarm could gain, per task and decision time',
  arguments: { name: 'PATH', least: 1, most: null },
  options: [...PLAN_OPTIONS, ATTEMPTS, ...READ_OPTIONS],
  notes: ['q: share of the live attempts that succeed when they go on; p: share of all attempts that succeed within B - t. An alarm without error gains (1 - q) p of the live attempts.'],
  run,
};

async function run(context: CommandContext): Promise<ExitCode> {
  const { out, err, options, signal } = context;
  const stated = readPlanOptions(context);
  const { plan, defaults, file } = stated;
  const index = await loadIndex(context);
  const outcome = await finishWork(auditInPortions(index, plan, defaults, auditSeal(stated, options)), signal);
  if (outcome.kind !== 'audit') return refuse(outcome, index, context);
  await logLook(outcome, stated, 'opportunity', context);
  await tellAbsentCohorts(outcome, context);
  if (file !== null) await err.write(`Plan: ${cleanLine(file)}\n`);
  const result = await finishWork(opportunityInPortions(outcome), signal);
  if (options.flag('json')) await writeJson(out, result);
  else await out.write(sectionText(viewOpportunity(result, chosenTimeOf(outcome.result, null)), out.isTerminal ? out.columns : 120));
  return exitCodeOf(index, options.flag('strict'));
}
