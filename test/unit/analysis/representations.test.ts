import assert from 'node:assert/strict';
import { runAudit } from '../../../src/analysis/audit';
import { representationsInPortions } from '../../../src/analysis/representations/representations';
import { runPortions } from '../../../src/base/portions';
import { parsePlan } from '../../../src/plan/parsePlan';
import { declaredAttempt } from '../../support/attempts';
import { makeIndex } from '../../support/fakeIndex';
import { fakeSteps } from '../../support/fakeReader';

describe('representations of runs of which some have no steps', () => {
  it('keep these as a class of their own, and call no two of them alike by what happened', () => {
    const attempts = Object.entries({ x: [3, 3, null, null], y: [10, 10, 10, null] }).flatMap(([task, times]) => times.map((T, i) => declaredAttempt(task, String(i), { ...(T === null ? {} : { T }), H: 12 }, { id: `${task}${i}` })));
    const { plan, defaults } = parsePlan('{"budget": 12, "times": [4]}', 'plan');
    const represent = (withSteps: readonly string[]) => {
      const index = { ...makeIndex(attempts), steps: (row: number) => (withSteps.includes(attempts[row]?.id ?? '') ? fakeSteps('a.json', 6) : []) };
      const outcome = runAudit(index, plan, defaults);
      assert.ok(outcome.kind === 'audit');
      const [group] = runPortions(representationsInPortions(index, outcome)).groups;
      return (name: string) => group?.representations.find((one) => one.name === name);
    };
    const some = represent(['y0']);
    assert.deepEqual([some('nothing')?.aliased.count, some('prefix')?.aliased.count], [1, 0]);
    assert.deepEqual(some('prefix')?.classes.map(({ observed, live }) => [observed.prefix === null, live]), [[true, 5], [false, 1]]);
    // With steps that come to the same they are alike.
    const all = represent(attempts.map(({ id }) => id));
    assert.deepEqual([all('prefix')?.aliased.count, all('prefix')?.aliased.shown[0]?.restarted.step], [1, 4]);
  });
});
