import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CountedAttempts } from '../../../src/model/countedAttempts';
import type { AuditResult } from '../../../src/model/results';
import type { LookFact } from '../../../src/model/studyLog';
import { readStudyLog } from '../../../src/plan/studyLog';
import { runInProcess } from '../../support/runCli';
import { FAR_AHEAD, pilotFolder, rowsOf, tableOf } from '../../support/sealedFolder';
import { removeFolders } from '../../support/tempFolder';

/** Commands that count the attempts of an audit. */
const COMMANDS = ['audit', 'opportunity', 'curves', 'representations', 'sensitivity', 'checks', 'next', 'plan fork', 'replay', 'replay --policy fixed:8', 'conditions', 'describe'] as const;

describe('commands under a seal', () => {
  after(removeFolders);

  it('count the same attempts, planned or all, and note the look', async () => {
    const folder = twoRuntimes();
    assert.equal((await runInProcess(['plan', 'freeze', folder])).code, 0);
    for (const model of ['m', 'other']) writeFileSync(path.join(folder, `fresh-${model}.csv`), tableOf(rowsOf(8, { T: 25, started: FAR_AHEAD, model }, 11)));
    const looks = (): readonly LookFact[] => readStudyLog(path.join(folder, 'restart-lens.study.jsonl')).entries.flatMap((entry) => (entry.kind === 'look' ? [entry] : []));
    for (const [which, attempts] of [['planned', 16], ['all', 22]] as const) {
      for (const command of COMMANDS) {
        const before = looks().length;
        const { code, out, err } = await runInProcess([...command.split(' '), folder, '--attempts', which, '--json']);
        assert.equal(code, 0, `${command}: ${err}`);
        const [counted, look] = [countedBy(out), looks().at(-1)];
        assert.deepEqual([counted, look?.attempts, look?.state], [attempts, attempts, which === 'planned' ? 'planned' : 'exploratory'], `${command} ${which}`);
        assert.equal(looks().length, before + 1, `${command} ${which}`);
        assert.deepEqual([look?.plan, look?.data], [looks()[0]?.plan, which === 'planned' ? looks()[0]?.data : looks().find(({ attempts: n }) => n === 22)?.data], `${command} ${which}`);
      }
    }
  });

  it('say which attempts they count, and how many there are', async () => {
    const folder = twoRuntimes();
    const text = async (...words: readonly string[]): Promise<string> => (await runInProcess([...words, folder])).out;
    assert.doesNotMatch(await text('replay'), /counted\.$/m);
    assert.equal((await runInProcess(['plan', 'freeze', folder])).code, 0);
    assert.match(await text('describe'), /^Exploratory: sealed, and no planned attempt is here yet, frozen .* UTC: 6 of 6 attempts are counted\.\n\n/);
    for (const model of ['m', 'other']) writeFileSync(path.join(folder, `fresh-${model}.csv`), tableOf(rowsOf(8, { T: 25, started: FAR_AHEAD, model }, 11)));
    for (const command of COMMANDS.filter((name) => name !== 'audit')) {
      assert.match(await text(...command.split(' ')), /^Planned, sealed, frozen .* UTC: 16 of 22 attempts are counted\.\n\n/, command);
    }
    assert.match(await text('describe'), /\b16 of 16 counted attempts at 1 task were verified/);
    assert.match(await text('describe', '--attempts', 'all'), /^Exploratory: all attempts are counted, also those not planned/);
    assert.match(await text('replay', '--budget', '60'), /^Exploratory: budget is not as sealed/);
    assert.match(await text('plan', 'check'), /look, planned \(replay\) +16 attempts$/m);
  });

  it('of cells that a plan names without a seal, and of batches under the anytime rule, replay what the audit counts', async () => {
    const rows = [...rowsOf(3, { T: 5, started: '2020-01-01T00:00:00Z' }), ...rowsOf(1, { E: 9, started: '2020-01-02T00:00:00Z' }, 4)].map((row) => ({ ...row, task: 'a' }));
    const table = `${tableOf([...rows, { task: 'b', attempt: 1, T: 7 }])}a,m,c,late,,,12,2020-01-01T12:00:00Z\n`;
    const named = { tasks: ['a'], runtime: { agent: null, agentVersion: null, model: 'm', provider: null, config: null }, cohort: 'c' };
    for (const [plan, attempts] of [[{ budget: 30, times: [8], cells: [named] }, 5], [{ budget: 30, times: [8], rule: 'anytime' }, 4]] as const) {
      const folder = pilotFolder(plan, { 'pilot.csv': table });
      for (const command of ['audit', 'replay', 'describe']) {
        const { code, out, err } = await runInProcess([command, folder, '--json']);
        assert.equal(code, 0, err);
        assert.equal(countedBy(out), attempts, `${command} ${JSON.stringify(plan)}`);
      }
    }
  });
});

/** A folder as `pilotFolder`, with the same pilot of a second runtime. */
function twoRuntimes(): string {
  return pilotFolder(undefined, { 'other.csv': tableOf([{ attempt: 1, T: 5 }, { attempt: 2, T: 12 }, { attempt: 3 }].map((row) => ({ ...row, model: 'other' }))) });
}

/** How many attempts an answer in JSON counts. */
function countedBy(out: string): number | undefined {
  const answer = JSON.parse(out) as { readonly counted?: CountedAttempts } & Partial<AuditResult>;
  return answer.counted?.attempts ?? answer.provenance?.attempts;
}
