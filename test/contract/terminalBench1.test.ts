import { terminalBench1Reader } from '../../src/formats/terminalBench1/terminalBench1Reader';
import { readFixture } from '../support/fixtures';
import { checkReader } from './readerContract';

checkReader('terminal-bench-1', terminalBench1Reader, [{ name: 'a run with one of its trial folders', files: readFixture('terminal-bench-1', 'run') }]);
