import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'mocha';
import { labelWindow, listCheckpoints, stepsSeenAt, windowAt } from '../../../src/monitors/checkpoints';

describe('Checkpoints', () => {
  it('are 5, 8, 11, ... up to the last tool step', () => {
    deepEqual(listCheckpoints(4), []);
    deepEqual(listCheckpoints(5), [5]);
    deepEqual(listCheckpoints(10), [5, 8]);
    deepEqual(listCheckpoints(11), [5, 8, 11]);
  });

  it('show the last three steps, fewer at the beginning', () => {
    deepEqual(windowAt(8), { from: 6, to: 8 });
    deepEqual(windowAt(2), { from: 1, to: 2 });
    deepEqual(stepsSeenAt(0), [0]);
    deepEqual(stepsSeenAt(15), [13, 14, 15]);
  });

  it('label a failed run abort, a solved one deliver at its last two steps and continue before', () => {
    equal(labelWindow(5, { toolSteps: 11, resolved: false }), 'abort');
    deepEqual([8, 10, 11].map((k) => labelWindow(k, { toolSteps: 11, resolved: true })), ['continue', 'deliver', 'deliver']);
  });
});
