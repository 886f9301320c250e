import assert from 'node:assert/strict';
import type { SealSummary } from '../../../../src/model/seal';
import { viewSeal } from '../../../../src/views/audit/context';

const intact: SealSummary = { state: 'intact', reason: null, changed: [], number: 1, frozen: '2026-03-01T12:00:30.000Z', seal: 's', attemptsPerCell: 8, slidersUpTo: null, cells: { planned: 2, complete: 1 }, attempts: { started: 11, counted: 8 } };

describe('the choice of attempts under a seal', () => {
  it('is there as soon as planned attempts are counted or could be', () => {
    assert.equal(viewSeal({ sealed: true, grid: null, seal: intact }).attempts, 'planned');
    assert.deepEqual(viewSeal({ sealed: false, grid: null, seal: intact }), { state: 'exploratory', text: 'Exploratory: all attempts are counted, also those not planned, frozen 2026-03-01 12:00 UTC', attempts: 'all' });
  });

  it('is not there without a seal, under a broken or altered one, and before a cell has its planned number', () => {
    const none = [
      { sealed: false, seal: null },
      { sealed: false, seal: { ...intact, state: 'broken' as const, reason: 'plan-changed' as const, changed: ['times'], cells: null, attempts: null } },
      { sealed: false, seal: { ...intact, state: 'altered' as const, changed: ['budget'], cells: null, attempts: null } },
      { sealed: false, seal: { ...intact, cells: { planned: 2, complete: 0 }, attempts: { started: 3, counted: 0 } } },
    ];
    assert.deepEqual(none.map((plan) => viewSeal({ ...plan, grid: null }).attempts), [null, null, null, null]);
  });
});
