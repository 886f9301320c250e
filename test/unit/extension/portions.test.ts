import { equal, ok, rejects } from 'node:assert/strict';
import { describe, it } from 'mocha';
import { finish, finishInPortions } from '../../../src/extension/portions';
import { monitorInPortions, runMonitors } from '../../../src/monitors/runMonitors';
import { makeSteps } from '../../support/stepText';

function* count(to: number): Generator<void, number | null, void> {
  for (let i = 0; i < to; i++) yield;
  return to === 0 ? null : to;
}

describe('Work in portions', () => {
  it('gives its result, null included, and lets errors through', async () => {
    equal(await finish(count(1000)), 1000);
    equal(await finish(count(0)), null);
    await rejects(
      finish(
        (function* (): Generator<void, number, void> {
          yield;
          throw new Error('broken');
        })(),
      ),
      /broken/,
    );
  });

  it('is given up when nobody wants it any more', async () => {
    // Work without end: it can only be given up.
    equal(await finishInPortions(count(Infinity), () => false), null);
  });

  it('scores a long run in many portions, as it does in one', () => {
    const steps = makeSteps(Array.from({ length: 5000 }, (_, i) => `a${i % 7}=o${i % 3}${i % 5 ? '' : '!'}`).join(' '));
    const input = { callLimit: null, outside: [], plan: [] };
    const work = monitorInPortions(steps, input);
    let portions = 0;
    let portion = work.next();
    for (; portion.done !== true; portion = work.next()) portions++;
    ok(portions >= 60);
    equal(JSON.stringify(portion.value), JSON.stringify(runMonitors(steps, input)));
  });
});
