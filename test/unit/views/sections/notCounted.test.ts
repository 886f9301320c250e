import assert from 'node:assert/strict';
import { viewNotCounted } from '../../../../src/views/sections/notCounted';
import { buildAudit, type CellRows } from '../../../support/auditBuilder';

const design = { budget: 30, times: [16] };

function view(cells: readonly CellRows[]): ReturnType<typeof viewNotCounted> {
  const { result, attempts } = buildAudit(cells, design);
  return viewNotCounted(result, attempts);
}

describe('the section of attempts in no count', () => {
  it('says that all count where none was set aside', () => {
    const all = view([{ task: 'a', attempts: [[5, null, 30], [null, null, 30]] }]);
    assert.equal(all.headline, 'All 2 attempts count.');
    assert.deepEqual(all.tables, []);
  });

  it('counts by reason, then names each with a link to it', () => {
    const some = view([
      { task: 'b', attempts: [[5, null, 30]], setAside: ['no-outcome', 'infrastructure', 'no-outcome'] },
      { task: 'a', attempts: [[5, null, 30]], setAside: ['no-outcome'] },
    ]);
    assert.equal(some.headline, '4 of 6 attempts are in no count.');
    assert.deepEqual(some.tables[0]?.rows.map((row) => row.slice(0, 2)), [['Ended by infrastructure', '1'], ['With unknown outcome', '3']]);
    const each = some.tables[1]?.rows ?? [];
    assert.deepEqual(each.map((row) => [row[0], row[2]]), [['Ended by infrastructure', 'b'], ['With unknown outcome', 'a'], ['With unknown outcome', 'b'], ['With unknown outcome', 'b']]);
    assert.ok(each.every((row) => typeof row[3] === 'object' && row[3].attempt !== undefined));
  });
});
