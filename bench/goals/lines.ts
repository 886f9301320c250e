import { traceLines } from '../data/traces';
import { judge, noteOf, type Goal } from '../goal';
import { median, runInterleaved, speedRatio } from '../measure';

const OURS = 'lines to step columns';
const LINES = 20_000;

/** A JSONL file of 2 GB, one trajectory a line, to columns with the place and the numbers of each step. */
export const linesGoal: Goal = {
  name: 'lines',
  title: 'A JSONL file of 20,000 trajectories (2 GB)',
  run: async ({ repetitions, part }) => {
    const file = await traceLines(Math.ceil(LINES * part));
    const measured = runInterleaved(
      [
        { name: OURS, options: { file, threads: 1 } },
        { name: OURS, options: { file, threads: 2 } },
        { name: 'fs.readSync', options: { file } },
        { name: 'JSON.parse per line', options: { file } },
        { name: 'DuckDB read_ndjson', options: { file, threads: 1 } },
        { name: 'DuckDB read_ndjson', options: { file, threads: 2 } },
      ],
      repetitions,
    );
    const [one, two, read, parse, duck, duckTwo] = measured;
    const note = noteOf(measured, [OURS, 'JSON.parse per line', 'DuckDB read_ndjson']);
    return {
      measured,
      findings: [
        judge({ goal: 1, what: `${OURS}, one thread`, peer: 'fs.readSync by 4 MB', value: speedRatio(one, read), unit: 'x', wanted: { kind: 'least', value: 0.5 }, note }),
        judge({ goal: 1, what: `${OURS}, one thread`, peer: 'DuckDB read_ndjson, one thread', value: speedRatio(one, duck), unit: 'x', wanted: { kind: 'least', value: 4 } }),
        judge({ goal: 1, what: `${OURS}, one thread`, peer: 'JSON.parse per line', value: speedRatio(one, parse), unit: 'x', wanted: { kind: 'least', value: 15 } }),
        judge({ goal: 1, what: 'peak memory, one thread', peer: null, value: one?.runs ? median(one.runs.map((run) => run.peakBytes)) / 1e6 : null, unit: 'MB', wanted: { kind: 'most', value: 128 } }),
        judge({ goal: 2, what: `${OURS}, two threads`, peer: 'DuckDB read_ndjson, two threads', value: speedRatio(two, duckTwo), unit: 'x', wanted: { kind: 'least', value: 3 } }),
      ],
    };
  },
};
