import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { auditCells } from '../../src/engine/audit';
import type { AttemptColumns } from '../../src/engine/attemptColumns';
import { countColumns } from '../../src/engine/countColumns';
import { connect } from './duckdb';
import { textOption, timed, type ContenderFunction } from './contender';

const TIMES = [35, 71, 107, 142, 178, 214];
const BUDGET = 250;
/** Times in one process. The quickest counts: an engine that runs is warm, and some milliseconds are soon doubled by whoever else runs. */
const TIMES_IN_PROCESS = 9;

/** The attempts of the outcome tables of a folder as columns, task after task. */
function readColumns(folder: string): AttemptColumns {
  const tasks = new Map<string, { readonly T: number; readonly E: number; readonly H: number }[]>();
  for (const name of readdirSync(folder)) {
    for (const line of readFileSync(path.join(folder, name), 'utf8').trim().split('\n').slice(1)) {
      const [task = '', , , , T = '', E = '', H = ''] = line.split(',');
      const attempts = tasks.get(task) ?? [];
      tasks.set(task, attempts);
      attempts.push({ T: T === '' ? -1 : Number(T), E: E === '' ? -1 : Number(E), H: Number(H) });
    }
  }
  const cells = [...tasks.values()];
  const offsets = new Int32Array(cells.length + 1);
  cells.forEach((cell, index) => (offsets[index + 1] = (offsets[index] ?? 0) + cell.length));
  const all = cells.flat();
  return { offsets, T: Int32Array.from(all, ({ T }) => T), E: Int32Array.from(all, ({ E }) => E), H: Int32Array.from(all, ({ H }) => H) };
}

async function quickestOf(work: () => unknown): Promise<number> {
  let least = Infinity;
  for (let i = 0; i < TIMES_IN_PROCESS; i++) least = Math.min(least, (await timed(work)).milliseconds);
  return least;
}

/** Counts of every decision from attempts in memory: live, continued and solved, restarted and solved. */
export const productCounts: ContenderFunction = async (options) => {
  const columns = readColumns(textOption(options, 'folder'));
  const count = () => countColumns(columns, { times: TIMES, budget: BUDGET });
  const milliseconds = await quickestOf(count);
  const { nLive, xContinue, xRestart } = count();
  const sum = (counts: Int32Array): number => counts.reduce((total, value) => total + value, 0);
  return { milliseconds, answer: [sum(nLive), sum(xContinue), sum(xRestart)] };
};

/** The whole audit: counts, exact intervals, verdicts, what could be certified, macro numbers. */
export const productAudit: ContenderFunction = async (options) => {
  const columns = readColumns(textOption(options, 'folder'));
  const milliseconds = await quickestOf(() => auditCells({ columns, times: TIMES, budget: BUDGET, alpha: 0.05 }));
  return { milliseconds, answer: null };
};

/** The same counts by DuckDB on one thread, from a table in its memory. */
export const duckdbCounts: ContenderFunction = async (options) => {
  const connection = await connect(1);
  const files = path.join(textOption(options, 'folder'), '*.csv').replaceAll("'", "''");
  await connection.runAndReadAll(`CREATE TABLE attempts AS SELECT task, T::INTEGER AS T, coalesce(T, E, horizon + 1)::INTEGER AS ended FROM read_csv('${files}')`);
  await connection.runAndReadAll(`CREATE TABLE times AS SELECT unnest([${TIMES.join()}])::INTEGER AS t`);
  const counts = `SELECT a.task, d.t, sum(CASE WHEN a.ended > d.t THEN 1 ELSE 0 END) AS live, sum(CASE WHEN a.T > d.t AND a.T <= ${BUDGET} THEN 1 ELSE 0 END) AS continued, sum(CASE WHEN a.T <= ${BUDGET} - d.t THEN 1 ELSE 0 END) AS restarted FROM attempts a CROSS JOIN times d GROUP BY a.task, d.t`;
  const sums = `SELECT sum(live)::DOUBLE, sum(continued)::DOUBLE, sum(restarted)::DOUBLE FROM (${counts})`;
  // Summed in the engine, so that handing rows over costs it nothing.
  const milliseconds = await quickestOf(() => connection.runAndReadAll(sums));
  const [row = []] = (await connection.runAndReadAll(sums)).getRows();
  return { milliseconds, answer: row.map(Number) };
};
