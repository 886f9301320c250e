import type { ReplayRequest } from '../analysis/replay';
import { capOf, type Schedule } from '../engine/schedule';
import type { CommandContext } from './command';
import { UsageError, type OptionSpec } from './options';

const SELECTIONS = ['in-sample', 'leave-one-task-out'] as const;
const ANSWERS = ['yes', 'no'] as const;

export const REPLAY_OPTIONS: readonly OptionSpec[] = [
  { name: 'policy', kind: 'text', value: 'POLICY', summary: 'single, recycle, fixed:16, geometric:2,2 (base, ratio), luby:2 (unit), caps:15,15,30; or fixed, and a cutoff is chosen' },
  { name: 'select', kind: 'text', value: 'HOW', choices: SELECTIONS, summary: 'how the cutoff of "fixed" is chosen (default: in-sample)' },
  { name: 'cutoffs', kind: 'numbers', value: '4,6,…', summary: 'cutoffs to choose among (default: up to 30, evenly over the budget)' },
  { name: 'verifier-at-submission', kind: 'text', value: 'yes|no', choices: ANSWERS, summary: 'whether a failed submission is known as one (default: no for verdicts on the submission, else yes)' },
];

/** The replay that the options ask for. Throws a UsageError with what was found and what was expected. */
export function readReplayOptions({ options }: Pick<CommandContext, 'options'>): ReplayRequest {
  const text = options.text('policy');
  if (text === null) throw new UsageError('Give a --policy: single, recycle, fixed:C, geometric:BASE,RATIO, luby:UNIT, caps:C,C,… or fixed.');
  const policy = parsePolicy(text);
  const select = SELECTIONS.find((name) => name === options.text('select')) ?? null;
  const cutoffs = options.numbers('cutoffs');
  if (policy !== 'fixed' && (select !== null || cutoffs !== null)) throw new UsageError('A cutoff is chosen for --policy fixed only; this policy states its own.');
  const wrong = cutoffs?.find((cutoff) => !Number.isInteger(cutoff) || cutoff < 1);
  if (wrong !== undefined) throw new UsageError(`A cutoff is a whole number from 1; found ${wrong}.`);
  const answer = options.text('verifier-at-submission');
  return { policy, policyText: text, select, cutoffs: cutoffs === null ? null : [...new Set(cutoffs)].sort((a, b) => a - b), verifierAtSubmission: answer === null ? null : answer === 'yes' };
}

function parsePolicy(text: string): Schedule | 'fixed' {
  const [kind = '', list] = text.split(':', 2);
  const numbers = list === undefined ? [] : list.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  const schedule = scheduleOf(kind, numbers);
  if (schedule === null) throw new UsageError(`"${text}" is no policy; expected single, recycle, fixed:C, geometric:BASE,RATIO, luby:UNIT, caps:C,C,… or fixed.`);
  if (schedule === 'fixed') return schedule;
  if (schedule.kind !== 'geometric' && numbers.some((value) => !Number.isInteger(value))) throw new UsageError(`"${text}" needs whole numbers.`);
  try {
    capOf(schedule, 0);
  } catch (error) {
    throw new UsageError(`"${text}" is no policy: ${error instanceof Error ? error.message : String(error)}`);
  }
  return schedule;
}

function scheduleOf(kind: string, numbers: readonly number[]): Schedule | 'fixed' | null {
  const [first = NaN, second = NaN] = numbers;
  switch (`${kind} ${kind === 'caps' && numbers.length > 0 ? 'n' : numbers.length}`) {
    case 'single 0':
      return { kind: 'single' };
    case 'recycle 0':
      return { kind: 'recycle' };
    case 'fixed 0':
      return 'fixed';
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
