import { statSync } from 'node:fs';
import path from 'node:path';
import type { TrialFile } from '../model/trial';
import { TRIAL_FILE } from '../plan/trialFile';
import { readTrialAt, TrialFault, writeTrialAt } from '../plan/trialStore';
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
  return asUsage(() => readTrialAt(place));
}

/** Writes a trial; one that is frozen is never written over. */
export function writeTrialFile(place: string, trial: TrialFile): void {
  asUsage(() => writeTrialAt(place, trial), ' Name another file with --trial.');
}

function asUsage<Result>(run: () => Result, advice = ''): Result {
  try {
    return run();
  } catch (error) {
    throw error instanceof TrialFault ? new UsageError(`${error.message}${advice}`) : error;
  }
}
