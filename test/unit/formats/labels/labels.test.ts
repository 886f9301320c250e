import assert from 'node:assert/strict';
import { labelsReader } from '../../../../src/formats/labels/labels';
import { buildIndex } from '../../../../src/index/buildIndex';
import type { TraceIndex } from '../../../../src/index/traceIndex';
import { DEFAULT_TIME_RULES, deriveTimes } from '../../../../src/model/deriveTimes';
import type { Attempt } from '../../../../src/model/attempt';
import { createFakeReader } from '../../../support/fakeReader';
import { makeFolder, removeFolders } from '../../../support/tempFolder';

const RUN = { task: 'acme__widget-1', calls: 9, limits: { calls: 30, usd: null, seconds: null } };

async function label(lines: readonly object[], attempt: object = {}): Promise<{ readonly index: TraceIndex; readonly attempt: Attempt }> {
  const root = makeFolder({ 'runs/a.fake.jsonl': [{ attempt: { ...RUN, ...attempt } }], 'labels.jsonl': lines });
  const index = await buildIndex({ roots: [root], readers: [createFakeReader(), labelsReader] });
  return { index, attempt: index.attempt(0) };
}

const FILE = { file: 'runs/a.fake.jsonl' };

describe('labels', () => {
  after(removeFolders);
  it('give results after calls as the basis, T as the first that passed, and the outcome of the last', async () => {
    const lines = [{ ...FILE, call: 7, passed: true, tests_passed: 5, tests_total: 5 }, { ...FILE, call: 3, passed: false, tests_passed: 1, tests_total: 5 }, { ...FILE, call: 9, passed: false }];
    const { index, attempt } = await label(lines);
    assert.deepEqual([attempt.outcome, attempt.basis, attempt.outcomeFile], ['unresolved', 'per-call', 'labels.jsonl']);
    assert.deepEqual([deriveTimes(attempt).T, deriveTimes(attempt).J], [7, 'verified']);
    assert.deepEqual(index.callResults(0), [
      { call: 3, passed: false, testsPassed: 1, testsTotal: 5 },
      { call: 7, passed: true, testsPassed: 5, testsTotal: 5 },
      { call: 9, passed: false, testsPassed: null, testsTotal: null },
    ]);
    assert.deepEqual(index.problems, []);
  });
  it('that never pass leave the end to the trace: terminal at its last call', async () => {
    const { attempt } = await label([{ ...FILE, calls: [{ call: 1, passed: false }, { call: 9, passed: false }] }]);
    const { T, E, J } = deriveTimes(attempt);
    assert.deepEqual([attempt.outcome, attempt.basis, T, E, J], ['unresolved', 'per-call', null, 9, 'terminal']);
  });
  it('declare a first verified call, or only the verdict on the submission', async () => {
    const first = (await label([{ ...FILE, first_verified_call: 4 }])).attempt;
    assert.deepEqual([first.outcome, first.basis, deriveTimes(first).T], ['resolved', 'declared', 4]);
    const verdict = (await label([{ ...FILE, outcome: 'unresolved' }])).attempt;
    assert.deepEqual([verdict.outcome, verdict.basis, verdict.declared], ['unresolved', 'final', null]);
  });
  it('go before the verdict of the trace, and a problem names both', async () => {
    const { index, attempt } = await label([{ ...FILE, outcome: 'resolved' }], { outcome: 'unresolved', outcomeFile: 'runs/report.json', basis: 'final' });
    assert.equal(attempt.outcome, 'resolved');
    assert.deepEqual(index.problems.map(({ code, found }) => [code, found]), [['conflict', 'unresolved in runs/report.json, resolved in labels.jsonl']]);
  });
  it('find no conflict where a run passed, was broken again and failed in the end', async () => {
    const { index, attempt } = await label([{ ...FILE, call: 4, passed: true }, { ...FILE, call: 9, passed: false }], { outcome: 'unresolved', outcomeFile: 'r.json', basis: 'final' });
    assert.deepEqual([attempt.outcome, attempt.basis, index.problems.length], ['unresolved', 'per-call', 0]);
    // First verified at its call; at its own submission it failed.
    const at = (estimand: 'first-verified' | 'resolved-at-submission'): readonly unknown[] => {
      const { T, E, J } = deriveTimes(attempt, { ...DEFAULT_TIME_RULES, estimand });
      return [T, E, J];
    };
    assert.equal(at('first-verified')[2], 'verified');
    assert.deepEqual([at('resolved-at-submission')[0], at('resolved-at-submission')[2]], [null, 'terminal']);
  });
  it('that contradict each other decide nothing', async () => {
    const { index, attempt } = await label([{ ...FILE, outcome: 'resolved' }, { ...FILE, outcome: 'unresolved' }]);
    assert.deepEqual([attempt.outcome, index.problems.map(({ code }) => code)], ['unknown', ['conflict']]);
  });
  it('of calls that the attempt did not make are left out, and said', async () => {
    const declared = await label([{ ...FILE, first_verified_call: 10 }]);
    assert.deepEqual([declared.attempt.outcome, declared.attempt.declared], ['unknown', null]);
    assert.deepEqual(declared.index.problems.map(({ code, found, expected }) => [code, found, expected]), [['conflict', 'a label for call 10', 'calls from 1 to 9']]);
    const after = await label([{ ...FILE, calls: [{ call: 9, passed: false }, { call: 40, passed: true }, { call: 12, passed: true }] }]);
    assert.deepEqual([after.attempt.outcome, deriveTimes(after.attempt).T, after.index.callResults(0).length], ['unresolved', null, 1]);
    assert.deepEqual(after.index.problems.map(({ found }) => found), ['a label for call 12']);
    const unknownLength = await label([{ ...FILE, first_verified_call: 10 }], { calls: null });
    assert.deepEqual([unknownLength.attempt.outcome, unknownLength.index.problems.length], ['resolved', 0]);
  });
  it('are found by id and by task, and those that fit nothing are counted', async () => {
    const { index } = await label([{ task: 'acme__widget-1', attempt: 'a.fake', outcome: 'resolved' }, { attempt: 'nobody', outcome: 'resolved' }, { task: 'other', attempt: 'x', outcome: 'resolved' }]);
    assert.equal(index.attempt(0).outcome, 'resolved');
    assert.deepEqual(index.problems.map(({ code, found }) => [code, found]), [['unknown-record', '2 of 3 labels that name an attempt that is not here']]);
    const { attempt } = await label([{ attempt: index.attempt(0).id, outcome: 'unresolved' }]);
    assert.equal(attempt.outcome, 'unresolved');
  });
  it('that make no sense cost their line, with the reason', async () => {
    const { index } = await label([{ ...FILE, outcome: 'resolved' }, { ...FILE, outcome: 'won' }, { ...FILE, outcome: 'unresolved', first_verified_call: 2 }, { outcome: 'resolved', task: 'x' }, { ...FILE, call: 0, passed: true }]);
    assert.deepEqual(index.files.find(({ file }) => file === 'labels.jsonl'), { file: 'labels.jsonl', format: 'labels', records: 5, shown: 1, folded: 0, unreadable: 4 });
    assert.deepEqual(index.problems.map(({ line }) => line), [2, 3, 4, 5]);
  });
});

