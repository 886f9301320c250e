import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TrialEvaluation, TrialFile } from '../../../src/model/trial';
import { runInProcess } from '../../support/runCli';
import { makeFolder, removeFolders } from '../../support/tempFolder';
import { makeTrialRuns } from '../../support/trialFolder';

async function run(...args: readonly string[]): Promise<{ readonly out: string; readonly err: string }> {
  const { code, out, err } = await runInProcess(args);
  assert.equal(code, 0, err);
  return { out, err };
}

const FREEZE = ['--monitor', 'probe', '--threshold', '0.5', '--fixed-time', '6'];
const near = (actual: number | null | undefined, expected: number): void => assert.ok(Math.abs((actual ?? NaN) - expected) < 1e-9, `${actual} instead of ${expected}`);

describe('restart-lens trial', () => {
  after(removeFolders);

  it('compares continuing, the fixed time and the monitor with every charge on one budget, as counted by hand', async () => {
    const folder = makeTrialRuns();
    await run('trial', 'freeze', folder, ...FREEZE, '--check-charge', '0', '--reset-charge', '1');
    const { out } = await run('trial', 'evaluate', folder, '--json');
    const { success, cost, calibration, regret, evaluated } = JSON.parse(out) as TrialEvaluation;
    assert.deepEqual([evaluated.tasks, evaluated.attempts], [2, 6]);
    near(success.continue.value, 2 / 3);
    // Stopped at 5 the second run is followed by two that are resolved; stopped at 6 the third by one of two.
    near(success.monitor.value, 2.5 / 3);
    near(success.fixedTime.value, 2.5 / 3);
    near(cost.spend.continue.value, 22 / 3);
    near(cost.spend.monitor.value, (4 + (5 + 1 + 6) + (6 + 1 + 7)) / 3);
    near(cost.spend.fixedTime.value, (4 + (6 + 1 + 6) + (6 + 1 + 7)) / 3);
    near(calibration.amongFailing.value, 1);
    near(calibration.amongSucceeding.value, 0.5);
    near(regret.monitor.ceiling.value, 1 / 3);
    near(regret.monitor.actionValue.value, 1 / 3 - 0.5 / 3);
    near(regret.monitor.regretOfActing.value, 0);
  });

  it('charges questions at the dollars of the sidecar over the dollars of a call, frozen with the rate', async () => {
    const folder = makeTrialRuns();
    const frozen = JSON.parse((await run('trial', 'freeze', folder, ...FREEZE, '--json')).out) as TrialFile;
    near(frozen.rule?.charges.check, 0.5);
    near(frozen.rule?.charges.rate?.usdPerUnit, 0.001);
    const { cost } = JSON.parse((await run('trial', 'evaluate', folder, '--json')).out) as TrialEvaluation;
    near(cost.spend.monitor.value, (4 + 1.5 + (5 + 2.5 + 6) + (6 + 3 + 7)) / 3);
    near(cost.checks.value, (1.5 + 2.5 + 3) / 3);
    near(cost.usd.continue.value, 0.022 / 3);
    near(cost.usd.monitor.value, 0.035 / 3);
  });

  it('keeps a split made before, tells the rule and the result in words, and never writes over a frozen trial', async () => {
    const folder = makeTrialRuns();
    const split = JSON.parse((await run('trial', 'split', folder, '--share', '0.25', '--seed', '9', '--json')).out) as TrialFile;
    const { out, err } = await run('trial', 'freeze', folder, ...FREEZE);
    const frozen = JSON.parse(readFileSync(path.join(folder, 'restart-lens.trial.json'), 'utf8')) as TrialFile;
    assert.deepEqual(frozen.split, split.split);
    assert.equal(frozen.split.calibration.length, 1);
    assert.match(out, /^Frozen: probe at a score of 0\.5 or more; against restart everybody live at call 6/);
    assert.match(out, /A question\s+0\.5 calls \(\$0\.0005 at \$0\.001 a call\)/);
    assert.match(err, /Written: .*restart-lens\.trial\.json/);
    const again = await runInProcess(['trial', 'freeze', folder, ...FREEZE]);
    assert.deepEqual([again.code, /is frozen since .*not written over/.test(again.err)], [2, true]);
    const words = (await run('trial', 'evaluate', folder)).out;
    assert.match(words, /^On 3 held-out tasks \(9 attempts\) continuing solves 66\.7 %\. Restarting everybody at call 6 solves 83\.3 %, the monitor\s83\.3 %\./);
    assert.match(words, /! This is a replay, not a prospective result/);
    assert.match(words, /Of attempts that fail +100\.0 % +\[100\.0, 100\.0\] +100\.0 %/);
  });

  it('ends with 1 and says so when the frozen file was edited', async () => {
    const folder = makeTrialRuns();
    await run('trial', 'freeze', folder, ...FREEZE);
    const file = path.join(folder, 'restart-lens.trial.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"threshold":0.5', '"threshold":0.95'));
    const { code, out } = await runInProcess(['trial', 'evaluate', folder]);
    assert.deepEqual([code, /! The seal is broken/.test(out)], [1, true]);
  });

  it('shows in the README\u2019s own example a monitor that alarms, and what it is worth', async () => {
    const root = path.resolve(import.meta.dirname, '../../..');
    const file = path.join(makeFolder({ 'a.txt': '' }), 'trial.json');
    const lines = [...readFileSync(path.join(root, 'README.md'), 'utf8').matchAll(/^node dist\/cli\.js (trial (?:freeze|evaluate) +sample .*?) +#/gm)].map(([, words = '']) => words);
    assert.equal(lines.length, 2);
    const frozen = await answer(lines[0] ?? '');
    const evaluated = await answer(lines[1] ?? '');
    assert.match(frozen, /^Frozen: step-count at a score above 0\.5;/);
    assert.match(evaluated, /^The monitor: \+2\.2 points against continuing, range \[0\.0, \+8\.9\]/m);
    assert.match(evaluated, /Of attempts that fail +100\.0 % /);

    async function answer(line: string): Promise<string> {
      return (await run(...line.split(/ +/).map((word) => (word === 'sample' ? path.join(root, 'sample') : word === 'trial.json' ? file : word)))).out;
    }
  });

  it('refuses what it cannot do, with what was expected', async () => {
    const folder = makeTrialRuns({ 'other.json': '{}' });
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [['trial', 'freeze', folder], /Give a --monitor/],
      [['trial', 'freeze', folder, '--monitor', 'prob'], /Did you mean "probe"\?/],
      [['trial', 'freeze', folder, '--monitor', 'probe', '--threshold', 'bset'], /"bset" is no threshold; expected best/],
      [['trial', 'freeze', folder, '--monitor', 'probe', '--threshold', 'false-kills:1'], /"false-kills:1" is no rule/],
      [['trial', 'freeze', folder, '--monitor', 'probe', '--fixed-time', '2.5'], /"2\.5" is no fixed time/],
      [['trial', 'freeze', folder, '--monitor', 'probe', '--reset-charge', '-1'], /needs a number from 0; found -1/],
      [['trial', 'split', folder, '--share', '1'], /A share lies above 0 and below 1; found 1/],
      [['trial', 'evaluate', folder], /There is no trial at .*restart-lens\.trial\.json/],
      [['trial', 'evaluate', folder, '--trial', path.join(folder, 'other.json')], /is no trial: It is no trial of this version/],
      [['trial', 'frieze', folder], /Did you mean trial freeze\?/],
    ];
    for (const [args, message] of cases) {
      const { code, out, err } = await runInProcess(args);
      assert.deepEqual([code, out], [2, ''], args.join(' '));
      assert.match(err, message, args.join(' '));
    }
  });
});
