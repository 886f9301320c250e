import assert from 'node:assert/strict';
import type { NextRunsResult } from '../../../src/model/nextRuns';
import { runInProcess } from '../../support/runCli';
import { makeFolder, removeFolders } from '../../support/tempFolder';

const HEAD = 'task,model,attempt,T,E,horizon,cost\n';
const row = (task: string, attempt: number, T: number | null, cost: string): string => `${task},m,${attempt},${T ?? ''},,30,${cost}\n`;
/** `sure`: all five solved late. `open`: the arms are alike. */
const table = (cost: string): string => HEAD + [1, 2, 3, 4, 5].map((k) => row('sure', k, 25, cost) + row('open', k, k < 3 ? 10 : k < 5 ? 20 : null, cost)).join('');

async function next(text: string, ...more: readonly string[]): Promise<NextRunsResult> {
  const { out, err } = await runInProcess(['next', makeFolder({ 't.csv': text }), '--budget', '30', '--times', '8,16', '--json', ...more]);
  assert.notEqual(out, '', err);
  return JSON.parse(out) as NextRunsResult;
}

describe('restart-lens next', () => {
  after(removeFolders);

  it('ranks fresh cells that would settle what abstains by what they cost, and totals them by cell', async () => {
    const result = await next(table('0.5'));
    assert.deepEqual([result.family, result.abstaining, result.power, result.prior, result.rankedBy], [4, 4, 0.8, 0.5, 'dollars']);
    assert.equal(result.runs[0]?.task, 'sure');
    for (const { attempts, cost, chances } of result.runs) {
      assert.equal(cost.dollars, 0.5 * attempts);
      // Five of sure solve at 25; open: two at 10, two at 20, one watched to 30.
      assert.ok(Math.abs((cost.calls ?? 0) - attempts * ((5 * 25 + 20 + 40 + 30) / 10)) < 1e-9);
      assert.ok(chances.restart + chances.continue >= 0.8);
    }
    const dollars = result.runs.map(({ cost }) => cost.dollars ?? NaN);
    assert.deepEqual(dollars, [...dollars].sort((a, b) => a - b));
    const sure = result.runs.filter(({ task }) => task === 'sure').map(({ attempts }) => attempts);
    assert.equal(result.all.attempts, [...new Set(result.runs.map(({ task }) => task))].reduce((sum, task) => sum + Math.max(...result.runs.filter((run) => run.task === task).map(({ attempts }) => attempts)), 0));
    assert.equal(sure.length, 2);
  });

  it('leaves dollars unknown where no attempt states its cost, and ranks by calls', async () => {
    const result = await next(table(''));
    assert.deepEqual([result.rankedBy, result.runs[0]?.cost.dollars, result.all.dollars], ['calls', null, null]);
    const { out } = await runInProcess(['next', makeFolder({ 't.csv': table('') }), '--budget', '30', '--times', '8,16']);
    assert.match(out, /dollars not\s+known/);
  });

  it('needs fewer attempts under the calibrated rule', async () => {
    const [fixed, calibrated] = [await next(table('1'), '--alpha', '0.001'), await next(table('1'), '--alpha', '0.001', '--rule', 'calibrated')];
    const at = (result: NextRunsResult): number => result.runs.find(({ task, t }) => task === 'sure' && t === 16)?.attempts ?? NaN;
    assert.ok(at(calibrated) < at(fixed), `${at(calibrated)} and ${at(fixed)}`);
  });

  it('says that runs chosen by outcomes end the fixed rules, and names the price of the anytime rule; under that rule it plans nothing', async () => {
    const folder = makeFolder({ 't.csv': table('1') });
    const { out } = await runInProcess(['next', folder, '--budget', '30', '--times', '8,16']);
    assert.match(out.replace(/\s+/g, ' '), /make the number of attempts adaptive.*no longer hold.*fresh cells of a fixed number.*anytime rule, which takes at least \d+ attempts for continue/);
    const started = table('1').replace('cost\n', 'cost,started\n').replace(/,1\n/g, ',1,2020-01-01T00:00:00Z\n');
    assert.deepEqual((await next(started, '--rule', 'anytime')).runs, []);
  });
});
