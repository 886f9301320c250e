import assert from 'node:assert/strict';
import type { OutcomePart } from '../../../../src/formats/contract';
import { joinSample, outcomesOf, problemsOf, runTrace } from '../../../support/joinSample';
import type { JoinSample } from '../../../support/joinSample';

const TASKS = ['acme__widget-1', 'acme__widget-2'];

/** Traces of both tasks in each run. */
function traces(...runs: readonly string[]): NonNullable<JoinSample['parts']> {
  return runs.flatMap((run) => TASKS.map((task) => runTrace(run, task, { contentHash: `${run}/${task}` })));
}

/** A run-level report that resolves the first task and not the second. */
function report(file: string, part: Partial<OutcomePart> = {}): Partial<OutcomePart>[] {
  const stem = file.slice(file.lastIndexOf('/') + 1).replace(/\.json$/, '');
  return TASKS.map((task, index) => ({ file, task, verdict: index === 0 ? ('resolved' as const) : ('unresolved' as const), stem, ...part }));
}

/** Runs whose attempts got their verdicts; fails when only a part of a run did. */
function labelled(sample: JoinSample): readonly string[] {
  const { attempts } = joinSample(sample);
  const runs = new Map<string, string[]>();
  for (const { attempt } of attempts) {
    const run = attempt.file.split('/').slice(0, -2).join('/');
    runs.set(run, [...(runs.get(run) ?? []), attempt.outcome]);
  }
  return [...runs].flatMap(([run, outcomes]) => {
    if (outcomes.every((outcome) => outcome === 'unknown')) return [];
    assert.deepEqual(outcomes, ['resolved', 'unresolved']);
    return [run];
  });
}

const codes = (sample: JoinSample): readonly string[] => joinSample(sample).problems.map(({ file, code }) => `${file} ${code}`);

