import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { LookFact } from '../../../src/model/studyLog';
import { appendToStudyLog, isEdited, parseStudyLog, readStudyLog } from '../../../src/plan/studyLog';
import { makeFolder, removeFolders } from '../../support/tempFolder';

const look = (attempts: number): LookFact => ({ kind: 'look', by: 'audit', state: 'exploratory', plan: 'p', seal: 's', changed: [], data: `d${attempts}`, attempts, restart: 0, continue: 0, abstain: 1 });
const logFile = (): string => path.join(makeFolder({}), 'a.study.jsonl');
const write = (file: string, count: number): void => {
  for (let i = 0; i < count; i++) appendToStudyLog(file, look(i), 1_770_000_000_000 + i);
};
const counts = (file: string): readonly number[] => readStudyLog(file).entries.map((entry) => (entry.kind === 'look' ? entry.attempts : -1));

describe('the study log', () => {
  after(removeFolders);

  it('keeps what was appended, in order, each entry naming the one before', () => {
    const file = logFile();
    write(file, 3);
    const { entries, faults } = readStudyLog(file);
    assert.deepEqual([counts(file), faults], [[0, 1, 2], []]);
    assert.deepEqual(entries.map(({ previous }) => previous), [[], [entries[0]?.hash], [entries[1]?.hash]]);
  });

  it('loses nothing but a last line that a crash cut off, and goes on after it', () => {
    const file = logFile();
    write(file, 2);
    appendFileSync(file, '{"kind":"look","by":"aud');
    assert.deepEqual(readStudyLog(file).faults, [{ line: 3, kind: 'torn' }]);
    appendToStudyLog(file, look(7), 0);
    const log = readStudyLog(file);
    assert.deepEqual([counts(file), log.faults, isEdited(log)], [[0, 1, 7], [{ line: 3, kind: 'torn' }], false]);
  });

  it('holds when two writers name the same entry, and the next one names both', () => {
    const [file, other] = [logFile(), logFile()];
    write(file, 1);
    writeFileSync(other, readFileSync(file));
    appendToStudyLog(file, look(5), 0);
    appendToStudyLog(other, look(6), 0);
    appendFileSync(file, readFileSync(other, 'utf8').split('\n').slice(1).join('\n'));
    appendToStudyLog(file, look(7), 0);
    const log = readStudyLog(file);
    assert.deepEqual([counts(file), log.faults, log.entries[3]?.previous.length], [[0, 5, 6, 7], [], 2]);
  });

  it('shows every edit, removal and new order of entries that others follow', () => {
    const file = logFile();
    write(file, 4);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const changes: readonly (readonly string[])[] = [
      lines.map((line, i) => (i === 1 ? line.replace('"attempts":1', '"attempts":9') : line)),
      lines.filter((_, i) => i !== 0),
      lines.filter((_, i) => i !== 2),
      [lines[1] ?? '', lines[0] ?? '', ...lines.slice(2)],
      lines.map((line, i) => (i === 2 ? '{}' : line)),
      lines.map((line, i) => (i === 2 ? 'gone' : line)),
    ];
    for (const changed of changes) assert.ok(isEdited(parseStudyLog(changed.join('\n'))), changed.join('\n'));
  });
});
