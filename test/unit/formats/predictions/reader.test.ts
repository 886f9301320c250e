import assert from 'node:assert/strict';
import { exitStatusesReader } from '../../../../src/formats/exitStatuses/reader';
import { predictionsReader } from '../../../../src/formats/predictions/reader';
import type { Reader } from '../../../../src/formats/contract';
import { collectParts } from '../../../support/collectParts';
import type { CollectedParts } from '../../../support/collectParts';
import { readFixture } from '../../../support/fixtures';
import { fileHead, memorySource } from '../../../support/memorySource';
import type { FileContent } from '../../../support/memorySource';

interface Read extends CollectedParts {
  readonly tasks: [string, string][];
  readonly counts: number[];
  readonly codes: string[];
}

function read(reader: Reader, files: Record<string, FileContent>): Read {
  const parts = collectParts(reader, memorySource(files));
  const [file] = parts.files;
  return { ...parts, tasks: [...(parts.runs[0]?.tasks ?? [])], counts: [file?.records, file?.shown, file?.folded, file?.unreadable].map((n) => n ?? -1), codes: parts.problems.map((p) => p.code) };
}

const M = 'acme/small-1';

describe('predictions reader', () => {
  it('reads predictions keyed by id, in an array, one a line, and alone', () => {
    for (const [name, folder] of [['keyed', 'run-a'], ['array', 'run-b']] as const) {
      const { tasks, runs, counts, codes } = read(predictionsReader, readFixture('predictions', name));
      assert.deepEqual(tasks, [['acme__widget-12', M], ['acme__widget-13', M]]);
      assert.deepEqual([runs[0]?.runFolder, runs[0]?.kind, counts, codes], [folder, 'predictions', [2, 2, 0, 0], []]);
    }
    const lines = read(predictionsReader, readFixture('predictions', 'lines'));
    assert.deepEqual([lines.tasks, lines.counts, lines.codes], [[['acme__widget-12', 'run-c'], ['acme__widget-13', 'run-c']], [3, 2, 1, 0], ['duplicate']]);
    const single = read(predictionsReader, readFixture('predictions', 'single'));
    assert.deepEqual([single.tasks, single.runs[0]?.runFolder, single.counts], [[['acme__widget-12', 'run-d']], 'run-d', [1, 1, 0, 0]]);
  });

  it('reads lines under a name that does not say so', () => {
    const [content] = Object.values(readFixture('predictions', 'lines'));
    assert.deepEqual(read(predictionsReader, { 'run/preds.json': content ?? '' }).counts, [3, 2, 1, 0]);
  });

  it('refuses entries that are no predictions and reads the others', () => {
    const { tasks, counts, codes } = read(predictionsReader, { 'r/preds.json': `[null, {"model_patch": ""}, {"instance_id": "a__b-1", "model_name_or_path": "${M}", "model_patch": null}, "x"]` });
    assert.deepEqual([tasks, counts, codes], [[['a__b-1', M]], [4, 1, 0, 3], ['bad-value', 'bad-value', 'bad-value']]);
    const keyed = read(predictionsReader, { 'r/preds.json': '{"a__b-1": {"instance_id": "a__b-2", "model_patch": ""}, "a__b-3": "diff"}' });
    assert.deepEqual([keyed.tasks, keyed.counts, keyed.codes], [[['a__b-2', '']], [2, 1, 0, 1], ['conflict', 'bad-value']]);
  });

  it('recognises predictions by content, and leaves rows of corpora and reports alone', () => {
    assert.equal(predictionsReader.claim(fileHead('x/results.json', `{"a__b-1": {"model_name_or_path": "m", "instance_id": "a__b-1", "model_patch": "${'x'.repeat(5000)}`))?.certainty, 'certain');
    assert.equal(predictionsReader.claim(fileHead('x/preds.json', '{}'))?.certainty, 'possible');
    for (const text of ['{"instance_id": "a", "trajectory": [], "model_patch": ""}', '[{"instance_id": "a", "model_name": "m", "trajectory": []}]', '{"a": {"resolved": true}}', '{"messages": []}']) {
      assert.equal(predictionsReader.claim(fileHead('x/rows.json', text)), null, text);
    }
  });
});

describe('exit statuses reader', () => {
  it('reads the statuses of both agents', () => {
    const mini = read(exitStatusesReader, readFixture('exit-statuses', 'mini'));
    assert.deepEqual(mini.tasks, [['acme__widget-13', 'RateLimitError'], ['acme__widget-12', 'Submitted'], ['acme__widget-14', 'Submitted'], ['acme__widget-15', '']]);
    assert.deepEqual([mini.runs[0]?.runFolder, mini.runs[0]?.kind, mini.files[0]?.format, mini.counts], ['run-a', 'exit-statuses', 'run-summary', [4, 4, 0, 0]]);
    assert.deepEqual(read(exitStatusesReader, readFixture('exit-statuses', 'swe-agent')).tasks, [['acme__widget-12', 'exit_cost'], ['acme__widget-13', 'submitted (exit_cost)']]);
  });

  it('tells broken YAML with its place, and an instance under two statuses', () => {
    const broken = read(exitStatusesReader, { 'r/exit_statuses_1.yaml': 'instances_by_exit_status:\n  A: [a__b-1\n' });
    assert.deepEqual([broken.codes[0], broken.problems[0]?.line], ['bad-value', 3]);
    const twice = read(exitStatusesReader, { 'r/exit_statuses_1.yaml': 'instances_by_exit_status:\n  A: [a__b-1]\n  B: [a__b-1, 7, {}]\n  C:\n  D: x\n' });
    assert.deepEqual([twice.tasks, twice.counts, twice.codes], [[['a__b-1', 'B'], ['7', 'B']], [5, 2, 1, 2], ['duplicate', 'bad-value', 'missing-field', 'bad-value']]);
  });

  it('survives documents made to explode', () => {
    const bomb = ['instances_by_exit_status:', '  a: &a [x, x, x, x, x, x, x, x, x]', ...'bcdefghij'.split('').map((c, i) => `  ${c}: &${c} [${Array(9).fill(`*${'abcdefghij'[i]}`).join(', ')}]`)].join('\n');
    const { codes, counts } = read(exitStatusesReader, { 'r/exit_statuses_1.yaml': bomb });
    assert.ok(codes.includes('bad-value'));
    assert.equal(counts[1], 0);
    assert.deepEqual(read(exitStatusesReader, { 'r/exit_statuses_1.yaml': `instances_by_exit_status: ${'['.repeat(50_000)}` }).codes, ['too-deep']);
  });
});