describe('gates of tasks', () => {
  after(removeFolders);
  const gate = async (files: Record<string, readonly object[]>): Promise<TraceIndex> => {
    const root = makeFolder({ 'runs/a.fake.jsonl': [{ attempt: { ...RUN } }], 'runs/b.fake.jsonl': [{ attempt: { ...RUN, task: 'acme__widget-2' } }], ...files });
    return buildIndex({ roots: [root], readers: [createFakeReader(), labelsReader] });
  };

  it('come from lines on a task, beside labels and over several lines and files', async () => {
    const index = await gate({ 'labels.jsonl': [{ ...FILE, outcome: 'resolved' }, { task: 'acme__widget-1', base_fails: true }], 'gates.jsonl': [{ task: 'acme__widget-1', reference_passes: true }, { task: 'acme__widget-2', base_fails: false, reference_passes: null }] });
    assert.deepEqual(index.gates, [{ task: 'acme__widget-1', baseFails: true, referencePasses: true }, { task: 'acme__widget-2', baseFails: false, referencePasses: null }]);
    assert.deepEqual([index.problems, index.attempt(0).outcome], [[], 'resolved']);
  });
  it('that contradict each other decide nothing, and those of tasks that are not here are counted', async () => {
    const index = await gate({ 'gates.jsonl': [{ task: 'acme__widget-1', base_fails: true, reference_passes: true }, { task: 'acme__widget-1', base_fails: false }, { task: 'nowhere', base_fails: true }] });
    assert.deepEqual(index.gates[0], { task: 'acme__widget-1', baseFails: null, referencePasses: true });
    assert.deepEqual(index.problems.map(({ code, found }) => [code, found]).sort(), [['conflict', 'base_fails true and false for acme__widget-1'], ['unknown-record', '1 of 3 gates for tasks that are not here']]);
  });
  it('that make no sense cost their line, and the reason names what was found', async () => {
    const index = await gate({ 'gates.jsonl': [{ task: 'acme__widget-1', base_fails: true }, { task: 'acme__widget-1', base_fails: 'sometimes' }, { base_fails: true }, { task: 'acme__widget-1', attempt: '1', reference_passes: true }, { task: 'acme__widget-1', refrence_passes: true, base_fails: true }] });
    assert.deepEqual(index.problems.map(({ line, message }) => [line, message]), [
      [2, 'base_fails must be true or false. The line was left out.'],
      [3, 'It names no task. The line was left out.'],
      [4, 'Gates speak of a task, and attempt of an attempt: they need a line each. The line was left out.'],
      [5, 'The key "refrence_passes" is not known and was left out. Did you mean "reference_passes"?'],
    ]);
    assert.equal(index.gates.length, 1);
  });
});

describe('labels of rows of a table', () => {
  after(removeFolders);

  it('says where a label moves the first verified call of a row of a table, or puts it behind the calls that it watched', async () => {
    const told = async (row: string, label: object): Promise<readonly (readonly string[])[]> => {
      const folder = makeFolder({ 't.csv': `task,model,attempt,T,E,horizon\n${row}\n`, 'labels.jsonl': `${JSON.stringify({ file: 't.csv', locator: '2', ...label })}\n` });
      const index = await buildIndex({ roots: [folder] });
      assert.equal(index.attemptCount, 1);
      return index.problems.map(({ code, found }) => [code, found]);
    };
    assert.deepEqual(await told('a,m,1,5,,30', { first_verified_call: 9 }), [['conflict', 'first verified after call 5 in t.csv, first verified after call 9 in labels.jsonl']]);
    assert.deepEqual(await told('a,m,1,5,,30', { call: 9, passed: true }), [['conflict', 'first verified after call 5 in t.csv, first verified after call 9 in labels.jsonl']]);
    assert.deepEqual(await told('a,m,1,5,,30', { first_verified_call: 5 }), []);
    const short = await told('a,m,1,,,20', { first_verified_call: 25 });
    assert.ok(short.some(([, found]) => found === 'watched up to call 20 in t.csv, first verified after call 25 in labels.jsonl'), JSON.stringify(short));
    assert.deepEqual((await told('a,m,1,,12,30', { first_verified_call: 9 })).map(([code]) => code), ['conflict']);
  });
});
