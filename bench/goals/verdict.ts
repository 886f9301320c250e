import { attemptTables } from '../data/attempts';
import { judge, noteOf, type Goal } from '../goal';
import { median, runInterleaved } from '../measure';

/** From 147,000 attempts on disk to the printed audit, as a user runs it. */
export const verdictGoal: Goal = {
  name: 'verdict',
  title: '147,000 attempts on disk to the first verdict',
  run: async ({ repetitions, part }) => {
    const folder = await attemptTables(Math.ceil(147_000 * part));
    const measured = runInterleaved([{ name: 'command', options: { words: ['dist/cli.js', 'audit', folder] } }], repetitions);
    const [cold] = measured;
    return {
      measured,
      findings: [judge({ goal: null, what: 'audit, nothing known before', peer: null, value: cold?.runs ? median(cold.runs.map((run) => run.milliseconds)) : null, unit: 'ms', wanted: null, note: noteOf(measured) })],
    };
  },
};
