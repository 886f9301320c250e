import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { ensureData } from './dataFolder';
import { chance } from './random';

const TASKS = 3000;
const ROWS_IN_FILE = 7000;
const BUDGET = 250;

/** A folder of outcome tables (CSV) with this many made-up attempts of 3,000 tasks, marked as synthetic. */
export function attemptTables(count: number): Promise<string> {
  return ensureData(`attempts-${count}`, async (target) => {
    mkdirSync(target, { recursive: true });
    const random = chance(17);
    const rates = Array.from({ length: TASKS }, () => random.unit());
    for (let first = 0; first < count; first += ROWS_IN_FILE) {
      const file = createWriteStream(path.join(target, `table-${String(first / ROWS_IN_FILE).padStart(3, '0')}.csv`));
      file.write('task,model,cohort,attempt,T,E,horizon,resolved,provenance\n');
      for (let number = first; number < Math.min(count, first + ROWS_IN_FILE); number++) {
        const task = random.below(TASKS);
        const length = Math.min(BUDGET, 5 + Math.floor(-Math.log(1 - random.unit()) * 36));
        const isSolved = random.unit() < (rates[task] ?? 0);
        const isCut = !isSolved && length === BUDGET;
        const line = `task-${task},model-1,c,${number},${isSolved ? length : ''},${isCut || isSolved ? '' : length},${BUDGET},${isSolved},synthetic\n`;
        if (!file.write(line)) await once(file, 'drain');
      }
      file.end();
      await once(file, 'finish');
    }
  });
}
