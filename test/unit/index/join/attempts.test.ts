import assert from 'node:assert/strict';
import { repositoryOf } from '../../../../src/model/repository';
import { PART } from '../../../support/fakeReader';
import { joinSample, problemsOf, runTrace } from '../../../support/joinSample';
import type { JoinSample, PartSample } from '../../../support/joinSample';

const labelsOf = (parts: readonly PartSample[], rootName = 'root'): readonly string[] => joinSample({ parts, rootName }).attempts.map(({ attempt }) => attempt.attempt);
const TASK = 'acme__widget-1';

describe('labels of attempts', () => {
  it('are the names of their run folders, however many runs there are', () => assert.deepEqual(labelsOf([runTrace('out/run-1', TASK), runTrace('out/run-2', TASK)]), ['run-1', 'run-2']));
  it('grow by the folders above where two runs have one name', () => {
    assert.deepEqual(labelsOf([runTrace('x/run', TASK), runTrace('y/run', TASK), runTrace('y/other', TASK)]), ['x/run', 'other', 'y/run']);
    assert.deepEqual(labelsOf([runTrace('run', TASK), runTrace('y/run', TASK)]), ['root/run', 'y/run']);
  });
  it('do not grow for another task or runtime', () => {
    const other = { ...PART.runtime, model: 'acme/large-1' };
    assert.deepEqual(labelsOf([runTrace('x/run', TASK), runTrace('y/run', 'acme__widget-2'), runTrace('z/run', TASK, { runtime: other })]), ['run', 'run', 'run']);
  });
  it('are what the trace states, with the run before it where that collides', () => {
    assert.deepEqual(labelsOf([runTrace('x', TASK, { attempt: '1' }), runTrace('y', TASK, { attempt: '1' }), runTrace('y', 'other', { attempt: '1' })]), ['x/1', 'y/1', '1']);
  });
  it('are the place in the file where nothing else tells attempts apart', () => {
    assert.deepEqual(labelsOf([{ file: 'a.jsonl', locator: '1' }, { file: 'a.jsonl', locator: '2' }, { file: 'b/s.jsonl' }]), ['1', '2', 's']);
    assert.deepEqual(labelsOf([{ file: 'a.jsonl', locator: '1' }, { file: 'b.jsonl', locator: '1' }]), ['a.jsonl#1', 'b.jsonl#1']);
  });
  it('are the name of the root where that is the run', () => assert.deepEqual(labelsOf([runTrace('', TASK)], 'my-run'), ['my-run']));
  it('differ even at one place', () => assert.deepEqual(labelsOf([{ file: 'a.json' }, { file: 'a.json' }]), ['a.json', 'a.json (2)']));
});

