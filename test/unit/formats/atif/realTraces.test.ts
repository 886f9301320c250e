// Real trajectories against their own totals, and against the trials that they belong to.

import assert from 'node:assert/strict';
import path from 'node:path';
import { atifReader } from '../../../../src/formats/atif/atifReader';
import { readFolder } from '../../../support/readFolder';
import type { ReadSource } from '../../../support/readFolder';
import { sharedFolder } from '../../../support/shared';

const shared = sharedFolder();
const skipped = shared === null ? ' (skipped: no shared folder)' : '';

/** Calls, tool steps, tool calls, input, output, dollars of each trajectory. */
const GOLDEN: Readonly<Record<string, readonly number[]>> = {
  'openhands/hello-world.trajectory': [2, 2, 2, 220, 80, 0.00135],
  'openhands/hello-world.trajectory.no_function_calling': [2, 2, 2, 220, 80, 0.00135],
  'terminus_2/hello-world-context-summarization-linear-history.trajectory': [7, 7, 7, 6502, 690, 0.023155],
  'terminus_2/hello-world-context-summarization.trajectory': [7, 7, 7, 6502, 690, 0.023155],
  'terminus_2/hello-world-invalid-json.trajectory': [4, 3, 3, 2417, 200, 0.0080425],
  'terminus_2/hello-world-timeout.trajectory': [3, 3, 3, 882, 115, 0.003355],
};

/** Totals of `final_metrics` that no sum of steps explains, with the reason. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  // The total includes the three calls of the summariser, whose files are not kept for this trajectory (1300, 340).
  'terminus_2/hello-world-context-summarization-linear-history.trajectory': 'total_prompt_tokens 7802, total_completion_tokens 1030, total_cost_usd 0.029804999999999998',
  // The total includes a call that timed out and left no step (100, 30).
  'terminus_2/hello-world-timeout.trajectory': 'total_prompt_tokens 982, total_completion_tokens 145, total_cost_usd 0.0039050000000000005',
};

describe('ATIF reader on real trajectories', () => {
  let golden: readonly ReadSource[] = [];
  let trials: readonly ReadSource[] = [];
  let odd: readonly ReadSource[] = [];

  before(function () {
    if (shared === null) this.skip(); // the public traces lie beside the project only, not in a lone clone
    golden = readFolder(path.join(shared, 'traces/atif'), atifReader);
    trials = readFolder(path.join(shared, 'traces/harbor'), atifReader);
    odd = readFolder(path.join(shared, 'traces/odd'), atifReader);
  });

  const nameOf = (source: ReadSource): string => source.key.split('/').slice(-2).join('/');

  it(`counts calls and sums tokens of each trajectory${skipped}`, () => {
    const found: Record<string, number[]> = {};
    for (const source of golden) {
      for (const { part, steps } of source.attempts) {
        assert.equal(steps.at(-1)?.call, part.calls);
        found[nameOf(source)] = [part.calls, part.toolSteps, part.toolCalls, part.tokens.input, part.tokens.output, Number(part.cost?.toFixed(9))].map(Number);
      }
    }
    assert.deepEqual(found, GOLDEN);
  });

  it(`tells totals that differ, and only those${skipped}`, () => {
    const told = golden.flatMap((source) => source.problems.map((problem) => [nameOf(source), problem.severity, problem.code, problem.found]));
    assert.deepEqual(told, Object.entries(DIFFERENCES).map(([name, found]) => [name, 'information', 'conflict', found]));
  });

  it(`keeps the three calls of a summariser apart; with them the total agrees${skipped}`, () => {
    const part = golden.find((source) => nameOf(source) === 'terminus_2/hello-world-context-summarization.trajectory')?.attempts[0]?.part;
    assert.deepEqual({ ...part?.side, cost: Number(part?.side?.cost?.toFixed(9)) }, { calls: 3, tokens: { input: 1300, cached: 0, output: 340 }, cost: 0.00665 });
    assert.deepEqual([(part?.tokens.input ?? 0) + 1300, (part?.tokens.output ?? 0) + 340], [7802, 1030]);
  });

  it(`marks the answer that could not be parsed, which is a call and no tool step${skipped}`, () => {
    const steps = golden.find((source) => nameOf(source) === 'terminus_2/hello-world-invalid-json.trajectory')?.attempts[0]?.steps ?? [];
    assert.deepEqual(steps.map((step) => [step.call, step.malformed, step.isToolStep, step.kind]), [[1, true, false, 'other'], [2, false, true, 'edit'], [3, false, true, 'submit'], [4, false, true, 'submit']]);
  });

  it(`takes no export for training for an attempt, and folds its 17 episodes${skipped}`, () => {
    const exports = golden.filter((source) => source.key.endsWith('.traces.json'));
    assert.deepEqual(exports.map((source) => [source.attempts.length, source.files[0]?.format, source.files[0]?.folded]).map(String).sort(), ['0,run-summary,1', '0,run-summary,1', '0,run-summary,1', '0,run-summary,2', '0,run-summary,2', '0,run-summary,4', '0,run-summary,7']);
    assert.equal(golden.length, exports.length + 6);
  });

  it(`agrees with the trials around two trajectories of Terminus 2${skipped}`, () => {
    // agent_result: n_episodes, n_input_tokens, n_cache_tokens, n_output_tokens, cost_usd.
    const stated = [[27, 1_071_119, 1_001_079, 38_884, 1.146173], [25, 859_051, 790_408, 29_156, 0.931817]];
    assert.deepEqual(trials.map(({ attempts }) => {
      const [{ part }] = attempts as [(typeof attempts)[number]]; // one attempt a source
      return [part.calls, part.tokens.input, part.tokens.cached, part.tokens.output, Number(part.cost?.toFixed(6))];
    }), stated);
    assert.deepEqual(trials.flatMap((source) => source.problems), []);
    assert.ok(trials.every(({ attempts }) => attempts[0]?.part.place.folder?.includes('adaptive-rejection-sampler__')));
  });

  it(`says that a file was cut off, keeps the attempt, and gives no counts${skipped}`, () => {
    const [half] = odd;
    assert.equal(odd.length, 1);
    assert.deepEqual(half?.files, [{ file: 'half.trajectory.json', format: 'atif', records: 1, shown: 0, folded: 0, unreadable: 1 }]);
    assert.deepEqual(half.problems.map((p) => [p.code, p.severity, p.line, p.byte]), [['truncated', 'error', 249, 13_841]]);
    assert.deepEqual(half.attempts.map(({ part, steps }) => [part.runtime.agent, part.calls, steps.length]), [['openhands', null, 0]]);
  });

  it(`counts every record${skipped}`, () => {
    const files = [...golden, ...trials].flatMap((source) => source.files).filter((file) => file.format === 'atif');
    const sum = (key: 'records' | 'shown' | 'folded' | 'unreadable'): number => files.reduce((total, file) => total + file[key], 0);
    assert.deepEqual([files.length, sum('records'), sum('shown'), sum('folded'), sum('unreadable')], [12, 110, 98, 12, 0]);
  });
});
