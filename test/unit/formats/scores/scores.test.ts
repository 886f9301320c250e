import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { describe, it } from 'mocha';
import { scoresReader } from '../../../../src/formats/scores/scores';
import type { ScorePart } from '../../../../src/formats/contract';
import { collectParts, type CollectedParts } from '../../../support/collectParts';
import { fileHead, memorySource } from '../../../support/memorySource';

const readScores = (text: string, chunkBytes?: number): CollectedParts =>
  collectParts(scoresReader, memorySource({ 'scores.jsonl': text }, chunkBytes === undefined ? {} : { chunkBytes }));

const NOBODY: Omit<ScorePart, 'monitor' | 'score'> = {
  file: 'scores.jsonl', attemptId: null, attemptFile: null, locator: null, task: null, runtime: null, attempt: null, call: null, step: null, threshold: null, cost: null,
};

/** Lines that are read, with what comes out, and lines that are not. The schema must agree on each. */
const GOOD: readonly (readonly [line: string, part: ScorePart])[] = [
  ['{"attempt":"a1","step":0,"monitor":"m","score":0}', { ...NOBODY, attemptId: 'a1', step: 0, monitor: 'm', score: 0 }],
  ['{"file":"r/t.json","call":1,"monitor":"m","score":1,"threshold":0.5,"cost":0.001}', { ...NOBODY, attemptFile: 'r/t.json', locator: '', call: 1, monitor: 'm', score: 1, threshold: 0.5, cost: 0.001 }],
  ['{"file":"r/t.csv","locator":12,"call":3,"monitor":"m","score":0.5}', { ...NOBODY, attemptFile: 'r/t.csv', locator: '12', call: 3, monitor: 'm', score: 0.5 }],
  ['{"task":"t","runtime":"acme/small","attempt":"run-2","step":7,"call":8,"monitor":"m","score":0.25,"threshold":null}', { ...NOBODY, task: 't', runtime: 'acme/small', attempt: 'run-2', step: 7, monitor: 'm', score: 0.25 }],
  ['{"attempt":null,"file":"f","locator":null,"task":null,"runtime":null,"step":2,"call":null,"monitor":"m","score":0.5,"cost":null}', { ...NOBODY, attemptFile: 'f', locator: '', step: 2, monitor: 'm', score: 0.5 }],
  ['{"task":23413,"attempt":4,"step":2,"monitor":"m","score":0.5,"note":"more"}', { ...NOBODY, task: '23413', attempt: '4', step: 2, monitor: 'm', score: 0.5 }],
];

const BAD: readonly (readonly [line: string, problem: string])[] = [
  ['{"step":0,"monitor":"m","score":0}', 'missing-field no attempt'],
  ['{"task":"t","step":0,"monitor":"m","score":0}', 'missing-field no attempt'],
  ['{"attempt":"a","monitor":"m","score":0}', 'missing-field no step'],
  ['{"attempt":null,"file":null,"step":0,"monitor":"m","score":0}', 'missing-field no attempt'],
  ['{"attempt":"a","step":null,"call":null,"monitor":"m","score":0}', 'missing-field no step'],
  ['{"attempt":"a","step":0,"score":0}', 'missing-field no monitor'],
  ['{"attempt":"a","step":0,"monitor":"m"}', 'missing-field no score'],
  ['{"attempt":"a","step":0,"monitor":"m","score":null}', 'missing-field no score'],
  ['{"attempt":"a","step":0,"monitor":"m","score":1.01}', 'bad-value score 1.01'],
  ['{"attempt":"a","step":0,"monitor":"m","score":"0.5"}', 'bad-value score "0.5"'],
  ['{"attempt":"a","step":-1,"monitor":"m","score":0.5}', 'bad-value step -1'],
  ['{"attempt":"a","step":0.5,"monitor":"m","score":0.5}', 'bad-value step 0.5'],
  ['{"attempt":"a","call":0,"monitor":"m","score":0.5}', 'bad-value call 0'],
  ['{"attempt":"a","step":0,"monitor":"m","score":0.5,"threshold":2}', 'bad-value threshold 2'],
  ['{"attempt":"a","step":0,"monitor":"m","score":0.5,"cost":-1}', 'bad-value cost -1'],
  ['{"attempt":" ","step":0,"monitor":"m","score":0.5}', 'bad-value attempt " "'],
  ['{"attempt":["a"],"step":0,"monitor":"m","score":0.5}', 'bad-value attempt ["a"]'],
  ['[1]', 'bad-value a line that is no object'],
];

