import { documentFolder } from '../data/traces';
import { judge, noteOf, type Goal } from '../goal';
import { median, runInterleaved } from '../measure';

const STEPS = 2000;

/** Text of steps at random: paths checked, files opened, bytes read and parsed each time. */
export const randomStepGoal: Goal = {
  name: 'step',
  title: 'A random step of an indexed folder',
  run: async ({ repetitions, part }) => {
    const folder = await documentFolder(Math.ceil(2000 * part));
    const measured = runInterleaved([{ name: 'random steps', options: { folder, threads: 0, count: STEPS } }], repetitions);
    const [steps] = measured;
    const value = steps?.runs ? (median(steps.runs.map((run) => run.milliseconds)) / STEPS) * 1000 : null;
    return { measured, findings: [judge({ goal: 4, what: 'text of a step', peer: null, value, unit: 'µs', wanted: { kind: 'most', value: 50 }, note: noteOf(measured) })] };
  },
};
