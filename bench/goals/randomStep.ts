import { documentFolder, traceLines } from '../data/traces';
import { judge, noteOf, type Finding, type Goal } from '../goal';
import { median, runInterleaved, type Measured } from '../measure';

const STEPS = 2000;

/** Text of steps at random: paths checked, bytes read and parsed each time; of one file, and of a file each. */
export const randomStepGoal: Goal = {
  name: 'step',
  title: 'A random step of an indexed file and of an indexed folder',
  run: async ({ repetitions, part }) => {
    const documents = Math.ceil(2000 * part);
    const places = [await traceLines(documents), await documentFolder(documents)];
    const measured = runInterleaved(places.map((folder) => ({ name: 'random steps', options: { folder, threads: 0, count: STEPS } })), repetitions);
    const [file, folder] = measured;
    const finding = (what: string, steps: Measured | undefined): Finding => {
      const value = steps?.runs ? (median(steps.runs.map((run) => run.milliseconds)) / STEPS) * 1000 : null;
      return judge({ goal: 4, what, peer: null, value, unit: 'µs', wanted: { kind: 'most', value: 50 }, note: noteOf(measured) });
    };
    return { measured, findings: [finding(`text of a step of a file of ${documents} lines`, file), finding(`text of a step of a folder of ${documents} files, most of them opened anew`, folder)] };
  },
};
