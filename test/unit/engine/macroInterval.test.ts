import assert from 'node:assert/strict';
import { countActions } from '../../../src/engine/actionCounts';
import { classOf } from '../../../src/engine/attemptClass';
import type { ClassCounts } from '../../../src/engine/attemptClass';
import { columnsFromTraces } from '../../../src/engine/attemptColumns';
import { addCellLaw, emptyWeights, isAlwaysZero, makeCellDraw, zeroPlace, type ContributionKind } from '../../../src/engine/cellLaw';
import { countColumns } from '../../../src/engine/countColumns';
import { alarmContribution, changeContribution, oracleContribution } from '../../../src/engine/macro';
import { macroInterval, resampleMacroChange } from '../../../src/engine/macroInterval';
import { seededRandom } from '../../../src/engine/random';
import type { Trace } from '../../../src/engine/trace';
import { readReconstruction } from '../../support/reconstruction';

const CONTRIBUTIONS = { change: changeContribution, oracle: oracleContribution, alarm: alarmContribution } as const;

/** Probability of each value; values that differ by rounding only are one. */
type Law = Map<number, { readonly value: number; probability: number }>;

const at = { t: 16, budget: 30 };
const solvedAt = (T: number): Trace => ({ T, E: null, H: 30 });
const endedAt = (E: number): Trace => ({ T: null, E, H: 30 });
const failing: Trace = { T: null, E: null, H: 30 };

function design(cells: readonly (readonly Trace[])[], more: { seed?: number; replicates?: number; t?: number } = {}) {
  const counts = countColumns(columnsFromTraces(cells), { times: [more.t ?? at.t], budget: at.budget });
  return { counts, cells: cells.map((_, cell) => cell), time: 0, seed: more.seed ?? 1, ...(more.replicates === undefined ? {} : { replicates: more.replicates }) };
}

function replicatesOf(cells: readonly (readonly Trace[])[], more: { seed?: number; replicates?: number; t?: number } = {}): Float64Array {
  const work = resampleMacroChange(design(cells, more));
  let step = work.next();
  while (step.done !== true) step = work.next();
  assert.ok(step.value !== null);
  return step.value;
}

const placeOf = (value: number): number => Math.round(value * 1e9);

function add(law: Law, value: number, probability: number): void {
  const known = law.get(placeOf(value));
  if (known === undefined) law.set(placeOf(value), { value, probability });
  else known.probability += probability;
}

/** Law of a cell's contribution: every one of the n^n ways to redraw its attempts. */
function redrawLaw(attempts: readonly Trace[], t: number): Law {
  const law: Law = new Map();
  const visit = (drawn: readonly Trace[]): void => {
    if (drawn.length < attempts.length) return attempts.forEach((attempt) => visit([...drawn, attempt]));
    const counts = countActions(drawn, { t, budget: at.budget });
    const [nLive, xContinue, xRestart] = [counts.nLive ?? NaN, counts.xContinue ?? NaN, counts.xRestart ?? NaN];
    add(law, changeContribution({ n: counts.n, nLive, xContinue, xRestart }), attempts.length ** -attempts.length);
  };
  visit([]);
  return law;
}

/** Exact law of the macro change: J positions, each a cell at random with its attempts redrawn. */
function exactLaw(cells: readonly (readonly Trace[])[], t: number): Law {
  const position: Law = new Map();
  for (const cell of cells) for (const { value, probability } of redrawLaw(cell, t).values()) add(position, value, probability / cells.length);
  let law: Law = new Map([[0, { value: 0, probability: 1 }]]);
  for (let drawn = 0; drawn < cells.length; drawn++) {
    const next: Law = new Map();
    for (const sum of law.values()) {
      for (const one of position.values()) add(next, sum.value + one.value / cells.length, sum.probability * one.probability);
    }
    law = next;
  }
  return law;
}

