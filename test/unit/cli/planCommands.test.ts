import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AuditResult } from '../../../src/model/results';
import type { Lock } from '../../../src/model/seal';
import { parsePlan } from '../../../src/plan/parsePlan';
import { parseStudyLog } from '../../../src/plan/studyLog';
import { runInProcess } from '../../support/runCli';
import { FAR_AHEAD, pilotFolder, rowsOf, tableOf } from '../../support/sealedFolder';
import { makeFolder, removeFolders } from '../../support/tempFolder';

const audit = async (folder: string, ...more: readonly string[]): Promise<AuditResult> => JSON.parse((await runInProcess(['audit', folder, '--json', ...more])).out) as AuditResult;
const lockOf = (folder: string): Lock => JSON.parse(readFileSync(path.join(folder, 'restart-lens.lock.json'), 'utf8')) as Lock;
const logOf = (folder: string) => parseStudyLog(readFileSync(path.join(folder, 'restart-lens.study.jsonl'), 'utf8'));
const addFresh = (folder: string, count: number, more: Parameters<typeof rowsOf>[1] = {}): void => writeFileSync(path.join(folder, 'fresh.csv'), tableOf(rowsOf(count, { T: 25, started: FAR_AHEAD, ...more }, 11)));

async function frozenFolder(...args: Parameters<typeof pilotFolder>): Promise<string> {
  const folder = pilotFolder(...args);
  const { code, err } = await runInProcess(['plan', 'freeze', folder]);
  assert.equal(code, 0, err);
  return folder;
}

describe('restart-lens plan init', () => {
  after(removeFolders);

  it('writes a plan with what the attempts settle, which reads without a problem, and leaves a plan alone', async () => {
    const folder = makeFolder({ 't.csv': tableOf(rowsOf(3, { T: 5 })) });
    assert.equal((await runInProcess(['plan', 'init', folder, '--alpha', '0.1'])).code, 0);
    const parsed = parsePlan(readFileSync(path.join(folder, 'restart-lens.jsonc'), 'utf8'), 'p');
    assert.deepEqual(parsed.problems, []);
    assert.deepEqual([parsed.plan.budget, parsed.plan.times, parsed.plan.alpha, parsed.plan.estimand], [30, [4, 8, 12, 17, 21, 25], 0.1, 'first-verified']);
    const again = await runInProcess(['plan', 'init', folder]);
    assert.deepEqual([again.code, again.out], [2, '']);
    assert.match(again.err, /There is a plan already/);
  });

  it('writes a plan where there is nothing yet', async () => {
    const folder = makeFolder({});
    assert.equal((await runInProcess(['plan', 'init', folder])).code, 0);
    assert.ok(existsSync(path.join(folder, 'restart-lens.jsonc')));
  });

  it('names the nearest word for a plan command that is not known', async () => {
    const { code, err } = await runInProcess(['plan', 'freze', '.']);
    assert.equal(code, 2);
    assert.match(err, /Did you mean plan freeze\?/);
    assert.equal((await runInProcess(['plan', '--help'])).code, 0);
    assert.match((await runInProcess(['plan', 'freeze', '--help'])).out, /promise, not a proof/);
  });
});

