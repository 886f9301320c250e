import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'mocha';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { diffLines } from '../../../../src/views/trajectory/lineDiff';

const show = (before: string, after: string): string => diffLines([...before], [...after]).map((line) => line.sign + line.text).join(' ');

describe('The difference of two texts', () => {
  it('is empty for equal texts and names what was removed and added', () => {
    equal(show('abc', 'abc'), '');
    equal(show('abc', 'axc'), '-b +x');
    equal(show('', 'ab'), '+a +b');
    equal(show('ab', ''), '-a -b');
    equal(show('abcd', 'bcde'), '-a +e');
  });

  it('takes away and adds exactly what leads from one to the other, and no more than the longest common part allows', () => {
    const random = xoroshiro128plus(5);
    for (let round = 0; round < 300; round++) {
      const word = (): string[] => Array.from({ length: uniformInt(random, 0, 9) }, () => 'abc'[uniformInt(random, 0, 2)] ?? '');
      const before = word();
      const after = word();
      const lines = diffLines(before, after);
      const common = longestCommon(before, after);
      equal(lines.filter((line) => line.sign === '-').length, before.length - common);
      equal(lines.filter((line) => line.sign === '+').length, after.length - common);
      const count = (all: readonly string[]): Record<string, number> => Object.fromEntries(['a', 'b', 'c'].map((letter) => [letter, all.filter((one) => one === letter).length]));
      const changed = count(before);
      for (const line of lines) changed[line.text] = (changed[line.text] ?? 0) + (line.sign === '+' ? 1 : -1);
      deepEqual(changed, count(after));
    }
  });

  it('replaces a middle that is too long to compare as a whole', () => {
    const before = Array.from({ length: 500 }, (_, i) => `old ${i}`);
    const after = Array.from({ length: 500 }, (_, i) => `new ${i}`);
    equal(diffLines(['same', ...before], ['same', ...after]).length, 1000);
  });
});

/** By brute force over all subsequences of the first. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  let best = 0;
  for (let mask = 0; mask < 1 << a.length; mask++) {
    const chosen = a.filter((_, i) => mask & (1 << i));
    let at = 0;
    for (const letter of b) if (letter === chosen[at]) at++;
    if (at === chosen.length) best = Math.max(best, at);
  }
  return best;
}
