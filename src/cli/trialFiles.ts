import { statSync } from 'node:fs';
import path from 'node:path';
import { cleanLine } from '../base/cleanText';
import type { TrialFile } from '../model/trial';
import { LARGEST_TRIAL, readTrial, sealHolds, TRIAL_FILE, trialText } from '../plan/trialFile';
import { readOwnFile, writeOwnFile } from '../plan/safeFile';
import type { CommandContext } from './command';
import { UsageError, type OptionSpec } from './options';

export const TRIAL_OPTION: OptionSpec = { name: 'trial', kind: 'text', value: 'FILE', summary: `trial file (default: ${TRIAL_FILE} in the folder given)` };
export const RUNTIME_OPTION: OptionSpec = { name: 'runtime', kind: 'text', value: 'NAME', summary: 'runtime that the trial is about, as index and audit name it (default: the only one)' };

/** Where the trial file stands or is to stand. Throws a UsageError where nothing says. */
export function trialPlace({ paths, options }: Pick<CommandContext, 'paths' | 'options'>): string {
  const stated = options.text('trial');
  if (stated !== null) return stated;
  const [folder] = paths;
  const isFolder = paths.length === 1 && folder !== undefined && (statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false);
  if (!isFolder) throw new UsageError('Which trial file? Give one folder, or --trial FILE.');
  return path.join(folder, TRIAL_FILE);
}

/** The trial of a file; null where there is none. Throws a UsageError where it is no trial. */
export function readTrialFile(place: string): TrialFile | null {
  const text = readOwnFile(place, LARGEST_TRIAL);
  if (text === null) return null;
  const read = readTrial(text);
  if ('fault' in read) throw new UsageError(`${cleanLine(place)} is no trial: ${read.fault}`);
  return read.trial;
}

/** Writes a trial; one that is frozen is never written over. */
export function writeTrialFile(place: string, trial: TrialFile): void {
  const before = readTrialFile(place);
  if (before !== null && before.rule !== null) throw new UsageError(`${cleanLine(place)} is frozen since ${before.written}; a frozen trial is not written over. Name another file with --trial.`);
  if (before !== null && trial.rule === null) throw new UsageError(`${cleanLine(place)} holds a split already, of ${before.written}. Name another file with --trial.`);
  if (before !== null && !sealHolds(before)) throw new UsageError(`The seal of ${cleanLine(place)} is broken: it is not as it was written.`);
  writeOwnFile(place, trialText(trial));
}
