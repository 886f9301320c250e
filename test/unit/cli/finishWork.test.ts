import assert from 'node:assert/strict';
import { finishWork } from '../../../src/cli/finishWork';

describe('finishWork', () => {
  it('gives the result of work in any number of portions', async () => {
    function* work(): Generator<void, number, void> {
      for (let portion = 0; portion < 1000; portion++) yield;
      return 7;
    }
    assert.equal(await finishWork(work(), new AbortController().signal), 7);
  });
  it('lets an interruption be heard while the work goes on, and stops', async () => {
    function* endless(): Generator<void, never, void> {
      for (;;) yield;
    }
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 0);
    await assert.rejects(finishWork(endless(), controller.signal), { code: 'cancelled' });
  });
});
