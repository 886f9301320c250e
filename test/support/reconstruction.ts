import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Trace } from '../../src/engine/trace';

/** One cell of the synthetic reconstruction of paper A: a task under a model in a cohort, attempts in file order. */
export interface ReconstructedCell {
  readonly task: string;
  readonly model: string;
  readonly cohort: string;
  readonly attempts: readonly Trace[];
}

/** The cells of test/fixtures/outcome-table/paper-a-reconstruction/table.csv, in order of first appearance. */
export function readReconstruction(): readonly ReconstructedCell[] {
  const file = path.join(import.meta.dirname, '../fixtures/outcome-table/paper-a-reconstruction/table.csv');
  const [header, ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
  if (header !== 'task,model,cohort,attempt,T,E,horizon,provenance') throw new Error(`Unexpected columns: ${header}`);
  const cells = new Map<string, { task: string; model: string; cohort: string; attempts: Trace[] }>();
  for (const line of lines) {
    const [task = '', model = '', cohort = '', , T, E, H] = line.split(',');
    const key = [task, model, cohort].join();
    const cell = cells.get(key) ?? { task, model, cohort, attempts: [] };
    cell.attempts.push({ T: toPosition(T), E: toPosition(E), H: toPosition(H) });
    cells.set(key, cell);
  }
  return [...cells.values()];
}

function toPosition(text: string | undefined): number | null {
  return text === undefined || text === '' ? null : Number(text);
}
