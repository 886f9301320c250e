// Public traces are no part of the repository; this suite runs where they lie beside it.

import assert from 'node:assert/strict';
import path from 'node:path';
import type { AttemptPart } from '../../src/formats/contract';
import { exitStatusesReader } from '../../src/formats/exitStatuses/reader';
import { miniSweAgentReader } from '../../src/formats/miniSweAgent/reader';
import { predictionsReader } from '../../src/formats/predictions/reader';
import { swebenchReportReader } from '../../src/formats/swebenchReport/reader';
import { getCount, getNumber, getPath } from '../../src/formats/shared/fields';
import { collectParts } from '../support/collectParts';
import type { CollectedParts } from '../support/collectParts';
import { fileHead, memorySource } from '../support/memorySource';
import { sharedFolder } from '../support/shared';
import { listFiles, readIn } from '../support/sharedFiles';
import { checkParts } from './readerContract';

const shared = sharedFolder();
const traces = shared === null ? null : path.join(shared, 'traces');
const RUNS = 'mini-swe-agent/SWE-agent+mini-swe-agent';

/**
 * Files whose messages do not show what the producer counted, and why: the first call timed out
 * at the provider, so there is no answer and no step; the one call is the producer's count.
 */
const UNANSWERED = ['pvlib__pvlib-python-1154', 'pylint-dev__astroid-1196', 'pylint-dev__astroid-1333', 'pylint-dev__astroid-1978'].map(
  (task) => `${RUNS}/output/deepseek_reasoner_dev/${task}/${task}.traj.json`,
);

/** Resolved instances that the reports of the four runs name. */
const REPORTS: Record<string, { resolved: number; unresolved: number }> = {
  [`${RUNS}/deepseek__deepseek-chat.deepseek_chat_dev.json`]: { resolved: 8, unresolved: 15 },
  [`${RUNS}/deepseek__deepseek-chat.deepseek_chat_dev_rerun.json`]: { resolved: 8, unresolved: 15 },
  [`${RUNS}/deepseek__deepseek-chat.deepseek_lite_dev_noparallel.json`]: { resolved: 5, unresolved: 18 },
};

function readOne(folder: string, file: string): CollectedParts {
  const bytes = readIn(folder, file);
  const reader = [miniSweAgentReader, predictionsReader, exitStatusesReader, swebenchReportReader].find((r) => r.claim(fileHead(file, bytes)) !== null);
  assert.ok(reader !== undefined, file);
  const source = memorySource({ [file]: bytes });
  const parts = collectParts(reader, source);
  checkParts(parts, source);
  return parts;
}

const suite = traces === null ? describe.skip : describe;

