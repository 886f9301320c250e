import assert from 'node:assert/strict';
import path from 'node:path';
import type { ReplayResult, ReplayStudy, StudyGroup } from '../../../src/model/replayResult';
import { runInProcess } from '../../support/runCli';
import { makeFolder, removeFolders } from '../../support/tempFolder';

const reconstruction = path.resolve(import.meta.dirname, '../../fixtures/outcome-table/paper-a-reconstruction/table.csv');
const CUTOFFS = '4,6,8,10,12,14,16,18,20,22,24,26,28,30';

async function replay(...args: readonly string[]): Promise<ReplayResult> {
  const { code, out, err } = await runInProcess(['replay', ...args, '--json']);
  assert.equal(code, 0, err);
  return JSON.parse(out) as ReplayResult;
}

const points = (value: number | null | undefined): string => ((value ?? NaN) * 100).toFixed(2).replace('-0.00', '0.00');

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
    // Of the seven tasks one is solved by nobody, the others by at least one of two different attempts.
    assert.deepEqual(luna?.unbiased, { success: 6 / 7, missing: null });
    const { out } = await runInProcess(['replay', reconstruction, '--policy', 'fixed:16']);
    assert.match(out.replace(/\s+/g, ' '), /Unbiased, with another attempt in every episode: 85\.71 %\. The figure above draws with replacement \(plug-in, as in the paper\)\./);
    const [short] = (await replay(reconstruction, '--policy', 'fixed:4')).groups;
    assert.deepEqual(short?.unbiased, { success: null, missing: 'too-few' });
    // One run is one episode, unbiased as it is; of caps that differ no unbiased value is defined.
    const [alone] = (await replay(reconstruction, '--policy', 'single')).groups;
    assert.deepEqual(alone?.unbiased, { success: alone?.success, missing: null });
    assert.deepEqual((await replay(reconstruction, '--policy', 'caps:8,22')).groups[0]?.unbiased, { success: null, missing: 'several-caps' });
    assert.deepEqual((await replay(reconstruction, '--policy', 'caps:16,16')).groups.map(({ unbiased }) => unbiased), groups.map(({ unbiased }) => unbiased));
    assert.match(out, /luna initial: 85\.14 % against 82\.86 % for one run, \+2\.29 points \(\[0\.00, \+6\.86\] resampling range/);
    assert.match(out, /130 of them are synthetic/);
  });

  it('chooses a cutoff in sample and for each task on the others', async () => {
    const { groups, select, cutoffs } = await replay(reconstruction, '--policy', 'fixed', '--select', 'leave-one-task-out', '--cutoffs', CUTOFFS, '--cohort', 'initial');
    const luna = groups.find((group) => group.runtime === 'luna');
    assert.equal(points(luna?.success), '75.54');
    assert.deepEqual([luna?.inSample?.cutoff, luna?.inSample?.tied], [20, [16, 18, 20]]);
    assert.equal(points(luna?.inSample?.success), '85.14');
    assert.equal(luna?.tasks.find((task) => task.task === '24443')?.cutoff, 10);
    assert.deepEqual([select, cutoffs.length], ['leave-one-task-out', 14]);
    const sample = await replay(reconstruction, '--policy', 'fixed', '--cohort', 'initial');
    assert.deepEqual([sample.select, sample.cutoffs.length], ['in-sample', 15]);
  });

  it('chooses the best list of caps, and says what bounds it and what it flatters itself by', async () => {
    const { groups, policy, select } = await replay(reconstruction, '--policy', 'best', '--cohort', 'initial');
    const luna = groups.find((group) => group.runtime === 'luna');
    assert.deepEqual([policy, select, luna?.best?.caps, luna?.best?.isExact, luna?.best?.fixed.cutoff], ['best', 'in-sample', [20], true, 20]);
    assert.deepEqual([luna?.success, luna?.best?.overSingle, luna?.best?.fixed.difference, luna?.best?.perTask, luna?.best?.leaveOneTaskOut?.success, luna?.best?.leaveOneTaskOut?.flattery].map(points), ['85.14', '2.29', '0.00', '85.60', '75.54', '9.60']);
    const held = await replay(reconstruction, '--policy', 'best', '--cohort', 'initial', '--select', 'leave-one-task-out');
    const there = held.groups.find((group) => group.runtime === 'luna');
    assert.equal(points(there?.success), '75.54');
    assert.deepEqual(there?.tasks.find(({ task }) => task === '24443')?.caps, [10]);
    const { out } = await runInProcess(['replay', reconstruction, '--policy', 'best', '--cohort', 'initial']);
    assert.match(out, /Best list of caps in sample: 20, repeated, 85\.14 %, \+2\.29 over one run, 0\.00 over the best single cap \(20\); each task under its own optimum: 85\.60 %\./);
    assert.match(out, /The search was complete: no such list comes to more\. On tasks that it was not chosen on the choice comes to 9\.60 points less \(the winner’s curse\)\./);
  });

  it('uses a list of caps that was chosen elsewhere, and makes it of stated caps only', async () => {
    const { groups, selectedOn } = await replay(reconstruction, '--policy', 'best', '--cutoffs', '6,7,30', '--select-on', 'luna initial', '--evaluate-on', 'deepseek');
    assert.deepEqual([selectedOn?.best, selectedOn?.schedule?.among], [null, [6, 7, 30]]);
    const [only] = groups;
    const caps = selectedOn?.schedule?.caps ?? [];
    assert.ok(caps.every((cap) => [6, 7, 30].includes(cap)));
    assert.deepEqual([only?.best, only?.tasks[0]?.caps], [null, caps]);
    const stated = await replay(reconstruction, '--policy', `caps:${caps.join(',')}`, '--evaluate-on', 'deepseek');
    assert.equal(stated.groups[0]?.success, only?.success);
    const { out } = await runInProcess(['replay', reconstruction, '--policy', 'best', '--cutoffs', '6,7,30', '--select-on', 'luna initial', '--evaluate-on', 'deepseek']);
    assert.match(out, /The caps [\d, then]+, repeated were chosen on luna initial \(\d+\.\d\d % there\)\. Lists of 3 caps from 6 to 30/);
  });

  it('uses a cutoff that was chosen on another runtime, and says what that loses against its own best', async () => {
    const { groups, select, selectedOn } = await replay(reconstruction, '--policy', 'fixed', '--cutoffs', CUTOFFS, '--select-on', 'luna initial', '--evaluate-on', 'deepseek');
    assert.deepEqual([select, selectedOn?.best?.cutoff, selectedOn?.groups.map(({ cohort }) => cohort)], ['elsewhere', 20, ['initial']]);
    const [only] = groups;
    assert.deepEqual([groups.length, only?.runtime, points(only?.success), only?.transfer?.ownBest.cutoff, points(only?.transfer?.ownBest.success), points(only?.transfer?.gap)], [1, 'deepseek', '34.86', 30, '68.57', '33.71']);
    const { out } = await runInProcess(['replay', reconstruction, '--policy', 'fixed', '--select-on', 'luna initial', '--evaluate-on', 'deepseek']);
    assert.match(out, /The cutoff 20 was chosen on luna initial \(85\.14 % there\)/);
    assert.match(out, /Its own best is 30 with 68\.57 %: the choice made elsewhere loses 33\.71 points \(\[\+13\.\d\d, \+5\d\.\d\d\] resampling range\)/);
    assert.match(out, /12 of 24 completions \(50 %\) come after call 20, its longest cap/);
  });

  it('splits the gain of the horizon extension into ends and cuts as paper A does: 9 %, 9 % and 5 % (synthetic reconstruction)', async () => {
    const table = path.resolve(import.meta.dirname, '../../fixtures/outcome-table/paper-a-reconstruction-horizon60/table.csv');
    for (const policy of ['fixed:30', 'recycle']) {
      const [only] = (await replay(table, '--policy', policy)).groups;
      assert.deepEqual([points(only?.success), points(only?.single), points(only?.gain?.anyone), points(only?.gain?.truncation)], ['9.00', '5.00', '4.00', '0.00'], policy);
    }
  });

  it('sets a policy against another one where a single run was not watched, over pooled cohorts (synthetic reconstruction)', async () => {
    const { groups, against } = await replay(reconstruction, '--policy', 'caps:15,15,30', '--against', 'fixed:30', '--budget', '60', '--pool-cohorts', '--evaluate-on', 'luna');
    const [only] = groups;
    const range = only?.difference?.interval;
    assert.deepEqual([against, only?.pooled, points(only?.success), points(only?.against), only?.single, only?.gain], ['fixed:30', ['high-id', 'initial', 'stress'], '69.43', '70.11', null, null]);
    assert.deepEqual([points(range?.low), points(range?.high)], ['-2.53', '0.84']);
    const { out } = await runInProcess(['replay', reconstruction, '--policy', 'caps:15,15,30', '--budget', '60', '--pool-cohorts']);
    assert.match(out, /luna, 3 cohorts: 69\.43 %; single was not watched so far/);
  });

  it('gives all cutoffs and policies side by side without a policy: what paper A prints in one answer (synthetic reconstruction)', async () => {
    const { code, out, err } = await runInProcess(['replay', reconstruction, '--json']);
    assert.equal(code, 0, err);
    const { groups } = JSON.parse(out) as ReplayStudy;
    const find = (runtime: string, cohort: string | null): StudyGroup => groups.find((group) => group.runtime === runtime && group.cohort === cohort) ?? assert.fail();
    const at = (group: StudyGroup, cutoff: number) => group.curve.find((point) => point.cutoff === cutoff);
    const range = (of: { readonly low: number; readonly high: number } | null | undefined): string => `[${points(of?.low)}, ${points(of?.high)}]`;
    const luna = find('luna', 'initial');
    assert.deepEqual([luna.inSample?.tied, points(luna.inSample?.success), points(luna.leaveOneTaskOut?.success)], [[16, 18, 20], '85.14', '75.54']);
    assert.deepEqual([points(at(luna, 16)?.difference?.estimate), range(at(luna, 16)?.difference?.interval)], ['2.29', '[0.00, 6.86]']);
    const deepseek = find('deepseek', 'initial');
    assert.deepEqual([points(at(deepseek, 16)?.success), points(at(deepseek, 16)?.difference?.estimate)], ['26.29', '-42.29']);
    // The exact law's quantiles and a step beside them: MATH.md 0.
    const loss = at(deepseek, 16)?.difference?.interval;
    assert.ok(Math.abs((loss?.low ?? NaN) + 0.6914) < 0.024 && Math.abs((loss?.high ?? NaN) + 0.1771) < 0.024, range(loss));
    const all = find('luna', null);
    assert.deepEqual([points(at(all, 16)?.success), points(at(all, 30)?.success), points(at(all, 16)?.difference?.estimate), range(at(all, 16)?.difference?.interval)], ['68.21', '68.42', '-0.21', '[-4.21, 2.53]']);
    assert.deepEqual([all.inSample?.cutoff, points(all.inSample?.success), points(all.leaveOneTaskOut?.success)], [24, '68.84', '67.37']);
    const twice = all.atTwice.policies.map(({ policy, success, difference }) => [policy, points(success), points(difference?.estimate), range(difference?.interval)]);
    assert.deepEqual(twice.slice(2), [['fixed:30', '70.11', '0.00', '[0.00, 0.00]'], ['caps:15,15,30', '69.43', '-0.67', '[-2.53, 0.84]']]);
    const policy = (group: StudyGroup, name: string) => group.policies.find((row) => row.policy === name);
    assert.deepEqual(['geometric:2,2', 'luby:1', 'luby:4'].map((name) => points(policy(luna, name)?.success)), ['84.57', '45.71', '67.43']);
    assert.deepEqual(policy(deepseek, 'luby:4')?.completions, { all: 24, beyond: 24 });
  });

  it('prints the same numbers, and names what no cap can see', async () => {
    const { out } = await runInProcess(['replay', reconstruction]);
    assert.match(out, /^A cutoff chosen on the same tasks gains over one run in one of four runtimes and cohorts; chosen on the other tasks, in\s+none\./);
    assert.match(out, /16 +85\.14 % +\[56\.\d\d, 100\.00\] +\+2\.29 \[0\.00, \+6\.86\] .* as good/);
    assert.match(out, /luna initial +deepseek initial +20 +34\.86 % +68\.57 % at 30 +33\.71/);
    assert.match(out, /policies can never see some of the observed completions\./);
  });

  it('gives no mean where an attempt was not watched as far as a cap reaches, and says so', async () => {
    const folder = makeFolder({ 'table.csv': 'task,model,attempt,T,E,horizon\na,m,1,5,,30\na,m,2,,,10\nb,m,1,4,,30\n' });
    const result = await replay(folder, '--policy', 'fixed:20', '--budget', '30');
    const [group] = result.groups;
    assert.deepEqual([group?.success, group?.horizonCells, group?.tasks.map((task) => task.status)], [null, 1, ['horizon', 'ok']]);
    const { out } = await runInProcess(['replay', folder, '--policy', 'fixed:20', '--budget', '30']);
    assert.match(out, /no mean over 2 tasks: in 1 of them an attempt was not watched/);
    const best = (await runInProcess(['replay', folder, '--policy', 'best', '--budget', '30'])).out;
    assert.match(best, /^ {2}! No cap beyond call 10 can be replayed on every task: a, attempt 2, was stopped at call 10 with neither success/m);
    assert.match(best, /caps from 1 to 10, the last repeated/);
    assert.match((await runInProcess(['replay', folder, '--policy', 'best', '--budget', '30', '--select-on', 'm'])).out, /^! No cap beyond call 10 can be replayed on every task/m);
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
      [['--policy', 'fixd:3'], /"fixd:3" is no policy; expected single/],
      [['--policy', 'fixed:0'], /must be a number from 1, not 0/],
      [['--policy', 'fixed:2.5'], /whole numbers/],
      [['--policy', 'caps:'], /no policy|whole numbers|from 1/],
      [['--policy', 'geometric:2'], /no policy/],
      [['--policy', 'fixed:3', '--cutoffs', '4'], /chosen for --policy fixed and best only/],
      [['--policy', 'fixed', '--cutoffs', '0'], /whole number from 1; found 0/],
      [['--policy', 'fixed', '--cutoffs', '99'], /no cutoff to choose among up to the budget of 30/],
      [['--policy', 'fixed:3', '--policy', 'luby:2', '--select', 'in-sample'], /give that policy alone/],
      [['--policy', 'fixed', '--select', 'in-sample', '--select-on', 'luna'], /--select cannot say it too/],
      [['--policy', 'single', '--against', 'fixed'], /expected fixed:C here/],
      [['--policy', 'single', '--against', 'best'], /expected caps:C,C,… here/],
      [['--policy', 'best:3'], /no policy/],
      [['--policy', 'single', '--evaluate-on', 'deepsek'], /"deepsek" is no runtime or cohort here; did you mean "deepseek"\? Here: deepseek initial; luna high-id/],
      [['--policy', 'fixed', '--select-on', 'i'], /"i" fits several runtimes or cohorts/],
      [['--policy', 'single', '--budget', '2.5'], /whole|Found 2\.5/],
    ];
    for (const [args, message] of cases) {
      const { code, out, err } = await runInProcess(['replay', reconstruction, ...args]);
      assert.deepEqual([code, out], [2, ''], args.join(' '));
      assert.match(err, message, args.join(' '));
    }
  });
});
