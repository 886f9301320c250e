import { readFileSync } from 'node:fs';
import path from 'node:path';
import { clopperPearson, familyTail } from '../../src/engine/clopperPearson';
import type { CountColumns } from '../../src/engine/countColumns';
import { macroInterval } from '../../src/engine/macroInterval';
import { drawTwoArms, resampleTasks, summariseReplicates } from '../../src/engine/taskBootstrap';
import { runPortions } from '../../src/base/portions';
import type { CellClasses } from '../data/cellClasses';
import { loadPeer } from '../peers';
import { numberOption, textOption, timed, type ContenderFunction } from './contender';

/** That of an audit of 18,000 decisions. */
const TAIL = familyTail(0.05, 18_000);

/** Successes and trials of the interval of this number; statistics.py has the same. */
function countsOf(number: number): { readonly x: number; readonly n: number } {
  const n = 1 + ((number * 7919) % 200);
  return { x: (number * 104_729) % (n + 1), n };
}

async function sumIntervals(intervals: number, interval: (x: number, n: number) => { readonly low: number; readonly high: number }): Promise<{ readonly milliseconds: number; readonly answer: unknown }> {
  const counts = Array.from({ length: intervals }, (_, number) => countsOf(number));
  const { milliseconds, answer } = await timed(() => {
    let sum = 0;
    for (const { x, n } of counts) {
      const { low, high } = interval(x, n);
      sum += low + high;
    }
    return sum;
  });
  return { milliseconds, answer: { sum: Number(answer).toFixed(4) } };
}

/** So many intervals, none remembered. */
export const productIntervals: ContenderFunction = (options) => sumIntervals(numberOption(options, 'count'), (x, n) => clopperPearson(x, n, TAIL));

type InverseBeta = (p: number, a: number, b: number, upper?: boolean) => number;

/** The same by the inverse of the incomplete beta function. */
export const stdlibIntervals: ContenderFunction = async (options) => {
  const loaded = (await loadPeer('@stdlib/math-base-special-betaincinv')) as { readonly default?: InverseBeta }; // no dependency of this project, so its types are not at hand
  const inverse = loaded.default;
  if (inverse === undefined) throw new Error('@stdlib has no default export.');
  return sumIntervals(numberOption(options, 'count'), (x, n) => ({ low: x === 0 ? 0 : inverse(TAIL, x, n - x + 1), high: x === n ? 1 : inverse(TAIL, x + 1, n - x, true) }));
};

const TABLES = ['clopper_pearson_truth.csv', 'clopper_pearson_tails.csv'];

/** The largest relative error over the tables of high-precision values. `answer`: that error and the number of ends compared. */
export const intervalErrors: ContenderFunction = async () => {
  let worst = 0;
  let ends = 0;
  for (const table of TABLES) {
    const [header = '', ...lines] = readFileSync(path.join('test/golden/data', table), 'utf8').trim().split(/\r?\n/);
    const isAlpha = header.includes('alpha');
    for (const line of lines) {
      const [x = 0, n = 0, error = 0, low = 0, high = 0] = line.split(',').map(Number);
      const ours = clopperPearson(x, n, isAlpha ? error / 2 : error);
      for (const [value, truth] of [[ours.low, low], [ours.high, high]] as const) {
        ends++;
        worst = Math.max(worst, truth === 0 ? value : Math.abs(value - truth) / truth);
      }
    }
  }
  return { milliseconds: 0, answer: { worst, ends } };
};

/** The counts of cells at one time, from their classes. */
function countsFrom(cells: readonly CellClasses[]): CountColumns {
  const column = (of: (classes: CellClasses) => number): Int32Array => Int32Array.from(cells, of);
  return {
    cells: cells.length,
    times: 1,
    n: column(([early, ended, both, late, fail]) => early + ended + both + late + fail),
    nLive: column(([, , both, late, fail]) => both + late + fail),
    xContinue: column(([, , both, late]) => both + late),
    xRestart: column(([early, , both]) => early + both),
    both: column(([, , both]) => both),
  };
}

/** The resampling range of the macro change, 10,000 replicates. */
export const productMacro: ContenderFunction = (options) => {
  const cells = JSON.parse(readFileSync(textOption(options, 'file'), 'utf8')) as readonly CellClasses[];
  const counts = countsFrom(cells);
  return timed(() => {
    const { low, high } = macroInterval({ counts, cells: cells.map((_, cell) => cell), time: 0, seed: 1 }) ?? { low: NaN, high: NaN };
    return { low, high };
  });
};

/** The range of the difference of two conditions, each arm resampled by itself, 10,000 replicates. */
export const productArms: ContenderFunction = (options) => {
  const tasks = JSON.parse(readFileSync(textOption(options, 'file'), 'utf8')) as readonly (readonly [number, number])[];
  const arm = (successes: number): readonly boolean[] => Array.from({ length: 5 }, (_, attempt) => attempt < successes);
  const arms = tasks.map(([baseline, treatment]) => ({ baseline: arm(baseline), treatment: arm(treatment) }));
  return timed(() => {
    const { low, high } = summariseReplicates(runPortions(asPortions(resampleTasks({ tasks: arms.length, draw: drawTwoArms(arms), seed: 1 }))));
    return { low, high };
  });
};

function* asPortions<Result>(work: Generator<number, Result, void>): Generator<void, Result, void> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    yield;
  }
}
