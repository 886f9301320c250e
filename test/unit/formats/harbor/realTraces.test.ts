// Real jobs against the totals of their producers. Each difference is data here, with its reason.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { AttemptPart } from '../../../../src/formats/contract';
import { harborReader } from '../../../../src/formats/harbor/harborReader';
import { getArray, getNumber, getPath, getRecord, getText } from '../../../../src/formats/shared/fields';
import type { Step } from '../../../../src/model/step';
import { readFolder, tally } from '../../../support/readFolder';
import type { ReadSource } from '../../../support/readFolder';
import { sharedFolder } from '../../../support/shared';

const shared = sharedFolder();
const root = shared === null ? null : path.join(shared, 'traces/harbor');
const skipped = root === null ? ' (skipped: no shared folder)' : '';

/** Trials that a job's summary counts but whose folders are not in the public copy. */
const ABSENT: Readonly<Record<string, readonly string[]>> = {
  '2026-04-01__16-27-27': ['llm-inference-batching-scheduler__nK9HNhh'],
  '2026-04-01__17-14-38': ['chess-best-move__xR7TrM6', 'llm-inference-batching-scheduler__zxeZyXo', 'polyglot-rust-c__ZG2aKzm'],
  '2026-04-01__20-10-47': ['chess-best-move__FhTpaaN', 'llm-inference-batching-scheduler__hkyj45o', 'polyglot-rust-c__sCefjZ3'],
  '2026-04-02__02-21-26': ['chess-best-move__QS3eBWV', 'llm-inference-batching-scheduler__H7vUQbG', 'polyglot-rust-c__vktXwiq'],
};

/** Trials without result.json: their jobs were killed, and no summary counts them. */
const KILLED: Readonly<Record<string, readonly string[]>> = {
  '2026-04-01__11-55-08': ['financial-document-processor__WozW4Q3'],
  '2026-04-01__13-18-00': ['db-wal-recovery__zEBhSgK'],
  '2026-04-01__13-24-18': ['qemu-alpine-ssh__Kr8EDbz'],
  '2026-04-01__13-57-24': ['git-multibranch__Y9ZEWSs'],
  '2026-04-01__14-23-45': ['git-multibranch__JKHRf5t'],
  '2026-04-01__16-27-27': ['reshard-c4-data__NcrJghe'],
  '2026-04-01__20-10-47': ['compile-compcert__kCuoi5Z', 'qemu-startup__U2jmxMF'],
};

/** Calls that only the job's usage file knows: trials absent from the copy, and one whose result says nothing. */
const CALLS_ELSEWHERE: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  '2026-03-31__13-58-56': { 'adaptive-rejection-sampler__MNUQjuc': 2 },
  '2026-04-01__17-14-38': { 'chess-best-move__xR7TrM6': 22, 'llm-inference-batching-scheduler__zxeZyXo': 31, 'polyglot-rust-c__ZG2aKzm': 13 },
  '2026-04-02__02-21-26': { 'chess-best-move__QS3eBWV': 22, 'polyglot-rust-c__vktXwiq': 8 },
};