describe('which run a report labels', () => {
  it('the one whose folder name ends its file name, far away and with dots in the model', () => {
    const sample = { parts: traces('out/v1', 'out/v1.5', 'out/v2'), outcomes: report('reports/acme__small-1.0.v1.json') };
    assert.deepEqual(labelled(sample), ['out/v1']);
    assert.ok(outcomesOf(joinSample(sample)).includes('out/v1/acme__widget-1/acme__widget-1.traj.json resolved by reports/acme__small-1.0.v1.json'));
  });
  it('never one of three runs of a model over the same ids that share one report without a run id', () => {
    const sample = { parts: traces('out/a', 'out/b', 'out/c'), outcomes: report('out/acme__small-1.eval.json', { model: 'acme/small-1' }) };
    assert.deepEqual(labelled(sample), []);
    assert.deepEqual(codes(sample), ['out/acme__small-1.eval.json ambiguous-report']);
    assert.match(problemsOf(joinSample(sample))[0] ?? '', /fits 3 runs \(a, b, c\)/);
  });
  it('none by a model name that equals the name of a run but does not end the file name', () => {
    assert.deepEqual(labelled({ parts: traces('out/small', 'out/other'), outcomes: report('far/small.eval-7.json') }), []);
  });
  it('the one that a path segment names', () => {
    const sample = { parts: traces('out/a', 'out/b'), outcomes: report('logs/run_evaluation/b/report.json', { stem: null, runIds: ['b'] }) };
    assert.deepEqual(labelled(sample), ['out/b']);
  });
  it('none by the folder of the model that follows the run id in its path', () => {
    const place = { stem: null, model: 'acme/small-1', runIds: ['eval', 'acme__small-1'] };
    assert.deepEqual(labelled({ parts: traces('out/acme__small-1', 'out/b'), outcomes: report('logs/run_evaluation/eval/acme__small-1/report.json', place) }), []);
    assert.deepEqual(labelled({ parts: traces('out/acme__small-1', 'out/b'), outcomes: report('logs/run_evaluation/x/report.json', { ...place, runIds: ['acme__small-1', 'acme__small-1'] }) }), ['out/acme__small-1']);
  });
  it('the file name before a path segment', () => {
    assert.deepEqual(labelled({ parts: traces('out/a', 'out/b'), outcomes: report('b/m.a.json', { runIds: ['b'] }) }), ['out/a']);
  });
  it('by place only when it names no run, and inside the run folder', () => {
    assert.deepEqual(labelled({ parts: traces('out/a', 'out/b'), outcomes: report('out/a/eval/report.json', { stem: null }) }), ['out/a']);
    assert.deepEqual(labelled({ parts: traces('out/a', 'out/b'), outcomes: report('out/a/m.b.json') }), ['out/b']);
  });
  it('by place beside the only run folder', () => {
    assert.deepEqual(labelled({ parts: traces('out/a'), outcomes: report('out/m.some-id.json') }), ['out/a']);
    assert.deepEqual(labelled({ parts: traces('out/a'), outcomes: report('m.some-id.json') }), []);
    assert.deepEqual(labelled({ parts: traces('out/a'), outcomes: report('other/m.some-id.json') }), []);
  });
  it('not by place when two reports fit one run', () => {
    const sample = { parts: traces('out/a'), outcomes: [...report('out/m.first.json'), ...report('out/m.second.json')] };
    assert.deepEqual(labelled(sample), []);
    assert.deepEqual(codes(sample), ['out/m.first.json ambiguous-report', 'out/m.second.json ambiguous-report']);
  });
  it('by place through the summary and the files of one evaluation, but not of two', () => {
    const each = (id: string): Partial<OutcomePart>[] => report('').map((part) => ({ ...part, file: `out/a/logs/run_evaluation/${id}/m/${part.task}/report.json`, stem: null, runIds: [id, 'm'] }));
    assert.deepEqual(labelled({ parts: traces('out/a'), outcomes: [...report('out/a/m.eval.json'), ...each('eval')] }), ['out/a']);
    assert.deepEqual(labelled({ parts: traces('out/a'), outcomes: [...report('out/a/m.eval.json'), ...each('other')] }), []);
    assert.deepEqual(labelled({ parts: traces('out/a'), outcomes: [...each('eval'), ...each('other')] }), []);
  });
  it('not by place because another run has a report of its own', () => {
    const sample = { parts: traces('out/a', 'out/b'), outcomes: [...report('out/m.a.json'), ...report('out/m.eval.json')] };
    assert.deepEqual(labelled(sample), ['out/a']);
    assert.deepEqual(codes(sample), ['out/m.eval.json ambiguous-report']);
  });
  it('not by place when a run that has only predictions bears the name', () => {
    const sample: JoinSample = { parts: traces('out/a'), runs: [{ file: 'gone/preds.json', runFolder: 'gone', ids: { 'acme__widget-1': 'm' } }], outcomes: report('out/m.gone.json') };
    assert.deepEqual(labelled(sample), []);
  });
  it('of two runs of one name that in whose place it stands, else none', () => {
    assert.deepEqual(labelled({ parts: traces('x/run', 'y/run'), outcomes: report('y/m.run.json') }), ['y/run']);
    assert.deepEqual(codes({ parts: traces('x/run', 'y/run'), outcomes: report('m.run.json') }), ['m.run.json ambiguous-report']);
  });
  it('the root by the name of its folder', () => {
    assert.deepEqual(labelled({ parts: traces(''), outcomes: report('m.my-run.json'), rootName: 'my-run' }), ['']);
  });
  it('per instance, as one report', () => {
    const each = (root: string): Partial<OutcomePart>[] => report('').map((part) => ({ ...part, file: `${root}/${part.task}/report.json`, stem: null }));
    assert.deepEqual(labelled({ parts: traces('out/a', 'out/b'), outcomes: each('out/a') }), ['out/a']);
    assert.deepEqual(labelled({ parts: traces('out/a', 'out/b'), outcomes: each('logs/run_evaluation/id/model').map((part) => ({ ...part, runIds: ['b', 'model'] })) }), ['out/b']);
    const unknown = { parts: traces('out/a', 'out/b'), outcomes: each('logs/run_evaluation/id/model') };
    assert.deepEqual(codes(unknown), TASKS.map((task) => `logs/run_evaluation/id/model/${task}/report.json unknown-record`));
  });
});

