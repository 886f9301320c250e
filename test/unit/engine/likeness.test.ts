import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { conditionOnFailure, effectiveViews } from '../../../src/engine/branches';
import { intraclass } from '../../../src/engine/intraclass';
import { jaccard } from '../../../src/engine/jaccard';
import { spreadOf } from '../../../src/engine/spread';

interface IccCase {
  readonly id: string;
  readonly inputs: { readonly groups: readonly (readonly number[])[] };
  readonly expected: { readonly icc: number | null; readonly n0: number | null };
}

describe('how much values of one group are alike', () => {
  it('is what was computed independently (ICC(1), unequal groups, none where it does not exist)', () => {
    const golden = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../golden/data/golden_public.json'), 'utf8')) as { quantities: Record<string, { cases: readonly IccCase[] }> };
    const cases = golden.quantities['s1.icc']?.cases ?? [];
    assert.ok(cases.length >= 5);
    for (const { id, inputs, expected } of cases) {
      const found = intraclass(inputs.groups);
      if (expected.icc === null) {
        assert.equal(found, null, id);
        continue;
      }
      assert.ok(Math.abs((found?.correlation ?? NaN) - expected.icc) < 1e-12, id);
      assert.ok(Math.abs((found?.groupSize ?? NaN) - (expected.n0 ?? NaN)) < 1e-12, id);
    }
  });

  it('is 0.3684 for groups 1 1 0 and 0 0, and 1 where groups differ and members do not', () => {
    assert.equal(intraclass([[1, 1, 0], [0, 0]])?.correlation.toFixed(4), '0.3684');
    assert.equal(intraclass([[1, 1], [0, 0, 0], []])?.correlation, 1);
    assert.equal(intraclass([[1, 1], [1, 1]]), null);
  });

  it('leaves as many independent attempts as there are tasks when members are always alike', () => {
    assert.equal(effectiveViews({ views: 5, correlation: 1 }), 1);
    // Negative beyond -1/(m - 1) leaves no number.
    assert.equal(effectiveViews({ views: 5, correlation: -0.25 }), null);
  });
});

describe('a part of a patch among failures', () => {
  it('is right half of the time where its chance lies in the middle between the share solved and one', () => {
    for (const solved of [0, 0.2, 0.56, 0.9]) {
      const q = (1 + solved) / 2;
      assert.ok(Math.abs((conditionOnFailure({ q, r: solved / q }).conditional ?? NaN) - 0.5) < 1e-12);
      const lower = q - 0.01;
      assert.equal(conditionOnFailure({ q: lower, r: solved / lower }).isInverted, lower > 0.5);
    }
  });
});

describe('likeness of two sets', () => {
  it('is elements in common over elements of either', () => {
    assert.equal(jaccard(['a', 'b', 'c'], ['b', 'c', 'd']), 0.5);
    assert.deepEqual([jaccard(['a'], ['a']), jaccard(['a'], ['b']), jaccard(['a'], []), jaccard([], [])], [1, 0, 0, null]);
  });
});

describe('a spread', () => {
  it('leaves out what is not known, and has nothing where nothing is', () => {
    assert.deepEqual(spreadOf([3, null, 1, 8, 2]), { known: 4, median: 2.5, low: 1, high: 8, total: 14 });
    assert.deepEqual(spreadOf([null]), { known: 0, median: null, low: null, high: null, total: null });
  });
});
