import path from 'node:path';
import { documentFolder } from '../data/traces';
import { judge, noteOf, type Goal } from '../goal';
import { median, runInterleaved, speedRatio } from '../measure';

/** 2,000 documents of a folder, every fact of every step, against parsing them. */
export const documentsGoal: Goal = {
  name: 'documents',
  title: '2,000 trajectories, one a file',
  run: async ({ repetitions, part }) => {
    const folder = await documentFolder(Math.ceil(2000 * part));
    const measured = runInterleaved(
      [
        { name: 'readFile + JSON.parse', options: { folder } },
        { name: 'index of documents', options: { folder, threads: 0 } },
        { name: 'index of documents', options: { folder, threads: 2 } },
        { name: 'walk + stat', options: { folder } },
        { name: 'index of the same documents again', options: { folder, threads: 0, cache: path.resolve('out/bench/cache') } },
      ],
      repetitions,
    );
    const [parse, alone, two, walk, again] = measured;
    const note = noteOf(measured, ['readFile + JSON.parse', 'index of documents']);
    const peer = 'readFile + JSON.parse';
    return {
      measured,
      findings: [
        judge({ goal: 3, what: 'whole index, one thread', peer, value: speedRatio(alone, parse), unit: 'x', wanted: { kind: 'least', value: 12 }, note }),
        judge({ goal: null, what: 'whole index, two threads', peer, value: speedRatio(two, parse), unit: 'x', wanted: null, note }),
        judge({ goal: 3, what: 'the same again, nothing changed', peer: 'walk + stat', value: speedRatio(again, walk), unit: 'x', wanted: { kind: 'least', value: 0.5 }, note }),
        judge({ goal: null, what: 'peak memory, one thread', peer: null, value: alone?.runs ? median(alone.runs.map((run) => run.peakBytes)) / 1e6 : null, unit: 'MB', wanted: null, note }),
      ],
    };
  },
};