describe('what a report labels', () => {
  it('counts ids without an attempt, once a file', () => {
    const joined = joinSample({ parts: traces('out/a'), outcomes: [...report('m.a.json'), { file: 'm.a.json', stem: 'm.a', task: 'x-1' }, { file: 'm.a.json', stem: 'm.a', task: 'x-2' }] });
    assert.deepEqual(problemsOf(joined), ['m.a.json unknown-record: 2 of 4 ids without an attempt, such as x-1']);
    assert.equal(joined.problems[0]?.severity, 'information');
  });
  it('finds a task that the evaluation spells for Docker or in small letters, but prefers the exact spelling', () => {
    const parts = [runTrace('out/a', 'Acme__Widget-1'), runTrace('out/a', 'acme__widget-1')];
    const one = (task: string): readonly string[] => outcomesOf(joinSample({ parts, outcomes: [{ file: 'm.a.json', stem: 'm.a', task }] })).filter((line) => line.includes(' resolved'));
    assert.deepEqual(one('acme__widget-1'), ['out/a/acme__widget-1/acme__widget-1.traj.json resolved by m.a.json']);
    assert.deepEqual(outcomesOf(joinSample({ parts: [parts[0] ?? {}], outcomes: [{ file: 'm.a.json', stem: 'm.a', task: 'acme_1776_widget-1' }] })), ['out/a/Acme__Widget-1/Acme__Widget-1.traj.json resolved by m.a.json']);
  });
  it('leaves attempts alone that it cannot tell apart', () => {
    const parts = [1, 2].map((n) => ({ ...runTrace('out/a', 'acme__widget-1'), file: `out/a/attempt_${n}.traj`, attempt: String(n) }));
    const joined = joinSample({ parts, outcomes: [{ file: 'm.a.json', stem: 'm.a' }] });
    assert.deepEqual(outcomesOf(joined), ['out/a/attempt_1.traj unknown', 'out/a/attempt_2.traj unknown']);
    assert.deepEqual(problemsOf(joined), ['m.a.json ambiguous-report: 1 ids with several attempts in the run, such as acme__widget-1']);
    const named = joinSample({ parts, outcomes: [{ file: 'm.a.json', stem: 'm.a', attempt: '2' }] });
    assert.deepEqual(outcomesOf(named), ['out/a/attempt_1.traj unknown', 'out/a/attempt_2.traj resolved by m.a.json']);
  });
  it('leaves an attempt without verdict whose evaluation gave none', () => {
    assert.deepEqual(outcomesOf(joinSample({ parts: [runTrace('out/a', 'acme__widget-1')], outcomes: [{ file: 'm.a.json', stem: 'm.a', verdict: 'none' }] })), ['out/a/acme__widget-1/acme__widget-1.traj.json unknown']);
  });
  it('decides nothing where two reports disagree, and agrees where they agree', () => {
    const parts = [runTrace('out/a', 'acme__widget-1')];
    const both = (second: OutcomePart['verdict']): JoinSample => ({ parts, outcomes: [{ file: 'm.a.json', stem: 'm.a', verdict: 'resolved' }, { file: 'n.a.json', stem: 'n.a', verdict: second }] });
    assert.deepEqual(problemsOf(joinSample(both('unresolved'))), ['out/a/acme__widget-1/acme__widget-1.traj.json conflict: resolved in m.a.json, unresolved in n.a.json']);
    assert.equal(joinSample(both('unresolved')).attempts[0]?.attempt.outcome, 'unknown');
    for (const second of ['resolved', 'none'] as const) assert.deepEqual(problemsOf(joinSample(both(second))), []);
    assert.equal(joinSample(both('none')).attempts[0]?.attempt.outcome, 'resolved');
  });
  it('leaves the verdict of the trace itself and tells of another one', () => {
    const joined = joinSample({ parts: [runTrace('out/a', 'acme__widget-1', { outcome: 'unresolved', outcomeFile: 'x', basis: 'final' })], outcomes: [{ file: 'm.a.json', stem: 'm.a' }] });
    assert.equal(joined.attempts[0]?.attempt.outcome, 'unresolved');
    assert.deepEqual(problemsOf(joined), ['out/a/acme__widget-1/acme__widget-1.traj.json conflict: unresolved in the trace, resolved in m.a.json']);
  });
  it('makes the verdict a final one', () => {
    const [first] = joinSample({ parts: [runTrace('out/a', 'acme__widget-1')], outcomes: [{ file: 'm.a.json', stem: 'm.a' }] }).attempts;
    assert.equal(first?.attempt.basis, 'final');
    assert.deepEqual(first?.files, ['m.a.json', 'out/a/acme__widget-1/acme__widget-1.traj.json']);
  });
});

