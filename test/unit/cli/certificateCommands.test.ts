import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Certificate, VerifyResult } from '../../../src/model/certificate';
import { LATER_FIELDS } from '../../../src/analysis/laterFields';
import { hashCanonical, LATER_KEYS } from '../../../src/plan/hashPlan';
import { runInProcess } from '../../support/runCli';
import { FAR_AHEAD, pilotFolder, rowsOf, tableOf } from '../../support/sealedFolder';
import { makeFolder, removeFolders } from '../../support/tempFolder';

interface Certified {
  readonly folder: string;
  /** Outside the folder. */
  readonly file: string;
}

/** A folder with a pilot, eight planned attempts of a second table and the certificate of both. */
async function certified({ frozen = true }: { readonly frozen?: boolean } = {}): Promise<Certified> {
  const folder = pilotFolder();
  if (frozen) assert.equal((await runInProcess(['plan', 'freeze', folder])).code, 0);
  writeFileSync(path.join(folder, 'fresh.csv'), tableOf(rowsOf(8, { T: 25, started: FAR_AHEAD }, 11)));
  const file = path.join(makeFolder({}), 'certificate.json');
  const { code, err } = await runInProcess(['certificate', folder, '--output', file]);
  assert.equal(code, 0, err);
  return { folder, file };
}

async function verify({ folder, file }: Certified): Promise<VerifyResult & { readonly code: number }> {
  const { code, out } = await runInProcess(['verify', file, folder, '--json']);
  return { ...(JSON.parse(out) as VerifyResult), code };
}

const read = (file: string): Certificate => JSON.parse(readFileSync(file, 'utf8')) as Certificate;
const edit = (file: string, change: (text: string) => string): void => writeFileSync(file, change(readFileSync(file, 'utf8')));

/** The certificate after an edit by somebody who knows how its hash is made. */
function forge(file: string, change: (certificate: Certificate) => Omit<Certificate, 'hash'>): void {
  const body = Object.fromEntries(Object.entries(change(read(file))).filter(([key]) => key !== 'hash'));
  writeFileSync(file, JSON.stringify({ ...body, hash: hashCanonical(body) }));
}

function without<Item extends object>(item: Item, keys: readonly string[]): Item {
  return Object.fromEntries(Object.entries(item).filter(([key]) => !keys.includes(key))) as Item; // what an earlier version wrote
}

/** The certificate as a version wrote it that knew none of the later fields. */
function earlier(c: Certificate): Certificate {
  return without(
    {
      ...c,
      plan: without(c.plan, LATER_KEYS),
      lock: c.lock === null ? null : { ...c.lock, plan: without(c.lock.plan, LATER_KEYS) },
      decisions: c.decisions.map((d) => without(d, LATER_FIELDS.decision)),
      macro: c.macro.map((m) => without(m, LATER_FIELDS.macro)),
      totals: without(c.totals, LATER_FIELDS.totals),
      leastAttempts: without(c.leastAttempts, LATER_FIELDS.leastAttempts),
    },
    LATER_FIELDS.certificate,
  );
}

/** Fails unless verifying exits with 1 and names a claim like this one. */
async function fails(made: Certified, claim: RegExp): Promise<VerifyResult> {
  const result = await verify(made);
  assert.equal(result.code, 1);
  assert.equal(result.holds, false);
  assert.ok(result.failed.some((failed) => claim.test(failed.claim)), `${claim} in ${result.failed.map((failed) => failed.claim).join('; ')}`);
  return result;
}

