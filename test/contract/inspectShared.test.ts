// Public logs are no part of the repository; this suite runs where they lie beside it.

import assert from 'node:assert/strict';
import path from 'node:path';
import { buildIndex } from '../../src/index/buildIndex';
import { readRange } from '../../src/index/readRange';
import { readStepText } from '../../src/index/readStepText';
import type { TraceIndex } from '../../src/index/traceIndex';
import { sharedFolder } from '../support/shared';

const shared = sharedFolder();
const NOTE = shared === null ? ' (skipped: no shared folder)' : '';

async function index(context: Mocha.Context, folder: string): Promise<TraceIndex> {
  if (shared === null) return context.skip(); // the public traces lie beside the project only, not in a lone clone
  return buildIndex({ roots: [path.join(shared, 'traces', folder)] });
}

interface Usage {
  readonly input_tokens?: number;
  readonly output_tokens?: number;
}

/** The producer's own totals of a sample: of all models, graders' among them. */
async function statedUsage(found: TraceIndex, row: number): Promise<readonly [number, number] | null> {
  const { file, locator } = found.attempt(row);
  const json = async (name: string): Promise<unknown> => JSON.parse(Buffer.from((await readRange(found.root, { file: name, start: 0, end: 100_000_000 }, 100_000_000)).bytes).toString().replace(/\bNaN\b/g, 'null'));
  const isArchive = file.endsWith('.eval');
  const document = (await json(isArchive ? `${file}!/${locator}` : file)) as { samples?: unknown[] };
  // The format's own names; a sample without them states nothing.
  const sample = (isArchive ? document : document.samples?.[Number(/\d+/.exec(locator)?.[0])]) as { model_usage?: Record<string, Usage> };
  const usages = Object.values(sample.model_usage ?? {});
  return usages.length === 0 ? null : [usages.reduce((sum, one) => sum + (one.input_tokens ?? 0), 0), usages.reduce((sum, one) => sum + (one.output_tokens ?? 0), 0)];
}

describe('public Inspect logs', () => {
  it(`give the tokens that their samples state, graders' included${NOTE}`, async function () {
    const found = await index(this, 'inspect-ai');
    let compared = 0;
    for (let row = 0; row < found.attemptCount; row++) {
      const { tokens, side, file, locator } = found.attempt(row);
      const stated = await statedUsage(found, row);
      if (stated === null) continue;
      compared++;
      assert.deepEqual([(tokens.input ?? 0) + (side?.tokens.input ?? 0), (tokens.output ?? 0) + (side?.tokens.output ?? 0)], stated, `${file} ${locator}`);
    }
    // Four of the samples state no usage.
    assert.equal(compared, 50);
  });

  it(`are read whole: every file is named, every step has its text${NOTE}`, async function () {
    const found = await index(this, 'inspect-ai');
    assert.equal(found.attemptCount, 54);
    const steps = Array.from({ length: found.attemptCount }, (_, row) => found.steps(row).length).reduce((sum, count) => sum + count, 0);
    assert.equal(steps, 190);
    for (let row = 0; row < found.attemptCount; row++) {
      for (const step of found.steps(row)) {
        const text = await readStepText(found, row, step);
        assert.equal(text.missing, 0);
        assert.equal(text.calls.length, step.malformed ? 0 : step.toolCalls);
        assert.equal(text.observations.length > 0, step.observation !== null);
        assert.doesNotMatch(JSON.stringify(text), /attachment:\/\//);
      }
    }
    assert.deepEqual(found.files.filter(({ format }) => format !== 'inspect').map(({ file }) => path.basename(file)), ['SOURCE.txt', 'SOURCE.txt', 'log_invalid.txt']);
  });

  it(`say the same packed with Zstandard, and while the run is still going${NOTE}`, async function () {
    const found = await index(this, 'odd');
    const files = Object.fromEntries(found.files.filter(({ file }) => file.endsWith('.eval')).map(({ file, shown }) => [file, shown]));
    assert.deepEqual(files, { 'log_streaming-zstd.eval': 4, 'unfinished.eval': 10 });
    const zstd = found.rowsOfFile('log_streaming-zstd.eval').map((row) => found.attempt(row));
    assert.deepEqual(zstd.map(({ attempt, outcome }) => [attempt, outcome]), [['epoch 1', 'unresolved'], ['epoch 2', 'resolved'], ['epoch 1', 'resolved'], ['epoch 2', 'resolved']]);
    const problems = found.problems.filter(({ file }) => file.startsWith('unfinished.eval'));
    assert.deepEqual(problems.map(({ severity }) => severity), ['information']);
  });
});