describe('ids that a report does not spell or name', () => {
  it('finds ids written with another case, with a slash, or for Docker', () => {
    for (const task of ['Acme__Widget-1', 'acme/widget-1', 'acme_1776_widget-1']) {
      const joined = joinSample({ parts: [runTrace('a', 'acme__widget-1')], outcomes: [{ file: 'm.a.json', stem: 'm.a', task }] });
      assert.deepEqual(joined.attempts.map(({ attempt }) => attempt.outcome), ['resolved'], task);
    }
  });
  it('gives the rest of the run the verdict of a report that speaks for it', () => {
    const parts = [...traces('20250101_x'), runTrace('20250101_x', 'acme__widget-3'), runTrace('20250101_x', 'acme__widget-4', { attempt: '1' }), runTrace('20250101_x', 'acme__widget-4', { attempt: '2', file: '20250101_x/b.traj' }), runTrace('other', 'acme__widget-5')];
    const at = { file: '20250101_x/results/results.json', runIds: ['20250101_x'] };
    const joined = joinSample({ parts, outcomes: [{ ...at, task: 'acme__widget-1' }, { ...at, task: 'acme__widget-2', verdict: 'none' }, { ...at, task: null, verdict: 'unresolved' }] });
    const outcomes = Object.fromEntries(joined.attempts.map(({ attempt }) => [`${attempt.task?.at(-1) ?? ''}${attempt.file.endsWith('b.traj') ? 'b' : ''}`, attempt.outcome]));
    assert.deepEqual(outcomes, { 1: 'resolved', 2: 'unknown', 3: 'unresolved', 4: 'unknown', '4b': 'unknown', 5: 'unknown' });
    assert.deepEqual(problemsOf(joined), ['20250101_x/results/results.json ambiguous-report: 1 ids with several attempts in the run, such as acme__widget-4']);
  });
  it('takes a report on a run for one on the attempts that the run handed in', () => {
    const parts = ['1', '2', '3'].map((attempt) => runTrace('run', 'acme__widget-1', { file: `run/attempt_${attempt}.jsonl`, locator: '7', attempt, contentHash: attempt }));
    const handedIn = (place: string): NonNullable<JoinSample['runs']> => [{ file: 'run/output.jsonl', runFolder: 'run', kind: 'selection', ids: { 'acme__widget-1': place } }];
    const outcomes = (sample: JoinSample): readonly string[] => joinSample({ parts, ...sample }).attempts.map(({ attempt }) => attempt.outcome);
    const verdict = { file: 'run/report.json', task: 'acme__widget-1', runIds: ['run'] };
    assert.deepEqual(outcomes({ outcomes: [verdict] }), ['unknown', 'unknown', 'unknown']);
    assert.deepEqual(outcomes({ outcomes: [verdict], runs: handedIn('run/attempt_2.jsonl#7') }), ['unknown', 'resolved', 'unknown']);
    assert.deepEqual(outcomes({ outcomes: [{ ...verdict, task: null, verdict: 'unresolved' }], runs: handedIn('run/attempt_3.jsonl#7') }), ['unknown', 'unknown', 'unresolved']);
    assert.deepEqual(outcomes({ outcomes: [{ ...verdict, attempt: '1' }], runs: handedIn('run/attempt_2.jsonl#7') }), ['resolved', 'unknown', 'unknown']);
    assert.deepEqual(outcomes({ outcomes: [verdict], runs: handedIn('run/attempt_9.jsonl#7') }), ['unknown', 'unknown', 'unknown']);
  });
  it('finds the run that is the root', () => {
    const joined = joinSample({ parts: traces(''), rootName: '20250101_x', outcomes: [...report('results/results.json', { stem: null, runIds: [''] }), ...TASKS.map((task) => ({ file: `logs/${task}/report.json`, task, runIds: [''], verdict: task.endsWith('1') ? ('resolved' as const) : ('unresolved' as const) }))] });
    assert.deepEqual(joined.attempts.map(({ attempt }) => attempt.outcome), ['resolved', 'unresolved']);
  });
});
