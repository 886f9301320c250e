import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Problem } from '../../../src/model/problem';
import { groupAlike, shortenAlike } from '../../../src/views/alikeProblems';

const problem = (line: number, own: Partial<Problem> = {}): Problem => ({ file: 'a', line, byte: null, code: 'bad-value', severity: 'warning', found: 'x', expected: 'y', message: `Row ${line} has 2 values of "a".`, ...own });

describe('Problems that say the same', () => {
  it('differ in numbers, quotes, paths and plural endings only', () => {
    const alike = [problem(1), problem(2), problem(3, { message: 'Row 3 has 1 value of "b".' })];
    const others = [problem(4, { code: 'missing-field' }), problem(5, { severity: 'error' }), problem(6, { message: 'Row 6 has no value.' })];
    assert.deepEqual(groupAlike([...alike, ...others]), [alike, ...others.map((other) => [other])]);
  });

  it('are shown a few a kind, with a last entry that counts the rest', () => {
    const many = Array.from({ length: 40 }, (_, i) => problem(i + 1));
    const other = problem(50, { severity: 'error' });
    assert.deepEqual(
      shortenAlike([...many, other]).map((entry) => [entry.problem.line, entry.problem.severity, entry.rest]),
      [[1, 'warning', 0], [2, 'warning', 0], [3, 'warning', 0], [4, 'warning', 37], [50, 'error', 0]],
    );
    assert.equal(shortenAlike(many.slice(0, 4)).filter(({ rest }) => rest > 0).length, 0);
  });
});
