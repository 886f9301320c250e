import { viewOutcome } from '../../sections/viewOutcome';
import { lookAtAudit } from '../answerAudit';
import { auditText } from '../auditText';
import type { Command, CommandContext } from '../command';
import { DEMAND_WORDS, readDemands, unmetDemands } from '../demands';
import { EXIT, type ExitCode } from '../exitCodes';
import { READ_OPTIONS } from '../loadIndex';
import { UsageError, type OptionSpec } from '../options';
import { writeJson } from '../output';
import { ATTEMPTS, PLAN_OPTIONS, readPlanOptions } from '../planOptions';

const REQUIRE: OptionSpec = { name: 'require', kind: 'words', value: 'CONDITION,…', summary: `exit with 1 unless the conditions hold: ${DEMAND_WORDS.join(', ')}` };
const ENGINE: OptionSpec = { name: 'engine', kind: 'text', value: 'ENGINE', choices: ['local'], summary: 'where to count (default: local)' };

/** `restart-lens audit PATH…` */
export const auditCommand: Command = {
  name: 'audit',
  summary: 'compare continuing with restarting, per task and decision time',
  arguments: { name: 'PATH', least: 1, most: null },
  options: [...PLAN_OPTIONS, ATTEMPTS, REQUIRE, ENGINE, ...READ_OPTIONS],
  notes: [
    'The audit is exploratory unless its plan was frozen (restart-lens plan freeze) before the attempts that it counts were started. Every audit of a frozen plan is noted in the study log beside it.',
    'Conditions: any-verdict, at least one certified restart or continue; no-abstain, every live decision certified; sealed; no-problems, every record read; non-inferior, restarting is proven at most the margin worse in every live decision; gates, every task passes both gates of its verifier (labels files may state them).',
    'Bounds, in quotes: "loss<=5pt", in every live decision restarting is proven to lose at most 5 points, whatever unknown attempts were; "macro-loss<=5pt", the same of every macro change that its confidence interval bounds. What is not proven does not hold.',
  ],
  run,
};

async function run(context: CommandContext): Promise<ExitCode> {
  const { out, err, options } = context;
  const demands = readDemands(options.texts('require') ?? []);
  const stated = readPlanOptions(context);
  if (stated.plan.marginPoints === null && demands.some((demand) => demand.kind === 'word' && demand.word === 'non-inferior')) throw new UsageError('--require non-inferior needs a margin: --margin POINTS, or "marginPoints" in the plan.');
  return lookAtAudit(context, { stated, by: 'audit' }, async (outcome, index) => {
    if (options.flag('json')) await writeJson(out, outcome.result);
    else await out.write(auditText(viewOutcome(outcome, index), out.isTerminal ? out.columns : 120));
    const unmet = unmetDemands(demands, outcome, index);
    for (const demand of unmet) await err.write(`Required and not so: ${demand}.\n`);
    return unmet.length > 0 ? EXIT.unmet : null;
  });
}
