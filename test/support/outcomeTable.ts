import { readFileSync } from 'node:fs';
import type { CellRows } from './auditBuilder';

/** Cells of a small outcome table without quoted fields (task, model, cohort, attempt, T, E, horizon), attempts in file order. */
export function readOutcomeTable(file: string): readonly CellRows[] {
  const [header = '', ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
  const names = header.split(',');
  const cells = new Map<string, { task: string; runtime: string; cohort: string; attempts: [number | null, number | null, number | null][] }>();
  for (const line of lines) {
    const fields = line.split(',');
    const field = (name: string): string => fields[names.indexOf(name)] ?? '';
    const number = (name: string): number | null => (field(name) === '' ? null : Number(field(name)));
    const key = [field('task'), field('model'), field('cohort')].join('\n');
    const cell = cells.get(key) ?? { task: field('task'), runtime: field('model'), cohort: field('cohort'), attempts: [] };
    cells.set(key, cell);
    cell.attempts.push([number('T'), number('E'), number('horizon')]);
  }
  return [...cells.values()];
}
