import assert from 'node:assert/strict';
import { deduplicate, identityKey } from '../../../src/engine/dedup';

interface Row {
  readonly task: string;
  readonly attempt: string;
  readonly outcome: number;
}

const row = (task: string, attempt: string, outcome: number): Row => ({ task, attempt, outcome });

const deduplicateRows = (rows: readonly Row[]) =>
  deduplicate(rows, { identity: ({ task, attempt }) => identityKey(task, attempt), isSame: (a, b) => a.outcome === b.outcome });

describe('repeated attempts', () => {
  it('collapse when they say the same and conflict when they do not, judged by the first', () => {
    const rows = [row('a', '1', 5), row('a', '1', 5), row('a', '1', 6), row('a', '1', 6), row('b', '1', 5), row('a', '1', 5)];
    assert.deepEqual(deduplicateRows(rows), { kept: [0, 4], repeats: [1, 5], conflicts: [2, 3] });
  });

  it('stay apart under different labels, however equal their outcomes', () => {
    assert.deepEqual(deduplicateRows([row('a', '1', 5), row('a', '2', 5)]).kept, [0, 1]);
  });

  it('are not mixed up by characters that could join fields', () => {
    const keys = [identityKey('a,b', 'c'), identityKey('a', 'b,c'), identityKey('a"', 'c'), identityKey('a', '"c'), identityKey('1', null), identityKey(1, null), identityKey('1', 'null')];
    assert.equal(new Set(keys).size, keys.length);
  });
});
