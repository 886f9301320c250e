import { loadPeer } from '../peers';
import { numberOption, textOption, timed, type ContenderFunction } from './contender';

interface DuckDb {
  readonly DuckDBInstance: { create(path: string, options: Readonly<Record<string, string>>): Promise<{ connect(): Promise<DuckConnection> }> };
}

interface DuckConnection {
  runAndReadAll(sql: string): Promise<{ getRows(): readonly (readonly unknown[])[] }>;
}

/** A database in memory. */
export async function connect(threads: number): Promise<DuckConnection> {
  // The peer's types are not at hand, as it is no dependency of this project.
  const { DuckDBInstance } = (await loadPeer('@duckdb/node-api')) as DuckDb;
  const instance = await DuckDBInstance.create(':memory:', { threads: String(threads) });
  return instance.connect();
}

/** Runs a statement and gives its rows, numbers as text. */
export async function query(sql: string, threads = 1): Promise<readonly (readonly unknown[])[]> {
  const rows = await (await connect(threads)).runAndReadAll(sql);
  return rows.getRows();
}

/** DuckDB reads the same lines and sums what the step columns hold. */
export const duckdbLines: ContenderFunction = async (options) => {
  const connection = await connect(numberOption(options, 'threads'));
  const message = `STRUCT(role VARCHAR, content VARCHAR, timestamp DOUBLE, extra STRUCT(cost DOUBLE, response STRUCT(usage STRUCT(prompt_tokens BIGINT, completion_tokens BIGINT))))[]`;
  const sql = `SELECT count(DISTINCT line)::DOUBLE, count(*)::DOUBLE, sum(length(m.content))::DOUBLE, sum(m.extra.cost) FROM (SELECT row_number() OVER () AS line, unnest(messages) AS m FROM read_ndjson('${textOption(options, 'file').replaceAll("'", "''")}', columns = {messages: '${message}'}, maximum_object_size = 268435456)) WHERE m.role = 'assistant'`;
  const { milliseconds, answer } = await timed(async () => (await connection.runAndReadAll(sql)).getRows());
  const [row] = answer as readonly (readonly unknown[])[];
  return { milliseconds, answer: { documents: Number(row?.[0]), steps: Number(row?.[1]) } };
};