/** The band of MATH.md 0 for a quantile of R replicates: the exact quantiles five standard errors around. */
function quantileBand(law: Law, probability: number, replicates: number): readonly [number, number] {
  const slack = 5 * Math.sqrt((probability * (1 - probability)) / replicates);
  const atoms = [...law.values()].sort((a, b) => a.value - b.value);
  const quantile = (level: number): number => {
    let sum = 0;
    for (const atom of atoms) if ((sum += atom.probability) >= level - 1e-12) return atom.value;
    return atoms.at(-1)?.value ?? NaN;
  };
  return [quantile(probability - slack), quantile(probability + slack)];
}

const cases: readonly { readonly name: string; readonly t: number; readonly cells: readonly (readonly Trace[])[] }[] = [
  { name: 'unequal cells', t: 16, cells: [[solvedAt(5), solvedAt(10), failing], [failing, solvedAt(20)], [endedAt(3), solvedAt(17), failing, solvedAt(2)]] },
  { name: 'arms that overlap', t: 4, cells: [[solvedAt(5), solvedAt(28), failing, solvedAt(3)], [endedAt(9), solvedAt(6)], [solvedAt(2)]] },
  { name: 'more equal cells than others', t: 16, cells: [[solvedAt(5), failing], [solvedAt(5), failing], [solvedAt(5), failing], [solvedAt(2), solvedAt(3), solvedAt(20)]] },
  { name: 'one cell', t: 16, cells: [[solvedAt(5), failing, failing, solvedAt(18), endedAt(4)]] },
  { name: 'a cell that is never reached among others', t: 16, cells: [[solvedAt(2), solvedAt(3)], [failing, solvedAt(4), solvedAt(29)], [endedAt(1)], []] },
  { name: 'cells of different sizes, equal ones among them', t: 16, cells: [[solvedAt(5), failing], [failing], [solvedAt(20), failing, solvedAt(3)], [solvedAt(5), failing], [endedAt(2)]] },
];

