import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';
import { outcomeTableReader } from '../../../../src/formats/outcomeTable/outcomeTable';
import { deriveTimes } from '../../../../src/model/deriveTimes';
import type { AttemptPart } from '../../../../src/formats/contract';
import { collectParts, type CollectedParts } from '../../../support/collectParts';
import { fileHead, memorySource } from '../../../support/memorySource';
import { sharedFolder } from '../../../support/shared';

const readTable = (text: string | Uint8Array, chunkBytes?: number): CollectedParts =>
  collectParts(outcomeTableReader, memorySource({ 'a/table.csv': text }, chunkBytes === undefined ? {} : { chunkBytes }));

/** One attempt as a line: task, attempt, T/E/H, outcome. */
const sayPart = ({ part }: { readonly part: AttemptPart }): string =>
  `${part.task} ${part.attempt} ${[part.declared?.T, part.declared?.E, part.declared?.H].map((t) => t ?? '.').join('/')} ${part.outcome}`;

/** Checks attempts (one line each) and problems (`line code`), and that the counts add up. */
function check(text: string, attempts: readonly string[], problems: readonly string[] = []): CollectedParts {
  const parts = readTable(text);
  assert.deepEqual(parts.attempts.map(sayPart), attempts);
  assert.deepEqual(parts.problems.map((p) => `${p.line} ${p.code}`), problems, JSON.stringify(parts.problems, null, 1));
  const file = parts.files[0];
  assert.ok(file);
  assert.equal(file.records, file.shown + file.folded + file.unreadable);
  assert.equal(file.shown, attempts.length);
  return parts;
}

