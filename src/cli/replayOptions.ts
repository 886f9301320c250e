import type { ChosenPolicy, NamedPolicy, ReplayOptions, ReplayRequest } from '../analysis/replay/replayPolicy';
import type { StudyRequest } from '../analysis/replay/replayStudy';
import { capOf, type Schedule } from '../engine/schedule';
import type { CommandContext } from './command';
import { UsageError, type OptionSpec } from './options';

const SELECTIONS = ['in-sample', 'leave-one-task-out'] as const;
const ANSWERS = ['yes', 'no'] as const;

export const REPLAY_OPTIONS: readonly OptionSpec[] = [
  { name: 'policy', kind: 'texts', value: 'POLICY', summary: 'single, recycle, fixed:16, geometric:2,2 (base, ratio), luby:2 (unit), caps:15,15,30; or fixed, and a cutoff is chosen; or best, and a list of caps is. Without it, or given several times: all cutoffs, and policies side by side' },
  { name: 'against', kind: 'text', value: 'POLICY', summary: 'policy that differences are set against (default: single)' },
  { name: 'select', kind: 'text', value: 'HOW', choices: SELECTIONS, summary: 'how the cutoff of "fixed" or the caps of "best" are chosen (default: in-sample)' },
  { name: 'cutoffs', kind: 'numbers', value: '4,6,…', summary: 'cutoffs to choose among (default: up to 15, evenly over the budget; for "best" every whole cap up to 60, else 30)' },
  { name: 'select-on', kind: 'texts', value: 'NAME', summary: 'runtime or cohort on which the cutoff of "fixed" or the caps of "best" are chosen; several times: together' },
  { name: 'evaluate-on', kind: 'texts', value: 'NAME', summary: 'only this runtime or cohort (several times: these)' },
  { name: 'pool-cohorts', kind: 'flag', summary: 'the cohorts of a runtime as one group of tasks only' },
  { name: 'verifier-at-submission', kind: 'text', value: 'yes|no', choices: ANSWERS, summary: 'whether a failed submission is known as one (default: no for verdicts on the submission, else yes)' },
];

/** What the options ask for: one policy, or the curve over cutoffs and policies side by side. */
export type AskedReplay = { readonly kind: 'policy'; readonly request: ReplayRequest } | { readonly kind: 'study'; readonly request: StudyRequest };

/** The replay that the options ask for. Throws a UsageError with what was found and what was expected. */
export function readReplayOptions({ options }: Pick<CommandContext, 'options'>): AskedReplay {
  const texts = options.texts('policy') ?? [];
  const shared = readShared(options);
  const select = SELECTIONS.find((name) => name === options.text('select')) ?? null;
  const selectOn = options.texts('select-on');
  const [text, ...others] = texts;
  if (text === undefined || others.length > 0) {
    if (select !== null || selectOn !== null) throw new UsageError('A cutoff or list of caps is chosen in one way only for --policy fixed or best; give that policy alone.');
    const policies = texts.filter((given) => given !== 'fixed' && given !== 'best').map(readPolicy);
    const cohorts = shared.cohorts === 'apart' ? 'both' : shared.cohorts;
    return { kind: 'study', request: { ...shared, cohorts, policies: text === undefined ? null : policies } };
  }
  const policy = parsePolicy(text);
  if (typeof policy !== 'string' && (select !== null || selectOn !== null || shared.cutoffs !== null)) throw new UsageError('A cutoff or list of caps is chosen for --policy fixed and best only; this policy states its own.');
  if (select !== null && selectOn !== null) throw new UsageError('--select-on says where the choice is made, so --select cannot say it too.');
  return { kind: 'policy', request: { ...shared, policy, policyText: text, select, selectOn } };
}

function readShared(options: CommandContext['options']): ReplayOptions {
  const cutoffs = options.numbers('cutoffs');
  const wrong = cutoffs?.find((cutoff) => !Number.isInteger(cutoff) || cutoff < 1);
  if (wrong !== undefined) throw new UsageError(`A cutoff is a whole number from 1; found ${wrong}.`);
  const answer = options.text('verifier-at-submission');
  const against = options.text('against');
  return {
    cutoffs: cutoffs === null ? null : [...new Set(cutoffs)].sort((a, b) => a - b),
    verifierAtSubmission: answer === null ? null : answer === 'yes',
    against: against === null ? null : readPolicy(against),
    cohorts: options.flag('pool-cohorts') ? 'pooled' : 'apart',
    evaluateOn: options.texts('evaluate-on'),
  };
}

/** A policy that states its own cutoff. */
function readPolicy(text: string): NamedPolicy {
  const schedule = parsePolicy(text);
  if (schedule === 'fixed') throw new UsageError('"fixed" leaves its cutoff open; expected fixed:C here.');
  if (schedule === 'best') throw new UsageError('"best" leaves its caps open; expected caps:C,C,… here.');
  return { text, schedule };
}

function parsePolicy(text: string): Schedule | ChosenPolicy {
  const [kind = '', list] = text.split(':', 2);
  const numbers = list === undefined ? [] : list.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  const schedule = scheduleOf(kind, numbers);
  if (schedule === null) throw new UsageError(`"${text}" is no policy; expected single, recycle, fixed:C, geometric:BASE,RATIO, luby:UNIT, caps:C,C,…, fixed or best.`);
  if (typeof schedule === 'string') return schedule;
  if (schedule.kind !== 'geometric' && numbers.some((value) => !Number.isInteger(value))) throw new UsageError(`"${text}" needs whole numbers.`);
  try {
    capOf(schedule, 0);
  } catch (error) {
    throw new UsageError(`"${text}" is no policy: ${error instanceof Error ? error.message : String(error)}`);
  }
  return schedule;
}

function scheduleOf(kind: string, numbers: readonly number[]): Schedule | ChosenPolicy | null {
  const [first = NaN, second = NaN] = numbers;
  switch (`${kind} ${kind === 'caps' && numbers.length > 0 ? 'n' : numbers.length}`) {
    case 'single 0':
      return { kind: 'single' };
    case 'recycle 0':
      return { kind: 'recycle' };
    case 'fixed 0':
      return 'fixed';
    case 'best 0':
      return 'best';
    case 'fixed 1':
      return { kind: 'fixed', cap: first };
    case 'geometric 2':
      return { kind: 'geometric', base: first, ratio: second };
    case 'luby 1':
      return { kind: 'luby', unit: first };
    case 'caps n':
      return { kind: 'caps', caps: numbers };
    default:
      return null;
  }
}
