import assert from 'node:assert/strict';
import path from 'node:path';
import { buildIndex } from '../../src/index/buildIndex';
import { indexResult } from '../../src/index/indexResult';
import type { IndexResult } from '../../src/model/results';
import { sharedFolder } from '../support/shared';

const shared = sharedFolder();
const NOTE = shared === null ? ' (skipped: no shared folder)' : '';

async function index(context: Mocha.Context, folder: string): Promise<IndexResult> {
  if (shared === null) return context.skip(); // the public traces lie beside the project only, not in a lone clone
  return indexResult(await buildIndex({ roots: [path.join(shared, 'traces', folder)] }));
}

/** How many there are of each value. */
function count<T>(items: readonly T[], valueOf: (item: T) => string): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[valueOf(item)] = (counts[valueOf(item)] ?? 0) + 1;
  return counts;
}

/** What holds for any folder. */
function checkWhole({ attempts, files, totals }: IndexResult): void {
  for (const file of files) assert.equal(file.records, file.shown + file.folded + file.unreadable, file.file);
  assert.equal(new Set(attempts.map(({ id }) => id)).size, attempts.length);
  const identities = attempts.map(({ task, agent, agentVersion, model, config, cohort, attempt }) => JSON.stringify([task, agent, agentVersion, model, config, cohort, attempt]));
  assert.equal(new Set(identities).size, attempts.length);
  assert.equal(totals.resolved + totals.unresolved + totals.unknown, attempts.length);
  for (const { outcome, J, T, E, H, U, basis } of attempts) {
    assert.equal(J === 'verified', outcome === 'resolved');
    assert.equal(basis === null, outcome === 'unknown');
    assert.ok(U === null || (T === null || U <= T) && (E === null || U <= E) && (H === null || U <= H));
  }
}

describe('the index of public traces', () => {
  it(`labels three of five mini-swe-agent runs by the names of their reports and leaves the others unknown${NOTE}`, async function () {
    const result = await index(this, 'mini-swe-agent');
    checkWhole(result);
    const attempts = result.attempts.filter(({ format }) => format === 'mini-swe-agent');
    // Two bare lists of messages among the producer's own test data say nothing about a run.
    assert.deepEqual(count(result.attempts, ({ format }) => format), { 'mini-swe-agent': 31, messages: 2 });
    assert.deepEqual(count(attempts, ({ attempt, outcome }) => `${attempt} ${outcome}`), {
      'deepseek_chat_dev resolved': 4,
      'deepseek_chat_dev unresolved': 4,
      'deepseek_chat_dev_rerun resolved': 5,
      'deepseek_chat_dev_rerun unresolved': 3,
      'deepseek_lite_dev unknown': 2,
      'deepseek_lite_dev_noparallel resolved': 2,
      'deepseek_lite_dev_noparallel unresolved': 6,
      'deepseek_reasoner_dev unknown': 5,
    });
    assert.deepEqual(count(attempts, ({ J }) => J), { verified: 11, terminal: 13, unknown: 3, excluded: 4 });
    assert.ok(attempts.every(({ H }) => H === 250));
  });
  it(`counts each Harbor trial once, with the ending that its result and its limits say${NOTE}`, async function () {
    const result = await index(this, 'harbor');
    checkWhole(result);
    assert.deepEqual(count(result.attempts, ({ J, outcome }) => `${J} ${outcome}`), { 'verified resolved': 85, 'terminal unresolved': 30, 'censored unresolved': 26, 'excluded unknown': 54 });
    assert.deepEqual(count(result.attempts, ({ format }) => format), { harbor: 195 });
  });
  it(`counts Terminal-Bench 1 rows and trials once and folds copies${NOTE}`, async function () {
    const result = await index(this, 'terminal-bench-1');
    checkWhole(result);
    assert.deepEqual(count(result.attempts, ({ outcome }) => outcome), { resolved: 261, unresolved: 373, unknown: 166 });
    assert.ok(result.attempts.every(({ calls, T, E, U }) => calls === null && T === null && E === null && U === null));
    assert.equal(result.problems.filter(({ code }) => code === 'duplicate').length, 8);
  });
  it(`takes no report for an attempt${NOTE}`, async function () {
    const result = await index(this, 'swebench-reports');
    checkWhole(result);
    assert.equal(result.attempts.length, 0);
    assert.ok(result.problems.every(({ severity }) => severity === 'information'));
  });
  it(`reads what can be read of broken files and lists every one${NOTE}`, async function () {
    const result = await index(this, 'odd');
    checkWhole(result);
    assert.deepEqual(result.files.map(({ file }) => file), ['SOURCE.txt', 'cut-last-line.jsonl', 'empty.traj', 'half.traj.json', 'half.trajectory.json', 'log_streaming-zstd.eval', 'nul-tail.jsonl', 'unfinished.eval']);
    const half = result.attempts.find(({ file }) => file === 'half.traj.json');
    assert.equal(half?.outcome, 'unknown');
    assert.ok((half?.calls ?? 0) > 0);
    assert.ok(result.problems.some(({ file, code, byte }) => file === 'half.traj.json' && code === 'truncated' && byte !== null));
  });
});
