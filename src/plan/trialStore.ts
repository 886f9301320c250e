import { cleanLine } from '../base/cleanText';
import type { TrialFile } from '../model/trial';
import { readOwnFile, writeOwnFile } from './safeFile';
import { LARGEST_TRIAL, readTrial, sealHolds, trialText } from './trialFile';

/** A trial file that is none, or that must not be written over; the message is a sentence for people. */
export class TrialFault extends Error {
  readonly code = 'trial-fault';
}

/** The trial of a file; null where there is none. Throws a TrialFault where it is no trial, and what reading the file throws. */
export function readTrialAt(place: string): TrialFile | null {
  const text = readOwnFile(place, LARGEST_TRIAL);
  if (text === null) return null;
  const read = readTrial(text);
  if ('fault' in read) throw new TrialFault(`${cleanLine(place)} is no trial: ${read.fault}`);
  return read.trial;
}

/** Writes a trial; one that is frozen, and a split under a broken seal, is never written over: a TrialFault says so. */
export function writeTrialAt(place: string, trial: TrialFile): void {
  const before = readTrialAt(place);
  if (before !== null && before.rule !== null) throw new TrialFault(`${cleanLine(place)} is frozen since ${before.written}; a frozen trial is not written over.`);
  if (before !== null && trial.rule === null) throw new TrialFault(`${cleanLine(place)} holds a split already, of ${before.written}.`);
  if (before !== null && !sealHolds(before)) throw new TrialFault(`The seal of ${cleanLine(place)} is broken: it is not as it was written.`);
  writeOwnFile(place, trialText(trial));
}
