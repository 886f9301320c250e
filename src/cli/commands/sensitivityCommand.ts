import { auditInPortions } from '../../analysis/audit';
import { sensitivityInPortions } from '../../analysis/sensitivity';
import { cleanLine } from '../../base/cleanText';
import { viewSensitivity } from '../../views/sensitivity/viewSensitivity';
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

/** `restart-lens sensitivity PATH…` */
export const sensitivityCommand: Command = {
  name: 'sensitivity',
  summary: 'whether verdicts and macro changes survive readings of the data that the plan did not choose',
  arguments: { name: 'PATH', least: 1, most: null },
  options: [...PLAN_OPTIONS, ATTEMPTS, ...READ_OPTIONS],
  notes: ['Readings: the other question, stops by another budget as ends, broken runs as failures, every completion of unknown attempts, and each field that could be left out of the runtime key. Only the reading of the plan certifies.'],
  run,
};

async function run(context: CommandContext): Promise<ExitCode> {
  const { out, err, options, signal } = context;
  const stated = readPlanOptions(context);
  const index = await loadIndex(context);
  const outcome = await finishWork(auditInPortions(index, stated.plan, stated.defaults, auditSeal(stated, options)), signal);
  if (outcome.kind !== 'audit') return refuse(outcome, index, context);
  await logLook(outcome, stated, 'sensitivity', context);
  await tellAbsentCohorts(outcome, context);
  if (stated.file !== null) await err.write(`Plan: ${cleanLine(stated.file)}\n`);
  const result = await finishWork(sensitivityInPortions(outcome), signal);
  if (options.flag('json')) await writeJson(out, result);
  else await out.write(sectionText(viewSensitivity(result, outcome.result.plan), out.isTerminal ? out.columns : 120));
  return exitCodeOf(index, options.flag('strict'));
}
