import { query } from '../contenders/duckdb';
import { ensureData } from './dataFolder';
import { traceLines } from './traces';

const MESSAGE = 'STRUCT(role VARCHAR, content VARCHAR)[]';

/** A Parquet file with Zstandard pages, one trajectory a row, its messages a list of structs; about 100 KB a row. Needs DuckDB. */
export async function corpusParquet(rows: number): Promise<string> {
  const lines = await traceLines(rows);
  return ensureData(`corpus-${rows}.parquet`, async (target) => {
    const source = `read_ndjson('${lines.replaceAll("'", "''")}', columns = {instance_id: 'VARCHAR', messages: '${MESSAGE}'}, maximum_object_size = 268435456)`;
    await query(`COPY (SELECT instance_id, messages AS trajectory FROM ${source}) TO '${target.replaceAll("'", "''")}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 2048)`);
  });
}
