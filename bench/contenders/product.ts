import path from 'node:path';
import { buildIndex, type BuildOptions } from '../../src/index/buildIndex';
import { readStepText } from '../../src/index/readStepText';
import { workersFrom } from '../../src/index/readPool';
import type { TraceIndex } from '../../src/index/traceIndex';
import { chance } from '../data/random';
import { numberOption, textOption, timed, type ContenderFunction, type ContenderOptions } from './contender';

/** Options of a build: `folder`, and `threads` (0: this one alone). */
function buildOptions(options: ContenderOptions): BuildOptions {
  const threads = numberOption(options, 'threads');
  return { roots: [textOption(options, 'folder')], ...(threads > 0 ? { workers: { create: workersFrom(path.resolve('dist/indexWorker.mjs')), count: threads } } : {}) };
}

function describe(index: TraceIndex): { readonly documents: number; readonly steps: number } {
  let steps = 0;
  for (let row = 0; row < index.attemptCount; row++) steps += index.attempt(row).stepCount;
  return { documents: index.attemptCount, steps };
}

/** Everything that the product knows of a folder: every fact, title, kind and hash of every step. */
export const indexDocuments: ContenderFunction = async (options) => {
  const { milliseconds, answer } = await timed(() => buildIndex(buildOptions(options)));
  return { milliseconds, answer: describe(answer as TraceIndex) };
};

/** The same folder once more with nothing changed, after a first time that filled the cache given; `cache` is a folder. */
export const indexAgain: ContenderFunction = async (options) => {
  const again: BuildOptions = { ...buildOptions(options), cache: { folder: textOption(options, 'cache') } };
  await buildIndex(again);
  const { milliseconds, answer } = await timed(() => buildIndex(again));
  return { milliseconds, answer: (answer as TraceIndex).attemptCount };
};

/**
 * Text of random steps of an indexed folder or file, in microseconds a step: what opening a step costs, files opened and
 * paths checked each time. `milliseconds` is for all of them.
 */
export const readRandomSteps: ContenderFunction = async (options) => {
  const count = numberOption(options, 'count');
  const index = await buildIndex(buildOptions(options));
  const random = chance(23);
  const chosen = Array.from({ length: count }, () => {
    const row = random.below(index.attemptCount);
    const steps = index.steps(row);
    return { row, step: steps[random.below(steps.length)] };
  });
  return timed(async () => {
    let units = 0;
    for (const { row, step } of chosen) {
      if (!step) continue;
      const text = await readStepText(index, row, step);
      units += text.message.length + text.calls.reduce((sum, call) => sum + call.text.length, 0);
    }
    return units > 0;
  });
};
