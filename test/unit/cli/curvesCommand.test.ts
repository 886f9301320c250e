import assert from 'node:assert/strict';
import path from 'node:path';
import type { CurvesResult } from '../../../src/model/curvesResult';
import type { OpportunityResult } from '../../../src/model/opportunityResult';
import type { AuditResult } from '../../../src/model/results';
import { runInProcess } from '../../support/runCli';
import { makeFolder, removeFolders } from '../../support/tempFolder';

const reconstruction = path.resolve(import.meta.dirname, '../../fixtures/outcome-table/paper-a-reconstruction/table.csv');
const TIMES = ['--times', '4,8,12,16,20,24'];

async function ask<Result>(...args: readonly string[]): Promise<Result> {
  const { code, out, err } = await runInProcess([...args, '--json']);
  assert.equal(code, 0, err);
  return JSON.parse(out) as Result;
}

const points = (value: number | null | undefined): string => (100 * (value ?? NaN)).toFixed(2);

describe('restart-lens opportunity', () => {
  after(removeFolders);

  it('gives the decision opportunities at call 16 that paper A prints (synthetic reconstruction)', async () => {
    const { cells, groups, family } = await ask<OpportunityResult>('opportunity', reconstruction, ...TIMES);
    assert.deepEqual([family, cells.length], [156, 103]);
    const at16 = groups.filter(({ t }) => t === 16).map((group) => [group.runtime, group.cohort, group.liveCells, points(group.change?.estimate), points(group.taskOracle?.estimate), points(group.perfectAlarm?.estimate)]);
    assert.deepEqual(at16, [
      ['deepseek', 'initial', 6, '-42.29', '0.00', '0.00'],
      ['luna', 'high-id', 0, '0.00', '0.00', '0.00'],
      ['luna', 'initial', 2, '2.29', '2.29', '2.29'],
      ['luna', 'stress', 5, '-4.00', '0.00', '0.00'],
    ]);
    const hopeful = cells.filter(({ t, ceiling }) => t === 16 && (ceiling.estimate ?? 0) > 0);
    assert.deepEqual(hopeful.map(({ task, nLive, ceiling }) => [task, nLive, ceiling.estimate]), [['23413', 1, 0.8]]);
  });

  it('says in words what there is to gain, and what the counts leave open', async () => {
    const { out } = await runInProcess(['opportunity', reconstruction, ...TIMES]);
    assert.match(out, /^At t = 16 an alarm has, as far as seen, something to gain in one of the 13 live cells\./);
    assert.match(out.replaceAll('\n', ' '), /The exception, 23413, luna initial, rests on one live attempt\. In every live cell a gain of 72 points or more is still possible/);
    assert.match(out, /deepseek initial +6 of 7 +0 +\u221241\.43 +\u221242\.29 \[/);
    assert.doesNotMatch(out, /% \[[^\]]*\] %/);
    const several = (await runInProcess(['opportunity', reconstruction, '--times', '8'])).out.replaceAll('\n', ' ');
    assert.match(several, /The most by ceiling times live attempts, .*, rests on/);
    assert.match(several, /In order of ceiling times live attempts: what a perfect alarm could save in attempts\./);
  });
});

describe('restart-lens curves', () => {
  after(removeFolders);

  it('agrees with the audit at its own times', async () => {
    const curves = await ask<CurvesResult>('curves', reconstruction, ...TIMES);
    const audit = await ask<AuditResult>('audit', reconstruction, ...TIMES);
    for (const decision of audit.decisions) {
      const cell = curves.cells.find((one) => one.task === decision.task && one.runtime === decision.runtime && one.cohort === decision.cohort);
      const action = cell?.actions.find(({ t }) => t === decision.t);
      assert.deepEqual([action?.status, action?.nLive, action?.continue?.estimate ?? null], [decision.status, decision.nLive, decision.continue?.estimate ?? null]);
      // One interval alone is narrower than the same one among 156.
      if (decision.restart !== null) assert.ok((action?.restart?.high ?? 2) <= decision.restart.high);
    }
    for (const macro of audit.macro) {
      const change = curves.groups.find((one) => one.runtime === macro.runtime && one.cohort === macro.cohort)?.actions?.find(({ t }) => t === macro.t)?.change;
      assert.ok(Math.abs((change?.estimate ?? NaN) - (macro.change ?? NaN)) < 1e-12);
      // One number everywhere: the bracket of the plug-in, too.
      assert.deepEqual([change?.low, change?.high], [macro.interval?.low, macro.interval?.high]);
    }
    assert.equal(curves.evidence.find(({ family, epsilon }) => family === 156 && epsilon === 0.1)?.attempts, 90);
    assert.equal(curves.evidence.find(({ family, epsilon }) => family === 1 && epsilon === 0.1)?.attempts, 42);
  });

  it('warns with the share when a restart is shorter than most completions', async () => {
    const { out } = await runInProcess(['curves', reconstruction, '--budget', '30', '--times', '16', '--cohort', 'initial']);
    assert.match(out.replaceAll('\n', ' '), /deepseek initial: a restart at t = 16 has 14 calls, and 16 of 24 completions \(67 %\) took longer\./);
    assert.doesNotMatch(out, /luna initial: a restart/);
  });

  it('warns of a budget that completions exceed, and of nothing that a horizon only hides', async () => {
    const folder = makeFolder({ 'table.csv': 'task,model,attempt,T,E,horizon\na,m,1,5,,60\na,m,2,40,,60\na,m,3,,,20\n' });
    const { groups, truncation, grid } = await ask<CurvesResult>('curves', folder, '--budget', '30', '--times', '10');
    assert.deepEqual(truncation[0]?.caps[0], { cap: 30, t: null, beyond: 1 });
    const [group] = groups;
    assert.deepEqual([group?.actions, group?.watchedUntil], [null, 20]);
    const at = (place: number): unknown => {
      const point = group?.completion[grid.indexOf(place)];
      return [point?.estimate, point?.unknown, point?.most];
    };
    assert.deepEqual(at(20), [1 / 3, 0, 1 / 3]);
    assert.deepEqual(at(30), [null, 1, 2 / 3]);
    const { out } = await runInProcess(['curves', folder, '--budget', '30', '--times', '10']);
    assert.match(out.replaceAll('\n', ' '), /m: 1 of 2 completions \(50 %\) took longer than B = 30; no run under this budget reaches them\./);
  });

  it('ends its table where nobody is at risk any more, and says so; the document keeps every place', async () => {
    const folder = makeFolder({ 'table.csv': 'task,model,attempt,T,E,horizon\na,m,1,5,,30\na,m,2,,8,30\n' });
    const { out } = await runInProcess(['curves', folder, '--budget', '30', '--times', '10']);
    const rows = out.split('\n').filter((line) => /^ *\d+ +\d+ +\d+ % \[/.test(line));
    assert.deepEqual(rows.map((row) => row.trim().split(/ +/).slice(0, 2).join(' ')), ['1 2', '2 2', '3 2', '4 2', '5 2', '6 1', '7 1', '8 1', '9 0']);
    assert.match(out.replaceAll('\n', ' '), /21 rows after 9 are left out: nobody is at risk there/);
    const { grid, groups } = await ask<CurvesResult>('curves', folder, '--budget', '30', '--times', '10');
    assert.deepEqual([grid.length, groups[0]?.hazards.length], [30, 30]);
  });
});
