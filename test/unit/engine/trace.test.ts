import assert from 'node:assert/strict';
import { isLiveAt, isSolvedBy, normaliseTrace, observedUntil, traceEnding } from '../../../src/engine/trace';
import type { Trace } from '../../../src/engine/trace';

const trace = (T: number | null, E: number | null, H: number | null): Trace => ({ T, E, H });

describe('a timed trace', () => {
  it('keeps a success at the terminal call and at the horizon, verified winning both ties', () => {
    assert.equal(traceEnding(trace(9, 9, 30)), 'verified');
    assert.equal(traceEnding(trace(30, null, 30)), 'verified');
    assert.equal(traceEnding(trace(null, 30, 30)), 'terminal');
  });

  it('drops what lies after the terminal call or beyond the horizon', () => {
    assert.deepEqual(normaliseTrace(trace(12, 9, 30)), trace(null, 9, 30));
    assert.deepEqual(normaliseTrace(trace(31, null, 30)), trace(null, null, 30));
    assert.deepEqual(normaliseTrace(trace(null, 31, 30)), trace(null, null, 30));
    assert.deepEqual(normaliseTrace(trace(12, 40, 30)), trace(12, null, 30));
  });

  it('lets a terminal beyond the horizon hide nothing', () => {
    assert.equal(traceEnding(trace(29, 31, 30)), 'verified');
  });

  it('is not live at the very call at which it ended', () => {
    assert.deepEqual([8, 9, 10].map((t) => isLiveAt(trace(9, null, 30), t)), [true, false, false]);
    assert.deepEqual([8, 9, 10].map((t) => isLiveAt(trace(null, 9, 30), t)), [true, false, false]);
    assert.equal(isLiveAt(trace(1, null, 30), 0), true);
  });

  it('is unknown beyond a horizon at which nothing had happened', () => {
    const censored = trace(null, null, 20);
    assert.deepEqual([20, 21].map((t) => isLiveAt(censored, t)), [true, null]);
    assert.deepEqual([20, 21].map((b) => isSolvedBy(censored, b)), [false, null]);
  });

  it('has failed for good once it terminated, whatever the horizon', () => {
    assert.equal(isSolvedBy(trace(null, 9, 20), 1000), false);
    assert.equal(isLiveAt(trace(null, 9, 20), 1000), false);
  });

  it('without a known horizon takes observed ends as they stand and claims nothing else', () => {
    assert.equal(observedUntil(trace(9, null, null)), 9);
    assert.equal(isLiveAt(trace(9, null, null), 5), true);
    const nothing = trace(null, null, null);
    assert.equal(traceEnding(nothing), 'unknown');
    assert.equal(observedUntil(nothing), null);
    assert.deepEqual([isLiveAt(nothing, 0), isLiveAt(nothing, 1), isSolvedBy(nothing, 1)], [true, null, null]);
  });
});
