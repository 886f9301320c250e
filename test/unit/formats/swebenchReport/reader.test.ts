import assert from 'node:assert/strict';
import { placeOfReport } from '../../../../src/formats/swebenchReport/place';
import { swebenchReportReader } from '../../../../src/formats/swebenchReport/reader';
import { collectParts } from '../../../support/collectParts';
import type { CollectedParts } from '../../../support/collectParts';
import { readFixture } from '../../../support/fixtures';
import { fileHead, memorySource } from '../../../support/memorySource';
import type { FileContent } from '../../../support/memorySource';

function read(files: Record<string, FileContent>): CollectedParts & { labels: Record<string, string>; counts: number[]; codes: string[] } {
  const parts = collectParts(swebenchReportReader, memorySource(files));
  const labels = Object.fromEntries(parts.outcomes.map((o) => [o.task?.replace('acme__widget-', '') ?? 'rest', o.verdict]));
  const [file] = parts.files;
  return { ...parts, labels, counts: [file?.records ?? -1, file?.shown ?? -1, file?.unreadable ?? -1], codes: parts.problems.map((p) => p.code) };
}

const fixture = (name: string): ReturnType<typeof read> => read(readFixture('swebench-report', name));

describe('evaluation report reader', () => {
  it('labels the ids of a run-level report and says nothing about incomplete ones', () => {
    const { labels, outcomes, counts, codes } = fixture('run');
    assert.deepEqual(labels, { 1: 'resolved', 2: 'unresolved', 3: 'unresolved', 4: 'unresolved', 5: 'none', 6: 'none' });
    assert.deepEqual([outcomes[0]?.stem, outcomes[0]?.runIds, outcomes[0]?.model], ['acme__small-1.5.run-a', [], null]);
    assert.deepEqual([counts, codes], [[7, 7, 0], []]);
  });

  it('gives no verdict for infrastructure failures of SWE-bench 5.0, which stay in the other lists', () => {
    assert.deepEqual(fixture('run-5.0').labels, { 1: 'resolved', 2: 'unresolved', 3: 'none', 4: 'unresolved', 5: 'none', 6: 'none' });
  });

  it('takes completed and not resolved for unresolved where a report has no list of them', () => {
    assert.deepEqual(fixture('run-schema-1').labels, { 1: 'resolved', 2: 'unresolved', 3: 'unresolved', 4: 'unresolved', 5: 'none', 6: 'none' });
  });

  it('reads sb-cli reports, whose name ends in the run id', () => {
    const { labels, outcomes } = fixture('sb-cli');
    assert.deepEqual(labels, { 1: 'resolved', 2: 'unresolved', 3: 'unresolved', 4: 'unresolved', 5: 'none', 6: 'none', 9: 'none' });
    assert.deepEqual(outcomes[0]?.runIds, ['run-a']);
  });

  it('labels nothing where lists contradict each other, and refuses elements that are no ids', () => {
    const { labels, counts, codes } = fixture('conflict');
    assert.deepEqual(labels, { 2: 'unresolved', 4: 'unresolved', 5: 'none', 6: 'none' });
    assert.deepEqual([counts, codes], [[8, 6, 2], ['conflict', 'bad-value']]);
  });

  it('reads the report of one instance, keyed by id, with the run id and model of its path', () => {
    const { outcomes } = fixture('keyed');
    assert.deepEqual(outcomes, [
      {
        file: 'logs/run_evaluation/run-a/acme__small-1/acme__widget-12/report.json',
        task: 'acme__widget-12',
        verdict: 'unresolved',
        runIds: ['run-a', 'acme__small-1'],
        stem: null,
        model: 'acme/small-1',
        attempt: null,
      },
    ]);
    assert.deepEqual(fixture('keyed-infra').labels, { 12: 'none' });
  });

  it('takes the id of a flat report from its folder, and trusts `resolved` over the patch flags', () => {
    const { outcomes } = fixture('flat');
    assert.deepEqual(outcomes.map((o) => [o.task, o.verdict, o.runIds]), [['acme__widget-12', 'resolved', ['20250101_acme']]]);
    const nowhere = read({ 'x/report.json': '{"patch_exists": true, "resolved": true}' });
    assert.deepEqual([nowhere.outcomes, nowhere.codes, nowhere.counts], [[], ['missing-field'], [1, 0, 1]]);
  });

  it('reads SWE-smith summaries', () => {
    assert.deepEqual(fixture('smith').outcomes.map((o) => [o.task, o.verdict, o.stem]), [
      ['acme__widget.1a2b.func_pm__1', 'resolved', null],
      ['acme__widget.1a2b.func_pm__2', 'unresolved', null],
      ['acme__widget.1a2b.func_pm__3', 'unresolved', null],
    ]);
  });

  it('reads leaderboard results, in which every id of no list was attempted and not resolved', () => {
    const { labels, outcomes } = fixture('experiments');
    assert.deepEqual(labels, { 1: 'resolved', 2: 'resolved', 4: 'unresolved', 5: 'none', rest: 'unresolved' });
    assert.deepEqual(outcomes[0]?.runIds, ['20250101_acme']);
    assert.deepEqual(fixture('experiments-old').labels, { 1: 'resolved', 2: 'unresolved', 3: 'none', 4: 'unresolved', rest: 'unresolved' });
    // Of a list that was cut off nobody knows what else it held.
    assert.ok(!('rest' in read({ 'x/results/results.json': '{"no_generation": [], "no_logs": [], "resolved": ["acme__widget-1", "acme__w' }).labels));
    assert.deepEqual(read({ 'results/results.json': '{"no_generation": [], "resolved": ["acme__widget-1"]}' }).outcomes[0]?.runIds, ['']);
  });

  it('lists counts by repository without labels', () => {
    const { outcomes, files } = fixture('by-repo');
    assert.deepEqual([outcomes.length, files[0]?.format, files[0]?.shown], [0, 'run-summary', 2]);
  });

  it('takes an empty report for an evaluation that failed', () => {
    const path = 'logs/run_evaluation/run-a/m/acme__widget-12/report.json';
    assert.equal(swebenchReportReader.claim(fileHead(path, ''))?.certainty, 'possible');
    const { labels, codes, counts } = read({ [path]: '' });
    assert.deepEqual([labels, codes, counts], [{ 12: 'none' }, ['truncated'], [1, 0, 1]]);
  });

  it('refuses an entry without a verdict and reads the others', () => {
    const { labels, counts, codes } = read({ 'r.json': '{"acme__widget-1": {"patch_exists": true, "resolved": "yes"}, "acme__widget-2": {"patch_exists": true, "resolved": true}, "acme__widget-3": {"patch_is_None": true}, "__proto__": null}' });
    assert.deepEqual([labels, counts, codes], [{ 2: 'resolved', 3: 'unresolved' }, [4, 2, 2], ['bad-value', 'bad-value']]);
  });

  it('leaves other reports alone', () => {
    const others = ['{"results": [], "resolved_ids": [], "unresolved_ids": [], "accuracy": 0.5}', '{"task_id": "x", "is_resolved": true}', '{"resolved": true}', '{"resolved": ["a"]}', '{"a": {"resolved": true}}', '[{"resolved_ids": []}]'];
    for (const text of others) assert.equal(swebenchReportReader.claim(fileHead('a/results.json', text)), null, text);
  });
});

describe('placeOfReport', () => {
  it('finds run ids, stem, model and instance', () => {
    assert.deepEqual(placeOfReport('a/gpt-5.1.run.b.json', 'run'), { runIds: [], stem: 'gpt-5.1.run.b', model: null, instance: null, attempt: null });
    assert.deepEqual(placeOfReport('run-a/eval_outputs/acme__widget-1/report.json', 'keyed'), { runIds: ['run-a'], stem: null, model: null, instance: 'acme__widget-1', attempt: null });
    assert.deepEqual(placeOfReport('run-a/output.critic_attempt_2.report.json', 'run'), { runIds: ['run-a'], stem: null, model: null, instance: null, attempt: 'critic_attempt_2' });
    assert.deepEqual(placeOfReport('report.json', 'run'), { runIds: [], stem: null, model: null, instance: null, attempt: null });
    assert.deepEqual(placeOfReport('run_evaluation/r/report.json', 'run').runIds, ['r']);
  });
});
