import assert from 'node:assert/strict';
import type { AuditState } from '../../../../src/protocol/audit';
import { packState, unpackState } from '../../../../src/protocol/auditPacking';
import { viewAudit } from '../../../../src/views/audit/viewAudit';
import { buildAudit } from '../../../support/auditBuilder';

describe('an audit on its way to the panel', () => {
  const built = buildAudit(
    Array.from({ length: 50 }, (_, k) => ({ task: `task-${k}`, attempts: [[5 + (k % 3), null, 30], [null, null, 30]] })),
    { budget: 30, times: [4, 16] },
  );
  const state: AuditState = { kind: 'audit', audit: viewAudit(built.result, built.attempts), banner: null };

  it('arrives as it was sent', () => {
    assert.deepEqual(unpackState(JSON.parse(JSON.stringify(packState(state))) as ReturnType<typeof packState>), state); // JSON of what packState made
  });

  it('carries each different decision once', () => {
    const packed = packState(state);
    assert.ok(packed.kind === 'audit' && packed.audit.decisions.length === 2);
  });
});