describe('restart-lens plan freeze', () => {
  it('says what the planned number can certify in both directions, and warns where only one can ever be', async () => {
    const certifiable = (text: string): unknown => (JSON.parse(text) as { readonly certifiable: unknown }).certifiable;
    const cases = [
      [{}, 7, /^Planned: 7 attempts per cell, started from now on, under two intervals\. They can certify continue: in this family continue takes 7, restart takes 25\.$/m, /^Warning: with 7 attempts per cell only continue can ever be certified; where restart is the better action, the audit will abstain\. To leave both open, state "attemptsPerCell": 25 in the plan/m, [true, false]],
      [{ attemptsPerCell: 24 }, 24, /They can certify continue: in this family/, /^Warning: with 24 attempts per cell only continue/m, [true, false]],
      [{ attemptsPerCell: 25 }, 25, /They can certify continue and restart: in this family/, null, [true, true]],
      [{ attemptsPerCell: 6 }, 6, /They can certify neither continue nor restart: in this family/, /^Warning: with 6 attempts per cell no verdict can ever be certified, whatever the outcomes\./m, [false, false]],
      [{ rule: 'calibrated' }, null, /under the calibrated sign test\. They can certify continue: /, /^Warning: .* only continue can ever be certified/m, [true, false]],
      [{ rule: 'anytime' }, null, /^The anytime rule may look at any number of attempts started from now on\. In this family continue takes \d+, /m, null, null],
    ] as const;
    for (const [stated, number, planned, warning, can] of cases) {
      const folder = pilotFolder({ budget: 30, times: [16], ...stated });
      const { code, out } = await runInProcess(['plan', 'freeze', folder]);
      assert.equal(code, 0);
      assert.match(out, planned);
      if (warning === null) assert.doesNotMatch(out, /Warning/);
      else assert.match(out, warning);
      const json = (await runInProcess(['plan', 'freeze', folder, '--again', '--json'])).out;
      assert.equal((JSON.parse(json) as { readonly isNew: boolean }).isNew, true);
      assert.deepEqual(certifiable(json), can === null ? null : { continue: can[0], restart: can[1] });
      if (number !== null) assert.equal((JSON.parse(json) as { readonly settled: { readonly attemptsPerCell: number } }).settled.attemptsPerCell, number);
    }
  });

  after(removeFolders);

  it('writes a lock with the settled plan and the identities of what is there, and no outcome', async () => {
    const folder = await frozenFolder();
    const lock = lockOf(folder);
    assert.deepEqual([lock.number, lock.previous, lock.settled.budget, lock.settled.attemptsPerCell, lock.indexed.length], [1, null, 30, 8, 3]);
    assert.deepEqual(lock.settled.cells, [{ tasks: ['a'], runtime: { agent: null, agentVersion: null, model: 'm', provider: null, config: null }, cohort: 'c' }]);
    assert.doesNotMatch(readFileSync(path.join(folder, 'restart-lens.lock.json'), 'utf8'), /resolved"|verified"(?!,)|"T"/);
  });

  it('settles the attempts per cell from the size of the family where the plan does not say', async () => {
    // 2^n > 4 M / alpha with M = 1, alpha = 0.05: n = 7.
    assert.equal(lockOf(await frozenFolder({ budget: 30, times: [8] })).settled.attemptsPerCell, 7);
  });

  it('keeps a seal that stands, refuses to hide one that is broken, and writes a new one when asked to', async () => {
    const folder = await frozenFolder();
    const first = lockOf(folder);
    assert.match((await runInProcess(['plan', 'freeze', folder])).out, /^Already frozen/);
    assert.deepEqual(lockOf(folder), first);
    writeFileSync(path.join(folder, 'restart-lens.jsonc'), '{ "budget": 30, "times": [9], "attemptsPerCell": 8 }');
    const refused = await runInProcess(['plan', 'freeze', folder]);
    assert.equal(refused.code, 2);
    assert.match(refused.err, /times changed after freezing.*--again/);
    assert.equal((await runInProcess(['plan', 'freeze', folder, '--again', '--json'])).code, 0);
    assert.deepEqual([lockOf(folder).number, lockOf(folder).previous], [2, first.seal]);
    assert.deepEqual(logOf(folder).entries.map((entry) => (entry.kind === 'plan' ? [entry.kind, entry.changed] : entry.kind)), [['plan', []], 'seal', ['plan', ['times']], 'seal']);
    // Frozen again as it stands: another seal of the same plan.
    assert.equal((await runInProcess(['plan', 'freeze', folder, '--again'])).code, 0);
    assert.deepEqual(logOf(folder).entries.slice(4).map(({ kind }) => kind), ['seal']);
  });

  it('refuses what cannot be fixed beforehand, and says what to state', async () => {
    const cases: readonly (readonly [string, RegExp])[] = [
      [makeFolder({}), /There is no plan at/],
      [makeFolder({ 'restart-lens.jsonc': '{}' }), /add "budget"/],
      [makeFolder({ 'restart-lens.jsonc': '{ "budget": 30 }' }), /add "estimand"/],
      [makeFolder({ 'restart-lens.jsonc': '{ "budget": 30, "estimand": "first-verified" }' }), /under "cells"/],
      [pilotFolder({ budget: 30, rules: [{ name: 'r', quantity: 'live', comparison: '>', value: 0, t: 5 }] }), /no decision time of the plan/],
      [pilotFolder({ budgt: 30 }), /Did you mean "budget"/],
    ];
    for (const [folder, message] of cases) {
      const { code, err } = await runInProcess(['plan', 'freeze', folder]);
      assert.equal(code, 2);
      assert.match(err, message);
      assert.equal(existsSync(path.join(folder, 'restart-lens.lock.json')), false);
    }
  });

  it('does not follow a link that stands where lock or log belong', async () => {
    const elsewhere = path.join(makeFolder({ 'precious.txt': 'mine' }), 'precious.txt');
    for (const name of ['restart-lens.lock.json', 'restart-lens.study.jsonl']) {
      const folder = pilotFolder();
      symlinkSync(elsewhere, path.join(folder, name));
      assert.notEqual((await runInProcess(['plan', 'freeze', folder])).code, 0);
      assert.equal(readFileSync(elsewhere, 'utf8'), 'mine');
    }
  });
});

