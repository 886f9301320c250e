import { replayInPortions, type ReplayOutcome } from '../../analysis/replay/replayPolicy';
import { studyInPortions, type StudyOutcome } from '../../analysis/replay/replayStudy';
import { viewStudy } from '../../views/replay/viewStudy';
import { answerCounted } from '../answerAudit';
import type { Command, CommandContext } from '../command';
import type { ExitCode } from '../exitCodes';
import { READ_OPTIONS } from '../loadIndex';
import { ATTEMPTS, PLAN_OPTIONS } from '../planOptions';
import { readReplayOptions, REPLAY_OPTIONS } from '../replayOptions';
import { replayText } from '../replayText';

const PLAN_NAMES = new Set(['plan', 'budget', 'axis', 'cohort', 'runtime-key', 'estimand', 'seed']);

/** `restart-lens replay PATH…` */
export const replayCommand: Command = {
  name: 'replay',
  summary: 'what a restart schedule would have come to on these attempts, exactly',
  arguments: { name: 'PATH', least: 1, most: null },
  options: [...REPLAY_OPTIONS, ...PLAN_OPTIONS.filter(({ name }) => PLAN_NAMES.has(name)), ATTEMPTS, ...READ_OPTIONS],
  notes: ['Each episode draws one of the task\'s attempts. It succeeds when that attempt was verified by the cap; else it spends the cap, or less where the attempt ended before. The last cap is cut to what is left of the budget.'],
  run,
};

function run(context: CommandContext): Promise<ExitCode> {
  const asked = readReplayOptions(context);
  return answerCounted(context, {
    by: 'replay',
    *work(counted) {
      const outcome: ReplayOutcome | StudyOutcome = asked.kind === 'policy' ? yield* replayInPortions(counted, asked.request) : yield* studyInPortions(counted, asked.request);
      if (outcome.kind !== 'replay' && outcome.kind !== 'study') return outcome;
      return { result: outcome.result, view: () => (outcome.kind === 'replay' ? replayText(outcome.result) : viewStudy(outcome.result)) };
    },
  });
}
