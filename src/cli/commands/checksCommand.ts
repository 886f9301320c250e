import { auditInPortions } from '../../analysis/audit';
import { cleanLine } from '../../base/cleanText';
import { viewChecks } from '../../views/checks/viewChecks';
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

/** `restart-lens checks PATH…` */
export const checksCommand: Command = {
  name: 'checks',
  summary: 'what speaks against attempts of a cell being exchangeable, and against the verifiers of tasks',
  arguments: { name: 'PATH', least: 1, most: null },
  options: [...PLAN_OPTIONS, ATTEMPTS, ...READ_OPTIONS],
  notes: ['Outcomes within cells against the order of starts, job folders, UTC days and runtime fields that vary; how many pairs of attempts begin with the same actions; when fields changed. No verdict changes by it.'],
  run,
};

async function run(context: CommandContext): Promise<ExitCode> {
  const { out, err, options, signal } = context;
  const stated = readPlanOptions(context);
  const index = await loadIndex(context);
  const outcome = await finishWork(auditInPortions(index, stated.plan, stated.defaults, auditSeal(stated, options)), signal);
  if (outcome.kind !== 'audit') return refuse(outcome, index, context);
  await logLook(outcome, stated, 'checks', context);
  await tellAbsentCohorts(outcome, context);
  if (stated.file !== null) await err.write(`Plan: ${cleanLine(stated.file)}\n`);
  if (options.flag('json')) await writeJson(out, { schema: 'restart-lens/checks@1', ...outcome.exchangeability, gates: outcome.gates });
  else await out.write(sectionText(viewChecks(outcome), out.isTerminal ? out.columns : 120));
  return exitCodeOf(index, options.flag('strict'));
}
