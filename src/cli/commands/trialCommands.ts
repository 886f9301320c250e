import { cleanLine } from '../../base/cleanText';
import { evaluateInPortions } from '../../analysis/trial/evaluateTrial';
import { freezeInPortions } from '../../analysis/trial/freezeTrial';
import { splitInPortions } from '../../analysis/trial/splitTrial';
import { TRIAL_SETS, type TrialFile } from '../../model/trial';
import { sealHolds } from '../../plan/trialFile';
import type { SectionView } from '../../protocol/section';
import { viewEvaluation } from '../../views/trial/viewEvaluation';
import { viewTrial } from '../../views/trial/viewTrial';
import type { Command, CommandContext } from '../command';
import { EXIT, type ExitCode } from '../exitCodes';
import { finishWork } from '../finishWork';
import { loadIndex, READ_OPTIONS } from '../loadIndex';
import { UsageError } from '../options';
import { writeJson } from '../output';
import { PLAN_OPTIONS, readPlanOptions } from '../planOptions';
import { refuse } from '../refuse';
import { sectionText } from '../sectionText';
import { readTrialFile, RUNTIME_OPTION, TRIAL_OPTION, trialPlace, writeTrialFile } from '../trialFiles';
import { FREEZE_OPTIONS, readFreezeOptions, readRuntime, readShare, SHARE_OPTION } from '../trialOptions';
import { exitCodeOf } from './indexCommand';

const PLAN_NAMES = new Set(['plan', 'budget', 'axis', 'cohort', 'runtime-key', 'estimand', 'seed']);
const OPTIONS = [TRIAL_OPTION, RUNTIME_OPTION, ...PLAN_OPTIONS.filter(({ name }) => PLAN_NAMES.has(name)), ...READ_OPTIONS];

/** `restart-lens trial split PATH…` */
export const trialSplitCommand: Command = {
  name: 'trial split',
  summary: 'draw the tasks on which a monitor may be calibrated, and write them down',
  arguments: { name: 'PATH', least: 1, most: null },
  options: [SHARE_OPTION, ...OPTIONS],
  notes: ['Needed only where the monitor itself is trained: on the calibration tasks alone. The split looks at no outcome; the same tasks and seed give the same one.'],
  run: split,
};

/** `restart-lens trial freeze PATH… --monitor NAME` */
export const trialFreezeCommand: Command = {
  name: 'trial freeze',
  summary: 'calibrate a monitor and a fixed time on calibration tasks, and freeze them for a trial',
  arguments: { name: 'PATH', least: 1, most: null },
  options: [...FREEZE_OPTIONS, SHARE_OPTION, ...OPTIONS],
  notes: [
    'The trial file holds the split, monitor, threshold, fixed time, budget, reset rule and charges under a seal. A file with a split is completed; a frozen one is never written over.',
    'One budget pays for everything: the attempt, each question to the monitor, and one clean restart with what is left.',
  ],
  run: freeze,
};

/** `restart-lens trial evaluate PATH…` */
export const trialEvaluateCommand: Command = {
  name: 'trial evaluate',
  summary: 'compare continuing, the fixed time and the frozen monitor on attempts that were not calibrated on',
  arguments: { name: 'PATH', least: 1, most: null },
  options: [
    { name: 'on', kind: 'text', value: 'SET', choices: TRIAL_SETS, summary: 'tasks outside the calibration (held-out; default), or attempts that surely started after the freeze (after-freeze)' },
    TRIAL_OPTION,
    { ...RUNTIME_OPTION, summary: 'another runtime, to test transfer (default: the one that was calibrated on)' },
    ...READ_OPTIONS,
  ],
  notes: ['Attempts that ran to their end are replayed: what follows a restart is drawn from the other attempts of the same task, which is no prospective result.', 'Ends with 1 when the trial file is not as it was frozen.'],
  run: evaluate,
};

async function split(context: CommandContext): Promise<ExitCode> {
  const place = trialPlace(context);
  const { plan } = readPlanOptions(context);
  const share = readShare(context);
  const index = await loadIndex(context);
  const outcome = await finishWork(splitInPortions(index, plan, { runtime: readRuntime(context), share, seed: plan.seed, now: Date.now() }), context.signal);
  if (outcome.kind !== 'split') return refuse(outcome, index, context);
  await write(place, outcome.trial, context);
  return exitCodeOf(index, context.options.flag('strict'));
}

async function freeze(context: CommandContext): Promise<ExitCode> {
  const place = trialPlace(context);
  const request = readFreezeOptions(context);
  const { plan } = readPlanOptions(context);
  const before = readTrialFile(place);
  if (before !== null && context.options.has('share')) throw new UsageError('The trial file holds the split already: --share has no place.');
  const runtime = readRuntime(context) ?? (before === null ? null : before.runtime);
  const index = await loadIndex(context);
  const how = before?.split ?? { share: readShare(context), seed: plan.seed };
  const outcome = await finishWork(freezeInPortions(index, plan, { ...request, runtime, split: how, now: Date.now() }), context.signal);
  if (outcome.kind !== 'frozen') return refuse(outcome, index, context);
  await write(place, outcome.trial, context);
  return exitCodeOf(index, context.options.flag('strict'));
}

async function evaluate(context: CommandContext): Promise<ExitCode> {
  const { options } = context;
  const place = trialPlace(context);
  const trial = readTrialFile(place);
  if (trial === null) throw new UsageError(`There is no trial at ${cleanLine(place)}: restart-lens trial freeze writes one.`);
  const index = await loadIndex(context);
  const set = TRIAL_SETS.find((name) => name === options.text('on')) ?? 'held-out';
  const outcome = await finishWork(evaluateInPortions(index, { trial, set, runtime: options.text('runtime') }), context.signal);
  if (outcome.kind !== 'evaluated') return refuse(outcome, index, context);
  await print(outcome.result, viewEvaluation(outcome.result), context);
  return sealHolds(trial) ? exitCodeOf(index, options.flag('strict')) : EXIT.unmet;
}

async function write(place: string, trial: TrialFile, context: CommandContext): Promise<void> {
  writeTrialFile(place, trial);
  await print(trial, viewTrial(trial), context);
  await context.err.write(`Written: ${cleanLine(place)}\n`);
}

async function print(result: object, view: SectionView, { options, out }: CommandContext): Promise<void> {
  if (options.flag('json')) await writeJson(out, result);
  else await out.write(sectionText(view, out.isTerminal ? out.columns : 120));
}
