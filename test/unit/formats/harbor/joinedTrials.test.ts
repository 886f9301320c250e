// Harbor, ATIF and Terminal-Bench 1 after the join: what the parts of one attempt become, and the text of its steps.

import assert from 'node:assert/strict';
import path from 'node:path';
import { buildIndex } from '../../../../src/index/buildIndex';
import { readStepText } from '../../../../src/index/readStepText';
import type { TraceIndex } from '../../../../src/index/traceIndex';
import type { Attempt } from '../../../../src/model/attempt';
import { tally } from '../../../support/readFolder';
import { sharedFolder } from '../../../support/shared';

const shared = sharedFolder();
const skipped = shared === null ? ' (skipped: no shared folder)' : '';
const attemptsOf = (index: TraceIndex): Attempt[] => Array.from({ length: index.attemptCount }, (_, row) => index.attempt(row));
const indexOf = (folder: string): Promise<TraceIndex> => buildIndex({ roots: [folder] });

describe('joined Harbor trials', () => {
  it('merges a result with the dumps of its agent, whose steps can be shown', async () => {
    const index = await indexOf(path.resolve(import.meta.dirname, '../../../fixtures/harbor/job'));
    assert.deepEqual(attemptsOf(index).map((a) => [a.attempt, a.calls, a.stepCount, a.outcome, a.noResult, a.stepReader]), [
      ['sort-logs__Zz9kQ1w', null, 0, 'unknown', true, null],
      ['sort-logs__aB3dE5f', 3, 3, 'resolved', false, 'harbor'],
    ].sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)));
    const row = index.rowOf(attemptsOf(index).find((a) => a.stepCount > 0)?.id ?? '');
    const texts = await Promise.all(index.steps(row).map((step) => readStepText(index, row, step)));
    assert.deepEqual(texts.map((text) => [text.message, text.calls.length, text.observations.length, text.missing]), [['Listing.', 2, 2, 0], ['', 1, 1, 0], ['The logs are sorted.', 0, 0, 0]]);
    assert.deepEqual(index.problems, []);
  });

  it('reads a job alike wherever above it the folder is opened, the runtime of a trial that left no result included', async () => {
    const job = path.resolve(import.meta.dirname, '../../../fixtures/harbor/job');
    const facts = async (folder: string): Promise<unknown> => attemptsOf(await indexOf(folder)).map(({ attempt, task, runtime, outcome }) => ({ attempt, task, runtime, outcome }));
    const below = await facts(path.join(job, '2026-04-01__14-00-00'));
    assert.deepEqual(below, await facts(job));
    const [killed, finished] = attemptsOf(await indexOf(job));
    assert.deepEqual([killed?.noResult, killed?.runtime.agentVersion], [true, finished?.runtime.agentVersion]);
  });

  it(`counts 195 real trials, with ATIF before the harness's own logs${skipped}`, async function () {
    if (shared === null) this.skip(); // the public traces lie beside the project only, not in a lone clone
    const index = await indexOf(path.join(shared, 'traces/harbor'));
    const attempts = attemptsOf(index);
    assert.deepEqual([attempts.length, tally(attempts.map((a) => a.outcome))], [195, { resolved: 85, unknown: 54, unresolved: 56 }]);
    assert.deepEqual(tally(attempts.filter((a) => a.stepCount > 0).map((a) => a.stepReader)), { atif: 2, harbor: 21 });
    for (const attempt of attempts.filter((a) => a.stepReader === 'atif')) {
      assert.ok(attempt.calls === attempt.stepCount && attempt.format === 'harbor' && !/[Z+]/.test(attempt.started ?? ''), attempt.attempt);
    }
    // 2,851 calls that only results count, 430 in dumps, 52 in trajectories.
    assert.equal(attempts.reduce((sum, a) => sum + (a.calls ?? 0), 0), 3333);
    assert.deepEqual(index.problems, []);
    for (const row of attempts.keys()) {
      const step = index.steps(row).at(-1);
      if (step === undefined) continue;
      const text = await readStepText(index, row, step);
      assert.ok(text.message !== '' || text.calls.length > 0, index.attempt(row).attempt);
      assert.equal(text.calls.length, step.toolCalls);
    }
  });

  it(`counts 800 real Terminal-Bench 1 attempts: copied trial folders once${skipped}`, async function () {
    if (shared === null) this.skip(); // the public traces lie beside the project only, not in a lone clone
    const index = await indexOf(path.join(shared, 'traces/terminal-bench-1'));
    const attempts = attemptsOf(index);
    assert.deepEqual([attempts.length, tally(attempts.map((a) => a.outcome))], [800, { resolved: 261, unknown: 166, unresolved: 373 }]);
    assert.ok(attempts.every((a) => a.runtime.agent !== null));
    assert.deepEqual(tally(index.problems.map((p) => `${p.severity} ${p.code}`)), { 'information duplicate': 8 });
  });

  it(`counts 6 real ATIF trajectories and a mini-swe-agent one among 21 files${skipped}`, async function () {
    if (shared === null) this.skip(); // the public traces lie beside the project only, not in a lone clone
    const index = await indexOf(path.join(shared, 'traces/atif'));
    const { atif, 'mini-swe-agent': mini } = tally(attemptsOf(index).map((a) => a.format));
    assert.deepEqual([atif, mini], [6, 1]);
    assert.equal(attemptsOf(index).filter((a) => a.side !== null).length, 1);
  });
});
