import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Certificate, VerifyResult } from '../../../src/model/certificate';
import type { AuditResult } from '../../../src/model/results';
import type { StudyEntry } from '../../../src/model/studyLog';
import { parseStudyLog } from '../../../src/plan/studyLog';
import { runInProcess } from '../../support/runCli';
import { FAR_AHEAD, pilotFolder, rowsOf, tableOf } from '../../support/sealedFolder';
import { makeFolder, removeFolders } from '../../support/tempFolder';

const PLAN = { budget: 30, times: [8], family: 'sliders', attemptsPerCell: 20 };

/** A plan frozen over a pilot of one task, and then its planned attempts, which all succeed late. */
async function sealedFolder(plan: object = PLAN): Promise<string> {
  const folder = pilotFolder(plan);
  const { code, err } = await runInProcess(['plan', 'freeze', folder]);
  assert.equal(code, 0, err);
  writeFileSync(path.join(folder, 'fresh.csv'), tableOf(rowsOf(20, { T: 25, started: FAR_AHEAD }, 11)));
  return folder;
}

async function audit(folder: string, ...more: readonly string[]): Promise<AuditResult> {
  const { out, err } = await runInProcess(['audit', folder, '--json', ...more]);
  assert.notEqual(out, '', err);
  return JSON.parse(out) as AuditResult;
}

const looksOf = (folder: string): readonly Extract<StudyEntry, { kind: 'look' }>[] =>
  parseStudyLog(readFileSync(path.join(folder, 'restart-lens.study.jsonl'), 'utf8')).entries.flatMap((entry) => (entry.kind === 'look' ? [entry] : []));

async function certificateOf(folder: string, ...more: readonly string[]): Promise<Certificate> {
  const { out, code, err } = await runInProcess(['certificate', folder, ...more]);
  assert.equal(code, 0, err);
  return JSON.parse(out) as Certificate;
}

async function verify(folder: string, certificate: Certificate): Promise<{ readonly code: number; readonly result: VerifyResult }> {
  const file = path.join(makeFolder({ 'c.json': JSON.stringify(certificate) }), 'c.json');
  const { code, out } = await runInProcess(['verify', file, folder, '--json']);
  return { code, result: JSON.parse(out) as VerifyResult };
}

