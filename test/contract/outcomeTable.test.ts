import { outcomeTableReader } from '../../src/formats/outcomeTable/outcomeTable';
import { asParquet } from '../support/corpusParquet';
import { checkReader, isLineEnd } from './readerContract';

const CSV = `task,model,cohort,attempt,T,E,horizon,cost,provenance
23413,luna,initial,1,5,,30,0.12,synthetic
"23, 413",luna,initial,2,,12,30,,"made ""up"""

23413,luna,initial,3,,,30,$1,measured
23413,luna,initial,4,31,,30,1,measured
23413,luna,initial,five,x,,30,1,measured
`;

const JSONL = `{"task": "a", "model": "luna", "attempt": 1, "T": 5, "horizon": 30, "resolved": true}
{"task": "a", "model": "luna", "attempt": 2, "T": null, "E": 12, "horizon": 30}
{"task": "b", "model": "luna", "attempt": 1, "horizon": 30, "cost": 0.5, "provenance": "synthetic"}
`;

/** A cut that leaves as many fields as the header has leaves a shorter table that nobody can tell from a whole one. */
function isWholeRow(kept: string): boolean {
  const rows = kept.split(/\r?\n/);
  const last = rows[rows.length - 1] ?? '';
  const commas = (text: string): number => text.replace(/"(?:[^"]|"")*"/g, '').split(',').length;
  return last === '' || (rows.length > 1 && (last.match(/"/g) ?? []).length % 2 === 0 && commas(last) === commas(rows[0] ?? '')) || rows.length > 5;
}

checkReader('outcome table', outcomeTableReader, [
  { name: 'CSV', files: { 'runs/outcomes.csv': CSV }, isSilentCut: isWholeRow },
  { name: 'CSV with byte order mark, CRLF and semicolons', files: { 'outcomes.csv': `\ufeff${CSV.replace(/,/g, ';').replace(/\n/g, '\r\n')}` }, isSilentCut: (kept) => isWholeRow(kept.replace(/;/g, ',')) },
  { name: 'Parquet', files: { 'runs/outcomes.parquet': asParquet([{ task: 'a', model: 'luna', T: 5, horizon: 30, cost: 0.5 }, { task: 'b', model: 'luna', T: null, horizon: 30, cost: -1 }]) } },
  { name: 'JSONL', files: { 'runs/outcomes.jsonl': JSONL }, isSilentCut: isLineEnd },
]);
