import { inspectReader } from '../../src/formats/inspect/inspectReader';
import { evalText, inspectEvents, inspectJson, inspectSample } from '../support/inspectText';
import { makeZstd } from '../support/zipText';
import { checkReader } from './readerContract';

const events = inspectEvents([
  { say: 'Let me look.', tool: 'bash', args: { cmd: 'ls "ü"' }, result: 'a.py\n' },
  { tool: 'python', args: { code: 'print(1)' }, result: '', error: { type: 'timeout', message: 'Command timed out' } },
  { say: 'attachment://aa11', tool: 'bash', args: { cmd: 'attachment://bb22' }, result: 'attachment://cc33' },
  { say: 'Done.' },
]);
const attachments = { aa11: 'A long thought.', bb22: 'cat long_name.py', cc33: 'the content of a long file' };
const samples = [inspectSample('bug-1', 1, events, { attachments }), inspectSample(2, 1, inspectEvents([{ say: 'no' }]), { scores: { match: { value: 'I' } } })];

checkReader('Inspect', inspectReader, [
  { name: 'a finished log', files: { 'logs/2026-01-02T03-04-00_fix-bugs_x.eval': evalText(samples) } },
  { name: 'a log packed with Zstandard', files: { 'logs/zstd.eval': evalText(samples, { pack: (_name, content) => ({ content, method: 93, packed: makeZstd(content) }) }) } },
  { name: 'a running evaluation', files: { 'logs/running.eval': evalText(samples, { header: null }) } },
  { name: 'JSON', files: { 'logs/log.json': inspectJson(samples) } },
]);
