import { corporaReader } from '../../src/formats/corpora/corpora';
import { asParquet } from '../support/corpusParquet';
import { asLines, openHandsRow, sweAgentRow, thought } from '../support/corpusRows';
import { checkReader, isLineEnd } from './readerContract';

const SWE_AGENT = [
  sweAgentRow([thought('Look.', 'ls -F'), 'No command here.', thought('Done.', 'submit')], { target: true }),
  sweAgentRow([thought('Look.', 'open a.py'), 'Exit due to context window'], { instance_id: 'acme__widget-13_4', exit_status: 'submitted (exit_context)' }),
];

checkReader('corpora', corporaReader, [
  { name: 'SWE-rebench rows, one a line', files: { 'data/rows.jsonl': asLines(openHandsRow(), openHandsRow({ trajectory_id: 'chatcmpl-00ac', resolved: 0, exit_status: 'reached maximum iteration', note: 'x' })) }, isSilentCut: isLineEnd },
  { name: 'SWE-rebench rows in an array', files: { 'data/rows.json': JSON.stringify([openHandsRow(), openHandsRow({ resolved: -1 })], null, 1) } },
  { name: 'SWE-agent rows in an array', files: { 'data/sample_raw.json': JSON.stringify(SWE_AGENT, null, 2) } },
  { name: 'SWE-rebench rows in Parquet', files: { 'data/trajectories.parquet': asParquet([openHandsRow(), openHandsRow({ trajectory_id: 'b', resolved: 0 }), openHandsRow({ trajectory_id: 'c' })], { rowGroupSize: 2, codec: 'GZIP' }) } },
  { name: 'SWE-agent rows in Parquet', files: { 'data/train-0.parquet': asParquet(SWE_AGENT) } },
  { name: 'a single row', files: { 'data/row.json': JSON.stringify(openHandsRow(), null, 2) } },
  { name: 'a conversation in a string', files: { 'data/rows.jsonl': asLines(openHandsRow({ trajectory: JSON.stringify(openHandsRow()['trajectory']) })) }, isSilentCut: isLineEnd },
]);
