import path from 'node:path';
import { failureWindows } from '../../analysis/failureWindows';
import { jsonDocument } from '../../base/jsonDocument';
import { version } from '../../base/version';
import { exportAttempts } from '../../index/exportAttempts';
import type { TraceIndex } from '../../index/traceIndex';
import { buildExitClassifier } from '../../model/exitTable';
import type { Plan } from '../../model/plan';
import { attemptTableCsv } from '../../report/attemptTableCsv';
import type { ReportSection } from '../../protocol/section';
import { reportCsv } from '../../report/csv';
import { reportHtml } from '../../report/html';
import { reportMarkdown } from '../../report/markdown';
import { reportSarif } from '../../report/sarif';
import { openReportSections, REPORT_PARTS } from '../../sections/reportSections';
import type { SectionInput } from '../../sections/section';
import { viewOutcome } from '../../sections/viewOutcome';
import { countOf } from '../../views/words';
import { lookAtAudit } from '../answerAudit';
import type { Command, CommandContext } from '../command';
import { finishWork } from '../finishWork';
import type { ExitCode } from '../exitCodes';
import { loadIndex, READ_OPTIONS } from '../loadIndex';
import { suggest, UsageError, type OptionSpec } from '../options';
import { ATTEMPTS, PLAN_OPTIONS, readPlanOptions } from '../planOptions';
import { refuse } from '../refuse';
import { writeAnswer } from '../writeAnswer';
import { exitCodeOf } from './indexCommand';

const FORMATS = ['html', 'md', 'csv', 'json', 'sarif'] as const;

const FORMAT: OptionSpec = { name: 'format', kind: 'text', value: 'FORMAT', summary: 'html (one file, drawings), md, csv (every decision), json (as audit --json, and the sections), sarif (failure windows)' };
const SECTIONS: OptionSpec = { name: 'sections', kind: 'words', value: 'NAME,…', choices: [...REPORT_PARTS.map(({ name }) => name), 'none'], summary: 'sections beside the verdicts (default: all); none for the verdicts alone' };
const SANITISED: OptionSpec = { name: 'sanitised', kind: 'flag', summary: 'the attempts as a table (csv) without text, paths or prompts, from which the same audit can be computed' };
const OUTPUT: OptionSpec = { name: 'output', kind: 'text', value: 'FILE', summary: 'file to write (default: standard output)' };

/** `restart-lens export PATH… --format FORMAT` */
export const exportCommand: Command = {
  name: 'export',
  summary: 'write the audit, the failure windows of every run, or a table to publish, as a file',
  arguments: { name: 'PATH', least: 1, most: null },
  options: [FORMAT, SANITISED, OUTPUT, SECTIONS, ...PLAN_OPTIONS, ATTEMPTS, ...READ_OPTIONS.filter((option) => option.name !== 'json')],
  notes: [
    'A sanitised table holds for each attempt its names, how and when it ended, what it cost, its limits, its id and the hash of its content. Reading it gives the audit, replay and tables of tasks of the traces themselves, under any budget, times, axis and estimand; exit statuses are in it as the class that the plan gives them. Names that hold a path of a machine, look like a secret or are longer than 300 characters are replaced by a hash.',
  ],
  run,
};

async function run(context: CommandContext): Promise<ExitCode> {
  const { options } = context;
  const format = readFormat(options);
  const stated = readPlanOptions(context);
  if (options.flag('sanitised')) return writeAttempts(context, (index) => writeSanitised(index, stated.plan, context));
  if (format === 'sarif') return writeAttempts(context, (index) => writeAnswer([sarifOf(index, stated.plan)], context));
  return lookAtAudit(context, { stated, by: 'export' }, async (outcome, index) => {
    const wanted = options.texts('sections')?.filter((name) => name !== 'none') ?? null;
    const folder = stated.place === null ? null : path.dirname(stated.place);
    // A table of decisions has no place for sections.
    const { sections, results } = await finishWork(openReportSections({ index, outcome, folder }, format === 'csv' ? [] : wanted), context.signal);
    await writeAnswer(format === 'json' ? jsonDocument({ ...outcome.result, ...results }) : [auditAs(format, { outcome, index, folder, sections })], context);
    return null;
  });
}

/** What holds every attempt, whatever a plan counts: no outcome is looked at under it. */
async function writeAttempts(context: CommandContext, write: (index: TraceIndex) => Promise<void>): Promise<ExitCode> {
  const index = await loadIndex(context);
  if (index.attemptCount === 0) return refuse({ kind: 'nothing', message: 'No attempts were found.', attempts: 0, excluded: [] }, index, context);
  await write(index);
  return exitCodeOf(index, context.options.flag('strict'));
}

async function writeSanitised(index: TraceIndex, plan: Plan, context: CommandContext): Promise<void> {
  const { rows, replaced } = await finishWork(exportAttempts(index, { classifyExit: buildExitClassifier(plan.exitTable), cohorts: plan.cohorts }), context.signal);
  await writeAnswer(attemptTableCsv(rows), context);
  if (replaced > 0) await context.err.write(`${countOf(replaced, 'name')} held a path, looked like a secret or had too many characters, and ${replaced === 1 ? 'stands' : 'stand'} in the table as a hash.\n`);
}

/** The format asked for, else that of the file's ending. */
function readFormat(options: CommandContext['options']): (typeof FORMATS)[number] {
  const file = options.text('output');
  if (options.flag('sanitised')) {
    if ((options.text('format') ?? 'csv') !== 'csv') throw new UsageError('A sanitised table is written as csv.');
    return 'csv';
  }
  const word = options.text('format') ?? (file === null ? null : path.extname(file).slice(1));
  const known = FORMATS.find((format) => format === word);
  if (known !== undefined) return known;
  if (word === null || options.text('format') === null) throw new UsageError(`Which format? --format ${FORMATS.join('|')}.`);
  if (word === 'parquet') throw new UsageError('Parquet is not written by this version; csv holds every decision with all digits.');
  throw new UsageError(`Option --format cannot be "${word}".${suggest(word, FORMATS, '')}`);
}

function auditAs(format: string, { outcome, index, sections }: SectionInput & { readonly sections: readonly ReportSection[] }): string {
  if (format === 'csv') return reportCsv(outcome.result);
  const view = viewOutcome(outcome, index);
  return format === 'html' ? reportHtml(view, sections) : reportMarkdown(view, sections);
}

function sarifOf(index: TraceIndex, plan: Plan): string {
  return `${JSON.stringify(reportSarif(failureWindows(index, plan.monitors), version), null, 1)}\n`;
}
