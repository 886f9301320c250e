import { atifReader } from '../../src/formats/atif/atifReader';
import { readFixture } from '../support/fixtures';
import { checkReader } from './readerContract';

const ODD = {
  schema_version: '1.4',
  agent: { name: 'converter', version: '0.1' },
  steps: [
    { step_id: 1, source: 'user', message: [{ type: 'text', text: 'Fix it.' }, { type: 'image', source: { media_type: 'image/png', path: 'a.png' } }] },
    { step_id: 2, source: 'agent', message: '', reasoning_content: 'Hm.', tool_calls: [{ tool_call_id: 'a', function_name: 'Bash', arguments: { command: 'make' } }], metrics: { prompt_tokens: 4, completion_tokens: 9, cached_tokens: 5000, cost_usd: 0.0 } },
    { step_id: 3, source: 'agent', message: 'make: *** No targets.', observation: { results: [{ source_call_id: 'a', content: [{ type: 'text', text: 'Exit code 2\nmake: *** No targets.' }] }] } },
    { step_id: 4, source: 'user', message: '', observation: { results: [{ source_call_id: 'a', content: 'more' }] } },
    { step_id: 5, source: 'agent', message: 'Merged.', llm_call_count: 3, tool_calls: [], metrics: { prompt_tokens: 6, completion_tokens: 1, cached_tokens: 6000 } },
    { step_id: 6, source: 'agent', message: 'A rule ran this.', llm_call_count: 0, tool_calls: [{ tool_call_id: 'b', function_name: 'Read', arguments: { file_path: 'a.py' } }] },
  ],
};

const EXPORT = [
  { conversations: [{ role: 'user', content: 'Sort.' }, { role: 'assistant', content: '{}' }], episode: 'episode-0', trial_name: 'trial', result: null },
  { conversations: [], episode: 'episode-1', trial_name: 'trial', result: null },
];

checkReader('atif', atifReader, [
  { name: 'a trajectory with continuation and side call', files: readFixture('atif', 'continued') },
  { name: 'the habits of other writers', files: { 'run/odd.json': JSON.stringify(ODD, null, 1) } },
  { name: 'an export for training', files: { 'run/x.traces.json': JSON.stringify(EXPORT) }, recognisedByContent: 'none' },
]);
