import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, it } from 'mocha';
import { runAudit } from '../../../src/analysis/audit';
import { buildIndex } from '../../../src/index/buildIndex';
import type { TraceIndex } from '../../../src/index/traceIndex';
import { parsePlan } from '../../../src/plan/parsePlan';

const root = path.resolve(import.meta.dirname, '../../..');
const sample = path.join(root, 'sample');
const files = readdirSync(sample, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name)).sort();

describe('the bundled sample', () => {
  let index: TraceIndex;
  before(async () => {
    index = await buildIndex({ roots: [sample], workers: null });
  });

  it('is what its script writes', () => {
    const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'scripts/makeSample.mjs'), '--check'], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  });

  it('packs to less than 150 kB and says that all of it is invented', () => {
    assert.ok(gzipSync(Buffer.concat(files.map((file) => readFileSync(file)))).length < 150_000);
    assert.match(readFileSync(path.join(sample, 'README.md'), 'utf8'), /Everything in this folder is invented/);
    const [, ...rows] = readFileSync(path.join(sample, 'outcome-table/paper-a-reconstruction.csv'), 'utf8').trim().split('\n');
    assert.equal(rows.length, 130);
    assert.ok(rows.every((row) => row.endsWith(',synthetic')));
  });

  it('is read without any problem: 130 rows of a table, six runs and two trials', () => {
    assert.deepEqual(index.problems, []);
    const formats = Array.from({ length: index.attemptCount }, (_, row) => index.attempt(row).format);
    const count = (format: string): number => formats.filter((f) => f === format).length;
    assert.deepEqual([formats.length, count('outcome-table'), count('mini-swe-agent'), count('harbor')], [138, 130, 6, 2]);
    assert.ok(index.files.every((file) => file.unreadable === 0));
  });

  it('shows traces with verdicts, a loop, answers that cannot be parsed, and scores on every step', () => {
    const runOf = (task: string, attempt: string): number => {
      const row = Array.from({ length: index.attemptCount }, (_, i) => i).find((i) => index.attempt(i).task === task && index.attempt(i).attempt === attempt);
      assert.ok(row !== undefined, `${task} ${attempt}`);
      return row;
    };
    const outcomes = ['acme__widget-12', 'acme__widget-31'].map((task) => ['run-1', 'run-2', 'run-3'].map((run) => index.attempt(runOf(task, run)).outcome));
    assert.deepEqual(outcomes, [['resolved', 'unresolved', 'unresolved'], ['resolved', 'unresolved', 'resolved']]);
    const loop = runOf('acme__widget-12', 'run-2');
    const actions = index.steps(loop).map((step) => step.actionHash);
    assert.ok(Math.max(...actions.map((action) => actions.filter((other) => other === action).length)) >= 6);
    assert.equal(index.attempt(loop).exitStatus, 'LimitsExceeded');
    assert.equal(index.steps(runOf('acme__widget-12', 'run-3')).filter((step) => step.malformed).length, 3);
    for (const run of ['run-1', 'run-2', 'run-3']) {
      const row = runOf('acme__widget-12', run);
      assert.deepEqual(index.scores(row).map((score) => score.step), index.steps(row).map((step) => step.index));
    }
    assert.ok(index.scores(loop).some((score) => score.score >= 0.8), 'the alarm of the probe is reached');
  });

  it('has a plan without fault under which the table alone is audited: 156 comparisons, 103 of them live', () => {
    const { plan, defaults, problems } = parsePlan(readFileSync(path.join(sample, 'restart-lens.jsonc'), 'utf8'), 'restart-lens.jsonc');
    assert.deepEqual(problems, []);
    assert.deepEqual([plan.budget, plan.times], [30, [4, 8, 12, 16, 20, 24]]);
    const audit = runAudit(index, plan, defaults);
    assert.ok(audit.kind === 'audit');
    assert.equal(audit.result.family, 156);
    assert.deepEqual([audit.result.totals.live, audit.result.totals.notReached, audit.result.totals.horizon], [103, 53, 0]);
    assert.deepEqual([audit.result.provenance.attempts, audit.result.provenance.synthetic], [130, 130]);
    assert.deepEqual(audit.result.excluded.map(({ reason, attempts }) => [reason, attempts.length]), [['other-cohort', index.attemptCount - 130]]);
    const change = (runtime: string, cohort: string): number | null | undefined => audit.result.macro.find((m) => m.t === 16 && m.cohort === cohort && m.runtime === runtime)?.change;
    assert.ok(Math.abs((change('luna', 'initial') ?? 0) - 0.022857142857) < 1e-9);
    assert.ok(Math.abs((change('deepseek', 'initial') ?? 0) + 0.422857142857) < 1e-9);
  });
});
