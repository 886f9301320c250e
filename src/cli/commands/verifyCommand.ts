import { readFileSync, statSync } from 'node:fs';
import { LARGEST_CERTIFICATE, readCertificate } from '../../analysis/readCertificate';
import type { StatedCertificate } from '../../analysis/laterFields';
import { verifyInPortions } from '../../analysis/verify';
import { cleanLine } from '../../base/cleanText';
import { isAbsentFile, placesOf } from '../../plan/planPlaces';
import { readSeal } from '../../plan/readSeal';
import { readStudyLog } from '../../plan/studyLog';
import { verifyWords } from '../../views/plan/certificateWords';
import type { Command, CommandContext } from '../command';
import { EXIT, type ExitCode } from '../exitCodes';
import { finishWork } from '../finishWork';
import { loadIndex, READ_OPTIONS } from '../loadIndex';
import { UsageError } from '../options';
import { writeJson } from '../output';
import { planPlace } from '../planOptions';

/** `restart-lens verify CERTIFICATE PATH…` */
export const verifyCommand: Command = {
  name: 'verify',
  summary: 'recompute a certificate from the raw files, and name each claim that does not hold',
  arguments: { name: 'CERTIFICATE PATH', least: 2, most: null },
  options: [
    { name: 'plan', kind: 'text', value: 'FILE', summary: 'plan whose lock and study log to compare with (default: those in the folder given)' },
    ...READ_OPTIONS.filter(({ name }) => name === 'json' || name === 'threads'),
  ],
  notes: ['Give the folders that the certificate was made of. Exit code 1 when a claim does not hold. What the certificate left out by pattern is left out again. Every file is read anew, whatever is kept of it.'],
  run,
};

async function run(context: CommandContext): Promise<ExitCode> {
  const { options, out } = context;
  const [file = '', ...paths] = context.paths;
  const certificate = readFile(file);
  const index = await loadIndex({ ...context, paths }, { excludes: certificate.excludes, cache: null });
  const result = await finishWork(verifyInPortions({ certificate, index, beside: besideOf(planPlace({ paths, options })) }), context.signal);
  if (options.flag('json')) await writeJson(out, result);
  else await out.write(`${verifyWords(result).map(cleanLine).join('\n')}\n`);
  return result.holds ? EXIT.done : EXIT.unmet;
}

function besideOf(place: string | null): Parameters<typeof verifyInPortions>[0]['beside'] {
  if (place === null) return null;
  const { log } = placesOf(place);
  return { seal: readSeal(place), log: isAbsentFile(log) ? null : readStudyLog(log) };
}

function readFile(file: string): StatedCertificate {
  let text;
  try {
    if (statSync(file).size > LARGEST_CERTIFICATE) throw new UsageError(`${file} is too large to be a certificate.`);
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`The certificate ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const certificate = readCertificate(text);
  if (certificate === null) throw new UsageError(`${file} is no certificate of Restart Lens, or was damaged beyond reading.`);
  return certificate;
}
