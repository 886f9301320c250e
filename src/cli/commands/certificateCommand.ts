import { certify } from '../../analysis/certificate';
import { cleanLine } from '../../base/cleanText';
import { jsonDocument } from '../../base/jsonDocument';
import { isAbsentFile } from '../../plan/planPlaces';
import { readStudyLog } from '../../plan/studyLog';
import { certificateWords } from '../../views/plan/certificateWords';
import { lookAtAudit } from '../answerAudit';
import type { Command, CommandContext } from '../command';
import type { ExitCode } from '../exitCodes';
import { finishWork } from '../finishWork';
import { READ_OPTIONS } from '../loadIndex';
import { ATTEMPTS, auditSeal, PLAN_OPTIONS, readPlanOptions } from '../planOptions';
import { writeAnswer } from '../writeAnswer';

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
  const { logFile } = auditSeal(stated, options);
  // As it stood before this look.
  const log = logFile === null || isAbsentFile(logFile) ? null : readStudyLog(logFile).entries;
  return lookAtAudit(context, { stated, by: 'certificate' }, async (outcome, index) => {
    const certificate = await finishWork(certify({ index, outcome, excludes: options.texts('exclude') ?? [], log }), context.signal);
    await writeAnswer(jsonDocument(certificate), context);
    await err.write(`${certificateWords(certificate).map(cleanLine).join('\n')}\n`);
    return null;
  });
}
