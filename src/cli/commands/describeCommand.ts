import { cellsToDescribe, describeInPortions } from '../../analysis/describe';
import { cleanLine } from '../../base/cleanText';
import { DESCRIBE_PARTS, type DescribeResult } from '../../model/describeResult';
import { viewPatches } from '../../views/sections/patches';
import { viewRuns } from '../../views/sections/runs';
import type { Command, CommandContext } from '../command';
import { EXIT, type ExitCode } from '../exitCodes';
import { finishWork } from '../finishWork';
import { loadIndex, READ_OPTIONS } from '../loadIndex';
import type { OptionSpec } from '../options';
import { writeJson } from '../output';
import { PLAN_OPTIONS, readPlanOptions } from '../planOptions';
import { sectionText } from '../sectionText';
import { exitCodeOf } from './indexCommand';

const PLAN_NAMES = new Set(['plan', 'axis', 'cohort', 'runtime-key', 'estimand']);
const PARTS: OptionSpec = { name: 'parts', kind: 'words', value: 'PART,…', choices: DESCRIBE_PARTS, summary: 'what to describe (default: all)' };

/** `restart-lens describe PATH…` */
export const describeCommand: Command = {
  name: 'describe',
  summary: 'runtimes field by field, what each task took, and what final patches have in common',
  arguments: { name: 'PATH', least: 1, most: null },
  options: [PARTS, ...PLAN_OPTIONS.filter(({ name }) => PLAN_NAMES.has(name)), ...READ_OPTIONS],
  notes: ['Patches are read from the traces and the predictions beside them, hashed, and not kept. Nothing here needs a budget.'],
  run,
};

async function run(context: CommandContext): Promise<ExitCode> {
  const { out, err, options, signal } = context;
  const { plan, file } = readPlanOptions(context);
  const index = await loadIndex(context);
  if (index.attemptCount === 0) {
    await err.write('No attempts were found.\n');
    return EXIT.nothingReadable;
  }
  const grouped = await finishWork(cellsToDescribe(index, plan), signal);
  const parts = DESCRIBE_PARTS.filter((part) => options.texts('parts')?.includes(part) ?? true);
  const result = await finishWork(describeInPortions(index, { grouped, plan, parts }), signal);
  if (file !== null) await err.write(`Plan: ${cleanLine(file)}\n`);
  if (options.flag('json')) await writeJson(out, result);
  else await out.write(describeText(result, out.isTerminal ? out.columns : 120));
  return exitCodeOf(index, options.flag('strict'));
}

/** The panel's sections, in words. */
function describeText(result: DescribeResult, width: number): string {
  const { runtimes, tasks, patches } = result;
  return [
    ...(runtimes === null && tasks === null ? [] : [sectionText(viewRuns(result, { cellOf: null }), width)]),
    ...(patches === null ? [] : [sectionText(viewPatches(patches), width)]),
  ].join('\n');
}