describe('restart-lens certificate and verify', () => {
  after(removeFolders);

  it('holds over the files that it was made of, with and without a seal', async () => {
    for (const frozen of [true, false]) {
      const made = await certified({ frozen });
      const result = await verify(made);
      assert.deepEqual([result.code, result.holds, result.failed], [0, true, []]);
      assert.equal(result.certificate.status, frozen ? 'planned' : 'exploratory');
      assert.ok(result.checked > 10);
    }
  });

  it('has the same bytes however often it is written', async () => {
    const { folder, file } = await certified();
    await runInProcess(['audit', folder]);
    const second = await runInProcess(['certificate', folder]);
    assert.match(second.err, /, the first state of the data that was looked at\. Hash/);
    assert.equal(second.out, readFileSync(file, 'utf8'));
    assert.equal(read(file).looks, 1);
  });

  it('prints the checks of exchangeability, and fails where one of them was changed', async () => {
    const made = await certified();
    const { exchangeability } = read(made.file);
    assert.deepEqual(exchangeability.checks.map(({ check }) => check), ['start-order', 'job', 'day']);
    assert.match((await runInProcess(['certificate', made.folder])).err, /^(Exchangeability: |None of the checks of exchangeability)/m);
    forge(made.file, (certificate) => ({ ...certificate, exchangeability: { ...exchangeability, checks: exchangeability.checks.map((check) => (check.check === 'job' ? { ...check, unmade: 'no-starts' } : check)) } }));
    await fails(made, /^check of exchangeability: job$/);
    forge(made.file, (certificate) => ({ ...certificate, exchangeability: { ...exchangeability, failed: 1 } }));
    await fails(made, /^checks of exchangeability$/);
  });

  it('says how many other states of the data were looked at before', async () => {
    const { folder } = await certified();
    edit(path.join(folder, 'fresh.csv'), (text) => text.replace('11,25', '11,24'));
    const second = JSON.parse((await runInProcess(['certificate', folder])).out) as Certificate;
    assert.equal(second.looks, 2);
  });

  it('names the file and the attempt of a trace that was tampered with, and the decision that it changed', async () => {
    const made = await certified();
    edit(path.join(made.folder, 'fresh.csv'), (text) => text.replace('11,25', '11,6'));
    const result = await fails(made, /^file fresh\.csv$/);
    const claims = result.failed.map(({ claim }) => claim);
    assert.ok(claims.some((claim) => claim.startsWith('attempt ')));
    assert.ok(claims.includes('decision a, m, c, t = 8'));
    const text = await runInProcess(['verify', made.file, made.folder]);
    assert.match(text.out, /^does not hold: .*decision a, m, c, t = 8: stated .*xRestart 8?.*; found /m);
    assert.equal(text.code, 1);
  });

  it('names a file that changed even where no number did', async () => {
    const made = await certified();
    edit(path.join(made.folder, 'pilot.csv'), (text) => `${text}\n`);
    await fails(made, /^file pilot\.csv$/);
  });

  it('names a trace that was removed, and one that was added', async () => {
    const removed = await certified();
    rmSync(path.join(removed.folder, 'pilot.csv'));
    const without = await fails(removed, /^file pilot\.csv$/);
    assert.ok(without.failed.some(({ claim, found }) => claim.startsWith('attempt ') && found === 'not there'));
    const added = await certified();
    writeFileSync(path.join(added.folder, 'more.csv'), tableOf(rowsOf(1, { T: 9 }, 77)));
    const withMore = await fails(added, /^file more\.csv$/);
    assert.ok(withMore.failed.some(({ claim, stated }) => claim.startsWith('attempt ') && stated === 'not there'));
  });

  it('fails when everything is gone', async () => {
    const made = await certified();
    for (const name of ['pilot.csv', 'fresh.csv']) rmSync(path.join(made.folder, name));
    await fails(made, /^audit$/);
  });

  it('fails when the certificate itself was edited', async () => {
    const made = await certified();
    edit(made.file, (text) => text.replace('"verdict":"continue"', '"verdict":"restart"'));
    await fails(made, /^certificate .*edited/);
    assert.ok((await verify(made)).failed.some(({ claim }) => claim === 'decision a, m, c, t = 8'));
  });

  it('names what a forger claims who makes the hash anew', async () => {
    const cases: readonly (readonly [(certificate: Certificate) => Omit<Certificate, 'hash'>, RegExp])[] = [
      [(c) => ({ ...c, decisions: c.decisions.map((d) => ({ ...d, verdict: 'restart' as const })) }), /^decision/],
      [(c) => ({ ...c, decisions: c.decisions.slice(1) }), /^decision/],
      [(c) => ({ ...c, macro: c.macro.map((m) => ({ ...m, change: 0.5 })) }), /^macro/],
      [(c) => ({ ...c, family: c.family + 1 }), /^family$/],
      [(c) => ({ ...c, totals: { ...c.totals, continue: 7 } }), /^totals$/],
      [(c) => ({ ...c, leastAttempts: { ...c.leastAttempts, continue: 1 } }), /^least attempts$/],
      [(c) => ({ ...c, planHash: 'f'.repeat(64) }), /^plan hash$/],
      [(c) => ({ ...c, plan: { ...c.plan, alpha: 0.2 } }), /^plan$/],
      [(c) => ({ ...c, lock: c.lock === null ? null : { ...c.lock, frozen: '2001-01-01T00:00:00.000Z' } }), /^lock in the certificate/],
      [(c) => ({ ...c, lock: null, status: 'planned' as const }), /^(lock|status)$/],
      [(c) => ({ ...c, files: c.files.slice(1) }), /^file/],
      [(c) => ({ ...c, attempts: c.attempts.slice(1) }), /^attempt/],
      [(c) => ({ ...c, labelSources: [] }), /^label source/],
      [(c) => ({ ...c, looks: 0 }), /^looks$/],
      [(c) => ({ ...c, seed: 5 }), /^seed$/],
    ];
    for (const [change, claim] of cases) {
      const made = await certified();
      forge(made.file, change);
      await fails(made, claim);
    }
  });

  it('fails when the study log no longer tells of the seal, or was edited', async () => {
    const cut = await certified();
    edit(path.join(cut.folder, 'restart-lens.study.jsonl'), (text) => text.split('\n').slice(2).join('\n'));
    await fails(cut, /^seal in the study log$/);
    const edited = await certified();
    edit(path.join(edited.folder, 'restart-lens.study.jsonl'), (text) => text.replace('"indexed":3', '"indexed":2'));
    await fails(edited, /^study log$/);
  });

  it('fails when the lock beside the log was edited or cannot be read, and says when it is gone', async () => {
    const lockOf = ({ folder }: { readonly folder: string }): string => path.join(folder, 'restart-lens.lock.json');
    for (const spoil of [(text: string): string => text.replace(/"budget":\s*\d+/, `"budget":31`), (): string => '{']) {
      const made = await certified();
      edit(lockOf(made), spoil);
      await fails(made, /^lock file$/);
    }
    const gone = await certified();
    rmSync(lockOf(gone));
    const result = await verify(gone);
    assert.equal(result.code, 0);
    assert.match(result.notices.join(), /No lock lies beside the files given/);
  });

  it('names what was changed in the plan after its seal, with what was sealed and when', async () => {
    const planOf = ({ folder }: Certified): string => path.join(folder, 'restart-lens.jsonc');
    const changed = await certified();
    edit(planOf(changed), (text) => text.replace('"budget": 30', '"budget": 31, "alpha": 0.1'));
    const frozen = read(changed.file).lock?.frozen ?? '';
    const { failed, code } = await verify(changed);
    assert.deepEqual([code, failed], [1, [{ claim: `plan beside the files, frozen ${frozen}`, stated: 'budget 30, alpha 0.05', found: 'budget 31, alpha 0.1' }]]);
    assert.match((await runInProcess(['verify', changed.file, changed.folder])).out, /^does not hold: plan beside the files, frozen .*: stated budget 30, alpha 0\.05; found budget 31, alpha 0\.1$/m);
    edit(planOf(changed), (text) => text.replace('"budget": 31, "alpha": 0.1', '"budget": 30 /* again */'));
    assert.equal((await verify(changed)).holds, true);
    writeFileSync(planOf(changed), '{ "budget": ');
    assert.deepEqual((await verify(changed)).failed.map(({ found }) => found), ['not to be read as a plan']);
    rmSync(planOf(changed));
    assert.deepEqual((await verify(changed)).failed.map(({ found }) => found), ['not there']);
  });

  it('shows where two long values part', async () => {
    const made = await certified();
    const cells = [{ tasks: ['a', ...Array.from({ length: 40 }, (_, i) => `task-${i}`)], runtime: { agent: null, agentVersion: null, model: 'm', provider: null, config: null }, cohort: 'c' }];
    writeFileSync(path.join(made.folder, 'restart-lens.jsonc'), JSON.stringify({ budget: 30, times: [8], attemptsPerCell: 8, cells }));
    assert.equal((await runInProcess(['plan', 'freeze', made.folder, '--again'])).code, 0);
    assert.equal((await runInProcess(['certificate', made.folder, '--attempts', 'all', '--output', made.file])).code, 0);
    edit(path.join(made.folder, 'restart-lens.jsonc'), (text) => text.replace('task-39', 'task-77'));
    const [claim] = (await fails(made, /^plan beside the files/)).failed;
    assert.match(claim?.stated ?? '', /^cells ….*task-39/);
    assert.match(claim?.found ?? '', /^cells ….*task-77/);
  });

  it('says itself that the plan was not as sealed when it was made so', async () => {
    const made = await certified();
    edit(path.join(made.folder, 'restart-lens.jsonc'), (text) => text.replace('"budget": 30', '"budget": 29'));
    await runInProcess(['certificate', made.folder, '--output', made.file]);
    const result = await verify(made);
    assert.deepEqual([result.certificate.status, result.code, result.failed], ['broken', 0, []]);
    assert.match(result.notices.join(), /says itself that the plan was not as sealed/);
  });

  it('holds for a certificate of an earlier version, and names the fields that it does not claim', async () => {
    for (const frozen of [true, false]) {
      const made = await certified({ frozen });
      forge(made.file, earlier);
      const result = await verify(made);
      assert.deepEqual([result.code, result.failed], [0, []]);
      assert.deepEqual(result.notClaimed.find(({ of }) => of === 'decisions')?.fields, LATER_FIELDS.decision);
      assert.deepEqual(result.notClaimed.map(({ of }) => of), ['decisions', 'totals', 'least attempts', 'macro changes', 'the certificate']);
      assert.match((await runInProcess(['verify', made.file, made.folder])).out, /^- Not claimed by this certificate, which has no such fields: xBoth, worstCase, bounds and byRule of decisions; byRule of totals; /m);
    }
  });

  it('names what an earlier certificate claims and does not hold, and a later field that was taken out of one decision only', async () => {
    const made = await certified();
    forge(made.file, (c) => ({ ...earlier(c), decisions: earlier(c).decisions.map((d) => ({ ...d, nLive: 99 })) }));
    await fails(made, /^decision a, m, c, t = 8$/);
    const [folder, file] = [pilotFolder({ budget: 30, times: [8, 16] }), path.join(makeFolder({}), 'c.json')];
    await runInProcess(['certificate', folder, '--output', file]);
    forge(file, (c) => ({ ...c, decisions: c.decisions.map((d, i) => (i === 0 ? without(d, ['bounds']) : d)) }));
    await fails({ folder, file }, /^decision a, m, c, t = 8$/);
    const taken = await certified();
    forge(taken.file, (c) => ({ ...c, decisions: c.decisions.map((d) => without(d, ['verdict'])) }));
    await fails(taken, /^decision a, m, c, t = 8$/);
  });

  it('knows every field of a certificate: those of the first version, and those listed as later', async () => {
    const { file } = await certified();
    const now = read(file);
    const known = (first: string, later: readonly string[]): readonly string[] => [...first.split(' '), ...later].sort();
    const keys = (value: object | undefined): readonly string[] => Object.keys(value ?? {}).sort();
    assert.deepEqual(keys(now), known('schema engineVersion seed status scope plan defaults planHash lock looks excludes family totals leastAttempts labelSources files attempts decisions macro hash', LATER_FIELDS.certificate));
    assert.deepEqual(keys(now.decisions[0]), known('task runtime cohort t status n nLive xContinue xRestart continue restart difference verdict certifiable', LATER_FIELDS.decision));
    assert.deepEqual(keys(now.macro[0]), known('runtime cohort t cells horizonCells contributing change taskOracle perfectAlarm interval influence', LATER_FIELDS.macro));
    assert.deepEqual(keys(now.totals), known('live notReached horizon restart continue abstain', LATER_FIELDS.totals));
    assert.deepEqual(keys(now.leastAttempts), known('continue restart', LATER_FIELDS.leastAttempts));
  });

  it('says when another engine made it, and when nothing lies beside the files that tells of the seal', async () => {
    const made = await certified();
    forge(made.file, (c) => ({ ...c, engineVersion: '0.0.1' }));
    const result = await verify(made);
    assert.equal(result.code, 0);
    assert.match(result.notices.join(), /Made by engine 0\.0\.1, verified by engine/);
    for (const name of ['restart-lens.study.jsonl', 'restart-lens.lock.json']) rmSync(path.join(made.folder, name));
    assert.match((await verify(made)).notices.join(), /rests on the certificate alone/);
  });

  it('leaves out again what it was made without', async () => {
    const folder = pilotFolder(undefined, { 'skip/x.csv': tableOf(rowsOf(2, { T: 3 }, 50)) });
    const file = path.join(makeFolder({}), 'c.json');
    await runInProcess(['certificate', folder, '--exclude', 'skip/', '--output', file]);
    assert.equal((await verify({ folder, file })).holds, true);
  });

  it('refuses what is no certificate', async () => {
    const folder = pilotFolder(undefined, { 'x.json': '{"schema":"restart-lens/certificate@1"}' });
    for (const file of ['x.json', 'pilot.csv', 'none.json']) {
      const { code, out, err } = await runInProcess(['verify', path.join(folder, file), folder]);
      assert.deepEqual([code, out], [2, '']);
      assert.match(err, /is no certificate|cannot be read/);
    }
  });
});
