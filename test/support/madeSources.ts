// Sources for the fuzzer in formats of which no small file lies at hand: tables, sidecars, Parquet.

import type { Reader } from '../../src/formats/contract';
import { asParquet } from './corpusParquet';
import type { ParquetOptions } from './corpusParquet';
import { asLines, openHandsRow, sweAgentRow, thought } from './corpusRows';
import { groupSources } from './fuzzReaders';
import type { FuzzSource } from './fuzzReaders';
import { toBytes } from './memorySource';

const ATTEMPT = { task: 'acme__widget-12', runtime: 'acme/small-1', attempt: 'run-2' };
const LABELS = [
  ...[2, 5, 7, 9].map((call) => ({ ...ATTEMPT, call, passed: call === 7, tests_passed: call, tests_total: 9 })),
  { file: 'runs/a.traj.json', outcome: 'unresolved' },
  { file: 'runs/b.traj.json', outcome: 'resolved', first_verified_call: 4 },
  { file: 'runs/c.traj.json', calls: [{ call: 3, passed: false }, { call: 8, passed: true }] },
];
const SCORES = [1, 2, 3, 4, 5, 6, 7, 8].map((call) => ({ ...ATTEMPT, call, monitor: 'probe', score: call / 10, threshold: 0.7 }));
const ROWS = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => ({ task: `t-${n % 3}`, model: 'luna', cohort: 'initial', attempt: String(n), T: n % 2 === 0 ? 3 + n : null, E: n % 3 === 0 ? 12 + n : null, horizon: 30, cost: n / 8 }));
const CORPUS = ['a', 'b', 'c', 'd'].map((id) => openHandsRow({ trajectory_id: id, resolved: id === 'b' ? 0 : 1 }));
const TURNS = ['x', 'y', 'z'].map((name) => sweAgentRow([thought('Look.', `ls ${name}`), thought('Edit.', 'edit 1:2'), thought('Done.', 'submit')], { instance_id: `acme__widget-${name}` }));

const FILES: Readonly<Record<string, string | Uint8Array>> = {
  'labels.jsonl': asLines(...LABELS),
  'labels.csv': `file,outcome,first_verified_call\n${['a', 'b', 'c', 'd'].map((name, i) => `runs/${name}.json,${i % 2 === 0 ? 'resolved,3' : 'unresolved,'}\n`).join('')}`,
  'label-calls.csv': `task,runtime,attempt,call,passed\n${[1, 2, 3, 4].map((call) => `sort-logs,luna,1,${call},${String(call > 2)}\n`).join('')}`,
  'scores.jsonl': asLines(...SCORES),
  'scores-by-file.jsonl': asLines(...SCORES.map(({ call, score }) => ({ file: 'runs/a.traj.json', step: call, monitor: 'probe', score }))),
  'outcomes.jsonl': asLines(...ROWS),
  'outcomes.csv': table(','),
  'outcomes-semicolon.csv': table(';').replaceAll('\n', '\r\n'),
  'outcomes.tsv': table('\t'),
  'corpus.jsonl': asLines(...CORPUS),
  'turns.json': JSON.stringify(TURNS),
  ...inParquet('outcomes', ROWS),
  ...inParquet('corpus', CORPUS),
  ...inParquet('turns', TURNS),
};

function table(delimiter: string): string {
  const names = Object.keys(ROWS[0] ?? {});
  const lines = ROWS.map((row) => Object.values(row).map((value) => (value === null ? '' : `${delimiter === ';' ? `"${value}"` : value}`)).join(delimiter));
  return [names.join(delimiter), ...lines, ''].join('\n');
}

function inParquet(name: string, rows: Parameters<typeof asParquet>[0]): Readonly<Record<string, Uint8Array>> {
  const ways: readonly (readonly [string, ParquetOptions])[] = [['snappy', {}], ['gzip', { codec: 'GZIP', rowGroupSize: 2 }], ['plain', { codec: 'UNCOMPRESSED', pageSize: 400 }]];
  return Object.fromEntries(ways.map(([way, options]) => [`made/${name}-${way}.parquet`, asParquet(rows, options)]));
}

/** Sources of every such kind, each in a few ways of writing it. */
export function makeSources(readers: readonly Reader[]): readonly FuzzSource[] {
  return groupSources(new Map(Object.entries(FILES).map(([name, content]) => [name.includes('/') ? name : `made/${name}`, toBytes(content)])), readers);
}
