import { auditInPortions, type AuditedOutcome, type AuditOutcome } from '../analysis/audit';
import { countedInPortions, type CountedCells } from '../analysis/counted';
import { lookFact, lookFactOf } from '../analysis/look';
import { cleanLine } from '../base/cleanText';
import type { TraceIndex } from '../index/traceIndex';
import type { CountedAttempts } from '../model/countedAttempts';
import { countedWords } from '../views/plan/countedWords';
import type { CommandContext } from './command';
import { exitCodeOf } from './commands/indexCommand';
import type { ExitCode } from './exitCodes';
import { finishWork } from './finishWork';
import { loadIndex } from './loadIndex';
import { logLook } from './logLook';
import { writeJson } from './output';
import { auditSeal, readPlanOptions, type StatedPlan } from './planOptions';
import { refuse, tellAbsentCohorts } from './refuse';
import { sectionText } from './sectionText';
import { wrapLine } from './wrapLine';

/** What a command answers with. */
export interface Answer {
  /** The document of `--json`; which attempts it counts is added. */
  readonly result: object;
  /** The same as text: a section, or lines that end with a line feed. */
  view(width: number): Parameters<typeof sectionText>[0] | string;
}

/** An audit that was looked at under the name `by`. */
export interface AuditLook {
  readonly stated: StatedPlan;
  readonly by: string;
}

/**
 * Audits the paths under their plan and seal, notes the look, and hands over what it came to; an exit code of `answer` goes before that of
 * the index. Ends with 3 where nothing can be audited; throws a UsageError as `refuse` and `answer` do.
 */
export async function lookAtAudit(context: CommandContext, { stated, by }: AuditLook, answer: (outcome: AuditedOutcome, index: TraceIndex) => Promise<ExitCode | null>): Promise<ExitCode> {
  const { err, options, signal } = context;
  const seal = auditSeal(stated, options);
  const index = await loadIndex(context);
  const outcome = await finishWork(auditInPortions(index, stated.plan, stated.defaults, seal), signal);
  if (outcome.kind !== 'audit') return refuse(outcome, index, context);
  await logLook(lookFact(outcome, seal.check, by), stated, context);
  await tellAbsentCohorts(outcome, context);
  if (stated.file !== null) await err.write(`Plan: ${cleanLine(stated.file)}\n`);
  return (await answer(outcome, index)) ?? exitCodeOf(index, options.flag('strict'));
}

/** As `lookAtAudit`, and prints what `answer` makes of it. */
export async function answerAudit(context: CommandContext, by: string, answer: (outcome: AuditedOutcome, index: TraceIndex) => Promise<Answer> | Answer): Promise<ExitCode> {
  return lookAtAudit(context, { stated: readPlanOptions(context), by }, async (outcome, index) => {
    const { plan, provenance } = outcome.result;
    await writeCounted(await answer(outcome, index), { which: plan.sealed ? 'planned' : 'all', attempts: provenance.attempts, of: index.attemptCount, seal: plan.seal }, context);
    return null;
  });
}

/** A question that needs no verdicts. */
export interface CountedQuestion {
  readonly by: string;
  /** The answer in portions, or why there is none. */
  work(counted: CountedCells, index: TraceIndex): Generator<void, Answer | Exclude<AuditOutcome, AuditedOutcome>, void>;
  /** What stands in where no attempt can be counted; without it nothing is answered then. */
  orElse?(index: TraceIndex, stated: StatedPlan): Generator<void, CountedCells, void>;
}

/** As `answerAudit`, over the cells that an audit would count, without the audit. The look is noted once there is an answer. */
export async function answerCounted(context: CommandContext, { by, work, orElse }: CountedQuestion): Promise<ExitCode> {
  const { err, options, signal } = context;
  const stated = readPlanOptions(context);
  const seal = auditSeal(stated, options);
  const index = await loadIndex(context);
  const found = await finishWork(countedInPortions(index, stated.plan, seal), signal);
  const counted = found.kind === 'cells' || orElse === undefined || index.attemptCount === 0 ? found : await finishWork(orElse(index, stated), signal);
  if (counted.kind !== 'cells') return refuse(counted, index, context);
  const answer = await finishWork(work(counted, index), signal);
  if ('kind' in answer) return refuse(answer, index, context);
  await logLook(lookFactOf(counted, seal.check, by), stated, context);
  await tellAbsentCohorts(counted, context);
  if (stated.file !== null) await err.write(`Plan: ${cleanLine(stated.file)}\n`);
  await writeCounted(answer, countedAttempts(counted, index), context);
  return exitCodeOf(index, options.flag('strict'));
}

function countedAttempts({ grouped, isPlanned, seal }: CountedCells, { attemptCount }: TraceIndex): CountedAttempts {
  return { which: isPlanned ? 'planned' : 'all', attempts: grouped.cells.reduce((sum, { usable }) => sum + usable.length, 0), of: attemptCount, seal };
}

async function writeCounted({ result, view }: Answer, counted: CountedAttempts, { out, options }: CommandContext): Promise<void> {
  if (options.flag('json')) return writeJson(out, { ...result, counted });
  const width = out.isTerminal ? out.columns : 120;
  const words = countedWords(counted);
  const shown = view(width);
  await out.write(`${words === '' ? '' : `${wrapLine(words, width).join('\n')}\n\n`}${typeof shown === 'string' ? shown : sectionText(shown, width)}`);
}