describe('repeated attempts', () => {
  const copies: JoinSample = {
    parts: [runTrace('b', TASK, { contentHash: 'h' }), runTrace('a', TASK, { contentHash: 'h' }), runTrace('c', TASK, { contentHash: 'other' })],
    files: ['a', 'b', 'c'].map((run) => ({ file: `${run}/${TASK}/${TASK}.traj.json`, format: 'mini-swe-agent', records: 5, shown: 4, folded: 1, unreadable: 0 })),
  };
  it('collapse when their content and task are the same, and are told and counted', () => {
    const joined = joinSample(copies);
    assert.deepEqual(joined.attempts.map(({ attempt }) => attempt.file), [`a/${TASK}/${TASK}.traj.json`, `c/${TASK}/${TASK}.traj.json`]);
    assert.deepEqual(problemsOf(joined), [`b/${TASK}/${TASK}.traj.json duplicate: the attempt of a/${TASK}/${TASK}.traj.json once more`]);
    assert.equal(joined.problems[0]?.severity, 'information');
    assert.deepEqual(joined.files.map(({ shown, folded }) => [shown, folded]), [[4, 1], [0, 5], [4, 1]]);
  });
  it('stay apart when their task differs, or labels that both state', () => {
    assert.equal(joinSample({ parts: [runTrace('a', TASK, { contentHash: 'h' }), runTrace('a', 'other', { contentHash: 'h' })] }).attempts.length, 2);
    assert.equal(joinSample({ parts: [runTrace('a', TASK, { contentHash: 'h', attempt: '1' }), runTrace('b', TASK, { contentHash: 'h', attempt: '2' })] }).attempts.length, 2);
    assert.equal(joinSample({ parts: [runTrace('a', TASK), runTrace('b', TASK)] }).attempts.length, 2);
  });
  it('take the verdict of a report that names the run of a copy', () => {
    const [first] = joinSample({ ...copies, outcomes: [{ file: 'm.b.json', stem: 'm.b' }] }).attempts;
    assert.equal(first?.attempt.outcome, 'resolved');
  });
  it('of a table collapse when they say the same and are a conflict when not', () => {
    const row = (file: string, locator: string, T: number, part: PartSample = {}): PartSample => ({ role: 'result', format: 'outcome-table', file, locator, attempt: '1', outcome: 'resolved', basis: 'declared', declared: { T, E: null, H: 30 }, ...part });
    const same = joinSample({ parts: [row('a.csv', '2', 5), row('b.csv', '9', 5)] });
    assert.deepEqual(same.attempts.map(({ attempt }) => [attempt.file, attempt.conflict]), [['a.csv', false]]);
    const different = joinSample({ parts: [row('a.csv', '2', 5), row('b.csv', '9', 6), row('b.csv', '10', 6, { cohort: 'later' })] });
    assert.deepEqual(different.attempts.map(({ attempt }) => [attempt.locator, attempt.conflict]), [['2', true], ['10', false], ['9', true]]);
    assert.deepEqual(different.problems.map(({ file, line, code }) => [file, line, code]), [['a.csv', 2, 'conflict'], ['b.csv', 9, 'conflict']]);
    const unnamed = joinSample({ parts: [row('a.csv', '2', 5, { attempt: 'line 2' }), row('b.csv', '2', 6, { attempt: 'line 2' })] });
    assert.deepEqual(unnamed.attempts.map(({ attempt }) => attempt.conflict), [false, false]);
  });
  it('are a conflict when a run holds one label twice, and none across runs', () => {
    const within = joinSample({ parts: [runTrace('a', TASK, { attempt: '1', calls: 1 }), { ...runTrace('a', TASK, { attempt: '1', calls: 2 }), file: 'a/again.json' }] });
    assert.deepEqual(within.attempts.map(({ attempt }) => attempt.conflict), [true, true]);
    assert.deepEqual(joinSample({ parts: [runTrace('a', TASK, { attempt: '1', calls: 1 }), runTrace('b', TASK, { attempt: '1', calls: 2 })] }).problems, []);
  });
  it('of one task id with two contents are a conflict inside a cell only', () => {
    const other = { ...PART.runtime, model: 'acme/large-1' };
    const joined = joinSample({ parts: [runTrace('a', TASK, { taskHash: 'text:1' }), runTrace('b', TASK, { taskHash: 'text:2' }), runTrace('c', TASK, { taskHash: 'checksum:9' }), runTrace('d', TASK, { taskHash: 'text:2', runtime: other })] });
    assert.deepEqual(joined.attempts.map(({ attempt }) => attempt.conflict), [true, true, false, false]);
    assert.deepEqual(joined.problems.map(({ code }) => code), ['conflict', 'conflict']);
  });
});

