import { miniSweAgentReader } from '../../src/formats/miniSweAgent/reader';
import { fixtureCases, readFixture } from '../support/fixtures';
import { checkReader } from './readerContract';

// A bare list is told from other lists by its name alone; version 1 without configuration too, where its head is cut.
const BY_NAME = new Set(['bare-list']);

checkReader(
  'mini-swe-agent',
  miniSweAgentReader,
  fixtureCases('mini-swe-agent').map((name) => ({
    name,
    files: readFixture('mini-swe-agent', name),
    recognisedByContent: BY_NAME.has(name) ? 'none' : 'all',
  })),
);