describe('the resampling range of the macro change', () => {
  for (const { name, t, cells } of cases) {
    it(`lies in the exact law's band: ${name}`, () => {
      const law = exactLaw(cells, t);
      const interval = macroInterval(design(cells, { t }));
      assert.ok(interval !== null);
      for (const [end, probability] of [[interval.low, 0.025], [interval.high, 0.975]] as const) {
        const [least, most] = quantileBand(law, probability, interval.replicates);
        assert.ok(end >= least - 1e-9 && end <= most + 1e-9, `${end} outside [${least}, ${most}]`);
      }
    });

    it(`meets every probability of the exact law: ${name}`, () => {
      const law = exactLaw(cells, t);
      const replicates = 40_000;
      const drawn: Law = new Map();
      for (const value of replicatesOf(cells, { t, replicates, seed: 5 })) add(drawn, value, 1 / replicates);
      for (const [place, { value }] of drawn) assert.ok(law.has(place), `${value} cannot happen`);
      for (const [place, { value, probability: p }] of law) {
        const share = drawn.get(place)?.probability ?? 0;
        assert.ok(Math.abs(share - p) <= 5 * Math.sqrt((p * (1 - p)) / replicates) + 1 / replicates, `${value}: ${share} for ${p}`);
      }
    });
  }

  it('splits positions over many equal cells as drawing them one by one would', () => {
    // Each of the 67 positions is -1 with probability 7/67 (a late success) and 0 otherwise.
    const cells = [...Array.from({ length: 40 }, () => [failing]), ...Array.from({ length: 20 }, () => [solvedAt(2)]), ...Array.from({ length: 7 }, () => [solvedAt(20)])];
    const values = replicatesOf(cells, { replicates: 20_000 }).map((value) => value * 67);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    const exactVariance = 67 * (7 / 67) * (60 / 67);
    assert.ok(Math.abs(mean + 7) < 5 * Math.sqrt(exactVariance / values.length));
    assert.ok(Math.abs(variance / exactVariance - 1) < 5 * Math.sqrt(2.2 / values.length));
  });

  it('agrees with the printed ranges of the reconstruction within chance: Luna 0.00 to 6.86, DeepSeek -69.1 to -17.7 points', () => {
    const printed = { luna: [0, 24 / 350], deepseek: [-121 / 175, -31 / 175] } as const;
    for (const model of ['luna', 'deepseek'] as const) {
      const cells = readReconstruction().filter((cell) => cell.model === model && cell.cohort === 'initial').map(({ attempts }) => attempts);
      const interval = macroInterval(design(cells));
      assert.ok(interval !== null);
      const law = exactLaw(cells, at.t);
      for (const [end, theirs, probability] of [[interval.low, printed[model][0], 0.025], [interval.high, printed[model][1], 0.975]] as const) {
        const [least, most] = quantileBand(law, probability, interval.replicates);
        for (const value of [end, theirs]) assert.ok(value >= least - 1e-9 && value <= most + 1e-9, `${model}: ${value} outside [${least}, ${most}]`);
      }
      // Luna's ends are far from a step of the law; DeepSeek's move with the seed by one step of 1/175.
      if (model === 'luna') assert.deepEqual([interval.low, interval.high].map((end) => (end * 100).toFixed(2)), ['0.00', '6.86']);
    }
  });

  it('is the same for the same seed on every machine, and moves with the seed', () => {
    const cells = cases[0]?.cells ?? [];
    const summary = (seed: number): number => replicatesOf(cells, { seed, replicates: 500 }).reduce((sum, value, index) => sum + value * index, 0);
    assert.equal(summary(1), summary(1));
    assert.notEqual(summary(1), summary(2));
    // Written down once; a change means that numbers which people have printed change with it.
    assert.equal(summary(42).toFixed(6), '-7172.611111');
  });

  it('does not depend on the order of the cells', () => {
    const cells = [...(cases[0]?.cells ?? []), ...(cases[1]?.cells ?? [])];
    assert.deepEqual(replicatesOf(cells, { replicates: 300 }), replicatesOf([...cells].reverse(), { replicates: 300 }));
  });

  it('is one point when chance can change nothing', () => {
    assert.deepEqual(macroInterval(design([[solvedAt(20)], [solvedAt(21), solvedAt(22)]])), { low: -1, high: -1, level: 0.95, replicates: 10_000 });
    assert.deepEqual(macroInterval(design([[], [endedAt(2)]])), { low: 0, high: 0, level: 0.95, replicates: 10_000 });
  });

  it('does not exist without cells or with a horizon that is too short', () => {
    assert.equal(macroInterval(design([])), null);
    assert.equal(macroInterval(design([[failing], [{ T: null, E: null, H: 20 }]])), null);
  });

  it('narrows with the level, and reports its replicates', () => {
    const cells = cases[0]?.cells ?? [];
    const wide = macroInterval(design(cells, { replicates: 2000 }), 0.95);
    const narrow = macroInterval(design(cells, { replicates: 2000 }), 0.5);
    assert.ok(wide !== null && narrow !== null && wide.low <= narrow.low && narrow.high <= wide.high && narrow.high - narrow.low < wide.high - wide.low);
    assert.equal(wide.replicates, 2000);
  });

  it('draws big cells, which it does one by one, by the same law as small ones', () => {
    // Enough attempts that their law is not made; the mean of f (p - q) redrawn is known exactly.
    const cells = [250, 300, 260].map((n, index) => [...Array.from({ length: n - 100 }, () => failing), ...Array.from({ length: 60 + index }, () => solvedAt(5)), ...Array.from({ length: 40 - index }, () => solvedAt(20))]);
    const exact = cells.map((attempts) => {
      const { n, nLive, xRestart, xContinue } = countActions(attempts, at);
      const [live, restart, continued] = [(nLive ?? 0) / n, (xRestart ?? 0) / n, (xContinue ?? 0) / n];
      return (live * restart * (n - 1)) / n - continued;
    });
    const values = replicatesOf(cells, { replicates: 20_000 });
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
    assert.ok(Math.abs(mean - exact.reduce((sum, value) => sum + value, 0) / 3) <= (5 * deviation) / Math.sqrt(values.length), `${mean}`);
  });

  it('can be stopped between portions and says how much is done', () => {
    const cells = [[solvedAt(5), failing], [solvedAt(5), failing, failing], [endedAt(2)]];
    const shares = [...resampleMacroChange(design(cells, { replicates: 10 }))].map((share) => share.toFixed(2));
    assert.deepEqual(shares, ['0.33', '0.67']);
    const work = resampleMacroChange(design(cells, { replicates: 10 }));
    work.next();
    assert.equal(work.return(null).done, true);
  });
});

