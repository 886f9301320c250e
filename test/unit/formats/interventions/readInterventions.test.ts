import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv';
import { readInterventions } from '../../../../src/formats/interventions/readInterventions';

const CSV = 'task,runtime,t,state,action,fork,success,alarm\na,luna,8,x,continue,1,0,1\na,luna,8,x,summarise,1,1,1\n';
const told = (text: string): readonly string[] => readInterventions('table.csv', text).problems.map(({ line, code, found, expected }) => `${line} ${code}: ${found}; ${expected}`);

describe('a table of interventions', () => {
  it('reads the same from CSV, with any delimiter, and from JSON lines', () => {
    const read = readInterventions('table.csv', CSV);
    assert.deepEqual(read.problems, []);
    assert.equal(read.hasAlarms, true);
    assert.deepEqual(read.forks[1], { line: 3, task: 'a', runtime: 'luna', t: 8, state: 'x', action: 'summarise', fork: '1', success: 1, isAlarmed: true });
    for (const delimiter of [';', '\t']) assert.deepEqual(readInterventions('t', `\ufeff${CSV.replaceAll(',', delimiter).replaceAll('\n', '\r\n')}`).forks, read.forks);
    const lines = read.forks.map(({ line, isAlarmed, ...fork }) => JSON.stringify({ ...fork, alarm: isAlarmed, line: undefined, at: line }).replace(/,"at":\d+/, '')).join('\n');
    assert.deepEqual(readInterventions('t', lines).forks.map((fork) => ({ ...fork, line: fork.line + 1 })), read.forks);
  });

  it('takes every state for one to act in where nothing is said of alarms, and numbers as names', () => {
    const { forks, hasAlarms } = readInterventions('t', '{"task": 7, "t": 4, "action": "continue", "success": false}\n');
    assert.deepEqual([forks[0]?.task, forks[0]?.isAlarmed, forks[0]?.state, hasAlarms], ['7', null, null, false]);
  });

  it('reads a JSON array as it reads the same objects in lines, with the line on which each begins', () => {
    const objects = ['{"task": "a", "t": 8, "action": "continue, \\"]\\\\", "success": 1}', '{\n "task": "b", "t": 8,\n "action": "x", "success": 0 }'];
    const { forks, problems } = readInterventions('t', `\ufeff [\n${objects.join(',\n')}\n]\n`);
    assert.deepEqual(problems, []);
    assert.deepEqual(forks.map(({ line, task, action }) => [line, task, action]), [[2, 'a', 'continue, "]\\'], [3, 'b', 'x']]);
    assert.deepEqual(told('[{"task": "a", "t": 8, "action": "x", "success": 1}, 7, {"task": }, {"task": "b", "t": 8, "action": "x", "success": 1}]'), ['1 bad-value: 7; a JSON object', '1 not-json: {"task": }; a JSON object']);
    assert.match(told('[{"task": "a", "t": 8, "action": "x", "success": 1},\n {"task": "b"').join(), /2 truncated: the end of the file inside the array/);
    assert.deepEqual(told('[]'), ['null truncated: an array without rows; an object for each fork']);
  });

  it('says of each row that cannot be used which line it is, what was found and what was expected, and reads the rest', () => {
    const bad = ['task,t,state,action,success,alarm', ',8,x,continue,1,1', 'a,8,x,,1,1', 'a,-2,x,continue,1,1', 'a,,,continue,1,1', 'a,8,x,continue,maybe,1', 'a,8,x,continue,1,perhaps', 'a,8,x,continue,1,1'].join('\n');
    assert.deepEqual(told(bad), [
      '2 missing-field: task ""; the name of a task',
      '3 missing-field: action ""; the name of an action, such as continue',
      '4 bad-value: t "-2"; a number above 0',
      '5 missing-field: t ""; t, state, or both',
      '6 bad-value: success "maybe"; 1 or 0 (true or false)',
      '7 bad-value: alarm "perhaps"; 1 or 0 (true or false), or nothing',
    ]);
    const { rows, forks } = readInterventions('t', bad);
    assert.deepEqual([rows, forks.length], [7, 1]);
    assert.deepEqual(told('{"task": "a"\n[1]\n'), ['1 not-json: {"task": "a"; a JSON object', '2 bad-value: [1]; a JSON object']);
    assert.match(told('task,action\na,continue\n')[0] ?? '', /^null missing-field: task, action; task, runtime/);
    assert.match(told('task,t,action,success\na,4,"continue,1\n')[0] ?? '', /bad-value: a quote/);
    assert.deepEqual(told(''), ['null truncated: nothing; a header and a row for each fork']);
    assert.deepEqual(told('task,t,action,success,mood\na,4,continue,1,glad\n'), ['null unknown-record: mood; task, runtime, t, state, action, fork, success, alarm']);
  });

  it('counts a named fork once, none where its rows differ, and forks without a name as draws of their own', () => {
    const rows = (third: string): string => ['task,t,action,fork,success', 'a,4,continue,1,1', 'a,4,continue,2,1', third].join('\n');
    assert.equal(readInterventions('t', rows('a,4,continue,1,1')).forks.length, 2);
    assert.match(told(rows('a,4,continue,1,1'))[0] ?? '', /^4 duplicate: fork 1 of line 2 again/);
    assert.deepEqual(readInterventions('t', rows('a,4,continue,1,0')).forks.map(({ fork }) => fork), ['2']);
    assert.deepEqual(told(rows('a,4,continue,1,0')).map((text) => text.slice(0, 11)), ['2 conflict:', '4 conflict:']);
    assert.equal(readInterventions('t', ['task,t,action,success', 'a,4,continue,1', 'a,4,continue,1'].join('\n')).forks.length, 2);
  });

  it('is described by its schema', () => {
    const isValid = new Ajv({ strict: false }).compile(JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../../../schemas/interventions.schema.json'), 'utf8')) as object);
    assert.ok(isValid({ task: 'a', t: 8, action: 'summarise', success: true }));
    assert.ok(isValid({ task: 'a', runtime: 'luna', state: 'x', action: 'continue', success: 0, alarm: 1, fork: 'f' }));
    for (const row of [{ task: 'a', action: 'x', success: 1 }, { t: 8, action: 'x', success: 1 }, { task: 'a', t: 8, action: 'x', success: 2 }, { task: 'a', t: 0, action: 'x', success: 1 }]) assert.equal(isValid(row), false);
  });

  it('takes continue however it is written, t as a decimal number, and alarms where a row states one', () => {
    const { forks, problems } = readInterventions('f.csv', 'task,t,state,action,fork,success,alarm\nA,8,s1,Continue,a,1,0\nA,8,s1,summarise,b,1,\nA,0x10,s1,summarise,c,1,1\nA,8,s1,summarise,d,1,1\n');
    assert.deepEqual(forks.map(({ action, isAlarmed }) => [action, isAlarmed]), [['continue', false], ['summarise', null], ['summarise', true]]);
    assert.deepEqual(problems.map(({ line, code }) => [line, code]), [[4, 'bad-value'], [5, 'conflict']]);
  });

  it('reads a hundred thousand rows that repeat one fork', () => {
    const { forks, problems } = readInterventions('f.csv', `task,t,state,action,fork,success\n${'A,8,s,x,1,1\n'.repeat(100_000)}`);
    assert.deepEqual([forks.length, problems.length], [1, 99_999]);
  });
});
