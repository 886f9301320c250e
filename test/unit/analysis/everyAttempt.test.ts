import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { auditAttempts } from '../../../src/analysis/auditAttempts';
import { runAudit } from '../../../src/analysis/audit';
import type { Plan } from '../../../src/model/plan';
import type { AuditResult, IndexResult } from '../../../src/model/results';
import { NO_SEAL, type SealCheck } from '../../../src/model/seal';
import { sealOf } from '../../../src/plan/lock';
import { DEFAULT_PLAN } from '../../../src/plan/planFields';
import { readSeal } from '../../../src/plan/readSeal';
import { viewNotCounted } from '../../../src/views/sections/notCounted';
import { buildIndex } from '../../../src/index/buildIndex';
import { runInProcess } from '../../support/runCli';
import { FAR_AHEAD, LONG_AGO } from '../../support/sealedFolder';
import { makeFolder, removeFolders } from '../../support/tempFolder';

const HEAD = 'task,model,cohort,attempt,T,E,horizon,started,resolved\n';

/** Three cohorts, two runtimes, attempts of both questions, without task, without outcome, broken and open ones, before and after a seal. */
function mixedFolder(): string {
  const row = (cells: readonly (string | number)[]): string => `${cells.join(',')}\n`;
  const rows: string[] = [];
  let attempt = 0;
  for (const cohort of ['pilot', 'main', '']) {
    for (const model of ['m', 'k']) {
      for (const task of ['a', 'b']) {
        for (const started of [LONG_AGO, FAR_AHEAD]) {
          rows.push(row([task, model, cohort, ++attempt, 5, '', 30, started, '']), row([task, model, cohort, ++attempt, '', 12, 30, started, '']), row([task, model, cohort, ++attempt, '', '', 30, started, '']), row([task, model, cohort, ++attempt, '', '', 20, started, '']));
          rows.push(row([task, model, cohort, ++attempt, '', '', 30, started, 'true']), row([task, model, cohort, ++attempt, '', '', '', started, '']));
        }
      }
    }
  }
  return makeFolder({ 'table.csv': HEAD + rows.join('') });
}

const plan = (stated: Partial<Plan>): Plan => ({ ...DEFAULT_PLAN, budget: 30, times: [8, 16], ...stated });
const runtime = { agent: null, agentVersion: null, model: 'm', provider: null, config: null };

const PLANS: Readonly<Record<string, Plan>> = {
  'every cohort': plan({}),
  'one cohort': plan({ cohorts: ['main'] }),
  'attempts without a cohort': plan({ cohorts: [''] }),
  'a cohort that nobody ran, and one': plan({ cohorts: ['pilot', 'none'] }),
  'one cohort, the other question': plan({ cohorts: ['main'], estimand: 'resolved-at-submission' }),
  'one cohort, stated cells': plan({ cohorts: ['main', 'pilot'], cells: [{ tasks: ['a'], runtime, cohort: 'main' }] }),
  'one cohort, merged runtimes': plan({ cohorts: ['pilot'], runtimeKey: ['agent'] }),
  'one cohort, at any time': plan({ cohorts: ['main'], rule: 'anytime' }),
  'one cohort, calibrated': plan({ cohorts: ['main'], rule: 'calibrated' }),
  'one cohort, movable t and B': plan({ cohorts: ['main'], family: 'sliders' }),
};

