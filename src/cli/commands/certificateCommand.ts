import { auditInPortions } from '../../analysis/audit';
import { certify } from '../../analysis/certificate';
import { cleanLine } from '../../base/cleanText';
import { jsonDocument } from '../../base/jsonDocument';
import { isAbsentFile } from '../../plan/planPlaces';
import { readStudyLog } from '../../plan/studyLog';
import { certificateWords } from '../../views/plan/certificateWords';
import type { Command, CommandContext } from '../command';
import type { ExitCode } from '../exitCodes';
import { finishWork } from '../finishWork';
import { loadIndex, READ_OPTIONS } from '../loadIndex';
import { logLook } from '../logLook';
import { auditSeal, PLAN_OPTIONS, readPlanOptions } from '../planOptions';
import { writeAnswer } from '../writeAnswer';
import { ATTEMPTS, refuse, tellAbsentCohorts } from './auditCommand';
import { exitCodeOf } from './indexCommand';

/** `restart-lens certificate PATH…` */
export const certificateCommand: Command = {
  name: 'certificate',
  summary: 'write the audit as a certificate, which verify holds against the raw files',
  arguments: { name: 'PATH', least: 1, most: null },
  options: [{ name: 'output', kind: 'text', value: 'FILE', summary: 'file to write (default: standard output)' }, ...PLAN_OPTIONS, ATTEMPTS, ...READ_OPTIONS],
  notes: ['A certificate holds plan and lock, a hash of every file that holds attempts or labels, each attempt with its times and label source, counts, intervals, verdicts and macro numbers. It is JSON, with or without --json; the same plan over the same files gives the same bytes.'],
  run,
};

async function run(context: CommandContext): Promise<ExitCode> {
  const { options, err } = context;
  const stated = readPlanOptions(context);
  const seal = auditSeal(stated, options);
  const index = await loadIndex(context);
  const outcome = await finishWork(auditInPortions(index, stated.plan, stated.defaults, seal), context.signal);
  if (outcome.kind !== 'audit') return refuse(outcome, index, context);
  await tellAbsentCohorts(outcome, context);
  const { logFile } = seal;
  const log = logFile === null || isAbsentFile(logFile) ? null : readStudyLog(logFile).entries;
  const certificate = await finishWork(certify({ index, outcome, excludes: options.texts('exclude') ?? [], log }), context.signal);
  await logLook(outcome, stated, 'certificate', context);
  await writeAnswer(jsonDocument(certificate), context);
  await err.write(`${certificateWords(certificate).map(cleanLine).join('\n')}\n`);
  return exitCodeOf(index, options.flag('strict'));
}
