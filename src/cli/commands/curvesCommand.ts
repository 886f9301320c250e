import { curvesInPortions } from '../../analysis/curves';
import { auditInPortions } from '../../analysis/audit';
import { cleanLine } from '../../base/cleanText';
import { viewAllCurves } from '../../views/curves/viewCurves';
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

/** `restart-lens curves PATH…` */
export const curvesCommand: Command = {
  name: 'curves',
  summary: 'when runs are verified or end, and both actions at every t',
  arguments: { name: 'PATH', least: 1, most: null },
  options: [...PLAN_OPTIONS, ATTEMPTS, ...READ_OPTIONS],
  notes: ['Text shows each runtime; --json every task too. Bands are pointwise: each holds at its own place. What a horizon hides has no estimate, only bounds.'],
  run,
};

async function run(context: CommandContext): Promise<ExitCode> {
  const { out, err, options, signal } = context;
  const stated = readPlanOptions(context);
  const { plan, defaults, file } = stated;
  const index = await loadIndex(context);
  const outcome = await finishWork(auditInPortions(index, plan, defaults, auditSeal(stated, options)), signal);
  if (outcome.kind !== 'audit') return refuse(outcome, index, context);
  await logLook(outcome, stated, 'curves', context);
  await tellAbsentCohorts(outcome, context);
  if (file !== null) await err.write(`Plan: ${cleanLine(file)}\n`);
  const result = await finishWork(curvesInPortions(outcome), signal);
  if (options.flag('json')) await writeJson(out, result);
  else await out.write(sectionText(viewAllCurves(result), out.isTerminal ? out.columns : 120));
  return exitCodeOf(index, options.flag('strict'));
}
