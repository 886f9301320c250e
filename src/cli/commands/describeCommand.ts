import { cellsToDescribe, describeInPortions } from '../../analysis/describe';
import { DESCRIBE_PARTS, type DescribeResult } from '../../model/describeResult';
import { viewPatches } from '../../views/sections/patches';
import { viewRuns } from '../../views/sections/runs';
import { answerCounted } from '../answerAudit';
import type { Command, CommandContext } from '../command';
import type { ExitCode } from '../exitCodes';
import { READ_OPTIONS } from '../loadIndex';
import type { OptionSpec } from '../options';
import { ATTEMPTS, PLAN_OPTIONS } from '../planOptions';
import { sectionText } from '../sectionText';

const PLAN_NAMES = new Set(['plan', 'axis', 'cohort', 'runtime-key', 'estimand']);
const PARTS: OptionSpec = { name: 'parts', kind: 'words', value: 'PART,…', choices: DESCRIBE_PARTS, summary: 'what to describe (default: all)' };

/** `restart-lens describe PATH…` */
export const describeCommand: Command = {
  name: 'describe',
  summary: 'runtimes field by field, what each task took, and what final patches have in common',
  arguments: { name: 'PATH', least: 1, most: null },
  options: [PARTS, ...PLAN_OPTIONS.filter(({ name }) => PLAN_NAMES.has(name)), ATTEMPTS, ...READ_OPTIONS],
  notes: ['Patches are read from the traces and the predictions beside them, hashed, and not kept. Nothing here needs a budget. Under a seal what was planned is described, as in an audit, and the look is noted; --attempts all describes everything.'],
  run,
};

function run(context: CommandContext): Promise<ExitCode> {
  const parts = DESCRIBE_PARTS.filter((part) => context.options.texts('parts')?.includes(part) ?? true);
  return answerCounted(context, {
    by: 'describe',
    *work({ grouped, plan }, index) {
      const result = yield* describeInPortions(index, { grouped, plan, parts });
      return { result, view: (width) => describeText(result, width) };
    },
    orElse: (index, { plan, seal }) => cellsToDescribe(index, plan, seal),
  });
}

/** The panel's sections, in words. */
function describeText(result: DescribeResult, width: number): string {
  const { runtimes, tasks, patches } = result;
  return [
    ...(runtimes === null && tasks === null ? [] : [sectionText(viewRuns(result, { cellOf: null }), width)]),
    ...(patches === null ? [] : [sectionText(viewPatches(patches), width)]),
  ].join('\n');
}