describe('the law of one cell redrawn', () => {
  const sizeOf = (classes: ClassCounts): number => classes.reduce((sum, count) => sum + count, 0);

  /** The law by going through every split of n redrawn attempts over the classes. */
  const multinomialLaw = (classes: ClassCounts, kind: ContributionKind = 'change'): Map<number, number> => {
    const n = sizeOf(classes);
    const law = new Map<number, number>();
    const visit = (drawn: readonly number[], left: number, chance: number): void => {
      const share = (classes[drawn.length] ?? 0) / n;
      if (drawn.length === 4) {
        const [early = 0, , both = 0, late = 0] = drawn;
        const nLive = both + late + left;
        const value = Math.round(CONTRIBUTIONS[kind]({ n, nLive, xContinue: both + late, xRestart: early + both }) * n * n);
        law.set(value, (law.get(value) ?? 0) + chance * share ** left);
        return;
      }
      for (let count = 0, factor = 1; count <= left; count++, factor *= ((left - count + 1) / count) * share) visit([...drawn, count], left - count, chance * factor);
    };
    visit([], n, 1);
    return law;
  };

  it('is the multinomial law, state by state', () => {
    for (const classes of [[2, 1, 0, 1, 3], [1, 2, 3, 1, 2], [0, 0, 2, 1, 4], [3, 2, 1, 0, 0], [0, 0, 0, 4, 0], [5, 0, 0, 1, 0], [1, 0, 2, 0, 0]] as const) {
      const n = sizeOf(classes);
      const weights = emptyWeights(n);
      addCellLaw(weights, classes, 0.25);
      addCellLaw(weights, classes, 0.75);
      const exact = multinomialLaw(classes);
      weights.forEach((weight, place) => assert.ok(Math.abs(weight - (exact.get(place - zeroPlace(n)) ?? 0)) < 1e-14, `${classes.join()}: ${place - zeroPlace(n)}`));
    }
  });

  it('is that of the task oracle and of the perfect alarm as well, with its mean met by draws without it', () => {
    for (const kind of ['oracle', 'alarm'] as const) {
      for (const classes of [[2, 1, 0, 1, 3], [1, 2, 3, 1, 2], [0, 0, 2, 1, 4], [3, 2, 1, 0, 0], [5, 0, 0, 1, 0], [1, 0, 2, 0, 0]] as const) {
        const n = sizeOf(classes);
        const weights = emptyWeights(n);
        addCellLaw(weights, classes, 1, kind);
        const exact = multinomialLaw(classes, kind);
        weights.forEach((weight, place) => assert.ok(Math.abs(weight - (exact.get(place - zeroPlace(n)) ?? 0)) < 1e-14, `${kind} ${classes.join()}: ${place - zeroPlace(n)}`));
        const moment = (power: number): number => [...exact].reduce((sum, [value, p]) => sum + p * value ** power, 0);
        const draw = makeCellDraw(classes, kind);
        const { state } = seededRandom(5);
        let sum = 0;
        for (let i = 0; i < 20_000; i++) sum += draw(state);
        assert.ok(Math.abs(sum / 20_000 - moment(1)) <= 5 * Math.sqrt((moment(2) - moment(1) ** 2) / 20_000) + 1e-9, `${kind} ${classes.join()}`);
      }
    }
  });

  it('has the exact mean for cells of many attempts, by its law and drawn without it', () => {
    const laws: readonly ClassCounts[] = [[20, 5, 8, 11, 16], [3, 0, 0, 0, 90], [0, 60, 0, 61, 0], [70, 20, 3, 10, 40]];
    for (const classes of laws) {
      const n = sizeOf(classes);
      const [early = 0, , both = 0, late = 0, fail = 0] = classes.map((count) => count / n);
      const [live, restart, continued] = [both + late + fail, early + both, both + late];
      // E[L R] = n (n - 1) E[l] E[r] + n E[l r] for multinomial sums.
      const exactMean = (live * restart * (n - 1)) / n + both / n - continued;
      const weights = emptyWeights(n);
      addCellLaw(weights, classes, 1);
      const mean = weights.reduce((sum, weight, place) => sum + weight * (place - zeroPlace(n)), 0) / (n * n);
      assert.ok(Math.abs(mean - exactMean) < 1e-11, `${classes.join()}: ${mean} for ${exactMean}`);
      const draw = makeCellDraw(classes);
      const { state } = seededRandom(9);
      const values = Array.from({ length: 20_000 }, () => draw(state) / (n * n));
      const drawnMean = values.reduce((sum, value) => sum + value, 0) / values.length;
      const variance = values.reduce((sum, value) => sum + (value - drawnMean) ** 2, 0) / values.length;
      assert.ok(Math.abs(drawnMean - exactMean) <= 5 * Math.sqrt(variance / values.length), `${classes.join()}: ${drawnMean} for ${exactMean}`);
      // The law's own variance agrees with the draws'.
      const lawVariance = weights.reduce((sum, weight, place) => sum + weight * ((place - zeroPlace(n)) / (n * n) - exactMean) ** 2, 0);
      assert.ok(Math.abs(variance / lawVariance - 1) < 0.1, `${classes.join()}: ${variance} for ${lawVariance}`);
    }
  });

  it('meets the exact law when it is drawn without it', () => {
    const classes: ClassCounts = [2, 1, 1, 1, 2];
    const draw = makeCellDraw(classes);
    const { state } = seededRandom(12);
    const draws = 100_000;
    const seen = new Map<number, number>();
    for (let i = 0; i < draws; i++) {
      const value = draw(state);
      seen.set(value, (seen.get(value) ?? 0) + 1);
    }
    for (const [value, p] of multinomialLaw(classes)) assert.ok(Math.abs((seen.get(value) ?? 0) / draws - p) <= 5 * Math.sqrt((p * (1 - p)) / draws) + 1 / draws, `${value}`);
  });

  it('is always 0 when nobody is ever live or nothing ever succeeds', () => {
    for (const classes of [[3, 4, 0, 0, 0], [0, 4, 0, 0, 7], [0, 0, 0, 0, 0]] as const) assert.equal(isAlwaysZero(classes), true);
    for (const classes of [[0, 0, 5, 0, 0], [0, 0, 0, 6, 0], [1, 0, 0, 0, 1]] as const) assert.equal(isAlwaysZero(classes), false);
  });
});

describe('classes behind the law', () => {
  it('tell the five kinds apart', () => {
    const kinds = [solvedAt(5), endedAt(5), solvedAt(17), failing, solvedAt(14)].map((trace) => classOf(trace, at));
    assert.deepEqual(kinds, [0, 1, 3, 4, 0]);
    assert.equal(classOf(solvedAt(10), { t: 4, budget: 30 }), 2);
    assert.equal(classOf({ T: null, E: null, H: 20 }, at), null);
  });
});
