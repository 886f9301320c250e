import { auditInPortions } from '../../analysis/audit';
import { representationsInPortions } from '../../analysis/representations/representations';
import { cleanLine } from '../../base/cleanText';
import { chosenTimeOf } from '../../views/audit/viewAudit';
import { viewRepresentations } from '../../views/representations/viewRepresentations';
import type { Command, CommandContext } from '../command';
import type { ExitCode } from '../exitCodes';
import { finishWork } from '../finishWork';
import { loadIndex, READ_OPTIONS } from '../loadIndex';
import { UsageError, type OptionSpec } from '../options';
import { writeJson } from '../output';
import { logLook } from '../logLook';
import { auditSeal, PLAN_OPTIONS, readPlanOptions } from '../planOptions';
import { sectionText } from '../sectionText';
import { ATTEMPTS, refuse, tellAbsentCohorts } from './auditCommand';
import { exitCodeOf } from './indexCommand';

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

async function run(context: CommandContext): Promise<ExitCode> {
  const { out, err, options, signal } = context;
  const stated = readPlanOptions(context);
  const { plan, defaults, file } = stated;
  const at = options.number('at');
  const index = await loadIndex(context);
  const outcome = await finishWork(auditInPortions(index, plan, defaults, auditSeal(stated, options)), signal);
  if (outcome.kind !== 'audit') return refuse(outcome, index, context);
  await logLook(outcome, stated, 'representations', context);
  await tellAbsentCohorts(outcome, context);
  if (at !== null && !outcome.plan.times.includes(at)) throw new UsageError(`--at ${at} is no decision time of the plan; expected one of ${outcome.plan.times.join(', ')}.`);
  if (file !== null) await err.write(`Plan: ${cleanLine(file)}\n`);
  const result = await finishWork(representationsInPortions(index, outcome), signal);
  if (options.flag('json')) await writeJson(out, result);
  else await out.write(sectionText(viewRepresentations(result, { t: chosenTimeOf(outcome.result, at), chosen: null }), out.isTerminal ? out.columns : 120));
  return exitCodeOf(index, options.flag('strict'));
}
