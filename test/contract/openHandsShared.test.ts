import assert from 'node:assert/strict';
import path from 'node:path';
import { openHandsReader } from '../../src/formats/openHands/reader';
import type { CollectedParts } from '../support/collectParts';
import { collectParts } from '../support/collectParts';
import { memorySource } from '../support/memorySource';
import { readFolder } from '../support/readFolder';
import { sharedFolder } from '../support/shared';
import { readIn } from '../support/sharedFiles';

const shared = sharedFolder();
const NOTE = shared === null ? ' (skipped: no shared folder)' : '';
const OUTPUT = 'All-Hands-AI+OpenHands/evaluation/benchmarks/multi_swe_bench/examples/output.jsonl';

function folder(context: Mocha.Context, name: string): string {
  return shared === null ? context.skip() : path.join(shared, 'traces', name); // the public traces lie beside the project only, not in a lone clone
}

interface RealLine {
  readonly history: readonly Record<string, unknown>[];
  readonly metrics: { readonly accumulated_cost: number; readonly accumulated_token_usage?: { readonly prompt_tokens: number; readonly completion_tokens: number }; readonly token_usages?: readonly { readonly prompt_tokens: number }[] };
  readonly error: string | null;
}

function realLines(root: string, file: string): readonly RealLine[] {
  // The producer's files have these fields.
  return Buffer.from(readIn(root, file)).toString('utf8').trim().split('\n').map((line) => JSON.parse(line) as RealLine);
}

const attemptsOf = ({ attempts }: CollectedParts): CollectedParts['attempts'] => attempts;

describe('OpenHands in public traces', () => {
  it(`counts calls and tokens of evaluations as their producers do${NOTE}`, function () {
    const root = folder(this, 'openhands');
    const parts = collectParts(openHandsReader, memorySource({ [OUTPUT]: readIn(root, OUTPUT) }, { key: OUTPUT.replace('.jsonl', '') }));
    const lines = realLines(root, OUTPUT);
    assert.deepEqual(attemptsOf(parts).map(({ part }) => [part.task, part.calls, part.toolSteps]), [['ponylang__ponyc-4595', 23, 23], ['ponylang__ponyc-4593', 34, 33], ['ponylang__ponyc-4588', 50, 49]]);
    attemptsOf(parts).forEach(({ part, steps }, i) => {
      const { metrics, history } = lines[i] ?? assert.fail();
      assert.deepEqual([part.tokens.input, part.tokens.output], [metrics.accumulated_token_usage?.prompt_tokens, metrics.accumulated_token_usage?.completion_tokens]);
      // Answers that the harness could not parse are not metered, but it counts them as iterations.
      const refused = history.filter((event) => event['observation'] === 'error' && event['cause'] === undefined).length;
      assert.equal(part.calls, (metrics.token_usages?.length ?? 0) + refused);
      assert.equal(steps.filter(({ malformed }) => malformed).length, refused);
      assert.deepEqual([part.cost, part.side], [null, null]);
    });
    const stopped = attemptsOf(parts)[2]?.part;
    assert.match(stopped?.exitStatus ?? '', /Current iteration: 50, max iteration: 50/);
    assert.equal(stopped?.calls, stopped?.limits.calls);
    assert.deepEqual(parts.problems, []);
  });
  it(`adds up what each call of a resolver's run cost${NOTE}`, function () {
    const root = folder(this, 'openhands');
    const file = 'All-Hands-AI+OpenHands/tests/unit/resolver/mock_output/output.jsonl';
    const parts = collectParts(openHandsReader, memorySource({ [file]: readIn(root, file) }, { key: file.replace('.jsonl', '') }));
    const costs = realLines(root, file).map(({ metrics }) => metrics.accumulated_cost);
    attemptsOf(parts).forEach(({ part, steps }, i) => {
      assert.ok(Math.abs((part.cost ?? 0) - (costs[i] ?? NaN)) < 1e-9);
      assert.ok(steps.every(({ cost }) => cost !== null && cost > 0));
    });
    assert.deepEqual(attemptsOf(parts).map(({ part }) => [part.task, part.calls, part.outcome]), [['neubig/pr-viewer#5', 4, 'unknown'], ['neubig/pr-viewer#1', 22, 'unknown']]);
  });
  it(`reads every conversation, or says why it is no attempt${NOTE}`, function () {
    const sources = readFolder(folder(this, 'openhands'), openHandsReader);
    const found = sources.flatMap(attemptsOf).filter(({ part }) => part.task === null);
    assert.deepEqual(found.map(({ part, steps }) => [part.file.split('/').slice(-2).join('/').replace(/event-00000-.*/, 'events'), part.calls, part.toolSteps, steps.length]), [
      ['trajs/basic.json', 2, 2, 2],
      ['trajs/basic_gui_mode.json', 5, 4, 5],
      ['trajs/basic_interactions.json', 3, 1, 3],
      ['trajs/wrong_initial_state.json', 4, 4, 4],
      ['cli447_hi_followup_iterative_case_a/events', 6, 3, 6],
      ['simple_echo_hello_world/events', 2, 1, 2],
      ['fixtures/events.jsonl', 2, 2, 2],
      ['OpenHands+trajectory-visualizer/sample-trajectory.json', 2, 0, 2],
    ]);
    assert.deepEqual(sources.flatMap(({ problems }) => problems).map(({ file, code, severity }) => [file.split('/').pop(), code, severity]), [['base_state.json', 'missing-field', 'information'], ['sample-url-trajectory.json', 'missing-field', 'information']]);
  });
  it(`reads what a cut last line still holds${NOTE}`, function () {
    const root = folder(this, 'odd');
    const file = 'cut-last-line.jsonl';
    const parts = collectParts(openHandsReader, memorySource({ [file]: readIn(root, file) }));
    assert.deepEqual(attemptsOf(parts).map(({ part }) => part.calls), [23, 34, 50]);
    assert.deepEqual(parts.problems.map(({ code, line, byte }) => [code, line, byte]), [['truncated', 3, 690093]]);
  });
});