describe('scores sidecar', () => {
  const ajv = new Ajv({ strict: false });
  const isValid = ajv.compile(JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../../../schemas/scores.schema.json'), 'utf8')));

  for (const [line, part] of GOOD) {
    it(`reads ${line}, and so does its schema`, () => {
      const parts = readScores(`${line}\n`);
      assert.deepEqual(parts.scores, [part]);
      assert.deepEqual(parts.problems.map(({ found, severity }) => [found, severity]), line.includes('note') ? [['key note', 'information']] : []);
      assert.ok(isValid(JSON.parse(line)), ajv.errorsText(isValid.errors));
    });
  }

  for (const [line, problem] of BAD) {
    it(`leaves out ${line}, and so does its schema`, () => {
      const parts = readScores(`${line}\n`);
      assert.deepEqual(parts.scores, []);
      assert.deepEqual(parts.problems.map((p) => `${p.code} ${p.found}`), [problem]);
      assert.equal(isValid(JSON.parse(line)), false);
    });
  }

  it('reads the lines around bad ones, with the place of those, and counts all', () => {
    const good = GOOD.map(([line]) => line);
    const { scores: read, problems, files } = readScores([good[0], '', '{"attempt"', good[1], BAD[0]?.[0], `${good[2]?.slice(0, 30)}`].join('\n'));
    assert.equal(read.length, 2);
    assert.deepEqual(problems.map((p) => `${p.line} ${p.code}`), ['3 not-json', '5 missing-field', '6 truncated']);
    assert.deepEqual(files, [{ file: 'scores.jsonl', format: 'scores', records: 5, shown: 2, folded: 0, unreadable: 3 }]);
  });

  it('says once when a key looks misspelt', () => {
    const line = '{"attempt":"a","step":0,"monitor":"m","score":0.5,"treshold":0.5}';
    const { problems, scores: read } = readScores(`${line}\n${line}\n`);
    assert.equal(read.length, 2);
    assert.deepEqual(problems.map((p) => p.expected), ['key threshold']);
  });

  it('gives the same whatever the chunk size', () => {
    const text = [...GOOD, ...BAD].map(([line]) => line).join('\r\n');
    const whole = readScores(text);
    for (const chunk of [1, 5, 64]) assert.deepEqual({ ...readScores(text, chunk), cancelChecks: 0 }, { ...whole, cancelChecks: 0 });
  });

  it('is recognised by the keys of its first line, with or without a file name', () => {
    const claimed = (text: string, name = 'x'): string | null => scoresReader.claim(fileHead(name, text))?.certainty ?? null;
    for (const [line] of GOOD) {
      assert.equal(claimed(`${line}\n`), 'certain');
      assert.equal(claimed(`\ufeff${line}`, 'a/scores.jsonl'), 'certain');
    }
    for (const other of ['', '{', '{}', '{"task":"a","T":4}\n', '{"monitor":"m","score":1}\n', '{"attempt":"a","step":1,"score":0.5}\n', '[{"attempt":"a","step":0,"monitor":"m","score":0}]', `{"attempt":"a","step":0,"monitor":"m","score":0${' '.repeat(5000)}}`]) {
      assert.equal(claimed(other), null, other.slice(0, 50));
    }
  });
});
