import { deepEqual } from 'node:assert/strict';
import { describe, it } from 'mocha';
import { MoveQueue } from '../../../../src/extension/trajectory/moveQueue';

function makeQueue(): { readonly queue: MoveQueue; readonly got: string[] } {
  const got: string[] = [];
  const queue = new MoveQueue({
    select: ({ step, focus }) => got.push(`step ${step}${focus ? ' with focus' : ''}`),
    window: (direction) => got.push(direction),
  });
  return { queue, got };
}

describe('Moves of a trajectory page', () => {
  it('wait while the page loads, and come in order when it is shown', () => {
    const { queue, got } = makeQueue();
    queue.window('next');
    queue.window('previous');
    deepEqual(got, []);
    queue.open();
    deepEqual(got, ['next', 'previous']);
    queue.window('next');
    deepEqual(got, ['next', 'previous', 'next']);
    queue.open();
    deepEqual(got, ['next', 'previous', 'next']);
  });

  it('wait again when the page loads again or is hidden', () => {
    const { queue, got } = makeQueue();
    queue.open();
    queue.close();
    queue.select({ step: 4, focus: true });
    queue.window('next');
    deepEqual(got, []);
    queue.open();
    deepEqual(got, ['step 4 with focus', 'next']);
  });

  it('begin at the last step that was asked for', () => {
    const { queue, got } = makeQueue();
    queue.window('next');
    queue.select({ step: 4, focus: false });
    queue.select({ step: 7, focus: false });
    queue.open();
    deepEqual(got, ['step 7']);
  });

  it('are dropped where no run is shown', () => {
    const { queue, got } = makeQueue();
    queue.window('next');
    queue.clear();
    queue.open();
    deepEqual(got, []);
  });
});
