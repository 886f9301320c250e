import assert from 'node:assert/strict';
import type { AttemptPart } from '../../../../src/formats/contract';
import { terminalBench1Reader } from '../../../../src/formats/terminalBench1/terminalBench1Reader';
import { collectParts } from '../../../support/collectParts';
import type { CollectedParts } from '../../../support/collectParts';
import { readFixture } from '../../../support/fixtures';
import { fileHead, memorySource } from '../../../support/memorySource';
import type { FileContent } from '../../../support/memorySource';

type Json = Record<string, unknown>;

const row = (task: string, more: Json = {}): Json => ({ id: task, trial_name: `${task}.1-of-1.run-a`, task_id: task, instruction: `Solve ${task}.`, is_resolved: false, failure_mode: 'unset', ...more });
const run = (rows: readonly unknown[], more: Json = {}): string => JSON.stringify({ id: 'r', results: rows, n_resolved: rows.filter((r) => (r as Json | null)?.is_resolved === true).length, accuracy: 0, ...more }); // rows may be broken on purpose

interface Read extends CollectedParts {
  readonly parts: readonly AttemptPart[];
}

function read(files: Readonly<Record<string, FileContent>>, key = 'run-a'): Read {
  const collected = collectParts(terminalBench1Reader, memorySource(files, { key }));
  return { ...collected, parts: collected.attempts.map((a) => a.part) };
}

const counts = (parts: CollectedParts): number[][] => parts.files.map((f) => [f.records, f.shown, f.folded, f.unreadable]);