describe('outcome table', () => {
  it('dates successes and failures alike where it states verdicts and a horizon, and no times', () => {
    // Had the horizon counted for failures alone, every success would have left the counts.
    check('task,model,attempt,resolved,calls,horizon\na,m,1,1,3,10\na,m,2,0,10,10\n', ['a 1 ././. resolved', 'a 2 ././. unresolved']);
    const [won, lost] = readTable('task,model,attempt,resolved,calls,horizon\na,m,1,1,3,10\na,m,2,0,10,10\n').attempts.map(({ part }) => deriveTimes(part));
    assert.deepEqual([won?.T, won?.J, lost?.U, lost?.J], [3, 'verified', 10, 'censored']);
    check('task,resolved,horizon\na,1,30\na,0,30\na,,30\n', ['a line 2 ././. resolved', 'a line 3 ././. unresolved', 'a line 4 ././30 unresolved']);
  });

  it('reads each row as an attempt whose times the table declares', () => {
    const { attempts } = check('task,model,cohort,attempt,T,E,horizon,provenance\n23413,luna,initial,1,5,,30,synthetic\n23413,luna,initial,2,,12,30,measured\n', [
      '23413 1 5/./30 resolved',
      '23413 2 ./12/30 unresolved',
    ]);
    const part = attempts[0]?.part;
    assert.ok(part);
    assert.deepEqual(part.runtime, { agent: null, agentVersion: null, model: 'luna', provider: null, config: null });
    assert.equal(part.cohort, 'initial');
    assert.equal(part.role, 'result');
    assert.equal(part.basis, 'declared');
    assert.equal(part.outcomeFile, 'a/table.csv');
    assert.equal(part.locator, '2');
    assert.deepEqual(part.range, { start: 49, end: 86 });
    assert.equal(part.exitStatus, null);
    assert.equal(part.calls, null);
    assert.deepEqual(part.limits, { calls: 30, usd: null, seconds: null });
    assert.deepEqual(attempts.map((a) => a.part.synthetic), [true, false]);
  });

  it('reads columns in any order, case and spelling, and does without the optional ones', () => {
    check('Horizon;E;t;Task ID\n30;;5;a\n30;9;;b\n', ['a line 2 5/./30 resolved', 'b line 3 ./9/30 unresolved']);
    check('TASK\tFirst_Verified_Call\tAttempt\na\t5\tx\n', ['a x 5/./. resolved']);
    check('instance_id|resolved\na|true\nb|False\nc|\n', ['a line 2 ././. resolved', 'b line 3 ././. unresolved', 'c line 4 ././. unknown']);
  });

  it('reads a byte order mark, CRLF, CR, mixed line ends, blank lines, quotes and no last line end', () => {
    check('\ufefftask,attempt,T\r\na,1,5\r\n', ['a 1 5/./. resolved']);
    check('task,attempt,T\ra,1,5\rb,1,6', ['a 1 5/./. resolved', 'b 1 6/./. resolved']);
    check('task,attempt,T\r\na,1,5\nb,1,6\r\n\n,,\n"c, ""d""\nx",1,7', ['a 1 5/./. resolved', 'b 1 6/./. resolved', 'c, "d"\nx 1 7/./. resolved']);
    const { attempts } = readTable('\ufefftask,attempt,T\r\n\r\n"a\r\nb",1,5\r\nc,1,6\r\n');
    assert.deepEqual(attempts.map((a) => a.part.locator), ['3', '5']);
  });

  it('takes whole numbers that a data frame wrote with a point, and the usual words for nothing', () => {
    check('task,attempt,T,E,horizon\na,1,5.0,NaN,30.0\nb,1,NA,None,30\nc,1,never,-,30\n', ['a 1 5/./30 resolved', 'b 1 ././30 unresolved', 'c 1 ././30 unresolved']);
  });

  it('leaves out a row whose times are no calls, names it, and reads the rest', () => {
    const { problems } = check('task,attempt,T,horizon\na,1,five,30\nb,1,0,30\nc,1,2.5,30\nd,1,4,30\n,1,4,30\n', ['d 1 4/./30 resolved'], ['2 bad-value', '3 bad-value', '4 bad-value', '6 missing-field']);
    assert.equal(problems[0]?.found, 'T five');
    assert.equal(problems[0]?.expected, 'T: a whole number from 1, or nothing');
    assert.equal(problems[0]?.byte, 23);
    assert.equal(problems[0]?.severity, 'error');
  });

  it('leaves out a row with another number of fields, such as one that was cut off', () => {
    const { problems } = check('task,attempt,T,horizon\na,1,4,30\nb,1,4,30,\nc,1,1', ['a 1 4/./30 resolved'], ['3 bad-value', '4 bad-value']);
    assert.match(problems[1]?.found ?? '', /3 fields/);
  });

  it('keeps what can have been observed of contradicting times, and says so', () => {
    check('task,attempt,T,E,horizon\na,1,31,,30\nb,1,,31,30\nc,1,9,5,30\nd,1,30,30,30\ne,1,10,12,11\nf,1,5,5,\n', [
      'a 1 ././30 unresolved',
      'b 1 ././30 unresolved',
      'c 1 ./5/30 unresolved',
      'd 1 30/30/30 resolved',
      'e 1 10/./11 resolved',
      'f 1 5/5/. resolved',
    ], ['2 bad-value', '3 bad-value', '4 bad-value', '6 bad-value']);
  });

  it('takes an outcome for unknown when the verdict contradicts the times', () => {
    const { attempts } = check('task,attempt,T,E,horizon,resolved\na,1,5,,30,false\nb,1,,,30,yes\nc,1,,9,30,1\nd,1,5,,30,TRUE\ne,1,,,30,0\nf,1,,,,true\ng,1,5,,30,-1\n', [
      'a 1 ././. unknown',
      'b 1 ././. unknown',
      'c 1 ././. unknown',
      'd 1 5/./30 resolved',
      'e 1 ././30 unresolved',
      'f 1 ././. resolved',
      'g 1 5/./30 resolved',
    ], ['2 conflict', '3 conflict', '4 conflict']);
    assert.equal(attempts[0]?.part.basis, null);
    assert.equal(attempts[0]?.part.limits.calls, 30);
  });

  it('believes the verdict where the table has no column for T', () => {
    check('task,attempt,E,horizon,resolved\na,1,,30,true\nb,1,9,30,true\nc,1,9,30,false\nd,1,,30,\n', [
      'a 1 ././30 resolved',
      'b 1 ././30 resolved',
      'c 1 ./9/30 unresolved',
      'd 1 ././30 unresolved',
    ], ['3 bad-value']);
  });

  it('reads figures, and leaves out a bad one without losing the row', () => {
    const { attempts } = check('task,attempt,T,calls,input_tokens,cached_tokens,output_tokens,cost,seconds,started\na,1,5,7,900,100,40,$0.12,61.5,2026-01-01T00:00:00Z\nb,1,5,7.5,-1,,x,free,,\n', [
      'a 1 5/./. resolved',
      'b 1 5/./. resolved',
    ], ['3 bad-value', '3 bad-value', '3 bad-value', '3 bad-value']);
    const part = attempts[0]?.part;
    assert.deepEqual([part?.calls, part?.tokens, part?.cost, part?.seconds, part?.started], [7, { input: 900, cached: 100, output: 40 }, 0.12, 61.5, '2026-01-01T00:00:00Z']);
    assert.deepEqual(attempts[1]?.part.tokens, { input: null, cached: null, output: null });
  });

  it('says what it does with columns that are repeated, misspelt or ambiguous', () => {
    const { problems, attempts } = check('instance_id,task,attempt,T,horizn,tokens,note\nx,a,1,5,30,100,hello\n', ['a 1 5/./. resolved'], ['1 duplicate', '1 unknown-record', '1 unknown-record', '1 unknown-record']);
    assert.match(problems[1]?.message ?? '', /Did you mean "horizon"/);
    assert.match(problems[2]?.message ?? '', /not known were left out: note\./);
    assert.match(problems[3]?.message ?? '', /does not say what it counts/);
    assert.deepEqual(attempts[0]?.part.tokens, { input: null, cached: null, output: null });
  });

  it('keeps model and runtime apart when the table has both', () => {
    const runtimeOf = (text: string): unknown => readTable(text).attempts[0]?.part.runtime;
    const none = { agent: null, agentVersion: null, model: null, provider: null, config: null };
    assert.deepEqual(runtimeOf('task,runtime,T\na,luna at high,5\n'), { ...none, model: 'luna at high' });
    assert.deepEqual(runtimeOf('task,runtime,model,T\na,high,luna,5\n'), { ...none, model: 'luna', config: 'high' });
    assert.deepEqual(runtimeOf('task,agent,agent_version,model,provider,config,T\na,mini,2,luna,west,c1,5\n'), { agent: 'mini', agentVersion: '2', model: 'luna', provider: 'west', config: 'c1' });
  });

  it('reads on after a quote that is never closed', () => {
    const { problems } = check('task,attempt,T\na,1,5\n"b,1,6\nc,1,7\n"d,1,8\ne,1,9\n', ['a 1 5/./. resolved', 'c 1 7/./. resolved', 'e 1 9/./. resolved'], ['3 bad-value', '5 bad-value']);
    assert.equal(problems[0]?.byte, 21);
    assert.equal(problems[0]?.severity, 'error');
  });

  it('reads what stands before the NUL bytes of a crash, few or many', () => {
    const rows = 'task,model,attempt,T,horizon\na,m,1,5,30\n';
    for (const count of [1, 5000, 200_000]) {
      const [problem] = check(rows + '\0'.repeat(count), ['a 1 5/./30 resolved'], ['3 truncated']).problems;
      assert.match(problem?.message ?? '', /NUL bytes/);
      assert.equal(outcomeTableReader.claim(fileHead('a/table.csv', rows + '\0'.repeat(count)))?.certainty, 'certain');
    }
  });

  it('gives up on a file in which nothing can be read, and says where', () => {
    const { problems, files } = readTable(`task,attempt,T\n${'"x,1,5\n'.repeat(301)}`);
    assert.equal(problems.filter((p) => p.code === 'limit').length, 1);
    assert.equal(files[0]?.records, files[0]?.unreadable);
  });

  it('says when a table has no rows', () => {
    check('task,attempt,T\n\n', [], ['null truncated']);
  });

  it('lists at most 500 problems of a table and counts the rest', () => {
    const { problems, files } = readTable(`task,attempt,T\n${'a,1,x\n'.repeat(700)}`);
    assert.equal(problems.length, 501);
    assert.match(problems[500]?.message ?? '', /^200 more problems/);
    assert.deepEqual(files[0], { file: 'a/table.csv', format: 'outcome-table', records: 700, shown: 0, folded: 0, unreadable: 700 });
  });

  it('replaces bytes that are not UTF-8 and says so once', () => {
    const { problems, attempts } = readTable(Buffer.from('task,attempt,T\na\xe9,1,5\nb\xe9,1,6\n', 'latin1'));
    assert.deepEqual(problems.map((p) => `${p.line} ${p.code}`), ['2 bad-encoding']);
    assert.equal(attempts.length, 2);
  });

  it('reads JSONL rows, whose keys may come and go', () => {
    const { attempts } = check([
      '{"task": "a", "model": "luna", "attempt": 1, "T": 5, "horizon": 30}',
      '',
      '{"horizon": 30, "attempt": "2", "model": "luna", "task": "a", "E": 9, "T": null}',
      '{"task": "a", "attempt": 3, "horizon": 30, "resolved": false, "provenance": "synthetic"}',
      '{"task": "a", "attempt": 4, "T": [1]}',
      '[1]',
      '{"task": "a", "attem',
    ].join('\n'), ['a 1 5/./30 resolved', 'a 2 ./9/30 unresolved', 'a 3 ././30 unresolved'], ['5 bad-value', '6 bad-value', '7 truncated']);
    assert.deepEqual(attempts.map((a) => a.part.locator), ['1', '3', '4']);
    assert.equal(attempts[2]?.part.synthetic, true);
  });

  it('gives equal rows the same content hash and others another one, whatever the order of columns', () => {
    const hashes = (text: string): (string | null)[] => readTable(text).attempts.map((a) => a.part.contentHash);
    assert.deepEqual(hashes('task,attempt,T\na,1,5\n'), hashes('T,attempt,task,note\n5,1,a,x\n'));
    const several = hashes('task,attempt,T\na,1,5\na,1,5\na,2,5\na,1,6\nb,1,5\n');
    assert.equal(several[0], several[1]);
    assert.equal(new Set(several).size, 4);
  });

  it('gives the same whatever the chunk size', () => {
    const texts = ['\ufefftask,attempt,T,note\r\n"a,""ü""",1,5,x\r\n\r\n"b\r\nc",2,6,\r\n"d,3,7\r\ne,4,8,y\r\n', '{"task":"ä","T":1}\n\n{"task":"b","T":0}\n{"task":'];
    for (const text of texts) {
      const whole = readTable(text);
      for (const chunk of [1, 2, 3, 7, 16, 64]) assert.deepEqual({ ...readTable(text, chunk), cancelChecks: 0 }, { ...whole, cancelChecks: 0 }, `chunk ${chunk}`);
    }
  });

  it('can be cancelled between rows', () => {
    const source = memorySource({ 't.csv': `task,T\n${'a,5\n'.repeat(1000)}` });
    assert.throws(() => collectParts(outcomeTableReader, source, { cancelAt: 3 }), { code: 'cancelled' });
  });
});

