import assert from 'node:assert/strict';
import type { Plan } from '../../../src/model/plan';
import type { Lock } from '../../../src/model/seal';
import { hashCanonical, LATER_KEYS } from '../../../src/plan/hashPlan';
import { checkSeal, lockText, makeLock, readLock } from '../../../src/plan/lock';
import { DEFAULT_PLAN } from '../../../src/plan/planFields';

const RUNTIME = { agent: null, agentVersion: null, model: 'm', provider: null, config: null };

function freeze(stated: Partial<Plan>): Lock {
  const settled = { budget: 30, times: [8], estimand: 'first-verified' as const, cells: [{ tasks: ['a'], runtime: RUNTIME, cohort: null }], attemptsPerCell: 8 };
  return makeLock({ plan: { ...DEFAULT_PLAN, budget: 30, times: [8], ...stated }, settled, now: 0, indexed: [], before: null, engineVersion: '0.1.0' });
}

/** The lock as a version wrote it that did not know the later keys. */
function before(lock: Lock): Lock {
  const later: readonly string[] = LATER_KEYS;
  const plan = Object.fromEntries(Object.entries(lock.plan).filter(([key]) => !later.includes(key))) as unknown as Plan; // a plan of that version
  return { ...lock, plan };
}

describe('a lock that was frozen before plans knew a key', () => {
  it('still holds: its hash is that of what it says, and the key stands at its default', () => {
    const old = before(freeze({}));
    const { seal, ...body } = old;
    assert.equal(hashCanonical(body), seal, 'as that version hashed it');
    const read = readLock(lockText(old));
    assert.ok('lock' in read, JSON.stringify(read));
    assert.deepEqual([read.lock.plan.family, read.lock.plan.marginPoints], ['planned', null]);
    assert.equal(checkSeal({ lock: lockText(old), plan: '{ "budget": 30, "times": [8] }' }).state, 'intact');
    assert.equal(checkSeal({ lock: lockText(old), plan: '{ "budget": 30, "times": [8], "family": "sliders" }' }).state, 'broken');
  });

  it('is none where the key was stated and then taken out by hand', () => {
    for (const stated of [{ family: 'sliders' }, { marginPoints: 5 }] as const) {
      assert.ok('lock' in readLock(lockText(freeze(stated))));
      assert.deepEqual(readLock(lockText(before(freeze(stated)))), { fault: 'lock-edited' });
    }
  });
});
