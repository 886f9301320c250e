import { miniSweAgentReader } from '../../src/formats/miniSweAgent/reader';
import { fixtureCases, readFixture } from '../support/fixtures';
import { checkReader, isLineEnd } from './readerContract';

checkReader(
  'mini-swe-agent',
  miniSweAgentReader,
  [
    ...fixtureCases('mini-swe-agent').map((name) => ({ name, files: readFixture('mini-swe-agent', name) })),
    { name: 'one on each line', files: { 'runs/all.jsonl': ['v2-crash', 'v1-text'].map((name) => `${onOneLine(name)}\n`).join('') }, isSilentCut: isLineEnd },
  ],
);

function onOneLine(name: string): string {
  const [file = ''] = Object.values(readFixture('mini-swe-agent', name));
  return JSON.stringify(JSON.parse(Buffer.from(file).toString('utf8')));
}