describe('every attempt of an index', () => {
  after(removeFolders);

  it('is counted or listed with one reason, whatever the plan', async () => {
    const index = await buildIndex({ roots: [mixedFolder()] });
    const ids = Array.from({ length: index.attemptCount }, (_, row) => index.attempt(row).id).sort();
    for (const [name, stated] of Object.entries(PLANS)) {
      const outcome = runAudit(index, stated, []);
      if (outcome.kind === 'nothing') {
        assert.equal(stated.estimand, 'resolved-at-submission', name);
        assert.deepEqual(outcome.excluded.flatMap(({ attempts }) => attempts).sort(), ids, name);
        continue;
      }
      assert.ok(outcome.kind === 'audit', name);
      const listed = outcome.result.excluded.flatMap(({ attempts }) => attempts);
      const counted = outcome.cells.flatMap(({ usable }) => usable.map(({ attempt }) => attempt.id));
      assert.deepEqual([...listed, ...counted].sort(), ids, name);
      assert.equal(outcome.result.provenance.attempts, counted.length, name);
      const shown = auditAttempts(outcome);
      assert.deepEqual(shown.map(({ id }) => id).sort(), ids, name);
      assert.deepEqual(shown.filter(({ excluded }) => excluded !== null).map(({ id }) => id).sort(), [...listed].sort(), name);
      const others = outcome.result.excluded.find(({ reason }) => reason === 'other-cohort')?.attempts ?? [];
      assert.equal(others.length, stated.cohorts === null ? 0 : ids.length - ids.filter((id) => stated.cohorts?.includes(index.attempt(index.rowOf(id)).cohort ?? '')).length, name);
      const view = viewNotCounted(outcome.result, shown);
      assert.match(view.headline, new RegExp(`^${listed.length} of ${ids.length} attempts are in no count`), name);
      assert.equal(view.tables[1]?.rows.length, listed.length, name);
    }
  });

  it('is counted or listed under a seal, planned or all', async () => {
    const folder = mixedFolder();
    const stated = { budget: 30, times: [8, 16], cohorts: ['main'], cells: [{ tasks: ['a', 'b'], runtime, cohort: 'main' }], attemptsPerCell: 3, missingData: 'replace' };
    writeFileSync(path.join(folder, 'restart-lens.jsonc'), JSON.stringify(stated));
    const before = makeFolder({ 'restart-lens.jsonc': JSON.stringify(stated), 'one.csv': `${HEAD}a,m,main,9,5,,30,${LONG_AGO},\n` });
    const frozen = await runInProcess(['plan', 'freeze', before]);
    assert.equal(frozen.code, 0, frozen.err);
    const index = await buildIndex({ roots: [folder] });
    const check: SealCheck = sealOf(readSeal(path.join(before, 'restart-lens.jsonc')), plan(stated as Partial<Plan>)); // as parsed
    assert.equal(check.state, 'intact');
    for (const [scope, seal] of [['planned', check], ['all', check], ['planned', NO_SEAL]] as const) {
      const outcome = runAudit(index, plan(stated as Partial<Plan>), [], { check: seal, scope, logFile: null }); // as parsed
      assert.ok(outcome.kind === 'audit');
      const { excluded, provenance } = outcome.result;
      assert.equal(provenance.attempts + excluded.reduce((sum, { attempts }) => sum + attempts.length, 0), index.attemptCount);
      assert.equal(excluded.find(({ reason }) => reason === 'other-cohort')?.attempts.length, 96, scope);
    }
  });

  it('adds up on the command line, in text and in reports', async () => {
    const folder = mixedFolder();
    const all = (JSON.parse((await runInProcess(['index', folder, '--json'])).out) as IndexResult).totals.attempts;
    assert.equal(all, 144);
    const { out } = await runInProcess(['audit', folder, '--budget', '30', '--cohort', 'main', '--json']);
    const { excluded, provenance } = JSON.parse(out) as AuditResult;
    assert.equal(provenance.attempts + excluded.reduce((sum, { attempts }) => sum + attempts.length, 0), all);
    assert.match((await runInProcess(['audit', folder, '--budget', '30', '--cohort', 'main'])).out.replace(/\s+/g, ' '), /\d+ of 144 attempts are in no count: 96 of a cohort that the plan leaves out/);
    const report = await runInProcess(['export', folder, '--budget', '30', '--cohort', 'main', '--format', 'md', '--sections', 'notCounted']);
    assert.match(report.out, /\| Of a cohort that the plan leaves out \| 96 \|/);
  });
});
