import { auditInPortions, type AuditedOutcome } from '../analysis/audit';
import { cleanLine } from '../base/cleanText';
import type { TraceIndex } from '../index/traceIndex';
import type { CommandContext } from './command';
import { refuse, tellAbsentCohorts } from './commands/auditCommand';
import { exitCodeOf } from './commands/indexCommand';
import type { ExitCode } from './exitCodes';
import { finishWork } from './finishWork';
import { loadIndex } from './loadIndex';
import { logLook } from './logLook';
import { writeJson } from './output';
import { auditSeal, readPlanOptions } from './planOptions';
import { sectionText } from './sectionText';

/** What a command makes of an audit. */
export interface AuditAnswer {
  /** The document of `--json`. */
  readonly result: object;
  /** The same as text. */
  view(): Parameters<typeof sectionText>[0];
}

/**
 * Audits the paths under their plan and seal, notes the look under the name `look`, and prints what `answer` makes of it. Ends with 3
 * where nothing can be audited; throws a UsageError as `refuse` and `answer` do.
 */
export async function answerAudit(context: CommandContext, look: string, answer: (outcome: AuditedOutcome, index: TraceIndex) => Promise<AuditAnswer> | AuditAnswer): Promise<ExitCode> {
  const { out, err, options, signal } = context;
  const stated = readPlanOptions(context);
  const index = await loadIndex(context);
  const outcome = await finishWork(auditInPortions(index, stated.plan, stated.defaults, auditSeal(stated, options)), signal);
  if (outcome.kind !== 'audit') return refuse(outcome, index, context);
  await logLook(outcome, stated, look, context);
  await tellAbsentCohorts(outcome, context);
  const { result, view } = await answer(outcome, index);
  if (stated.file !== null) await err.write(`Plan: ${cleanLine(stated.file)}\n`);
  if (options.flag('json')) await writeJson(out, result);
  else await out.write(sectionText(view(), out.isTerminal ? out.columns : 120));
  return exitCodeOf(index, options.flag('strict'));
}
