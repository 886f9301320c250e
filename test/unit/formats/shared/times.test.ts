import assert from 'node:assert/strict';
import { epochMs, parseTime, secondsBetween } from '../../../../src/formats/shared/times';

describe('times of traces', () => {
  it('reads zones in every spelling as one instant', () => {
    for (const text of ['2026-04-01T12:00:00Z', '2026-04-01T12:00:00+00:00', '2026-04-01 14:00:00+0200', '2026-04-01T07:00:00.000000-05:00']) {
      assert.equal(epochMs(text), Date.UTC(2026, 3, 1, 12), text);
    }
  });

  it('gives no instant for a time that names no zone', () => {
    assert.equal(epochMs('2026-04-01T12:00:00.5'), null);
    assert.deepEqual(parseTime('2026-04-01T12:00:00.5'), { ms: Date.UTC(2026, 3, 1, 12) + 500, hasZone: false });
  });

  it('measures durations to microseconds', () => {
    assert.equal(secondsBetween('2026-04-01T12:00:00.000001', '2026-04-01T12:00:01.000004'), 1.000003);
    assert.equal(secondsBetween('2026-04-01T12:00:00.123456789Z', '2026-04-01T14:00:00.123456789+02:00'), 0);
  });

  it('does not measure from a local time to a zoned one, nor backwards', () => {
    assert.equal(secondsBetween('2026-04-01T12:00:00', '2026-04-01T12:00:01Z'), null);
    assert.equal(secondsBetween('2026-04-01T12:00:01Z', '2026-04-01T12:00:00Z'), null);
  });

  it('takes nothing else for a time', () => {
    for (const value of [null, undefined, 12, '', 'yesterday', '2026-13-01T00:00:00Z', '2026-04-01']) assert.equal(parseTime(value), null);
  });
});
