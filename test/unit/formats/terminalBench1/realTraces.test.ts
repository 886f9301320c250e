// Real runs of the public leaderboard against their own totals.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { terminalBench1Reader } from '../../../../src/formats/terminalBench1/terminalBench1Reader';
import { getNumber, getStrings, getText } from '../../../../src/formats/shared/fields';
import { readFolder, tally } from '../../../support/readFolder';
import type { ReadSource } from '../../../support/readFolder';
import { sharedFolder } from '../../../support/shared';

const shared = sharedFolder();
const root = shared === null ? null : path.join(shared, 'traces/terminal-bench-1');
const skipped = root === null ? ' (skipped: no shared folder)' : '';

/**
 * Resolved and without verdict, of 80 each. The producer's `n_unresolved` counts a trial without verdict as
 * unresolved: it is 80 minus the first number everywhere.
 */
const RUNS: Readonly<Record<string, readonly [number, number]>> = {
  '2025-08-07__20-46-16': [11, 32],
  '2025-08-13__19-44-27': [9, 21],
  '2025-08-14__19-39-35': [12, 25],
  '2025-08-15__16-23-45': [13, 9],
  '2025-08-15__19-28-24': [6, 63],
  tb_rc2_g5_1: [39, 3],
  tb_rc2_g5_2: [45, 3],
  tb_rc2_g5_3: [39, 5],
  tb_rc2_g5_4: [47, 2],
  tb_rc2_g5_5: [40, 3],
};

describe('Terminal-Bench 1 reader on real runs', () => {
  let sources: readonly ReadSource[] = [];
  let runs: readonly ReadSource[] = [];

  before(function () {
    if (root === null) this.skip(); // the public traces lie beside the project only, not in a lone clone
    sources = readFolder(root, terminalBench1Reader);
    runs = sources.filter((source) => source.runs.length > 0);
  });

  it(`agrees with n_resolved, the ids and the accuracy of every run${skipped}`, () => {
    assert.deepEqual(runs.map((run) => run.key.split('/').at(-1)).sort(), Object.keys(RUNS).sort());
    for (const run of runs) {
      const name = run.key.split('/').at(-1) ?? '';
      const parts = run.attempts.map((a) => a.part);
      const summary: unknown = JSON.parse(readFileSync(path.join(root ?? '', run.key, 'results.json'), 'utf8'));
      const tasks = (outcome: string): (string | null)[] => parts.filter((p) => p.outcome === outcome).map((p) => p.task).sort();
      assert.deepEqual([parts.length, tasks('resolved').length, tasks('unknown').length], [80, ...(RUNS[name] ?? [])], name);
      assert.deepEqual(tasks('resolved'), [...(getStrings(summary, 'resolved_ids') ?? [])].sort(), name);
      assert.deepEqual([...tasks('unresolved'), ...tasks('unknown')].sort(), [...(getStrings(summary, 'unresolved_ids') ?? [])].sort(), name);
      assert.equal(getNumber(summary, 'n_unresolved'), 80 - tasks('resolved').length, name);
      assert.equal(getNumber(summary, 'accuracy'), tasks('resolved').length / 80, name);
    }
  });

  it(`makes 800 attempts of 800 rows and the trial folders of some, and nothing is wrong with them${skipped}`, () => {
    const parts = runs.flatMap((run) => run.attempts.map((a) => a.part));
    assert.deepEqual(tally(parts.map((p) => (p.locator === '' ? 'folder' : 'row'))), { folder: 109, row: 691 });
    assert.deepEqual(tally(parts.map((p) => `${p.outcome} ${p.exitStatus}`)), {
      'resolved agent_timeout': 35,
      'resolved unset': 226,
      'unknown parse_error': 50,
      'unknown test_timeout': 48,
      'unknown unknown_agent_error': 68,
      'unresolved agent_timeout': 86,
      'unresolved unset': 287,
    });
    assert.equal(new Set(parts.map((p) => p.attempt)).size, 800);
    assert.equal(parts.filter((p) => p.seconds === null).length, 68);
    assert.ok(parts.every((p) => p.calls === null && p.tokens.input === null && p.tokens.output === null));
    assert.equal(new Set(parts.map((p) => p.taskHash)).size, 80);
    assert.deepEqual(sources.flatMap((source) => source.problems), []);
  });

  it(`sees that 8 trial folders of one run lie in another run as copies${skipped}`, () => {
    const [nested, ...others] = sources.filter((source) => source.runs.length === 0);
    assert.ok(nested);
    assert.ok(nested.key.endsWith('2025-08-15__19-28-24/2025-08-15__16-23-45'));
    assert.equal(others.length, 0);
    const own = new Map(runs.find((run) => run.key.endsWith('t/2025-08-15__16-23-45'))?.attempts.map((a) => [a.part.attempt, a.part.contentHash]));
    assert.equal(nested.attempts.length, 8);
    for (const { part } of nested.attempts) assert.equal(part.contentHash, own.get(part.attempt), part.attempt ?? '');
  });

  it(`states agent and model of each run${skipped}`, () => {
    assert.deepEqual(tally(runs.flatMap((run) => run.attempts.map(({ part }) => `${part.runtime.agent} ${part.runtime.model}`))), {
      'Factory Droid null': 400,
      'mini-swe-agent anthropic/claude-sonnet-4-0': 320,
      'mini-swe-agent anthropic/claude-sonnet-4-20250514': 80,
    });
    for (const run of runs) {
      const metadata: unknown = JSON.parse(readFileSync(path.join(root ?? '', run.key, 'run_metadata.json'), 'utf8'));
      assert.equal(getText(metadata, 'run_id'), run.key.split('/').at(-1));
    }
  });

  it(`counts every record: rows with a folder are folded into it${skipped}`, () => {
    const files = sources.flatMap((source) => source.files);
    const sum = (key: 'records' | 'shown' | 'folded' | 'unreadable'): number => files.reduce((total, file) => total + file[key], 0);
    assert.deepEqual([files.length, sum('records'), sum('shown'), sum('folded'), sum('unreadable')], [147, 937, 828, 109, 0]);
  });
});
