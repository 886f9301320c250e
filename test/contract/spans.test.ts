import { spansReader } from '../../src/formats/spans/spansReader';
import { fixtureCases, readFixture } from '../support/fixtures';
import { checkReader, isLineEnd } from './readerContract';

const isShorter = (kept: string, path: string): boolean => path.endsWith('.jsonl') && isLineEnd(kept);

checkReader(
  'spans',
  spansReader,
  fixtureCases('otel').map((name) => ({ name, files: readFixture('otel', name), isSilentCut: isShorter })),
);
