import assert from 'node:assert/strict';
import path from 'node:path';
import type { ReplayResult } from '../../../src/model/replayResult';
import { runInProcess } from '../../support/runCli';
import { makeFolder, removeFolders } from '../../support/tempFolder';

const reconstruction = path.resolve(import.meta.dirname, '../../fixtures/outcome-table/paper-a-reconstruction/table.csv');
const CUTOFFS = '4,6,8,10,12,14,16,18,20,22,24,26,28,30';

async function replay(...args: readonly string[]): Promise<ReplayResult> {
  const { code, out, err } = await runInProcess(['replay', ...args, '--json']);
  assert.equal(code, 0, err);
  return JSON.parse(out) as ReplayResult;
}

const points = (value: number | null | undefined): string => ((value ?? NaN) * 100).toFixed(2);

describe('restart-lens replay', () => {
  after(removeFolders);

  it('gives what paper A prints for its cutoff, in JSON and in words (synthetic reconstruction)', async () => {
    const { groups, verifierAtSubmission } = await replay(reconstruction, '--policy', 'fixed:16');
    const luna = groups.find((group) => group.runtime === 'luna' && group.cohort === 'initial');
    assert.deepEqual([points(luna?.success), points(luna?.single), points(luna?.difference?.estimate)], ['85.14', '82.86', '2.29']);
    const interval = luna?.difference?.interval;
    assert.deepEqual([points(interval?.low), points(interval?.high)], ['0.00', '6.86']);
    assert.ok(Math.abs((interval?.positive ?? NaN) - 0.507) < 0.025);
    assert.equal(verifierAtSubmission, true);
    const { out } = await runInProcess(['replay', reconstruction, '--policy', 'fixed:16']);
    assert.match(out, /luna initial: 85\.14 % against 82\.86 % for one run, \+2\.29 points \(\[0\.00, \+6\.86\] resampling range/);
    assert.match(out, /130 of them are synthetic/);
  });

  it('chooses a cutoff in sample and for each task on the others', async () => {
    const { groups, select, cutoffs } = await replay(reconstruction, '--policy', 'fixed', '--select', 'leave-one-task-out', '--cutoffs', CUTOFFS, '--cohort', 'initial');
    const luna = groups.find((group) => group.runtime === 'luna');
    assert.equal(points(luna?.success), '75.54');
    assert.deepEqual(luna?.inSample, { cutoff: 20, success: luna?.inSample?.success });
    assert.equal(points(luna?.inSample?.success), '85.14');
    assert.equal(luna?.tasks.find((task) => task.task === '24443')?.cutoff, 10);
    assert.deepEqual([select, cutoffs.length], ['leave-one-task-out', 14]);
    const sample = await replay(reconstruction, '--policy', 'fixed', '--cohort', 'initial');
    assert.deepEqual([sample.select, sample.cutoffs.length], ['in-sample', 30]);
  });

  it('gives no mean where an attempt was not watched as far as a cap reaches, and says so', async () => {
    const folder = makeFolder({ 'table.csv': 'task,model,attempt,T,E,horizon\na,m,1,5,,30\na,m,2,,,10\nb,m,1,4,,30\n' });
    const result = await replay(folder, '--policy', 'fixed:20', '--budget', '30');
    const [group] = result.groups;
    assert.deepEqual([group?.success, group?.horizonCells, group?.tasks.map((task) => task.status)], [null, 1, ['horizon', 'ok']]);
    const { out } = await runInProcess(['replay', folder, '--policy', 'fixed:20', '--budget', '30']);
    assert.match(out, /no mean over 2 tasks: in 1 of them an attempt was not watched/);
  });

  it('takes the budget of the option although the folder plans decision times beyond it, and says what is in no count', async () => {
    const folder = makeFolder({ 'table.csv': 'task,model,attempt,T,E,horizon,resolved\na,m,1,5,,30,true\na,m,2,,,30,\nb,m,1,,,,true\n', 'restart-lens.jsonc': '{ "budget": 30, "times": [12, 24] }' });
    const { code, out, err } = await runInProcess(['replay', folder, '--policy', 'fixed:5', '--budget', '20']);
    assert.equal(code, 0, err);
    assert.match(err, /^Plan: .*restart-lens\.jsonc\n$/);
    assert.match(out, /under B = 20 calls/);
    assert.match(out, /1 further attempt is in no count: 1 no-axis\./);
    assert.doesNotMatch(out, /spend  cutoff/);
  });

  it('says that leaving one task out takes two', async () => {
    const folder = makeFolder({ 'table.csv': 'task,model,attempt,T,E,horizon\na,m,1,5,,30\n' });
    const { out } = await runInProcess(['replay', folder, '--policy', 'fixed', '--select', 'leave-one-task-out']);
    assert.match(out, /no cutoff can be chosen over 1 task: leaving one out takes two/);
  });

  it('refuses what is no policy, with what was expected', async () => {
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [[], /Give a --policy/],
      [['--policy', 'fixd:3'], /"fixd:3" is no policy; expected single/],
      [['--policy', 'fixed:0'], /must be a number from 1, not 0/],
      [['--policy', 'fixed:2.5'], /whole numbers/],
      [['--policy', 'caps:'], /no policy|whole numbers|from 1/],
      [['--policy', 'geometric:2'], /no policy/],
      [['--policy', 'fixed:3', '--cutoffs', '4'], /chosen for --policy fixed only/],
      [['--policy', 'fixed', '--cutoffs', '0'], /whole number from 1; found 0/],
      [['--policy', 'fixed', '--cutoffs', '99'], /no cutoff to choose among up to the budget of 30/],
      [['--policy', 'single', '--budget', '2.5'], /whole|Found 2\.5/],
    ];
    for (const [args, message] of cases) {
      const { code, out, err } = await runInProcess(['replay', reconstruction, ...args]);
      assert.deepEqual([code, out], [2, ''], args.join(' '));
      assert.match(err, message, args.join(' '));
    }
  });
});
