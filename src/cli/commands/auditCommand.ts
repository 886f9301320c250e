import { auditInPortions, type AuditedOutcome, type AuditOutcome } from '../../analysis/audit';
import { auditAttempts } from '../../analysis/auditAttempts';
import { countUnreadable } from '../../index/indexResult';
import type { TraceIndex } from '../../index/traceIndex';
import type { AuditView } from '../../protocol/audit';
import { PLAIN_CONTEXT, viewSeal } from '../../views/audit/context';
import { cleanLine } from '../../base/cleanText';
import { nothingNotice } from '../../views/audit/notices';
import { viewAudit } from '../../views/audit/viewAudit';
import { auditText } from '../auditText';
import type { Command, CommandContext } from '../command';
import { finishWork } from '../finishWork';
import { DEMAND_WORDS, readDemands, unmetDemands } from '../demands';
import { EXIT, type ExitCode } from '../exitCodes';
import { logLook } from '../logLook';
import { loadIndex, READ_OPTIONS } from '../loadIndex';
import { exitCodeOf } from './indexCommand';
import { UsageError, type OptionSpec } from '../options';
import { writeJson } from '../output';
import { auditSeal, PLAN_OPTIONS, readPlanOptions } from '../planOptions';

const REQUIRE: OptionSpec = { name: 'require', kind: 'words', value: 'CONDITION,…', summary: `exit with 1 unless the conditions hold: ${DEMAND_WORDS.join(', ')}` };
/** Which attempts an audit under an intact seal counts. */
export const ATTEMPTS: OptionSpec = { name: 'attempts', kind: 'text', value: 'WHICH', choices: ['planned', 'all'], summary: 'under a seal, count what was planned (default, once there is any) or all attempts, which is exploratory' };
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
  const index = await loadIndex(context);
  const outcome = await finishWork(auditInPortions(index, stated.plan, stated.defaults, auditSeal(stated, options)), context.signal);
  if (outcome.kind !== 'audit') return refuse(outcome, index, context);
  await logLook(outcome, stated, 'audit', context);
  await tellAbsentCohorts(outcome, context);
  if (stated.file !== null) await err.write(`Plan: ${cleanLine(stated.file)}\n`);
  if (options.flag('json')) await writeJson(out, outcome.result);
  else await out.write(auditText(viewOutcome(outcome, index), out.isTerminal ? out.columns : 120));
  const unmet = unmetDemands(demands, outcome, index);
  for (const demand of unmet) await err.write(`Required and not so: ${demand}.\n`);
  if (unmet.length > 0) return EXIT.unmet;
  return exitCodeOf(index, options.flag('strict'));
}

/** Cohorts that the plan names and nobody ran yet are no fault, and nothing to pass over in silence. */
export async function tellAbsentCohorts({ absentCohorts }: Pick<AuditedOutcome, 'absentCohorts'>, { err }: CommandContext): Promise<void> {
  for (const cohort of absentCohorts) await err.write(`No attempt is of the cohort ${cleanLine(cohort)}.\n`);
}

/** The view of an audit, with what could not be read. */
export function viewOutcome(outcome: AuditedOutcome, index: TraceIndex): AuditView {
  return viewAudit(outcome.result, auditAttempts(outcome), { ...PLAIN_CONTEXT, seal: viewSeal(outcome.result.plan), unreadable: countUnreadable(index.files), exchangeability: outcome.exchangeability, gates: outcome.gates });
}

/** Says why there is no audit. Throws a UsageError where an option would help. */
export async function refuse(outcome: Exclude<AuditOutcome, AuditedOutcome>, index: TraceIndex, { err }: CommandContext): Promise<ExitCode> {
  switch (outcome.kind) {
    case 'needs-budget': {
      const offer = outcome.largestSeen === null ? '' : ` The longest attempt used ${outcome.largestSeen}: --budget ${outcome.largestSeen} takes that, from the outcomes.`;
      throw new UsageError(`No attempt states a limit and the plan states no budget: give --budget B.${offer}`);
    }
    case 'refused':
      if (outcome.reason !== 'no-data') throw new UsageError(outcome.message);
      await err.write(`${cleanLine(outcome.message)}\n`);
      return EXIT.nothingReadable;
    case 'nothing':
      await err.write(nothingWords(outcome, index));
      return EXIT.nothingReadable;
  }
}

/** The panel's own words for the same state. */
function nothingWords({ attempts, excluded }: Extract<AuditOutcome, { readonly kind: 'nothing' }>, index: TraceIndex): string {
  const { headline, lines } = nothingNotice({ files: index.files.length, attempts, excluded });
  return `${[headline, ...lines].join('\n')}\n`;
}
