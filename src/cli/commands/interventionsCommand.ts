import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { interventionValuesInPortions } from '../../analysis/interventions';
import { cleanLine } from '../../base/cleanText';
import { interventionsInPortions } from '../../formats/interventions/readInterventions';
import { untriedWords, viewInterventions } from '../../views/interventions/viewInterventions';
import type { Command, CommandContext } from '../command';
import { EXIT, type ExitCode } from '../exitCodes';
import { finishWork } from '../finishWork';
import { UsageError, type OptionSpec } from '../options';
import { writeJson } from '../output';
import { sectionText } from '../sectionText';

const ACTION: OptionSpec = { name: 'action', kind: 'texts', value: 'NAME', summary: 'only this action (several times: these); refused where no row tries it' };
const JSON_OPTION: OptionSpec = { name: 'json', kind: 'flag', summary: 'one JSON document instead of text' };
const STRICT: OptionSpec = { name: 'strict', kind: 'flag', summary: 'exit with 4 when a row could not be used' };

/** `restart-lens interventions TABLE…` */
export const interventionsCommand: Command = {
  name: 'interventions',
  summary: 'what actions other than a clean restart are worth, from a table of forks',
  arguments: { name: 'TABLE', least: 1, most: null },
  options: [ACTION, JSON_OPTION, STRICT],
  notes: ['A table is CSV, JSON lines or a JSON array with the columns task, action, success, and t or state; runtime, fork and alarm may be there. Each row is a fork of a live run under an action, "continue" among them, and whether it succeeded within the budget that was left. schemas/interventions.schema.json describes a row; plan fork names states worth forking.'],
  run,
};

async function run({ paths, options, out, err, signal }: CommandContext): Promise<ExitCode> {
  const tables = [];
  for (const file of paths) tables.push(await finishWork(interventionsInPortions(path.basename(file), await textOf(file)), signal));
  const problems = tables.flatMap((table) => table.problems);
  for (const { file, line, found, expected, message } of problems) await err.write(`${cleanLine(`${file}${line === null ? '' : `, line ${line}`}: found ${found}; expected ${expected}. ${message}`)}\n`);
  const all = tables.flatMap(({ forks }) => forks);
  const actions = [...new Set(all.map(({ action }) => action))].sort();
  const wanted = options.texts('action');
  const untried = wanted?.find((name) => !actions.includes(name));
  if (all.length > 0 && untried !== undefined) throw new UsageError(untriedWords(untried, actions));
  const result = await finishWork(interventionValuesInPortions({ rows: tables.reduce((sum, { rows }) => sum + rows, 0), forks: all, hasAlarms: tables.some(({ hasAlarms }) => hasAlarms), problems }), signal);
  const kept = wanted === null ? result : { ...result, values: result.values.filter(({ action }) => wanted.includes(action)) };
  if (all.length === 0) {
    if (options.flag('json')) await writeJson(out, kept);
    await err.write('No row of the table can be used.\n');
    return EXIT.nothingReadable;
  }
  if (options.flag('json')) await writeJson(out, kept);
  else await out.write(sectionText(viewInterventions(kept), out.isTerminal ? out.columns : 120));
  return options.flag('strict') && problems.some(({ severity }) => severity === 'error') ? EXIT.partlyUnreadable : EXIT.done;
}

/** Above this a table of forks is something else. */
const LARGEST = 64 * 1024 * 1024;

async function textOf(file: string): Promise<string> {
  try {
    const bytes = await readFile(file);
    if (bytes.length > LARGEST) throw new UsageError(`${cleanLine(file)} has ${bytes.length} bytes; expected a table of at most ${LARGEST}.`);
    return bytes.toString('utf8');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${cleanLine(file)} cannot be read (${error instanceof Error ? error.message : String(error)}); expected a table of forks, CSV or JSON.`);
  }
}
