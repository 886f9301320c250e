import { corpusParquet } from '../data/corpus';
import { judge, noteOf, type Goal } from '../goal';
import { median, runInterleaved, speedRatio } from '../measure';

const OURS = 'rows of Parquet';
const ROWS = 20_000;

/** A corpus of trajectories in Parquet, every row and text. */
export const parquetGoal: Goal = {
  name: 'parquet',
  title: 'A corpus of 20,000 trajectories in Parquet',
  run: async ({ repetitions, part }) => {
    const file = await corpusParquet(Math.ceil(ROWS * part)).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
    if (file instanceof Error) {
      const note = `the data cannot be made without DuckDB: ${file.message}`;
      return { measured: [], findings: [judge({ goal: 5, what: OURS, peer: 'DuckDB, one thread', value: null, unit: 'x', wanted: { kind: 'least', value: 1 }, note })] };
    }
    const measured = runInterleaved([OURS, 'DuckDB on Parquet, one thread', 'hyparquet + fzstd'].map((name) => ({ name, options: { file } })), repetitions);
    const [ours, duck, plain] = measured;
    const note = noteOf(measured, [OURS, 'DuckDB on Parquet, one thread', 'hyparquet + fzstd']);
    return {
      measured,
      findings: [
        judge({ goal: 5, what: OURS, peer: 'DuckDB, one thread', value: speedRatio(ours, duck), unit: 'x', wanted: { kind: 'least', value: 1 }, note }),
        judge({ goal: 5, what: OURS, peer: 'hyparquet + fzstd', value: speedRatio(ours, plain), unit: 'x', wanted: { kind: 'least', value: 6 } }),
        judge({ goal: 5, what: 'peak memory', peer: null, value: ours?.runs ? median(ours.runs.map((run) => run.peakBytes)) / 1e6 : null, unit: 'MB', wanted: { kind: 'most', value: 420 } }),
      ],
    };
  },
};
