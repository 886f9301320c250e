import type { FreezeRequest } from '../analysis/trial/freezeTrial';
import type { WantedRuntime } from '../analysis/trial/trialCells';
import { readThreshold } from '../plan/thresholdText';
import type { CommandContext } from './command';
import { UsageError, type OptionSpec } from './options';

export const SHARE_OPTION: OptionSpec = { name: 'share', kind: 'number', value: 'SHARE', summary: 'share of the tasks for calibration (default: 0.5)' };

export const FREEZE_OPTIONS: readonly OptionSpec[] = [
  { name: 'monitor', kind: 'text', value: 'NAME', summary: 'a built-in rule (repeated-action, error-streak, malformed-streak, step-count) or the name in a scores sidecar' },
  { name: 'threshold', kind: 'text', value: 'RULE', summary: 'best (success on the calibration tasks; default), false-kills:0.05 (share of successes that may be stopped) or a score' },
  { name: 'fixed-time', kind: 'text', value: 'RULE', summary: 'best (success on the calibration tasks; default) or a position on the axis' },
  { name: 'check-charge', kind: 'number', value: 'X', summary: 'what a question to the monitor takes from the budget (default: the dollars of the sidecar at the dollars a call of the calibration attempts, else 0)' },
  { name: 'reset-charge', kind: 'number', value: 'X', summary: 'what a restart takes from the budget (default: 0)' },
];

export function readRuntime({ options }: Pick<CommandContext, 'options'>): WantedRuntime {
  const name = options.text('runtime');
  return name === null ? null : { name };
}

/** Throws a UsageError for what is no share. */
export function readShare({ options }: Pick<CommandContext, 'options'>): number {
  const share = options.number('share') ?? 0.5;
  if (!(share > 0 && share < 1)) throw new UsageError(`A share lies above 0 and below 1; found ${share}.`);
  return share;
}

/** The part of a freeze that its own options state. Throws a UsageError with what was found and what was expected. */
export function readFreezeOptions({ options }: Pick<CommandContext, 'options'>): Pick<FreezeRequest, 'monitor' | 'threshold' | 'fixedTime' | 'checkCharge' | 'resetCharge'> {
  const monitor = options.text('monitor');
  if (monitor === null) throw new UsageError('Give a --monitor: repeated-action, error-streak, malformed-streak, step-count, or the name in a scores sidecar.');
  return { monitor, threshold: wantedThreshold(options.text('threshold') ?? 'best'), fixedTime: readFixedTime(options.text('fixed-time') ?? 'best'), checkCharge: readCharge(options, 'check-charge'), resetCharge: readCharge(options, 'reset-charge') ?? 0 };
}

function wantedThreshold(text: string): FreezeRequest['threshold'] {
  const read = readThreshold(text);
  if ('fault' in read) throw new UsageError(read.fault);
  return read.rule;
}

function readFixedTime(text: string): FreezeRequest['fixedTime'] {
  if (text === 'best') return 'best';
  const time = text.trim() === '' ? NaN : Number(text);
  if (!(Number.isInteger(time) && time >= 1)) throw new UsageError(`"${text}" is no fixed time; expected best or a whole number from 1.`);
  return time;
}

function readCharge(options: CommandContext['options'], name: string): number | null {
  const charge = options.number(name);
  if (charge !== null && !(charge >= 0)) throw new UsageError(`Option --${name} needs a number from 0; found ${charge}.`);
  return charge;
}
