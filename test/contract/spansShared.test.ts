// Spans over the public traces. Totals are summed here from the attributes, without the reader.

import assert from 'node:assert/strict';
import { spansReader } from '../../src/formats/spans/spansReader';
import { asArray, asRecord, getField, getNumber, getRecord, getString } from '../../src/formats/shared/fields';
import { collectParts } from '../support/collectParts';
import type { CollectedParts } from '../support/collectParts';
import { fileHead, memorySource } from '../support/memorySource';
import { sharedFolder } from '../support/shared';
import { readIn } from '../support/sharedFiles';

const FOLDER = 'otel/Arize-ai+phoenix/tests/unit/pxi/evals/online_evals/fixtures';
const shared = sharedFolder();

function read(name: string): { readonly parts: CollectedParts; readonly document: unknown } {
  const file = `${FOLDER}/${name}`;
  const bytes = readIn(`${shared ?? ''}/traces`, file);
  assert.equal(spansReader.claim(fileHead(file, bytes))?.certainty, 'certain');
  return { parts: collectParts(spansReader, memorySource({ [file]: bytes })), document: JSON.parse(Buffer.from(bytes).toString()) };
}

function sumOf(records: readonly unknown[], attribute: string): number {
  return records.reduce<number>((sum, record) => sum + (getNumber(getRecord(record, 'attributes'), attribute) ?? 0), 0);
}

describe('spans over the public traces', function () {
  before(function () {
    if (shared === null) this.skip(); // the public traces lie beside the project only, not in a lone clone
  });

  it('gives the tokens, calls and tools of a turn as its spans state them', () => {
    const { parts, document } = read('pxi_turn_trace.json');
    const records = asArray(document) ?? [];
    const [attempt] = parts.attempts;
    assert.deepEqual([attempt?.part.calls, attempt?.part.toolCalls], ['LLM', 'TOOL'].map((kind) => records.filter((record) => getString(record, 'span_kind') === kind).length));
    assert.deepEqual(attempt?.part.tokens, {
      input: sumOf(records, 'llm.token_count.prompt'),
      cached: sumOf(records, 'llm.token_count.prompt_details.cache_read'),
      output: sumOf(records, 'llm.token_count.completion'),
    });
    assert.deepEqual(attempt?.part.tokens.input, 310_222);
    const failed = records.filter((record) => getString(record, 'span_kind') === 'TOOL').map((record) => getString(record, 'status_code') === 'ERROR');
    assert.deepEqual(attempt?.steps.slice(0, -1).map((step) => step.isError), failed);
    assert.deepEqual(parts.problems, []);
  });

  it('keeps three traces of one file apart', () => {
    const { parts, document } = read('pxi_suggestion_traces.json');
    const groups = Object.values(asRecord(document) ?? {}).map((group) => asArray(group) ?? []);
    assert.deepEqual(parts.attempts.map(({ part }) => [part.locator, part.calls, part.toolCalls]), groups.map((group) => [
      getString(getField(group[0], 'context'), 'trace_id'),
      group.filter((record) => getString(record, 'span_kind') === 'LLM').length,
      group.filter((record) => getString(record, 'span_kind') === 'TOOL').length,
    ]));
    assert.deepEqual([parts.files[0]?.records, parts.problems.length], [groups.flat().length, 0]);
  });
});