describe('the slider-safe family', () => {
  after(removeFolders);

  it("takes the paper's M with the tail of every t below every budget, and prints what that costs", async () => {
    const folder = makeFolder({ 't.csv': tableOf(rowsOf(5, { T: 25 })) });
    const args = [folder, '--budget', '30', '--times', '4,8,12,16,20,24'];
    const [planned, sliders] = [await audit(...(args as [string])), await audit(...(args as [string]), '--family', 'sliders')];
    // 435 pairs and 29 different rests: 464 intervals, half of them are 232 comparisons' worth.
    assert.deepEqual([planned.family, sliders.family, sliders.plan.grid], [6, 232, { budget: 30, pairs: 435, isMoved: false }]);
    // 2^n > 4 M / alpha: 480 and 18,560.
    assert.deepEqual([planned.leastAttempts.continue, sliders.leastAttempts.continue], [9, 15]);
    assert.deepEqual(sliders.leastAttempts.byFamily, planned.leastAttempts.byFamily);
    assert.equal(sliders.leastAttempts.byFamily?.sliders.continue, 15);
    for (const more of [[], ['--family', 'sliders']]) {
      assert.match((await runInProcess(['audit', ...args, ...more])).out.replace(/\s+/g, ' '), /9 attempts under the planned family, 15 under sliders/);
    }
  });

  it('is named as what it is beside every simultaneous interval', async () => {
    const folder = makeFolder({ 't.csv': tableOf([...rowsOf(6, { T: 3 }), ...rowsOf(4, {}, 7)]) });
    const { out } = await runInProcess(['opportunity', folder, '--budget', '30', '--times', '16', '--family', 'sliders']);
    assert.match(out.replace(/\s+/g, ' '), /simultaneous over every t below every B\u2032 up to 30, which weighs as 232 comparisons at 95 %/);
    const planned = await runInProcess(['opportunity', folder, '--budget', '30', '--times', '16']);
    assert.match(planned.out.replace(/\s+/g, ' '), /simultaneous over 1 comparison at 95 %/);
  });

  it('is refused in a sentence under rules for which it is not defined, and a misspelt word is met with the nearest', async () => {
    const folder = makeFolder({ 't.csv': tableOf(rowsOf(3, { T: 5 })) });
    for (const rule of ['calibrated', 'anytime']) {
      const { code, err } = await runInProcess(['audit', folder, '--family', 'sliders', '--rule', rule]);
      assert.equal(code, 2);
      assert.match(err, /slider-safe family is defined for the fixed rule only/);
    }
    const { code, err } = await runInProcess(['audit', folder, '--family', 'slider']);
    assert.equal(code, 2);
    assert.match(err, /Did you mean sliders\?/);
  });

  it('keeps its seal wherever t and B are moved on the grid, and says so in audit, log, certificate and verification alike', async () => {
    const folder = await sealedFolder();
    const own = await audit(folder);
    const moved = await audit(folder, '--budget', '28', '--times', '5,13');
    assert.deepEqual([own.plan.sealed, own.plan.grid?.isMoved, moved.plan.sealed, moved.plan.grid?.isMoved], [true, false, true, true]);
    assert.deepEqual([moved.plan.budget, moved.plan.times, moved.family, moved.plan.hash], [28, [5, 13], own.family, own.plan.hash]);
    assert.equal(moved.plan.grid?.budget, 30, 'the grid is the one that was frozen');
    assert.deepEqual(moved.decisions.map(({ verdict, n }) => [verdict, n]), [['continue', 20], ['continue', 20]]);
    assert.deepEqual(looksOf(folder).map(({ state, changed, plan }) => [state, changed, plan]), [['planned', [], own.plan.hash], ['planned', [], own.plan.hash]]);
    assert.match((await runInProcess(['audit', folder, '--budget', '28'])).out, /Planned, sealed, moved on the planned grid/);
    const certificate = await certificateOf(folder, '--budget', '28', '--times', '5,13');
    assert.deepEqual([certificate.status, certificate.plan.budget, certificate.plan.times], ['planned', 28, [5, 13]]);
    const { code, result } = await verify(folder, certificate);
    assert.deepEqual([code, result.failed], [0, []]);
  });

  it('is exploratory beyond its grid, and when anything else is changed', async () => {
    const folder = await sealedFolder();
    const beyond = await audit(folder, '--budget', '31');
    assert.deepEqual([beyond.plan.sealed, beyond.plan.seal?.state, beyond.plan.seal?.changed], [false, 'altered', ['budget']]);
    assert.match((await runInProcess(['audit', folder, '--budget', '31'])).out.replace(/\s+/g, ' '), /budget is not as sealed \(t below B up to 30 was planned\)/);
    assert.deepEqual((await audit(folder, '--budget', '28', '--alpha', '0.1')).plan.seal?.changed, ['budget', 'alpha']);
    assert.equal(looksOf(folder).every(({ state }) => state === 'altered'), true);
  });

  it('is what allows it: under the planned family a moved t or B is exploratory', async () => {
    const folder = await sealedFolder({ ...PLAN, family: 'planned' });
    assert.equal((await audit(folder)).plan.sealed, true);
    for (const more of [['--times', '9'], ['--budget', '28']]) assert.equal((await audit(folder, ...more)).plan.seal?.state, 'altered', more.join());
    assert.match((await runInProcess(['audit', folder])).out.replace(/\s+/g, ' '), /Moving t or B after looking is exploratory/);
  });

  it('fails verification when the certificate was moved by hand, on the grid or beyond it', async () => {
    const folder = await sealedFolder();
    const certificate = await certificateOf(folder, '--budget', '28', '--times', '5,13');
    for (const plan of [{ ...certificate.plan, times: [5, 14] }, { ...certificate.plan, budget: 40 }, { ...certificate.plan, family: 'planned' as const }]) {
      const { code, result } = await verify(folder, { ...certificate, plan });
      assert.equal(code, 1);
      assert.ok(result.failed.some(({ claim }) => claim.startsWith('certificate (its own hash')));
      assert.ok(result.failed.some(({ claim }) => /^(decision|plan)/.test(claim)), JSON.stringify(result.failed));
    }
  });

  it('certifies nothing that the planned family would not', async () => {
    const rows = [0, 3, 9, 20].flatMap((early) => [rowsOf(early, { task: `e${early}`, T: 3 }), rowsOf(20 - early, { task: `e${early}`, T: 25 }, early + 1)].flat());
    const failing = [40, 60, 80].flatMap((ended) => [rowsOf(ended, { task: `r${ended}`, T: 3 }), rowsOf(20, { task: `r${ended}` }, ended + 1)].flat());
    const folder = makeFolder({ 't.csv': tableOf([...rows, ...failing]) });
    const args = ['--budget', '30', '--times', '4,8,16'];
    const [planned, sliders] = [await audit(folder, ...args), await audit(folder, ...args, '--family', 'sliders')];
    const certified = sliders.decisions.filter(({ verdict }) => verdict === 'restart' || verdict === 'continue');
    assert.deepEqual(new Set(certified.map(({ verdict }) => verdict)), new Set(['restart', 'continue']), 'both directions are tried');
    sliders.decisions.forEach((decision, i) => {
      if (decision.verdict !== null && decision.verdict !== 'abstain') assert.equal(planned.decisions[i]?.verdict, decision.verdict);
    });
    assert.ok(planned.totals.abstain < sliders.totals.abstain, 'at its price');
  });
});
