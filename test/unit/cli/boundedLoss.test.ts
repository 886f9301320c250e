import assert from 'node:assert/strict';
import type { AuditResult } from '../../../src/model/results';
import type { Certificate } from '../../../src/model/certificate';
import { runInProcess } from '../../support/runCli';
import { rowsOf, tableOf } from '../../support/sealedFolder';
import { makeFolder, removeFolders } from '../../support/tempFolder';
import { familyTail, lowerLimit, upperLimit } from '../../../src/engine/clopperPearson';

/** One task: 90 attempts solved early, 10 that live on in vain. At t = 16, B = 30 restarting is ahead. */
const AHEAD = tableOf([...rowsOf(90, { T: 3 }), ...rowsOf(10, {}, 91)]);

async function audit(table: string, ...more: readonly string[]): Promise<AuditResult> {
  const { out, err } = await runInProcess(['audit', makeFolder({ 't.csv': table }), '--budget', '30', '--times', '16', '--json', ...more]);
  assert.notEqual(out, '', err);
  return JSON.parse(out) as AuditResult;
}

async function exitOf(table: string, demand: string, ...more: readonly string[]): Promise<{ readonly code: number; readonly err: string }> {
  const { code, err } = await runInProcess(['audit', makeFolder({ 't.csv': table }), '--budget', '30', '--times', '16', '--require', demand, ...more]);
  return { code, err };
}

describe('bounded loss in audits', () => {
  after(removeFolders);

  it('is the simultaneous interval of the difference, read from one side', async () => {
    const [decision] = (await audit(AHEAD, '--margin', '5')).decisions;
    const tail = familyTail(0.05, 1);
    const [low, high] = [lowerLimit(90, 100, tail) - upperLimit(0, 10, tail), upperLimit(90, 100, tail) - lowerLimit(0, 10, tail)];
    assert.deepEqual(decision?.bounds, { basis: 'intervals', lossAtMost: 0, gainAtMost: high, whateverUnknown: { lossAtMost: 0, gainAtMost: high }, nonInferior: { restart: true, continue: false } });
    assert.ok(low > 0.05);
  });

  it('says nothing of non-inferiority without a margin, and of a comparison that is not live', async () => {
    assert.equal((await audit(AHEAD)).decisions[0]?.bounds?.nonInferior, null);
    assert.equal((await audit(tableOf(rowsOf(4, { T: 3 })), '--margin', '5')).decisions[0]?.bounds, null);
  });

  it('reads the same in the terminal, in reports and in JSON, and is part of a certificate', async () => {
    const folder = makeFolder({ 't.csv': AHEAD });
    const args = [folder, '--budget', '30', '--times', '16', '--margin', '5'] as const;
    const gain = (await audit(AHEAD)).decisions[0]?.bounds?.gainAtMost ?? 0;
    const words = `restarting loses at most 0 points and gains at most ${Math.ceil(1000 * gain) / 10} points`;
    for (const command of [['audit', ...args], ['export', ...args, '--format', 'md'], ['export', ...args, '--format', 'html']]) {
      const text = (await runInProcess(command)).out.replace(/\\/g, '').replace(/\s+/g, ' ');
      assert.ok(text.includes(words), `${command[0] ?? ''}: ${words}`);
      assert.match(text, /restart, R non-inferior, C worse by more/);
    }
    const csv = (await runInProcess(['export', ...args, '--format', 'csv'])).out.split('\r\n').map((line) => line.split(','));
    const at = csv[0]?.indexOf('gain_at_most') ?? -1;
    assert.deepEqual(csv[1]?.slice(at - 1), ['0', String(gain), 'true', 'false']);
    const certificate = JSON.parse((await runInProcess(['certificate', ...args])).out) as Certificate;
    assert.equal(certificate.decisions[0]?.bounds?.gainAtMost, gain);
    assert.equal(certificate.plan.marginPoints, 5);
  });

  it('is demanded in points: 0 where it is proven, 1 where it is not, 2 where the demand cannot be read', async () => {
    assert.equal((await exitOf(AHEAD, 'loss<=0pt')).code, 0);
    const few = tableOf([...rowsOf(3, { T: 3 }), ...rowsOf(2, {}, 4)]);
    const unmet = await exitOf(few, 'loss<=5pt');
    assert.equal(unmet.code, 1);
    assert.match(unmet.err, /Required and not so: loss<=5pt \(proven is at most \d+(\.\d)? points\)/);
    assert.equal((await exitOf(few, 'loss<=100pt')).code, 0);
    for (const [demand, said] of [['los<=5pt', /Did you mean loss\?/], ['macro-los<=5pt', /Did you mean macro-loss\?/], ['loss<5pt', /write a bound as "loss<=5pt"/], ['loss<=5%', /write a bound as/], ['loss<=101pt', /from 0 to 100 points/], ['loss', /needs a number of points: "loss<=5pt"/], ['seald', /Did you mean sealed\?/], ['non-inferior', /needs a margin/]] as const) {
      const { code, err } = await exitOf(few, demand);
      assert.equal(code, 2, demand);
      assert.match(err, said);
    }
  });

  it('is not proven where nobody is live, where unknown attempts could change it, or where tasks are too few for an interval over them', async () => {
    assert.match((await exitOf(tableOf(rowsOf(4, { T: 3 })), 'loss<=5pt')).err, /no comparison is live/);
    const watched = (count: number): string => AHEAD + Array.from({ length: count }, (_, k) => `a,m,c,u${k},,,8,2020-01-01T00:00:00Z\n`).join('');
    assert.equal((await exitOf(watched(1), 'loss<=0pt')).code, 0, 'one attempt that was watched to call 8 only changes nothing, whatever it was');
    assert.equal((await exitOf(watched(60), 'loss<=0pt')).code, 1, 'sixty of them could');
    assert.match((await exitOf(AHEAD, 'macro-loss<=5pt')).err, /not every macro number has a confidence interval/);
  });

  it('bounds the macro change where the interval over tasks is a confidence interval', async () => {
    const tasks = Array.from({ length: 24 }, (_, k) => [...rowsOf(6, { task: `t${k}`, T: 3 }), ...rowsOf(2 + (k % 3), { task: `t${k}` }, 7)]).flat();
    const { macro } = await audit(tableOf(tasks), '--margin', '5');
    const [found] = macro;
    const interval = found?.unbiased.verdict.interval;
    assert.ok(interval && interval.low > 0);
    assert.deepEqual(found?.bounds, { level: interval.level, lossAtMost: 0, gainAtMost: interval.high, nonInferior: { restart: true, continue: false } });
    assert.equal((await exitOf(tableOf(tasks), 'macro-loss<=1pt')).code, 0);
  });

  it('lets a plan rule ask for it', async () => {
    const rules = [{ name: 'harmless', quantity: 'loss-at-most', comparison: '<=', value: 0.05 }, { name: 'enough', quantity: 'non-inferior-restart', comparison: '>=', value: 1 }];
    const folder = makeFolder({ 't.csv': AHEAD, 'restart-lens.jsonc': JSON.stringify({ budget: 30, times: [16], marginPoints: 5, rules }) });
    const { out } = await runInProcess(['plan', 'check', folder, '--json']);
    const check = JSON.parse(out) as { readonly rules: readonly { readonly status: string; readonly found: readonly { readonly value: number }[] }[] };
    assert.deepEqual(check.rules.map(({ status, found }) => [status, found[0]?.value]), [['met', 0], ['met', 1]]);
  });
});
