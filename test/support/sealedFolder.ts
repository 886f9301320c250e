// Folders with outcome tables whose attempts start before or after a seal of today, for tests of plans.

import { makeFolder } from './tempFolder';

/** Starts that lie before and after any moment at which these tests run. */
export const LONG_AGO = '2020-01-01T00:00:00Z';
export const FAR_AHEAD = '2999-01-01T00:00:00Z';

const HEAD = 'task,model,cohort,attempt,T,E,horizon,started\n';

export interface TableRow {
  readonly task?: string;
  readonly model?: string;
  readonly attempt: number | string;
  readonly T?: number;
  readonly E?: number;
  /** '' for a start that is not known. */
  readonly started?: string;
}

/** An outcome table; without T and E a run that was watched to 30 in vain. */
export function tableOf(rows: readonly TableRow[]): string {
  return HEAD + rows.map(({ task = 'a', model = 'm', attempt, T, E, started = LONG_AGO }) => `${task},${model},c,${attempt},${T ?? ''},${E ?? ''},30,${started}\n`).join('');
}

/** Rows of attempts numbered from `first`, every one with what `more` says. */
export function rowsOf(count: number, more: Omit<TableRow, 'attempt'>, first = 1): readonly TableRow[] {
  return Array.from({ length: count }, (_, i) => ({ ...more, attempt: first + i }));
}

/** A folder with a plan and a pilot of three attempts of one task. */
export function pilotFolder(plan: object = { budget: 30, times: [8], attemptsPerCell: 8 }, more: Readonly<Record<string, string>> = {}): string {
  return makeFolder({ 'pilot.csv': tableOf([{ attempt: 1, T: 5 }, { attempt: 2, T: 12 }, { attempt: 3 }]), 'restart-lens.jsonc': `// ours\n${JSON.stringify(plan, null, 2)}\n`, ...more });
}
