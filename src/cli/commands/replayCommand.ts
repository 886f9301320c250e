import { cleanLine } from '../../base/cleanText';
import { viewStudy } from '../../views/replay/viewStudy';
import { replayInPortions, type ReplayOutcome } from '../../analysis/replay/replayPolicy';
import { studyInPortions, type StudyOutcome } from '../../analysis/replay/replayStudy';
import type { Command, CommandContext } from '../command';
import type { ExitCode } from '../exitCodes';
import { finishWork } from '../finishWork';
import { loadIndex, READ_OPTIONS } from '../loadIndex';
import { writeJson } from '../output';
import { PLAN_OPTIONS, readPlanOptions } from '../planOptions';
import { readReplayOptions, REPLAY_OPTIONS } from '../replayOptions';
import { replayText } from '../replayText';
import { sectionText } from '../sectionText';
import { refuse, tellAbsentCohorts } from './auditCommand';
import { exitCodeOf } from './indexCommand';

const PLAN_NAMES = new Set(['plan', 'budget', 'axis', 'cohort', 'runtime-key', 'estimand', 'seed']);

/** `restart-lens replay PATH…` */
export const replayCommand: Command = {
  name: 'replay',
  summary: 'what a restart schedule would have come to on these attempts, exactly',
  arguments: { name: 'PATH', least: 1, most: null },
  options: [...REPLAY_OPTIONS, ...PLAN_OPTIONS.filter(({ name }) => PLAN_NAMES.has(name)), ...READ_OPTIONS],
  notes: ['Each episode draws one of the task\'s attempts. It succeeds when that attempt was verified by the cap; else it spends the cap, or less where the attempt ended before. The last cap is cut to what is left of the budget.'],
  run,
};

async function run(context: CommandContext): Promise<ExitCode> {
  const { out, err, options } = context;
  const asked = readReplayOptions(context);
  const { plan, file } = readPlanOptions(context);
  const index = await loadIndex(context);
  const work: Generator<void, ReplayOutcome | StudyOutcome, void> = asked.kind === 'policy' ? replayInPortions(index, plan, asked.request) : studyInPortions(index, plan, asked.request);
  const outcome = await finishWork(work, context.signal);
  if (outcome.kind !== 'replay' && outcome.kind !== 'study') return refuse(outcome, index, context);
  await tellAbsentCohorts(outcome, context);
  if (file !== null) await err.write(`Plan: ${cleanLine(file)}\n`);
  if (options.flag('json')) await writeJson(out, outcome.result);
  else if (outcome.kind === 'replay') await out.write(replayText(outcome.result));
  else await out.write(sectionText(viewStudy(outcome.result), out.isTerminal ? out.columns : 120));
  return exitCodeOf(index, options.flag('strict'));
}