describe('recognising an outcome table', () => {
  const claimed = (text: string | Uint8Array, name = 'x/y'): string | null => outcomeTableReader.claim(fileHead(name, text))?.certainty ?? null;

  it('is certain when the task and a time or verdict are named, with or without a file name', () => {
    for (const text of ['task,model,cohort,attempt,T,E,horizon,provenance\n', 'attempt;task;T\n1;a;5\n', '"TASK_ID"|"Resolved at"|resolved\na|x|1\n', 'Instance - ID,first verified\na,3\n', '\ufeff"Task"\t"Resolved"\r\na\ttrue\r\n', 'task,horizon\na,30\n', '{"task":"a","attempt":1,"T":4}\n', '{"instance_id":"a","resolved":true}\n{']) {
      assert.equal(claimed(text), 'certain', text);
      assert.equal(claimed(text, 'some.csv'), 'certain', text);
    }
  });

  it('takes single letters alone for possible, since they mean other things elsewhere', () => {
    assert.equal(claimed('task,T\na,5\n'), 'possible');
    assert.equal(claimed('{"task":"a","t":4}\n'), 'possible');
  });

  it('leaves other files alone', () => {
    const others = [
      '', '\n', 'hello', 'a,b,c\n1,2,3\n', 'T,E,horizon\n1,2,3\n', 'task,model\na,b\n', 'time,task_name,temperature\n',
      'task,runtime,cohort,t,status,n,nLive,verdict\n', 'task,step,monitor,score,t\n', '[{"task":"a","T":4}]', '{"task":"a","T":4,"messages":[]}\n',
      '{"instance_id":"a","resolved":true,"model_patch":"x"}\n', '{"task":"a","T":4', 'task,T'.padEnd(9000, 'x'),
    ];
    for (const text of others) assert.equal(claimed(text), null, text.slice(0, 60));
    assert.equal(claimed('{"task":"a","resolved":true}\n', 'a/result.json'), null);
    assert.equal(claimed(Buffer.from('task,T,horizon\na,4,5\n', 'utf16le')), null);
    assert.equal(claimed(Buffer.from([0xff, 0xfe, 0x00, 0x22, 0x22])), null);
  });
});