describe('facts of a run', () => {
  it('fill an exit status only where a trajectory has none, from the newest file', () => {
    const parts = [runTrace('a', 't1', { exitStatus: '' }), runTrace('a', 't2', { exitStatus: null }), runTrace('a', 't3', { exitStatus: 'Submitted' })];
    const joined = joinSample({
      parts,
      runs: [
        { file: 'a/exit_statuses_1.yaml', runFolder: 'a', kind: 'exit-statuses', ids: { t1: 'RateLimitError', t3: 'RateLimitError', t4: 'Submitted' } },
        { file: 'a/exit_statuses_2.yaml', runFolder: 'a', kind: 'exit-statuses', ids: { t1: 'LimitsExceeded', t2: 'TimeExceeded' } },
      ],
    });
    assert.deepEqual(joined.attempts.map(({ attempt }) => attempt.exitStatus), ['LimitsExceeded', 'TimeExceeded', 'Submitted']);
    assert.deepEqual(problemsOf(joined), ["a/exit_statuses_1.yaml unknown-record: 1 status that differs from the trajectory's", 'a/exit_statuses_1.yaml unknown-record: 1 of 3 ids without an attempt, such as t4']);
  });
  it('give no status of an overwritten attempt to one that still runs', () => {
    const joined = joinSample({
      parts: [runTrace('a', 't1', { exitStatus: null }), runTrace('a', 't2', { exitStatus: null })],
      runs: [
        { file: 'a/exit_statuses_1.yaml', runFolder: 'a', kind: 'exit-statuses', ids: { t1: 'RateLimitError', t2: 'RateLimitError' } },
        { file: 'a/preds.json', runFolder: 'a', ids: { t2: 'm' } },
      ],
    });
    assert.deepEqual(joined.attempts.map(({ attempt }) => attempt.exitStatus), [null, 'RateLimitError']);
  });
  it('fill runtime and cohort from metadata, and never the model from predictions', () => {
    const NONE = { agent: null, agentVersion: null, model: null, provider: null, config: null };
    const joined = joinSample({
      parts: [runTrace('a', 't1', { runtime: { ...NONE, agentVersion: '7' } })],
      runs: [
        { file: 'a/preds.json', runFolder: 'a', ids: { t1: 'folder-name' }, runtime: { model: 'folder-name' } },
        { file: 'a/run_metadata.json', runFolder: 'a', kind: 'metadata', runtime: { agent: 'x', agentVersion: '8' }, cohort: 'c' },
      ],
    });
    assert.deepEqual(joined.attempts[0]?.attempt.runtime, { ...NONE, agent: 'x', agentVersion: '7' });
    assert.equal(joined.attempts[0]?.attempt.cohort, 'c');
  });
  it('count predictions without a trace, once a file', () => {
    const joined = joinSample({ parts: [runTrace('a', 't1')], runs: [{ file: 'a/preds.json', runFolder: 'a', ids: { t1: 'm', t2: 'm', t3: 'm' } }] });
    assert.deepEqual(problemsOf(joined), ['a/preds.json unknown-record: 2 of 3 ids without an attempt, such as t2']);
  });
});

describe('scores of a sidecar', () => {
  const parts = [runTrace('a', TASK, { steps: 5 }), runTrace('b', TASK, { steps: 5 }), { file: 'c.jsonl', locator: '3', task: 'x', steps: 2 }];
  const scored = (scores: JoinSample['scores']): readonly (readonly [string, string])[] =>
    joinSample({ parts, scores: scores ?? [] }).attempts.flatMap(({ attempt, scores: own }) => own.map(({ monitor, step, score }) => [attempt.file.slice(0, 1), `${monitor} ${step} ${score}`] as const));
  it('find attempts by id, by file and locator, and by task, label and runtime', () => {
    const id = joinSample({ parts }).attempts[0]?.attempt.id ?? '';
    assert.deepEqual(scored([{ attemptId: id, step: 1 }]), [['a', 'probe 1 0.5']]);
    assert.deepEqual(scored([{ attemptFile: 'c.jsonl', locator: '3', step: 0 }]), [['c', 'probe 0 0.5']]);
    for (const runtime of [null, 'acme/small-1', 'fake', 'fake 1 · acme/small-1']) assert.deepEqual(scored([{ task: TASK, attempt: 'b', runtime, call: 3 }]), [['b', 'probe 2 0.5']]);
    assert.deepEqual(scored([{ task: TASK, attempt: 'b', runtime: 'acme/large-1', call: 3 }]), []);
  });
  it('find a file from the folder of the sidecar', () => {
    assert.deepEqual(scored([{ file: 'a/scores.jsonl', attemptFile: `${TASK}/${TASK}.traj.json`, step: 4 }]), [['a', 'probe 4 0.5']]);
  });
  it('are sorted by monitor, then step, the later of two for one step', () => {
    const named = { task: TASK, attempt: 'a' };
    assert.deepEqual(scored([{ ...named, step: 3 }, { ...named, step: 1, score: 0.1 }, { ...named, step: 2, monitor: 'alpha' }, { ...named, step: 1, score: 0.2 }]), [['a', 'alpha 2 0.5'], ['a', 'probe 1 0.2'], ['a', 'probe 3 0.5']]);
  });
  it('are told when they name nobody, several attempts, or a step that is not there', () => {
    const joined = joinSample({ parts, scores: [{ attemptId: 'nobody', step: 0 }, { attemptFile: 'nowhere', step: 0 }, { task: TASK, attempt: 'a', step: 5 }, { task: TASK, attempt: 'a', call: 6 }] });
    assert.deepEqual(joined.scoreFiles, [{ file: 'scores.jsonl', scores: 4, found: 0 }]);
    assert.deepEqual(problemsOf(joined), ['scores.jsonl unknown-record: 2 of 4 scores that name a step or call that the attempt does not have', 'scores.jsonl unknown-record: 2 of 4 scores that name an attempt that is not here']);
  });
});

