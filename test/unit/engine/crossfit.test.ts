import assert from 'node:assert/strict';
import { crossfitAlwaysRestart, crossfitValue, type CrossfitAttempt } from '../../../src/engine/crossfit';
import { seededRandom } from '../../../src/engine/random';

const random = seededRandom(21);
const bit = (): 0 | 1 => (random.below(2) === 1 ? 1 : 0);

function drawTasks(): readonly (readonly CrossfitAttempt<number>[])[] {
  return Array.from({ length: 1 + random.below(5) }, () => Array.from({ length: 1 + random.below(5) }, () => ({ observed: random.below(3), isLive: random.unit() < 0.8, continued: bit(), restarted: bit() })));
}

/** By the definition, pair by pair. */
function advantagesOf(task: readonly CrossfitAttempt<number>[]): readonly (readonly [number, number])[] {
  return task.flatMap((attempt, i) => {
    if (!attempt.isLive) return [];
    const others = task.filter((_, k) => k !== i);
    return [[attempt.observed, others.reduce((sum, { restarted }) => sum + restarted, 0) / others.length - attempt.continued] as const];
  });
}

describe('cross-fitted decision value', () => {
  it('is what choosing on the other tasks gives, task by task', () => {
    for (let round = 0; round < 200; round++) {
      const tasks = drawTasks();
      const counted = tasks.filter((task) => task.length > 1);
      const found = crossfitValue(tasks);
      if (counted.length === 0) {
        assert.equal(found, null);
        continue;
      }
      const held = counted.map((task) => {
        const others = counted.filter((other) => other !== task);
        const weightOf = (z: number): number => others.reduce((sum, other) => sum + advantagesOf(other).reduce((s, [one, a]) => s + (one === z ? a / other.length : 0), 0), 0);
        return advantagesOf(task).reduce((sum, [z, a]) => sum + (weightOf(z) > 1e-12 ? a / task.length : 0), 0);
      });
      const mean = held.reduce((a, b) => a + b, 0) / held.length;
      if (counted.length === 1) assert.equal(found?.heldOut, null);
      else assert.ok(Math.abs((found?.heldOut ?? NaN) - mean) < 1e-12);
      assert.ok((found?.inSample ?? -1) >= (found?.heldOut ?? 0) - 1e-12 && (found?.inSample ?? -1) >= Math.max(0, crossfitAlwaysRestart(tasks) ?? 0) - 1e-12);
    }
  });
});
