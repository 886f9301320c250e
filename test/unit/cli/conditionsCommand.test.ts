import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ConditionsResult } from '../../../src/model/conditionsResult';
import { runInProcess } from '../../support/runCli';
import { makeFolder, removeFolders } from '../../support/tempFolder';

const tables = path.resolve(import.meta.dirname, '../../fixtures/outcome-table');

async function compare(...args: readonly string[]): Promise<ConditionsResult> {
  const { code, out, err } = await runInProcess(['conditions', ...args, '--json']);
  assert.equal(code, 0, err);
  return JSON.parse(out) as ConditionsResult;
}

/** Outcomes of the context intervention of paper A, section 6.5: four tasks, five attempts each, one success of the baseline. */
function contextTable(): string {
  const rows = ['baseline', 'treatment'].flatMap((cohort) => Array.from({ length: 20 }, (_, i) => `t${Math.floor(i / 5)},m,${cohort},${i},${cohort === 'baseline' && i === 0 ? '17,' : cohort === 'baseline' ? ',36' : ','},60,${cohort === 'baseline' ? '0.03786,309.5' : '0.05934,512.8'}`));
  return ['task,model,cohort,attempt,T,E,horizon,cost,seconds', ...rows].join('\n');
}

describe('restart-lens conditions', () => {
  after(removeFolders);

  it('sets the horizon extension beside the cohort that it extends, as paper A does (synthetic reconstruction)', async () => {
    const folder = makeFolder({ 'a.csv': readFileSync(path.join(tables, 'paper-a-reconstruction/table.csv'), 'utf8'), 'b.csv': readFileSync(path.join(tables, 'paper-a-reconstruction-horizon60/table.csv'), 'utf8') });
    const result = await compare(folder, '--a', 'stress', '--b', 'horizon60');
    assert.deepEqual([result.tasks.length, result.a.ownTasks, result.b.ownTasks, result.plan.budget, result.splitAt], [4, 1, 0, 30, 30]);
    // One-sided upper end 13.9 %, 17 against 1 of 20 with p = 4.06e-7, 14 of the 17 after call 30.
    assert.deepEqual([result.beyond?.completions, result.beyond?.attempts, ((result.beyond?.upper ?? NaN) * 100).toFixed(1)], [0, 20, '13.9']);
    const ends = result.exits.find(({ status }) => status === 'terminal');
    assert.deepEqual([ends?.a, ends?.b, ends?.fisher.raw.toExponential(2)], [{ before: 1, after: 0 }, { before: 3, after: 14 }, '4.06e-7']);
    const { out } = await runInProcess(['conditions', folder, '--a', 'stress', '--b', 'horizon60']);
    assert.match(out, /^luna horizon60 against luna stress: \+5\.00 points over 4 shared tasks\./);
    assert.match(out, /Not compared: 1 task only in luna stress\./);
  });

  it('gives the intervals of the context intervention: [-20, 0] by two arms, Newcombe’s real one, and the box that paper A prints', async () => {
    const { paired, pooled, figures } = await compare(makeFolder({ 'table.csv': contextTable() }), '--a', 'baseline', '--b', 'treatment');
    const points = (of: { readonly low: number; readonly high: number } | null | undefined): string => `${((of?.low ?? NaN) * 100).toFixed(1)} ${((of?.high ?? NaN) * 100).toFixed(1)}`.replaceAll('-0.0', '0.0');
    assert.equal(((paired?.estimate ?? NaN) * 100).toFixed(1), '-5.0');
    assert.deepEqual([points(paired?.twoArm), points(paired?.clustered), points(pooled?.newcombe), points(pooled?.box)], ['-20.0 0.0', '-15.0 0.0', '-23.6 11.6', '-23.6 15.2']);
    assert.deepEqual([paired?.twoArm?.kind, pooled?.newcombe.kind], ['resampling range', 'pointwise']);
    const change = (unit: string): string => {
      const figure = figures.find((one) => one.unit === unit);
      return ((100 * (figure?.b.mean ?? NaN)) / (figure?.a.mean ?? NaN) - 100).toFixed(1);
    };
    assert.deepEqual([change('usd'), change('seconds')], ['56.7', '65.7']);
  });

  it('clusters tasks by repository, leaves out what was not watched, and pairs by itself what shares most tasks', async () => {
    const rows = ['task,model,attempt,T,E,horizon', ...['a__r-1', 'a__r-2', 'b__s-1'].flatMap((task, i) => [`${task},x,1,${5 + i},,30`, `${task},y,1,,,30`]), 'b__s-2,x,1,4,,30', 'b__s-2,y,1,,,12', 'only,y,1,4,,30', 'lone,z,1,4,,30'];
    const result = await compare(makeFolder({ 'table.csv': rows.join('\n') }), '--budget', '30');
    assert.deepEqual([result.a.groups[0]?.runtime, result.b.groups[0]?.runtime, result.b.ownTasks], ['x', 'y', 1]);
    assert.deepEqual([result.horizonTasks, result.tasks.map(({ cluster }) => cluster), result.paired?.clusters], [['b__s-2'], ['a/r', 'a/r', 'b/s'], 2]);
    const one = await compare(makeFolder({ 'table.csv': rows.slice(0, 5).join('\n') }));
    assert.deepEqual([one.paired?.clustered, one.paired?.clusters], [null, 1]);
  });

  it('refuses one condition alone, overlap, and names that fit nothing', async () => {
    const table = path.join(tables, 'paper-a-reconstruction/table.csv');
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [['--a', 'luna'], /both conditions/],
      [['--a', 'luna', '--b', 'stress'], /luna stress is in both conditions/],
      [['--a', 'luna', '--b', 'deepsek'], /did you mean "deepseek"/],
      [['--a', 'luna', '--b', 'deepseek', '--split-at', '0'], /from 1/],
    ];
    for (const [args, message] of cases) {
      const { code, out, err } = await runInProcess(['conditions', table, ...args]);
      assert.deepEqual([code, out], [2, ''], args.join(' '));
      assert.match(err, message);
    }
  });

  it('finds nothing to compare where no two conditions share a task, which is no wrong usage', async () => {
    const folder = makeFolder({ 'table.csv': 'task,model,attempt,T,E,horizon\na,m,1,5,,30\nb,n,1,,8,30\n' });
    const { code, out, err } = await runInProcess(['conditions', folder]);
    assert.deepEqual([code, out, err], [3, '', 'No two runtimes or cohorts here share a task.\n']);
  });
});