describe('what the join adds', () => {
  it('is the repository, from ids of several benchmarks', () => {
    const ids = ['pylint-dev__astroid-1978', 'oauthlib__oauthlib.1fd52536.combine_file__09vlzwgc', 'instance_NodeBB__NodeBB-04998908ba6721d64eba79ae3b65a351dcfbc5b5-vnan', 'pvlib__pvlib-python-1154', 'hello-world', 'a__b', null];
    assert.deepEqual(ids.map(repositoryOf), ['pylint-dev/astroid', 'oauthlib/oauthlib', 'NodeBB/NodeBB', 'pvlib/pvlib-python', null, null, null]);
  });
  it('is the start in milliseconds where its zone is known', () => {
    const { attempts } = joinSample({ parts: [{ file: 'a', started: '2026-02-01T10:00:00Z' }, { file: 'b', started: '2026-02-01T10:00:00' }] });
    assert.deepEqual(attempts.map(({ attempt }) => attempt.startedMs), [Date.UTC(2026, 1, 1, 10), null]);
  });
  it('does not depend on the order in which parts come', () => {
    const parts = [runTrace('a', TASK, { contentHash: 'h' }), runTrace('b', TASK, { contentHash: 'h' }), runTrace('c', TASK), runTrace('a', 't2')];
    const outcomes = [{ file: 'm.a.json', stem: 'm.a' }, { file: 'm.c.json', stem: 'm.c', verdict: 'unresolved' as const }];
    const strip = (sample: JoinSample): unknown => joinSample(sample).attempts.map(({ attempt, files }) => ({ attempt, files }));
    assert.deepEqual(strip({ parts: [...parts].reverse(), outcomes: [...outcomes].reverse() }), strip({ parts, outcomes }));
  });
});

describe('problems of a file that has very many', () => {
  const row = (line: number): PartSample => ({ role: 'result', format: 'outcome-table', file: 't.csv', locator: String(line), range: { start: 10 * line, end: 10 * line + 10 }, attempt: '1', outcome: 'resolved', basis: 'declared', declared: { T: line, E: null, H: null } });
  it('are counted, each for its own attempt, and not all listed', () => {
    // So many that a search for each among all of them would not come to an end.
    const count = 150_000;
    const joined = joinSample({ parts: Array.from({ length: count }, (_, index) => row(index + 2)) });
    assert.ok(joined.attempts.every(({ attempt }) => attempt.conflict && attempt.problems === 1));
    assert.deepEqual([joined.problems.length, joined.problems[0]?.code, joined.problems[0]?.severity], [501, 'limit', 'warning']);
    assert.equal(joined.problems[0]?.message, '149500 more problems of the code conflict in this file are not listed.');
    assert.deepEqual(joined.problems.slice(1, 4).map(({ line }) => line), [2, 3, 4]);
  });
});
