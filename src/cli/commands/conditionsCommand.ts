import { conditionsInPortions, type ConditionsRequest } from '../../analysis/conditions';
import { cleanLine } from '../../base/cleanText';
import { viewConditions } from '../../views/conditions/viewConditions';
import type { Command, CommandContext } from '../command';
import type { ExitCode } from '../exitCodes';
import { finishWork } from '../finishWork';
import { loadIndex, READ_OPTIONS } from '../loadIndex';
import { UsageError, type OptionSpec } from '../options';
import { writeJson } from '../output';
import { PLAN_OPTIONS, readPlanOptions } from '../planOptions';
import { sectionText } from '../sectionText';
import { refuse, tellAbsentCohorts } from './auditCommand';
import { exitCodeOf } from './indexCommand';

const PLAN_NAMES = new Set(['plan', 'budget', 'axis', 'cohort', 'runtime-key', 'estimand', 'seed']);

const OPTIONS: readonly OptionSpec[] = [
  { name: 'a', kind: 'texts', value: 'NAME', summary: 'runtime or cohort of the first condition; several times: together (default: the two that share most tasks)' },
  { name: 'b', kind: 'texts', value: 'NAME', summary: 'the second condition; differences are b minus a' },
  { name: 'split-at', kind: 'integer', value: 'CALL', summary: 'ends up to here and later are counted apart (default: the shorter horizon, else half the budget)' },
];

/** `restart-lens conditions PATH…` */
export const conditionsCommand: Command = {
  name: 'conditions',
  summary: 'compare two runtimes or cohorts over the tasks that both have',
  arguments: { name: 'PATH', least: 1, most: null },
  options: [...OPTIONS, ...PLAN_OPTIONS.filter(({ name }) => PLAN_NAMES.has(name)), ...READ_OPTIONS],
  notes: ['A name is a whole name as it is printed ("luna initial"), a runtime or a cohort, or a part of one of them that fits no other.'],
  run,
};

async function run(context: CommandContext): Promise<ExitCode> {
  const { out, err, options } = context;
  const request = readRequest(options);
  const { plan, file } = readPlanOptions(context);
  const index = await loadIndex(context);
  const outcome = await finishWork(conditionsInPortions(index, plan, request), context.signal);
  if (outcome.kind !== 'conditions') return refuse(outcome, index, context);
  await tellAbsentCohorts(outcome, context);
  if (file !== null) await err.write(`Plan: ${cleanLine(file)}\n`);
  if (options.flag('json')) await writeJson(out, outcome.result);
  else await out.write(sectionText(viewConditions(outcome.result), out.isTerminal ? out.columns : 120));
  return exitCodeOf(index, options.flag('strict'));
}

function readRequest(options: CommandContext['options']): ConditionsRequest {
  const [a, b, splitAt] = [options.texts('a'), options.texts('b'), options.number('split-at')];
  if ((a === null) !== (b === null)) throw new UsageError('Give both conditions, --a and --b, or neither.');
  if (splitAt !== null && splitAt < 1) throw new UsageError(`Option --split-at is a call from 1, not ${splitAt}.`);
  return { a, b, splitAt };
}
