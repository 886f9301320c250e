import { conditionsInPortions, type ConditionsRequest } from '../../analysis/conditions';
import { viewConditions } from '../../views/conditions/viewConditions';
import { answerCounted } from '../answerAudit';
import type { Command, CommandContext } from '../command';
import type { ExitCode } from '../exitCodes';
import { READ_OPTIONS } from '../loadIndex';
import { UsageError, type OptionSpec } from '../options';
import { ATTEMPTS, PLAN_OPTIONS } from '../planOptions';

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
  options: [...OPTIONS, ...PLAN_OPTIONS.filter(({ name }) => PLAN_NAMES.has(name)), ATTEMPTS, ...READ_OPTIONS],
  notes: ['A name is a whole name as it is printed ("luna initial"), a runtime or a cohort, or a part of one of them that fits no other.'],
  run,
};

function run(context: CommandContext): Promise<ExitCode> {
  const request = readRequest(context.options);
  return answerCounted(context, {
    by: 'conditions',
    *work(counted) {
      const outcome = yield* conditionsInPortions(counted, request);
      return outcome.kind === 'conditions' ? { result: outcome.result, view: () => viewConditions(outcome.result) } : outcome;
    },
  });
}

function readRequest(options: CommandContext['options']): ConditionsRequest {
  const [a, b, splitAt] = [options.texts('a'), options.texts('b'), options.number('split-at')];
  if ((a === null) !== (b === null)) throw new UsageError('Give both conditions, --a and --b, or neither.');
  if (splitAt !== null && splitAt < 1) throw new UsageError(`Option --split-at is a call from 1, not ${splitAt}.`);
  return { a, b, splitAt };
}