suite(`mini-swe-agent on public traces${traces === null ? ' (skipped: no shared folder)' : ''}`, () => {
  const folder = traces ?? '';
  const trajectories = traces === null ? [] : listFiles(folder).filter((file) => file.startsWith(`${RUNS}/output/`) && file.endsWith('.traj.json'));
  const attempts = new Map<string, { part: AttemptPart; parts: CollectedParts }>();

  before(() => {
    for (const file of trajectories) {
      const parts = readOne(folder, file);
      assert.equal(parts.attempts.length, 1, file);
      attempts.set(file, { part: parts.attempts[0]?.part ?? assert.fail(), parts });
    }
  });

  it('finds 31 trajectories in five runs', () => {
    const runs = new Map<string, number>();
    for (const { part } of attempts.values()) runs.set(part.place.runFolder?.split('/').at(-1) ?? '', (runs.get(part.place.runFolder?.split('/').at(-1) ?? '') ?? 0) + 1);
    assert.deepEqual(Object.fromEntries(runs), { deepseek_chat_dev: 8, deepseek_chat_dev_rerun: 8, deepseek_lite_dev: 2, deepseek_lite_dev_noparallel: 8, deepseek_reasoner_dev: 5 });
  });

  it('sums the cost of the steps to the cost that the producer recorded, and counts its calls', () => {
    for (const [file, { part, parts }] of attempts) {
      const info = getPath(JSON.parse(Buffer.from(readIn(folder, file)).toString()), 'info', 'model_stats');
      const steps = parts.attempts[0]?.steps ?? [];
      const sum = steps.reduce((total, step) => total + (step.cost ?? 0), 0);
      assert.ok(Math.abs(sum - (getNumber(info, 'instance_cost') ?? NaN)) < 1e-12, `${file}: ${sum}`);
      // Of a first call that never came back nobody knows the price.
      assert.equal(part.cost, steps.length === 0 ? null : sum, file);
      assert.equal(part.calls, getCount(info, 'api_calls'), file);
      assert.equal(steps.length, UNANSWERED.includes(file) ? 0 : part.calls, file);
      assert.deepEqual(parts.problems, [], file);
    }
  });

  it('counts a tool step and a tool call for every call of these runs', () => {
    for (const [file, { part }] of attempts) {
      const expected = UNANSWERED.includes(file) ? 0 : part.calls;
      assert.deepEqual([part.toolSteps, part.toolCalls], [expected, expected], file);
    }
  });

  it('sees two configurations: with and without parallel tool calls', () => {
    const configs = new Map<string, Set<string>>();
    for (const { part } of attempts.values()) {
      const run = part.place.runFolder?.split('/').at(-1) ?? '';
      configs.set(run, (configs.get(run) ?? new Set()).add(part.runtime.config ?? ''));
      const model = run === 'deepseek_reasoner_dev' ? 'deepseek/deepseek-reasoner' : 'deepseek/deepseek-chat';
      assert.deepEqual({ ...part.runtime, config: null }, { agent: 'mini-swe-agent', agentVersion: '2.2.7', model, provider: 'deepseek', config: null });
    }
    for (const [run, hashes] of configs) assert.equal(hashes.size, 1, run);
    assert.equal(new Set([...configs.values()].flatMap((hashes) => [...hashes])).size, 2);
  });

  it('gives one task one text in all runs', () => {
    const hashes = new Map<string, Set<string>>();
    for (const { part } of attempts.values()) hashes.set(part.task ?? '', (hashes.get(part.task ?? '') ?? new Set()).add(part.taskHash ?? ''));
    assert.equal(hashes.size, 8);
    for (const [task, set] of hashes) assert.deepEqual([set.size, set.has('')], [1, false], task);
  });

  it('reads the totals of known files', () => {
    const known: [string, number, number, number, number, number][] = [
      ['deepseek_chat_dev/pydicom__pydicom-901', 61, 818_168, 785_472, 12_170, 380.838],
      ['deepseek_chat_dev_rerun/pylint-dev__astroid-1333', 188, 9_528_745, 9_471_680, 50_833, 3269.469],
      ['deepseek_reasoner_dev/sqlfluff__sqlfluff-2419', 55, 717_685, 695_680, 8_752, 597.999],
    ];
    for (const [name, calls, input, cached, output, seconds] of known) {
      const { part } = attempts.get(`${RUNS}/output/${name}/${name.split('/')[1]}.traj.json`) ?? assert.fail(name);
      assert.deepEqual([part.calls, part.tokens, part.seconds], [calls, { input, cached, output }, seconds], name);
    }
  });

  it('shows every step of every file', () => {
    for (const [file, { parts }] of attempts) {
      const bytes = readIn(folder, file);
      for (const step of parts.attempts[0]?.steps ?? []) {
        const cut = (range: typeof step.action): Uint8Array | null => (range === null ? null : bytes.subarray(range.start, range.end));
        const text = miniSweAgentReader.stepText(step, { action: cut(step.action), observation: cut(step.observation) });
        assert.equal(text.calls.length, step.toolCalls, `${file} step ${step.index}`);
        assert.equal(text.observations.length, step.kind === 'submit' ? 0 : 1, `${file} step ${step.index}`);
      }
    }
  });

  it('reads a version 1 file of another repository', () => {
    const file = listFiles(folder).find((name) => name.endsWith('rfcs/0001-trajectory-format/mini-swe-agent-trajectory.json')) ?? assert.fail();
    const { attempts: found } = readOne(folder, file);
    const part = found[0]?.part;
    assert.deepEqual([part?.formatVersion, part?.calls, part?.toolSteps, part?.tokens], ['1', 3, 3, { input: 2512, cached: 0, output: 199 }]);
  });

  it('reads the exit statuses: three instances failed in the first invocation and were run again', () => {
    const first = readOne(folder, `${RUNS}/output/deepseek_chat_dev/exit_statuses_1775793694.7334955.yaml`).runs[0];
    const second = readOne(folder, `${RUNS}/output/deepseek_chat_dev/exit_statuses_1775798465.9024131.yaml`).runs[0];
    const failed = [...(first?.tasks ?? [])].filter(([, status]) => status === 'TimeoutExpired').map(([task]) => task).sort();
    assert.deepEqual(failed, ['pvlib__pvlib-python-1154', 'pvlib__pvlib-python-1854', 'pyvista__pyvista-4315']);
    assert.deepEqual([...(second?.tasks ?? [])].filter(([, status]) => status === 'Submitted').map(([task]) => task).sort(), failed);
    assert.equal(first?.runFolder, `${RUNS}/output/deepseek_chat_dev`);
  });

  it('reads the predictions of all runs', () => {
    const sizes = listFiles(folder).filter((file) => /preds\.json$/.test(file)).map((file) => readOne(folder, file).runs[0]?.tasks.size);
    assert.deepEqual(sizes.sort((a, b) => (a ?? 0) - (b ?? 0)), [1, 14, 15, 23, 23, 23, 100, 100, 100, 100, 100]);
  });

  it('labels from the run-level reports, and from the reports of instances', () => {
    for (const [file, expected] of Object.entries(REPORTS)) {
      const { outcomes, problems } = readOne(folder, file);
      const count = (verdict: string): number => outcomes.filter((o) => o.verdict === verdict).length;
      assert.deepEqual({ resolved: count('resolved'), unresolved: count('unresolved') }, expected, file);
      assert.deepEqual([outcomes[0]?.stem, problems], [file.split('/').at(-1)?.replace(/\.json$/, ''), []]);
    }
    const instances = listFiles(folder).filter((file) => /run_evaluation\/.*\/report\.json$/.test(file)).flatMap((file) => readOne(folder, file).outcomes);
    assert.equal(instances.length, 23);
    assert.equal(instances.filter((o) => o.verdict === 'resolved').length, 8);
    assert.deepEqual([...new Set(instances.map((o) => o.runIds.join()))], ['deepseek_bench_eval,deepseek__deepseek-chat']);
    // These reports are of the run that was renamed deepseek_chat_dev: both say the same.
    const renamed = new Map(readOne(folder, `${RUNS}/deepseek__deepseek-chat.deepseek_chat_dev.json`).outcomes.map((o) => [o.task, o.verdict]));
    for (const { task, verdict } of instances) assert.equal(verdict, renamed.get(task), task ?? '');
  });

  it('labels from leaderboard results', () => {
    const results = listFiles(folder).filter((file) => /evaluation\/verified\/.*\/results\.json$/.test(file));
    const numbers = results.map((file) => {
      const outcomes = readOne(folder, file).outcomes;
      assert.deepEqual(outcomes.filter((o) => o.task === null).map((o) => o.verdict), ['unresolved']);
      return ['resolved', 'unresolved', 'none'].map((verdict) => outcomes.filter((o) => o.task !== null && o.verdict === verdict).length);
    });
    assert.deepEqual(numbers, [[327, 0, 1], [190, 3, 3], [267, 18, 1], [258, 0, 1], [348, 0, 1], [359, 1, 0]]);
  });

  it('reads the half file to the cut', () => {
    const half = readOne(folder, 'odd/half.traj.json');
    const part = half.attempts[0]?.part;
    assert.deepEqual([part?.calls, part?.toolSteps, part?.exitStatus, half.attempts[0]?.steps.length], [48, null, 'Submitted', 20]);
    assert.deepEqual(half.problems.map((p) => [p.code, p.byte]), [['truncated', 107_312]]);
    assert.deepEqual([half.files[0]?.records, half.files[0]?.unreadable], [42, 1]);
  });

  it('claims nothing else among the public traces', () => {
    const claimed: Record<string, number> = {};
    for (const file of listFiles(folder)) {
      const head = fileHead(file, readIn(folder, file));
      for (const reader of [miniSweAgentReader, predictionsReader, exitStatusesReader, swebenchReportReader]) {
        if (reader.claim(head) !== null) claimed[reader.name] = (claimed[reader.name] ?? 0) + 1;
      }
    }
    assert.deepEqual(claimed, { miniSweAgent: 33, predictions: 13, exitStatuses: 8, swebenchReport: 44 });
  });
});