describe('Harbor reader on real jobs', () => {
  let sources: readonly ReadSource[] = [];
  let results: readonly AttemptPart[] = [];
  let logged: ReadonlyMap<string, { readonly part: AttemptPart; readonly steps: readonly Step[] }> = new Map();

  before(function () {
    if (root === null) this.skip(); // the public traces lie beside the project only, not in a lone clone
    sources = readFolder(root, harborReader);
    const attempts = sources.flatMap((source) => source.attempts);
    results = attempts.map((a) => a.part).filter((part) => part.role === 'result');
    logged = new Map(attempts.filter((a) => a.part.role === 'trajectory').map((a) => [a.part.attempt ?? '', a]));
  });

  const nameOfJob = (part: AttemptPart): string => part.place.runFolder?.split('/').at(-1) ?? '';
  const readJson = (file: string): unknown => JSON.parse(readFileSync(path.join(root ?? '', file), 'utf8'));

  it(`finds every trial, each once, with the combinations of verdict and exception that were written${skipped}`, () => {
    assert.equal(results.length, 195);
    assert.deepEqual(tally(results.map((r) => `${r.noResult ? 'no result' : r.outcome} ${r.exitStatus}`)), {
      'no result null': 8,
      'resolved AgentTimeoutError': 2,
      'resolved null': 83,
      'unknown AttributeError': 1,
      'unknown CancelledError': 2,
      'unknown JSONDecodeError': 1,
      'unknown ProcessLookupError': 9,
      'unknown RemoteError': 1,
      'unknown RuntimeError': 32,
      'unresolved AgentTimeoutError': 25,
      'unresolved null': 31,
    });
    assert.deepEqual(sources.flatMap((source) => source.problems), []);
  });

  it(`agrees with the summary of each job, trial by trial and in its totals${skipped}`, () => {
    let compared = 0;
    for (const run of sources.flatMap((source) => source.runs).filter((r) => r.file.endsWith('/result.json'))) {
      const job = run.runFolder.split('/').at(-1) ?? '';
      const here = results.filter((result) => result.place.runFolder === run.runFolder && !result.noResult);
      const byName = new Map(here.map((result) => [result.attempt ?? '', result]));
      assert.deepEqual([...run.tasks.keys()].filter((name) => !byName.has(name)).sort(), ABSENT[job] ?? [], job);
      assert.deepEqual([...byName.keys()].filter((name) => !run.tasks.has(name)), [], job);

      const evaluations = Object.values(getRecord(getRecord(readJson(run.file), 'stats'), 'evals') ?? {});
      const listed = (key: string, ...keys: string[]): string[] =>
        evaluations.flatMap((e) => (getArray(getPath(e, key, ...keys.slice(0, -1)), keys.at(-1) ?? '') ?? []).map(String)).filter((name) => byName.has(name)).sort();
      const names = (filter: (part: AttemptPart) => boolean): string[] => here.filter(filter).map((part) => part.attempt ?? '').sort();
      assert.deepEqual(names((p) => p.outcome === 'resolved'), listed('reward_stats', 'reward', '1.0'), `${job}: resolved`);
      assert.deepEqual(names((p) => p.outcome === 'unresolved'), listed('reward_stats', 'reward', '0.0'), `${job}: unresolved`);
      const types = new Set(evaluations.flatMap((e) => Object.keys(getRecord(e, 'exception_stats') ?? {})));
      for (const type of types) assert.deepEqual(names((p) => p.exitStatus === type), listed('exception_stats', type), `${job}: ${type}`);
      assert.deepEqual(names((p) => p.exitStatus !== null && !types.has(p.exitStatus)), [], job);

      // The job's mean counts a trial without verdict as 0.
      const absent = (ABSENT[job] ?? []).map((name) => run.tasks.get(name) ?? '');
      const solved = names((p) => p.outcome === 'resolved').length + absent.filter((status) => status === 'reward=1.0').length;
      for (const e of evaluations) {
        const mean = getNumber((getArray(e, 'metrics') ?? [])[0], 'mean') ?? NaN;
        assert.ok(Math.abs(mean - solved / (here.length + absent.length)) < 1e-12, `${job}: mean ${mean}`);
      }
      compared += here.length;
    }
    assert.equal(compared, 187);
  });

  it(`takes each trial without result for an attempt of its job${skipped}`, () => {
    const killed = results.filter((result) => result.noResult);
    const byJob: Record<string, string[]> = {};
    for (const part of killed) (byJob[nameOfJob(part)] ??= []).push(part.attempt ?? '');
    assert.deepEqual(byJob, KILLED);
    assert.ok(killed.every((part) => part.task !== null && part.limits.calls === 75 && part.runtime.model === 'anthropic/claude-opus-4.6' && part.outcome === 'unknown'));
  });

  it(`counts calls, tokens and dollars as the usage file of each job does${skipped}`, () => {
    let jobs = 0;
    for (const run of sources.flatMap((source) => source.runs).filter((r) => r.file.endsWith('/config.json'))) {
      const file = `${run.runFolder}/openrouter-usage.json`;
      if (!existsSync(path.join(root ?? '', file))) continue;
      jobs++;
      const job = run.runFolder.split('/').at(-1) ?? '';
      const usage = getRecord(readJson(file), 'run_usage');
      const elsewhere = CALLS_ELSEWHERE[job] ?? {};
      const perTrial = new Map<string, { calls: number; input: number; output: number; cost: number }>();
      for (const generation of getArray(usage, 'generations') ?? []) {
        const name = (getText(generation, 'path') ?? '').split('/')[0] ?? '';
        const sum = perTrial.get(name) ?? { calls: 0, input: 0, output: 0, cost: 0 };
        sum.calls++;
        sum.input += getNumber(generation, 'input_tokens') ?? 0;
        sum.output += getNumber(generation, 'output_tokens') ?? 0;
        sum.cost += getNumber(generation, 'cost') ?? 0;
        perTrial.set(name, sum);
      }
      assert.equal([...perTrial.values()].reduce((sum, t) => sum + t.calls, 0), getNumber(usage, 'episodes'));
      for (const result of results.filter((r) => r.place.runFolder === run.runFolder)) {
        const name = result.attempt ?? '';
        const part = logged.get(name)?.part ?? result;
        const theirs = perTrial.get(name);
        perTrial.delete(name);
        if (name in elsewhere) {
          assert.deepEqual([part.calls, theirs?.calls], [null, elsewhere[name]]);
          continue;
        }
        assert.deepEqual([part.calls ?? 0, part.tokens.input ?? 0, part.tokens.output ?? 0], [theirs?.calls ?? 0, theirs?.input ?? 0, theirs?.output ?? 0], name);
        assert.ok(Math.abs((part.cost ?? 0) - (theirs?.cost ?? 0)) < 1e-6, name);
      }
      // What is left are trials that are not here.
      for (const [name, { calls }] of perTrial) assert.equal(calls, elsewhere[name], name);
    }
    assert.equal(jobs, 11);
  });

  it(`reads the message dumps of 21 trials as 430 calls, as their results count${skipped}`, () => {
    assert.equal(logged.size, 21);
    let withoutTotals = 0;
    for (const [name, { part, steps }] of logged) {
      const result = results.find((r) => r.attempt === name);
      assert.equal(part.calls, steps.length, name);
      if (result?.calls === null) withoutTotals++;
      else assert.deepEqual([part.calls, part.tokens.input, part.tokens.output], [result?.calls, result?.tokens.input, result?.tokens.output], name);
    }
    // Cancelled before Harbor wrote any total: its 44 calls are known from the dumps alone.
    assert.equal(withoutTotals, 1);
    assert.equal(logged.get('break-filter-js-from-html__3jb4wK7')?.part.calls, 44);
    const steps = [...logged.values()].flatMap((a) => a.steps);
    const parts = [...logged.values()].map((a) => a.part);
    const sum = (numbers: readonly (number | null)[]): number => numbers.reduce<number>((total, n) => total + (n ?? 0), 0);
    assert.deepEqual([steps.length, sum(parts.map((p) => p.toolSteps)), sum(parts.map((p) => p.toolCalls))], [430, 409, 451]);
    assert.deepEqual([sum(parts.map((p) => p.tokens.input)), sum(parts.map((p) => p.tokens.output))], [2_307_440, 89_416]);
    // Every tool result begins with an exit code, or with a preview that does; a step has the last one.
    assert.deepEqual(tally(steps.filter((step) => step.isToolStep).map((step) => step.exitCode)), { '0': 354, '1': 38, '127': 7, '2': 10 });
    assert.ok(steps.every((step) => step.title !== '' && step.action !== null));
  });

  it(`folds Terminus' logs beside a trajectory: only 6 of their episodes are in the public copy${skipped}`, () => {
    const logs = sources.flatMap((source) => source.files).filter((file) => /\/agent\/episode-\d+\//.test(file.file));
    assert.deepEqual([logs.length, logs.every((file) => file.folded === 1 && file.shown === 0)], [20, true]);
  });

  it(`states runtimes as configured, and limits where they are stated${skipped}`, () => {
    assert.deepEqual(tally(results.map((r) => `${r.runtime.agent} ${r.runtime.agentVersion} ${r.runtime.model} ${r.runtime.provider}`)), {
      'ktb-openrouter 0.1.0 anthropic/claude-opus-4.6 anthropic': 184,
      'null null anthropic/claude-opus-4.6 anthropic': 8,
      'terminus-2 2.0.0 openrouter/anthropic/claude-sonnet-4.5 openrouter': 3,
    });
    // Command time-outs of 300 and 700 seconds; docker and modal.
    assert.equal(new Set(results.map((r) => r.runtime.config)).size, 4);
    assert.deepEqual(tally(results.map((r) => `${r.limits.calls} ${r.limits.seconds}`)), { '75 1800': 3, '75 3600': 1, '75 900': 23, '75 null': 165, 'null null': 3 });
    assert.ok(results.every((r) => r.limits.seconds === null || r.exitStatus === 'AgentTimeoutError'));
    assert.equal(new Set(results.map((r) => r.taskHash)).size - 1, new Set(results.filter((r) => !r.noResult).map((r) => r.task)).size);
  });

  it(`counts every record of every file${skipped}`, () => {
    const files = sources.flatMap((source) => source.files);
    const sum = (key: 'records' | 'shown' | 'folded' | 'unreadable'): number => files.reduce((total, file) => total + file[key], 0);
    assert.deepEqual([files.length, sum('unreadable'), sum('shown') + sum('folded')], [1604, 0, sum('records')]);
  });
});
