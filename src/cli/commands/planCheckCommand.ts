import { checkPlan } from '../../analysis/checkPlan';
import { cleanLine } from '../../base/cleanText';
import { isEdited, readStudyLog } from '../../plan/studyLog';
import { planSection } from '../../sections/planSection';
import { lookAtAudit } from '../answerAudit';
import type { Command, CommandContext } from '../command';
import { EXIT, type ExitCode } from '../exitCodes';
import { finishWork } from '../finishWork';
import { READ_OPTIONS } from '../loadIndex';
import type { OptionSpec } from '../options';
import { writeJson } from '../output';
import { ATTEMPTS, PLAN_OPTIONS, readPlanOptions } from '../planOptions';
import { sectionText } from '../sectionText';

const REQUIRE: OptionSpec = { name: 'require', kind: 'words', value: 'CONDITION,…', choices: ['sealed', 'go'], summary: 'exit with 1 unless the verdicts are planned (sealed), or every rule is met (go)' };

/** `restart-lens plan check PATH…` */
export const planCheckCommand: Command = {
  name: 'plan check',
  summary: 'how a plan stands: fields and defaults, seal, rules met or unmet, utility, and the log of looks',
  arguments: { name: 'PATH', least: 1, most: null },
  options: [...PLAN_OPTIONS, ATTEMPTS, REQUIRE, ...READ_OPTIONS],
  notes: ['Exit code 1 where the seal is broken, the study log was edited or a rule is unmet. A rule that is not estimable is neither met nor unmet; --require go demands that every rule is met.', 'A check is an audit, so under a seal it is noted in the study log.'],
  run,
};

async function run(context: CommandContext): Promise<ExitCode> {
  const { options, out, err } = context;
  const stated = readPlanOptions(context);
  return lookAtAudit(context, { stated, by: 'check' }, async (outcome, index) => {
    const { view, result } = await finishWork(planSection.open({ index, outcome, folder: null }, null), context.signal);
    if (options.flag('json')) await writeJson(out, { schema: 'restart-lens/plan-check@1', plan: outcome.result.plan, ...result });
    else await out.write(sectionText(view, out.isTerminal ? out.columns : 120));
    const { rules } = await finishWork(checkPlan({ index, outcome }), context.signal);
    const unmet = [
      ...(stated.seal.state === 'broken' ? ['seal intact'] : []),
      ...(isLogEdited(outcome.seal.logFile) ? ['study log unbroken'] : []),
      ...rules.filter(({ status }) => status === 'unmet').map(({ name }) => `rule ${name}`),
      ...(options.texts('require') ?? []).filter((demand) => (demand === 'sealed' ? !outcome.result.plan.sealed : rules.some(({ status }) => status !== 'met'))),
    ];
    for (const demand of unmet) await err.write(`Required and not so: ${cleanLine(demand)}.\n`);
    return unmet.length > 0 ? EXIT.unmet : null;
  });
}

function isLogEdited(file: string | null): boolean {
  return file !== null && isEdited(readStudyLog(file));
}