describe('outcome tables of the papers', () => {
  const papers = sharedFolder() === null ? null : path.join(sharedFolder() ?? '', 'papers');
  const readPaper = (name: string): CollectedParts => readTable(readFileSync(path.join(papers ?? '', name)));

  it('reads the 130 attempts of the reconstruction as they were published (skipped: no shared folder)', function () {
    if (papers === null) this.skip(); // the papers lie beside the project only, not in a lone clone
    const { attempts, problems, files } = readPaper('paper-a-reconstruction.csv');
    assert.deepEqual(problems, []);
    assert.deepEqual(files[0], { file: 'a/table.csv', format: 'outcome-table', records: 130, shown: 130, folded: 0, unreadable: 0 });
    const parts = attempts.map((a) => a.part);
    assert.equal(new Set(parts.map((p) => `${p.task} ${p.runtime.model} ${p.cohort}`)).size, 26);
    assert.deepEqual([...new Set(parts.map((p) => p.cohort))].sort(), ['high-id', 'initial', 'stress']);
    assert.equal(parts.filter((p) => p.outcome === 'unresolved').length, parts.filter((p) => p.declared?.T === null).length);
    assert.ok(parts.every((p) => p.synthetic && p.limits.calls === 30));
    // 103 of the 26 x 6 decisions have a live attempt (T > t and E > t), as paper A states.
    const liveCells = new Set(
      parts.flatMap((p) => [4, 8, 12, 16, 20, 24].filter((t) => (p.declared?.T ?? Infinity) > t && (p.declared?.E ?? Infinity) > t).map((t) => `${p.task} ${p.runtime.model} ${p.cohort} ${t}`)),
    );
    assert.equal(liveCells.size, 103);
  });

  it('reads the 20 attempts of the longer horizon (skipped: no shared folder)', function () {
    if (papers === null) this.skip(); // the papers lie beside the project only, not in a lone clone
    const { attempts, problems } = readPaper('paper-a-reconstruction-horizon60.csv');
    assert.deepEqual(problems, []);
    assert.equal(attempts.length, 20);
    assert.ok(attempts.every((a) => a.part.limits.calls === 60));
  });
});
