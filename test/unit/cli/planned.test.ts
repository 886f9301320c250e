import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AuditResult } from '../../../src/model/results';
import { runInProcess } from '../../support/runCli';
import { FAR_AHEAD, pilotFolder, rowsOf, tableOf } from '../../support/sealedFolder';
import { removeFolders } from '../../support/tempFolder';

/** Commands that count the attempts of an audit. */
const COMMANDS = ['audit', 'opportunity', 'curves', 'representations', 'sensitivity', 'checks', 'next'] as const;
/** Those whose answer says how many they were. */
const COUNTING: ReadonlySet<string> = new Set(['audit', 'opportunity', 'curves', 'representations']);

describe('commands under a seal', () => {
  after(removeFolders);

  it('count the same attempts, planned or all, and note the look', async () => {
    const folder = pilotFolder();
    assert.equal((await runInProcess(['plan', 'freeze', folder])).code, 0);
    writeFileSync(path.join(folder, 'fresh.csv'), tableOf(rowsOf(8, { T: 25, started: FAR_AHEAD }, 11)));
    const looks = (): number => readFileSync(path.join(folder, 'restart-lens.study.jsonl'), 'utf8').split('\n').filter((line) => line.includes('"kind":"look"')).length;
    for (const [which, attempts] of [['planned', 8], ['all', 11]] as const) {
      for (const command of COMMANDS) {
        const before = looks();
        const { code, out, err } = await runInProcess([command, folder, '--attempts', which, '--json']);
        assert.equal(code, 0, `${command}: ${err}`);
        if (COUNTING.has(command)) assert.equal((JSON.parse(out) as Pick<AuditResult, 'provenance'>).provenance.attempts, attempts, `${command} ${which}`);
        assert.equal(looks(), before + 1, `${command} ${which}`);
      }
    }
  });
});
