import assert from 'node:assert/strict';
import type { Lineage } from '../../../../src/formats/contract';
import type { Joined } from '../../../../src/index/join/joinParts';
import { joinSample, problemsOf } from '../../../support/joinSample';
import type { PartSample } from '../../../support/joinSample';

const tokens = (input: number): { input: number; cached: null; output: null } => ({ input, cached: null, output: null });

function session(file: string, name: string, spawns: Lineage['spawns'], more: PartSample = {}): PartSample {
  return { role: 'trajectory', format: 'claude-code', file, attempt: name, place: { folder: null, runFolder: null }, steps: 4, calls: 4, lineage: { session: name, spawns, parent: null }, ...more };
}

function agent(file: string, name: string, parent: Lineage['parent'], more: PartSample = {}): PartSample {
  return { role: 'sub-agent', format: 'claude-code', file, place: { folder: null, runFolder: null }, steps: 2, calls: 2, tokens: tokens(10), lineage: { session: name, spawns: [], parent }, ...more };
}

const hung = ({ attempts, subAgents }: Joined): unknown[] => subAgents.map((s) => [s.attempt.file, attempts[s.parent]?.attempt.file, s.step, s.depth]);

describe('Sub-agents', () => {
  it('hang under the step that started them, and are no attempts', () => {
    const joined = joinSample({
      parts: [
        agent('p/agent-a.jsonl', 'a', { session: 's1', call: 'a' }),
        agent('p/agent-b.jsonl', 'b', { session: 's1', call: 'tu_9' }),
        session('p/s1.jsonl', 's1', [{ call: 'tu_9', step: 1 }, { call: 'a', step: 3 }]),
        session('p/s2.jsonl', 's2', []),
      ],
    });
    assert.deepEqual(joined.attempts.map(({ attempt }) => attempt.file), ['p/s1.jsonl', 'p/s2.jsonl']);
    assert.deepEqual(hung(joined), [
      ['p/agent-b.jsonl', 'p/s1.jsonl', 1, 1],
      ['p/agent-a.jsonl', 'p/s1.jsonl', 3, 1],
    ]);
    assert.deepEqual(joined.attempts.map(({ attempt }) => [attempt.calls, attempt.side]), [[4, { calls: 4, tokens: tokens(20), cost: null }], [4, null]]);
    assert.deepEqual(joined.problems, []);
  });

  it('hang under the session when no step is named, and under the outer one when sub-agents start others', () => {
    const inner: PartSample = { lineage: { session: 'b', spawns: [], parent: { session: 's1', call: 'b' } } };
    const outer: PartSample = { lineage: { session: 'a', spawns: [{ call: 'b', step: 0 }], parent: { session: 's1', call: 'a' } } };
    const thread: PartSample = { lineage: { session: 'c', spawns: [], parent: { session: 'a', call: null } } };
    const joined = joinSample({
      parts: [session('s1.jsonl', 's1', [{ call: 'a', step: 2 }]), agent('x.jsonl', 'x', { session: 's1', call: 'gone' }), agent('a.jsonl', 'a', null, outer), agent('b.jsonl', 'b', null, inner), agent('c.jsonl', 'c', null, thread)],
    });
    assert.deepEqual(hung(joined), [
      ['a.jsonl', 's1.jsonl', 2, 1],
      ['b.jsonl', 's1.jsonl', 2, 2],
      ['c.jsonl', 's1.jsonl', 2, 2],
      ['x.jsonl', 's1.jsonl', null, 1],
    ]);
  });

  it('are told where their session is not there, or where they only name one another', () => {
    const ring = (name: string, other: string): PartSample => agent(`${name}.jsonl`, name, { session: other, call: null });
    const joined = joinSample({ parts: [agent('lost.jsonl', 'l', { session: 'nowhere', call: 'l' }), ring('a', 'b'), ring('b', 'a'), session('s1.jsonl', 's1', [])] });
    assert.deepEqual(hung(joined), []);
    assert.deepEqual(problemsOf(joined), [
      'a.jsonl missing-field: a sub-agent of session b',
      'b.jsonl missing-field: a sub-agent of session a',
      'lost.jsonl missing-field: a sub-agent of session nowhere',
    ]);
    assert.ok(joined.problems.every(({ severity }) => severity === 'information'));
  });

  it('of a copied folder are there once, under the session that stays', () => {
    const folder = (name: string): PartSample[] => [
      session(`${name}/s1.jsonl`, 's1', [{ call: 'a', step: 0 }], { contentHash: 'h1' }),
      agent(`${name}/agent-a.jsonl`, 'a', { session: 's1', call: 'a' }, { contentHash: 'h2' }),
    ];
    const files = ['copy/agent-a.jsonl', 'own/agent-a.jsonl'].map((file) => ({ file, format: 'claude-code' as const, records: 3, shown: 3, folded: 0, unreadable: 0 }));
    const joined = joinSample({ parts: [...folder('own'), ...folder('copy')], files });
    assert.deepEqual(hung(joined), [['copy/agent-a.jsonl', 'copy/s1.jsonl', 0, 1]]);
    assert.deepEqual(joined.attempts.map(({ attempt }) => attempt.side?.calls), [2]);
    assert.deepEqual(joined.files.map(({ shown, folded }) => [shown, folded]), [[3, 0], [0, 3]]);
  });

  it('of sessions with one name hang under the nearest', () => {
    const folder = (name: string): PartSample[] => [session(`${name}/s1.jsonl`, 's1', [{ call: 'a', step: 0 }], { contentHash: name }), agent(`${name}/sub/agent-a.jsonl`, 'a', { session: 's1', call: 'a' }, { contentHash: `${name} a` })];
    assert.deepEqual(hung(joinSample({ parts: [...folder('m'), ...folder('n')] })), [
      ['m/sub/agent-a.jsonl', 'm/s1.jsonl', 0, 1],
      ['n/sub/agent-a.jsonl', 'n/s1.jsonl', 0, 1],
    ]);
  });

  it('are never counted twice where the trace keeps their calls apart itself, and name no step of other logs', () => {
    const trial: PartSample = { role: 'result', format: 'harbor', file: 't/result.json', place: { folder: 't', runFolder: '' }, task: 'x' };
    const atif: PartSample = { role: 'trajectory', format: 'atif', file: 't/agent/trajectory.json', place: { folder: null, runFolder: null }, steps: 5, side: { calls: 9, tokens: tokens(90), cost: null } };
    const joined = joinSample({ parts: [trial, atif, session('t/agent/s1.jsonl', 's1', [{ call: 'a', step: 0 }]), agent('t/agent/agent-a.jsonl', 'a', { session: 's1', call: 'a' })] });
    assert.deepEqual(hung(joined), [['t/agent/agent-a.jsonl', 't/result.json', null, 1]]);
    assert.equal(joined.attempts[0]?.attempt.side?.calls, 9);
  });
});
