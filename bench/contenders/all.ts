import { fflateArchive, scanArchive, yauzlArchive } from './archives';
import { duckdbCounts, productAudit, productCounts } from './audits';
import { runCommand } from './command';
import type { ContenderFunction } from './contender';
import { duckdbLines } from './duckdb';
import { scanStepColumns } from './lines';
import { duckdbParquet, hyparquetRows, readParquetRows } from './parquet';
import { jsonParseDocuments, jsonParseLines, readSyncOnly, walkAndStat } from './plainJson';
import { indexAgain, indexDocuments, readRandomSteps } from './product';
import { numpyArms, numpyMacro, scipyIntervals } from './python';
import { intervalErrors, productArms, productIntervals, productMacro, stdlibIntervals } from './statistics';

/** Everything that runs in a process of its own, by name. */
export const CONTENDERS: Readonly<Record<string, ContenderFunction>> = {
  'fs.readSync': readSyncOnly,
  'JSON.parse per line': jsonParseLines,
  'readFile + JSON.parse': jsonParseDocuments,
  'walk + stat': walkAndStat,
  'DuckDB read_ndjson': duckdbLines,
  'lines to step columns': scanStepColumns,
  'index of documents': indexDocuments,
  'index of the same documents again': indexAgain,
  'random steps': readRandomSteps,
  'rows of Parquet': readParquetRows,
  'DuckDB on Parquet, one thread': duckdbParquet,
  'hyparquet + fzstd': hyparquetRows,
  'archive, opened and scanned': scanArchive,
  'fflate, opened only': fflateArchive,
  'yauzl, opened only': yauzlArchive,
  'counts of attempts': productCounts,
  'audit of attempts': productAudit,
  'DuckDB counts': duckdbCounts,
  'Clopper–Pearson intervals': productIntervals,
  '@stdlib intervals': stdlibIntervals,
  'scipy intervals': scipyIntervals,
  'errors of intervals': intervalErrors,
  'range of the macro change': productMacro,
  'numpy, tasks and attempts': numpyMacro,
  'range of two conditions': productArms,
  'numpy, two conditions': numpyArms,
  command: runCommand,
};
