// Plain messages over the public traces. Numbers were counted by scripts that share nothing with the reader.

import assert from 'node:assert/strict';
import { messagesReader } from '../../src/formats/messages/messagesReader';
import { asRecord, getArray, getString } from '../../src/formats/shared/fields';
import { collectParts } from '../support/collectParts';
import type { CollectedParts } from '../support/collectParts';
import { fileHead, memorySource } from '../support/memorySource';
import { sharedFolder } from '../support/shared';
import { readIn } from '../support/sharedFiles';

const XML = 'openai-messages/SWE-bench+SWE-smith-sft/tests/test_logs/ft_xml_example.jsonl';
const BARE = 'mini-swe-agent/SWE-agent+mini-swe-agent/tests/test_data';
const shared = sharedFolder();

function read(file: string): CollectedParts {
  const bytes = readIn(`${shared ?? ''}/traces`, file);
  assert.equal(messagesReader.claim(fileHead(file, bytes))?.certainty, 'possible');
  return collectParts(messagesReader, memorySource({ [file]: bytes }));
}

describe('plain messages over the public traces', function () {
  before(function () {
    if (shared === null) this.skip(); // the public traces lie beside the project only, not in a lone clone
  });

  it('reads every turn of the fine-tuning set, with the calls written in its text', () => {
    const parts = read(XML);
    const rows = Buffer.from(readIn(`${shared ?? ''}/traces`, XML)).toString().trim().split('\n').map((line) => asRecord(JSON.parse(line)));
    assert.deepEqual(parts.attempts.map(({ part }) => part.task), rows.map((row) => getString(row, 'instance_id')));
    parts.attempts.forEach(({ part, steps }, i) => {
      const turns = (getArray(rows[i], 'messages') ?? []).filter((message) => getString(message, 'role') === 'assistant').map((message) => getString(message, 'content') ?? '');
      assert.deepEqual([part.calls, steps.length], [turns.length, turns.length]);
      assert.deepEqual(steps.map((step) => step.tools), turns.map((turn) => [...turn.matchAll(/<function=(\w+)>/g)].map((match) => match[1])));
    });
    assert.deepEqual(parts.attempts.map(({ part }) => [part.calls, part.toolSteps, part.toolCalls]), [[37, 37, 37], [44, 44, 44], [22, 22, 22]]);
    assert.deepEqual([parts.problems.length, parts.files[0]?.records, parts.files[0]?.unreadable], [0, 209, 0]);
  });

  it('reads the bare lists of messages, whose commands stand in fences', () => {
    for (const [name, messages, steps] of [['github_issue', 22, 10], ['local', 6, 2]] as const) {
      const parts = read(`${BARE}/${name}.traj.json`);
      const { part } = parts.attempts[0] ?? {};
      assert.deepEqual([parts.files[0]?.format, parts.files[0]?.records, part?.calls, part?.toolSteps, part?.toolCalls], ['messages', messages, steps, steps, steps]);
      assert.deepEqual(parts.problems, []);
    }
  });
});