describe('an audit under a seal', () => {
  after(removeFolders);

  it('is exploratory until a planned cell has its number of attempts started after the seal', async () => {
    const folder = await frozenFolder();
    const before = await audit(folder);
    assert.deepEqual([before.plan.sealed, before.plan.seal?.state, before.provenance.attempts], [false, 'intact', 3]);
    addFresh(folder, 7);
    const short = await audit(folder);
    assert.deepEqual([short.plan.sealed, short.provenance.attempts, short.plan.seal?.attempts], [false, 10, { started: 7, counted: 0 }]);
    assert.equal((await runInProcess(['audit', folder, '--json', '--require', 'sealed'])).code, 1);
    addFresh(folder, 8);
    const planned = await audit(folder);
    assert.deepEqual([planned.plan.sealed, planned.family, planned.provenance.attempts, planned.decisions[0]?.n], [true, 1, 8, 8]);
    assert.deepEqual(planned.excluded.map(({ reason, attempts }) => [reason, attempts.length]), [['before-seal', 3]]);
    assert.equal((await runInProcess(['audit', folder, '--json', '--require', 'sealed'])).code, 0);
    assert.match((await runInProcess(['audit', folder])).out, /Planned, sealed, frozen/);
  });

  it('certifies a planned continue, counts only the planned number and not what came later', async () => {
    const folder = await frozenFolder();
    addFresh(folder, 12);
    const result = await audit(folder);
    assert.deepEqual([result.decisions[0]?.n, result.decisions[0]?.verdict], [8, 'continue']);
    assert.deepEqual(result.excluded.map(({ reason, attempts }) => [reason, attempts.length]), [['before-seal', 3], ['beyond-plan', 4]]);
    const all = await audit(folder, '--attempts', 'all');
    assert.deepEqual([all.plan.sealed, all.provenance.attempts], [false, 15]);
  });

  it('counts the planned cells into the family, also those that nobody ran, and sets other cells aside', async () => {
    const cells = [{ tasks: ['a', 'never'], runtime: { model: 'm' }, cohort: 'c' }];
    const folder = await frozenFolder({ budget: 30, times: [8, 12], attemptsPerCell: 8, cells });
    writeFileSync(path.join(folder, 'fresh.csv'), tableOf([...rowsOf(8, { T: 25, started: FAR_AHEAD }, 11), ...rowsOf(9, { task: 'other', T: 3, started: FAR_AHEAD })]));
    const result = await audit(folder);
    assert.deepEqual([result.plan.sealed, result.family, result.plan.seal?.cells], [true, 4, { planned: 2, complete: 1 }]);
    assert.deepEqual([...new Set(result.decisions.map(({ task }) => task))], ['a', 'never']);
    assert.deepEqual(result.excluded.map(({ reason, attempts }) => [reason, attempts.length]), [['before-seal', 3], ['not-planned', 9]]);
  });

  it('never takes an attempt without a start, one of before, or one that was there at freezing for planned', async () => {
    const folder = await frozenFolder({ budget: 30, times: [8], attemptsPerCell: 2 }, { 'ahead.csv': tableOf(rowsOf(4, { T: 3, started: FAR_AHEAD }, 30)) });
    writeFileSync(path.join(folder, 'fresh.csv'), tableOf([...rowsOf(3, { T: 4, started: '' }, 11), ...rowsOf(1, { T: 4, started: FAR_AHEAD }, 20)]));
    const result = await audit(folder);
    assert.deepEqual([result.plan.sealed, result.plan.seal?.attempts], [false, { started: 1, counted: 0 }]);
  });

  it('says of a changed plan that its seal is broken and in what, and of options that they are not as sealed', async () => {
    const folder = await frozenFolder();
    addFresh(folder, 8);
    const moved = await audit(folder, '--times', '9');
    assert.deepEqual([moved.plan.sealed, moved.plan.seal?.state, moved.plan.seal?.changed], [false, 'altered', ['times']]);
    assert.equal((await audit(folder, '--budget', '30')).plan.seal?.state, 'intact');
    writeFileSync(path.join(folder, 'restart-lens.jsonc'), '{ "times": [8], /* moved */ "attemptsPerCell": 8, "budget": 30 }');
    assert.equal((await audit(folder)).plan.seal?.state, 'intact');
    writeFileSync(path.join(folder, 'restart-lens.jsonc'), '{ "budget": 31, "times": [8, 9], "attemptsPerCell": 8 }');
    const broken = await audit(folder);
    assert.deepEqual([broken.plan.sealed, broken.plan.seal?.state, broken.plan.seal?.changed], [false, 'broken', ['budget', 'times']]);
    assert.match((await runInProcess(['audit', folder])).out.replace(/\s+/g, ' '), /Seal broken: budget and times changed after freezing/);
  });

  it('sees an edited or unreadable lock, and a plan that is gone', async () => {
    const check = async (name: string, text: string, reason: string): Promise<void> => {
      const folder = await frozenFolder();
      writeFileSync(path.join(folder, name), text === '' ? '' : readFileSync(path.join(folder, name), 'utf8').replace(/"frozen": "20/, text));
      const { plan } = await audit(folder, '--budget', '30');
      assert.deepEqual([plan.sealed, plan.seal?.state, plan.seal?.reason], [false, 'broken', reason]);
    };
    await check('restart-lens.lock.json', '"frozen": "19', 'lock-edited');
    await check('restart-lens.lock.json', '', 'lock-unreadable');
    const folder = await frozenFolder();
    rmSync(path.join(folder, 'restart-lens.jsonc'));
    assert.equal((await audit(folder, '--budget', '30')).plan.seal?.reason, 'plan-missing');
  });

  it('notes every audit in the study log, in order, with what it saw', async () => {
    const folder = await frozenFolder();
    await audit(folder);
    await audit(folder, '--times', '9');
    const { entries, faults } = logOf(folder);
    assert.deepEqual(faults, []);
    assert.deepEqual(entries.map((entry) => (entry.kind === 'look' ? [entry.by, entry.state] : [entry.kind])), [['plan'], ['seal'], ['audit', 'exploratory'], ['audit', 'altered']]);
  });

  it('leaves a folder without a lock as it was', async () => {
    const folder = pilotFolder();
    assert.equal((await audit(folder)).plan.seal, null);
    assert.equal(existsSync(path.join(folder, 'restart-lens.study.jsonl')), false);
  });
});

describe('restart-lens plan check', () => {
  after(removeFolders);

  it('prints seal, rules, fields with their source and the log, and exits with 1 on an unmet rule', async () => {
    const rules = [{ name: 'some live', quantity: 'live', comparison: '>=', value: 1 }, { name: 'enough cells', quantity: 'complete-cells', comparison: '>=', value: 1 }];
    const folder = await frozenFolder({ budget: 30, times: [8], attemptsPerCell: 8, rules });
    const unmet = await runInProcess(['plan', 'check', folder]);
    assert.equal(unmet.code, 1);
    assert.match(unmet.err, /Required and not so: rule enough cells\./);
    assert.match(unmet.out, /frozen \d{4}-\d\d-\d\d/);
    assert.match(unmet.out, /some live +live >= 1 .*met/);
    assert.match(unmet.out, /attempts per cell +8 +stated/);
    assert.match(unmet.out, /alpha +0\.05 +default/);
    assert.match(unmet.out, /seal 1 .*\n.*look, exploratory \(check\)/);
    addFresh(folder, 8);
    const met = await runInProcess(['plan', 'check', folder, '--json', '--require', 'sealed,go']);
    assert.equal(met.code, 0, met.err);
    assert.deepEqual((JSON.parse(met.out) as { rules: { status: string }[] }).rules.map(({ status }) => status), ['met', 'met']);
  });

  it('exits with 1 on a broken seal and on an edited log, and not on what is not estimable', async () => {
    const rules = [{ name: 'cells', quantity: 'complete-cells', comparison: '>=', value: 1 }];
    const open = pilotFolder({ budget: 30, times: [8], rules });
    assert.equal((await runInProcess(['plan', 'check', open])).code, 0);
    assert.equal((await runInProcess(['plan', 'check', open, '--require', 'go'])).code, 1);
    const edited = await frozenFolder();
    const log = path.join(edited, 'restart-lens.study.jsonl');
    writeFileSync(log, readFileSync(log, 'utf8').replace('"indexed":3', '"indexed":1'));
    assert.match((await runInProcess(['plan', 'check', edited])).err, /study log unbroken/);
    const broken = await frozenFolder();
    writeFileSync(path.join(broken, 'restart-lens.jsonc'), '{ "budget": 29 }');
    const { code, err } = await runInProcess(['plan', 'check', broken]);
    assert.equal(code, 1);
    assert.match(err, /seal intact/);
  });
});
