import path from 'node:path';
import { attemptTables } from '../data/attempts';
import { judge, noteOf, type Goal } from '../goal';
import { median, runInterleaved } from '../measure';

/** From 147,000 attempts on disk to the printed audit, as a user runs it. */
export const verdictGoal: Goal = {
  name: 'verdict',
  title: '147,000 attempts on disk to the first verdict',
  run: async ({ repetitions, part }) => {
    const folder = await attemptTables(Math.ceil(147_000 * part));
    const audit = ['dist/cli.js', 'audit', folder];
    const cache = ['--cache', path.resolve('out/bench/cache')];
    // Once, so that the warm runs find what was kept.
    runInterleaved([{ name: 'command', options: { words: [...audit, ...cache] } }], 1);
    const measured = runInterleaved([{ name: 'command', options: { words: [...audit, '--no-cache'] } }, { name: 'command', options: { words: [...audit, ...cache] } }], repetitions);
    const [cold, warm] = measured;
    const time = (runs: typeof cold): number | null => (runs?.runs ? median(runs.runs.map((run) => run.milliseconds)) : null);
    return {
      measured,
      findings: [
        judge({ goal: null, what: 'audit, nothing known before', peer: null, value: time(cold), unit: 'ms', wanted: null, note: noteOf(measured) }),
        judge({ goal: null, what: 'audit again, nothing changed', peer: null, value: time(warm), unit: 'ms', wanted: null, note: noteOf(measured) }),
      ],
    };
  },
};