describe('Terminal-Bench 1 reader', () => {
  it('makes one attempt of a row and its trial folder, and attempts of the other rows', () => {
    const result = read(readFixture('terminal-bench-1', 'run'), '2025-08-07__10-00-00');
    const facts = result.parts.map((p) => [p.task, p.attempt?.split('.')[1], p.locator, p.outcome, p.exitStatus, p.calls, p.seconds]);
    assert.deepEqual(facts, [
      ['sort-logs', '1-of-2', '', 'resolved', 'unset', null, 240.5],
      ['sort-logs', '2-of-2', 'results[1]', 'unresolved', 'agent_timeout', null, 240.5],
      ['build-it', '1-of-2', 'results[2]', 'unknown', 'unknown_agent_error', null, null],
      ['build-it', '2-of-2', 'results[3]', 'resolved', 'agent_timeout', null, 240.5],
    ]);
    assert.deepEqual(result.parts.map((p) => p.tokens.input), [null, null, null, 1200]);
    assert.deepEqual(result.parts.map((p) => p.place.folder), ['2025-08-07__10-00-00/sort-logs/sort-logs.1-of-2.2025-08-07__10-00-00', null, null, null]);
    for (const part of result.parts) {
      assert.deepEqual({ ...part.runtime, config: null }, { agent: 'terminus', agentVersion: null, model: 'acme/small-1', provider: 'acme', config: null });
      assert.deepEqual([part.limits.seconds, part.place.runFolder, part.basis], [600, '2025-08-07__10-00-00', part.outcome === 'unknown' ? null : 'final']);
    }
    assert.deepEqual(result.problems, []);
    assert.deepEqual(result.files.map((f) => [f.file.split('/').at(-1), f.format, f.records, f.shown, f.folded]), [
      ['run_metadata.json', 'run-summary', 1, 1, 0],
      ['tb.lock', 'run-summary', 1, 1, 0],
      ['results.json', 'terminal-bench-1', 1, 1, 0],
      ['results.json', 'terminal-bench-1', 4, 3, 1],
    ]);
  });

  it('gives a row and a copied trial folder one content hash, so that the join can fold them', () => {
    const [inRun] = read({ 'run-a/results.json': run([row('a')]) }).parts;
    const [copied] = read({ 'run-b/run-a/a/a.1-of-1.run-a/results.json': JSON.stringify(row('a'), null, 4) }, 'run-b/run-a').parts;
    assert.ok(inRun?.contentHash);
    assert.equal(copied?.contentHash, inRun.contentHash);
    assert.equal(copied.attempt, inRun.attempt);
  });

  it('finds the run around a trial, with and without a folder for the task', () => {
    const text = JSON.stringify(row('a'));
    const source = (path: string): string | undefined => terminalBench1Reader.claim(fileHead(path, text))?.source;
    assert.equal(source('x/run-a/a/a.1-of-1.run-a/results.json'), 'x/run-a');
    assert.equal(source('x/run-a/a.1-of-1.run-a/results.json'), 'x/run-a');
    assert.equal(source('results.json'), '');
  });

  it('names attempts of old runs by their run too', () => {
    const old = row('a', { trial_name: 'a.1-of-5' });
    assert.equal(read({ 'run-a/results.json': run([old]) }).parts[0]?.attempt, 'a.1-of-5.run-a');
  });

  it('reports a row that differs from the trial\'s own file, and takes the file', () => {
    const result = read({ 'run-a/results.json': run([row('a', { is_resolved: true })]), 'run-a/a/a.1-of-1.run-a/results.json': JSON.stringify(row('a')) });
    assert.deepEqual([result.parts.length, result.parts[0]?.outcome], [1, 'unresolved']);
    assert.deepEqual(result.problems.map((p) => [p.code, p.found]), [['conflict', 'a.1-of-1.run-a with another is_resolved']]);
  });

  it('falls back to the row where the trial\'s own file was cut off', () => {
    const whole = JSON.stringify(row('a'));
    const result = read({ 'run-a/results.json': run([row('a')]), 'run-a/a/a.1-of-1.run-a/results.json': whole.slice(0, -30) });
    assert.deepEqual(result.parts.map((p) => [p.file, p.outcome]), [['run-a/results.json', 'unresolved']]);
    assert.deepEqual(counts(result), [[1, 0, 0, 1], [1, 1, 0, 0]]);
  });

  it('counts rows that are no trials, rows that are cut off, and rows that come twice', () => {
    const broken = read({ 'run-a/results.json': run([null, 7, { task_id: 'a' }, row('a'), row('a'), row('a', { is_resolved: null })]) });
    assert.deepEqual(counts(broken), [[6, 2, 1, 3]]);
    assert.deepEqual(broken.problems.map((p) => p.code), ['missing-field', 'missing-field', 'missing-field', 'duplicate', 'conflict']);
    const text = run([row('a'), row('b')]);
    const cut = read({ 'run-a/results.json': text.slice(0, text.indexOf('Solve b')) });
    assert.deepEqual([cut.parts.length, counts(cut), cut.problems.map((p) => p.code)], [1, [[2, 1, 0, 1]], ['truncated']]);
  });

  it('checks the run\'s own total', () => {
    const { problems } = read({ 'run-a/results.json': run([row('a', { is_resolved: true })], { n_resolved: 2 }) });
    assert.deepEqual(problems.map((p) => [p.severity, p.found, p.expected]), [['information', 'n_resolved 2', '1, as the rows say']]);
  });

  it('keeps a verdict that is no verdict unknown', () => {
    const of = (is_resolved: unknown): unknown[] => {
      const { parts, problems } = read({ 'run-a/results.json': run([row('a', { is_resolved })]) });
      return [parts[0]?.outcome, parts[0]?.outcomeFile, problems.map((p) => p.code)];
    };
    assert.deepEqual(of(null), ['unknown', null, []]);
    assert.deepEqual(of('yes'), ['unknown', null, ['bad-value']]);
    assert.deepEqual(of(undefined), ['unknown', null, ['bad-value']]);
  });

  it('hashes the issue text, so that one task id with two texts is seen', () => {
    const [a] = read({ 'run-a/results.json': run([row('a')]) }).parts;
    const [b] = read({ 'run-a/results.json': run([row('a', { instruction: 'Another.' })]) }).parts;
    assert.match(a?.taskHash ?? '', /^text:/);
    assert.notEqual(a?.taskHash, b?.taskHash);
  });
});
