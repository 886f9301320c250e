import assert from 'node:assert/strict';
import { viewDecisionsTree } from '../../../src/views/trees/decisionsTree';
import { buildAudit } from '../../support/auditBuilder';

describe('the decisions tree', () => {
  const { result } = buildAudit(
    [
      { task: '23413', attempts: [[20, null, 30]] },
      { task: 'over', attempts: [[3, null, 30]] },
      { task: 'none', attempts: [], setAside: ['no-outcome'] },
    ],
    { budget: 30, times: [8, 16] },
  );
  const rows = viewDecisionsTree(result)[0]?.children ?? [];

  it('has a row of its own for cells without a countable attempt', () => {
    const counts = rows.map((row) => `${row.label} ${row.description}`);
    assert.deepEqual(counts, ['Restart 0', 'Continue 0', 'Abstain 2', 'Not reached 2', 'No countable attempt 2']);
    assert.deepEqual(rows[3]?.children.map((row) => row.label), ['t = 8 · over', 't = 16 · over']);
    assert.deepEqual(rows[4]?.children.map((row) => row.label), ['t = 8 · none', 't = 16 · none']);
  });

  it('names the time first, so that rows of one task differ where they are cut', () => {
    assert.deepEqual(rows[2]?.children.map((row) => row.label).sort(), ['t = 16 · 23413', 't = 8 · 23413']);
  });
});
