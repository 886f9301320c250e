import { miniSweAgentReader } from '../../src/formats/miniSweAgent/reader';
import { fixtureCases, readFixture } from '../support/fixtures';
import { checkReader } from './readerContract';

checkReader(
  'mini-swe-agent',
  miniSweAgentReader,
  fixtureCases('mini-swe-agent').map((name) => ({ name, files: readFixture('mini-swe-agent', name) })),
);
