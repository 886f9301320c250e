import { messagesReader } from '../../src/formats/messages/messagesReader';
import { fixtureCases, readFixture } from '../support/fixtures';
import { checkReader, isLineEnd } from './readerContract';

/** A shorter file of lines, and one that ends before anything was answered, are what they are. */
const isShorter = (kept: string, path: string): boolean => path.endsWith('.jsonl') && isLineEnd(kept);

checkReader(
  'plain messages',
  messagesReader,
  fixtureCases('messages').map((name) => ({ name, files: readFixture('messages', name), isSilentCut: isShorter })),
);
