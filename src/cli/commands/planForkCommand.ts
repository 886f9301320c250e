import { planForks } from '../../analysis/forkPlan';
import { viewForkPlan } from '../../views/interventions/viewInterventions';
import { answerAudit } from '../answerAudit';
import type { Command, CommandContext } from '../command';
import type { ExitCode } from '../exitCodes';
import { finishWork } from '../finishWork';
import { READ_OPTIONS } from '../loadIndex';
import { UsageError, type OptionSpec } from '../options';
import { ATTEMPTS, PLAN_OPTIONS } from '../planOptions';

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

function run(context: CommandContext): Promise<ExitCode> {
  const most = context.options.number('most') ?? DEFAULT_MOST;
  if (most < 1) throw new UsageError(`--most is a whole number from 1; found ${most}.`);
  return answerAudit(context, 'fork', async (outcome, index) => {
    const result = await finishWork(planForks(index, outcome, most), context.signal);
    return { result, view: () => viewForkPlan(result, 'listed') };
  });
}
