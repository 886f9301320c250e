// `npm run bench`: the product against named peers on data that it makes. Options: `--help` prints them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { pushAll } from '../src/base/extent';
import { archiveGoal } from './goals/archive';
import { coverageGoal } from './goals/coverage';
import { documentsGoal } from './goals/documents';
import { hostGoal } from './goals/host';
import { linesGoal } from './goals/lines';
import { parquetGoal } from './goals/parquet';
import { randomStepGoal } from './goals/randomStep';
import { screenGoal } from './goals/screen';
import { signRuleGoal } from './goals/signRule';
import { sizeGoal } from './goals/size';
import { auditGoal, bootstrapGoal, intervalsGoal } from './goals/statistics';
import { tokenizerGoal } from './goals/tokenizer';
import { verdictGoal } from './goals/verdict';
import { wrongSignGoal } from './goals/wrongSign';
import type { Finding, Goal, Scale } from './goal';
import { median, type Measured } from './measure';
import { installPeers } from './peers';

const GOALS: readonly Goal[] = [linesGoal, documentsGoal, randomStepGoal, parquetGoal, archiveGoal, verdictGoal, auditGoal, intervalsGoal, bootstrapGoal, hostGoal, screenGoal, sizeGoal, tokenizerGoal, wrongSignGoal, signRuleGoal, coverageGoal];

const USAGE = `npm run bench -- [NAME…] [options]
  NAME            some of: ${GOALS.map((goal) => goal.name).join(', ')}; default: all
  --part P        part of the full data, 0 < P <= 1 (default 1; data of that size are made once)
  --repeat N      repetitions, in turn (default 5)
  --json FILE     where the results go (default dist/bench.json)`;

interface Options {
  readonly goals: readonly Goal[];
  readonly scale: Scale;
  readonly json: string;
}

/** Throws an Error with what is wrong. */
function readOptions(words: readonly string[]): Options {
  const { values, positionals } = parseArgs({ args: [...words], allowPositionals: true, options: { part: { type: 'string' }, repeat: { type: 'string' }, json: { type: 'string' } } });
  const part = Number(values.part ?? 1);
  const repetitions = Number(values.repeat ?? 5);
  if (!(part > 0 && part <= 1)) throw new Error('--part needs a number above 0 and at most 1.');
  if (!Number.isInteger(repetitions) || repetitions < 1) throw new Error('--repeat needs a whole number from 1.');
  const unknown = positionals.find((name) => !GOALS.some((goal) => goal.name === name));
  if (unknown !== undefined) throw new Error(`There is no "${unknown}".`);
  return { goals: GOALS.filter((goal) => positionals.length === 0 || positionals.includes(goal.name)), scale: { part, repetitions }, json: path.resolve(values.json ?? 'dist/bench.json') };
}

/** A finding as the stable file has it: `ratio` and `target` stand for what is compared, `value` for what is absolute. */
function toResult({ goal, what, peer, value, unit, wanted, met, note }: Finding): object {
  const isRatio = unit === 'x';
  return { goal: goal === null ? null : String(goal), name: what, value: isRatio ? null : value, unit: isRatio ? null : unit, peer, ratio: isRatio ? value : null, target: wanted?.value ?? null, met, note };
}

function formatFinding({ goal, what, peer, value, unit, wanted, met, note }: Finding): string {
  const figure = value === null ? 'not measured' : `${value.toPrecision(3)} ${unit}`;
  const demand = wanted === null ? '' : `, wanted ${wanted.kind === 'least' ? 'at least' : 'at most'} ${wanted.value} ${unit}`;
  const verdict = wanted === null ? '' : met === null ? ' [not known]' : met ? ' [met]' : ' [NOT met]';
  return `  ${what}${peer === null ? '' : ` against ${peer}`}: ${figure}${demand}${goal === null ? '' : ` (goal ${goal})`}${verdict}${note === null ? '' : `\n    ${note}`}`;
}

function formatMeasured({ contender, runs }: Measured): string {
  if (runs === null) return `    ${contender}: did not run`;
  return `    ${contender}: ${median(runs.map((run) => run.milliseconds)).toFixed(1)} ms, peak ${(median(runs.map((run) => run.peakBytes)) / 1e6).toFixed(0)} MB, ${runs.length} runs`;
}

async function main(): Promise<void> {
  const { goals, scale, json } = readOptions(process.argv.slice(2));
  const trouble = installPeers();
  if (trouble !== null) console.log(trouble);
  const results: object[] = [];
  const runs: { readonly name: string; readonly measured: readonly Measured[] }[] = [];
  for (const goal of goals) {
    console.log(`\n${goal.title}`);
    const { findings, measured } = await goal.run(scale);
    for (const finding of findings) console.log(formatFinding(finding));
    for (const each of measured) console.log(formatMeasured(each));
    pushAll(results, findings.map(toResult));
    runs.push({ name: goal.name, measured });
  }
  mkdirSync(path.dirname(json), { recursive: true });
  const machine = { node: process.version, processors: availableParallelism(), model: cpus()[0]?.model ?? '', platform: process.platform };
  writeFileSync(json, `${JSON.stringify({ machine, ...scale, results, runs }, null, 1)}\n`);
  console.log(`\nRatios are medians over repetitions of the peer's time over ours. Written to ${path.relative('.', json)}.`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? `${error.message}\n\n${USAGE}` : error);
  process.exitCode = 1;
});
