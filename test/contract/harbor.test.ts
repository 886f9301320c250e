import { harborReader } from '../../src/formats/harbor/harborReader';
import { readFixture } from '../support/fixtures';
import { checkReader } from './readerContract';

const job = readFixture('harbor', 'job');
const folder = '2026-04-01__14-00-00';
const filesWhere = (holds: (path: string) => boolean): Record<string, Uint8Array> => Object.fromEntries(Object.entries(job).filter(([path]) => holds(path)));
const trial = filesWhere((path) => path.startsWith(`${folder}/sort-logs__aB3dE5f/`));
const killed = filesWhere((path) => path.startsWith(`${folder}/sort-logs__Zz9kQ1w/`));
const jobFiles = filesWhere((path) => path.split('/').length === 2);
const terminus = readFixture('harbor', 'terminus');

/** Members that are known by their place in the trial folder alone. */
const ofContent = (files: object): string[] => Object.keys(files).filter((name) => /\/(result|config|lock)\.json$/.test(name));

checkReader('harbor', harborReader, [
  { name: 'a trial with the message dumps of its agent', files: trial, recognisedByContent: ofContent(trial) },
  { name: 'a trial that left no result', files: killed },
  { name: 'the files of a job', files: jobFiles },
  // Plain text is whole wherever it ends.
  { name: 'a killed trial with the logs of Terminus', files: terminus, recognisedByContent: ofContent(terminus), isSilentCut: (_, name) => name.endsWith('.txt') },
]);
