import assert from 'node:assert/strict';
import { classOf } from '../../../src/engine/attemptClass';
import { seededRandom } from '../../../src/engine/random';
import { countTraces, startedPrefix, type StartedAttempt } from '../../../src/engine/startOrder';

const AT = { t: 4, budget: 12 };

describe('attempts in the order of their starts', () => {
  it('are counted up to the first whose class is not known, and every one is counted, set aside or open', () => {
    const random = seededRandom(8);
    for (let round = 0; round < 200; round++) {
      const attempts = Array.from({ length: 1 + random.below(9) }, (): StartedAttempt => {
        const H = random.unit() < 0.3 ? 1 + random.below(11) : 12;
        return { start: random.below(5), trace: { T: random.unit() < 0.4 ? 1 + random.below(H) : null, E: null, H } };
      });
      const { prefix, setAside, open } = startedPrefix(attempts, AT);
      assert.deepEqual([...prefix, ...setAside, ...open].sort((a, b) => a - b), attempts.map((_, i) => i));
      const place = (i: number): number => (attempts[i]?.start ?? 0) * 100 + i;
      const firstOpen = Math.min(...open.map(place));
      assert.ok(prefix.every((i) => place(i) < firstOpen) && setAside.every((i) => place(i) > firstOpen));
      assert.ok(open.every((i) => classOf(attempts[i]?.trace ?? { T: null, E: null, H: null }, AT) === null));
      assert.equal(countTraces(prefix.flatMap((i) => attempts[i]?.trace ?? []), AT).reduce((a, b) => a + b, 0), prefix.length);
    }
  });

  it('cannot be counted while one of them is open', () => {
    assert.throws(() => countTraces([{ T: null, E: null, H: 3 }], AT), /not known/);
  });
});
