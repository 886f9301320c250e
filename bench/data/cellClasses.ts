import { writeFileSync } from 'node:fs';
import { ensureData } from './dataFolder';
import { chance } from './random';

/** Attempts of one cell by what they do at one decision time, in the order of the engine's classes: early, ended, both, late, fail. */
export type CellClasses = readonly [number, number, number, number, number];

/** A file (JSON) of this many cells of unequal size, `attempts` on average. */
export function cellClasses(cells: number, attempts: number): Promise<string> {
  return ensureData(`cells-${cells}-${attempts}.json`, (target) => {
    const random = chance(29);
    const made = Array.from({ length: cells }, (): CellClasses => {
      const rate = random.unit();
      const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
      const size = Math.max(1, Math.round(attempts * (0.7 + 0.6 * random.unit())));
      for (let i = 0; i < size; i++) {
        const isSolved = random.unit() < rate;
        const place = random.unit();
        counts[isSolved ? (place < 0.4 ? 0 : place < 0.7 ? 2 : 3) : place < 0.3 ? 1 : 4]++;
      }
      return counts;
    });
    writeFileSync(target, JSON.stringify(made));
  });
}

/** A file (JSON) of this many tasks with successes of 5 attempts under each of two conditions. */
export function armSuccesses(tasks: number): Promise<string> {
  return ensureData(`arms-${tasks}.json`, (target) => {
    const random = chance(31);
    writeFileSync(target, JSON.stringify(Array.from({ length: tasks }, () => [random.below(6), random.below(6)])));
  });
}
