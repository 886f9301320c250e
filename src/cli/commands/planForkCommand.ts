import { auditInPortions } from '../../analysis/audit';
import { planForks } from '../../analysis/forkPlan';
import { cleanLine } from '../../base/cleanText';
import { viewForkPlan } from '../../views/interventions/viewInterventions';
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

const MOST: OptionSpec = { name: 'most', kind: 'integer', value: 'N', summary: 'cells listed (default: 10)' };
const DEFAULT_MOST = 10;

/** `restart-lens plan fork PATH…` */
export const planForkCommand: Command = {
  name: 'plan fork',
  summary: 'the states (attempt, call) most worth forking under another action than a clean restart',
  arguments: { name: 'PATH', least: 1, most: null },
  options: [MOST, ...PLAN_OPTIONS, ATTEMPTS, ...READ_OPTIONS],
  notes: ['A state is a live attempt after call t of a decision that abstains. States are in order of the share of attempts that are live times the expected gain of knowing what continuing and an untried action come to.'],
  run,
};

async function run(context: CommandContext): Promise<ExitCode> {
  const { out, err, options, signal } = context;
  const stated = readPlanOptions(context);
  const { plan, defaults, file } = stated;
  const most = options.number('most') ?? DEFAULT_MOST;
  if (most < 1) throw new UsageError(`--most is a whole number from 1; found ${most}.`);
  const index = await loadIndex(context);
  const outcome = await finishWork(auditInPortions(index, plan, defaults, auditSeal(stated, options)), signal);
  if (outcome.kind !== 'audit') return refuse(outcome, index, context);
  await logLook(outcome, stated, 'fork', context);
  await tellAbsentCohorts(outcome, context);
  if (file !== null) await err.write(`Plan: ${cleanLine(file)}\n`);
  const result = await finishWork(planForks(index, outcome, most), signal);
  if (options.flag('json')) await writeJson(out, result);
  else await out.write(sectionText(viewForkPlan(result), out.isTerminal ? out.columns : 120));
  return exitCodeOf(index, options.flag('strict'));
}
