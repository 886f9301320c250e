import assert from 'node:assert/strict';
import path from 'node:path';
import { findDifferences } from './compareGolden';
import { builtQuantities } from './goldenCommand';
import { readGoldenFile } from './goldenFile';
import type { GoldenQuantity } from './goldenFile';

const files = ['golden_public.json', 'golden_beyond_public.json'];
const quantities = new Map<string, GoldenQuantity>(
  files.flatMap((file) => {
    const golden = readGoldenFile(path.join(import.meta.dirname, 'data', file));
    return golden.names.filter((name) => Object.hasOwn(builtQuantities, name)).map((name) => [name, golden.quantity(name)] as const);
  }),
);

/**
 * Places where the cases themselves are less exact than their tolerance. Ends of `x.cluster_ci` rest on t quantiles of scipy 1.10, which are off
 * by up to 4e-9 (J = 7: 2.44691184879 for 2.44691185114497); ours are tested against forty digits (clusterInterval.test.ts).
 */
const inexact: Readonly<Record<string, number>> = { 'x.cluster_ci': 1e-8 };

describe('golden cases', () => {
  for (const [name, compute] of Object.entries(builtQuantities)) {
    const quantity = quantities.get(name);
    it(`${name} has cases to be judged by`, () => {
      assert.ok(quantity !== undefined && quantity.cases.length > 0);
    });
    for (const { id, inputs, expected } of quantity?.cases ?? []) {
      it(`${id} comes out as computed elsewhere`, () => {
        // Through JSON, as the command prints it.
        const actual: unknown = JSON.parse(JSON.stringify(compute(inputs)));
        assert.deepEqual(findDifferences(actual, expected, { atol: quantity?.atol ?? 0, rtol: inexact[name] ?? quantity?.rtol ?? 0 }), []);
      });
    }
  }
});

describe('comparison with golden cases', () => {
  const tolerance = { atol: 1e-12, rtol: 1e-9 };

  it('finds the place of a number outside its tolerance', () => {
    assert.deepEqual(findDifferences({ a: [1, 2 + 1e-8] }, { a: [1, 2] }, tolerance), ['.a[1]']);
    assert.deepEqual(findDifferences({ a: [1, 2 + 1e-9] }, { a: [1, 2] }, tolerance), []);
  });

  it('refuses a missing key, a shorter list and another type', () => {
    assert.deepEqual(findDifferences({}, { a: null }, tolerance), ['.a']);
    assert.deepEqual(findDifferences([1], [1, 2], tolerance), ['']);
    assert.deepEqual(findDifferences(1, true, tolerance), ['']);
    assert.deepEqual(findDifferences(NaN, 0, tolerance), ['']);
    assert.deepEqual(findDifferences(0, null, tolerance), ['']);
  });
});
