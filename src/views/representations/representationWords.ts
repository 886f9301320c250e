import { cleanLine } from '../../base/cleanText';
import type { ObservedClass, PrefixClass, RepresentationGroup, RepresentationResult, ValueOverTasks } from '../../model/representationsResult';
import { formatCount, formatFixed, formatPoints, formatPointsInterval } from '../numbers';
import { possibleRange } from '../possibleRange';
import { countOf, listWords, plural } from '../words';

/** "what happened by then": a representation as a reader would say it. */
export function representationWords(name: string): string {
  const [first = '', monitor] = name.split(/:(.*)/s);
  const word = WORDS[first] ?? cleanLine(first);
  return monitor === undefined ? word : `${word} ${cleanLine(monitor)}`;
}

const WORDS: Readonly<Record<string, string>> = {
  nothing: 'nothing (best constant)',
  task: 'repository and prompt length',
  prefix: 'what happened by then',
  'task+prefix': 'task and what happened',
  score: 'score of',
  'prefix+score': 'what happened and score of',
};

/** "edited, tests run, few errors, repeats": a class of live runs. */
export function classWords({ repository, prompt, prefix, rung }: ObservedClass, thresholds: readonly number[] | null): string {
  const parts = [
    repository === undefined ? '' : repository === null ? 'no repository' : cleanLine(repository),
    prompt === undefined || prompt === null ? '' : `${prompt} prompt`,
    prefix === undefined ? '' : prefix === null ? 'no steps' : prefixWords(prefix),
    rung === undefined ? '' : rung === null ? 'no score' : rungWords(rung, thresholds ?? []),
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'every live run' : parts.join(', ');
}

function prefixWords({ isEdited, isTested, hasErrors, isRepeated }: PrefixClass): string {
  return [isEdited ? 'edited' : 'no edit', isTested ? 'tests run' : 'no tests', hasErrors ? '2 or more errors' : 'up to 1 error', isRepeated ? 'repeats' : 'no repeats'].join(', ');
}

function rungWords(rung: number, thresholds: readonly number[]): string {
  const [low, high] = [thresholds[rung - 1], thresholds[rung]];
  if (low === undefined) return high === undefined ? 'any score' : `score up to ${score(high)}`;
  return high === undefined ? `score above ${score(low)}` : `score above ${score(low)}, up to ${score(high)}`;
}

function score(value: number): string {
  return formatFixed(value, 2);
}

/** "+1.20 [−0.50, +2.90] resampling range": a value over tasks with its interval and what that may be called. */
export function valueText(value: ValueOverTasks | null): string {
  if (value === null) return '–';
  const { estimate, low, high, kind } = value;
  const shown = formatPoints(estimate, 2);
  if (low === null || high === null || high - low < NOTHING) return shown;
  const range = possibleRange({ low, high });
  if (range.cut === 'both') return `${shown}, no range`;
  return `${shown} ${formatPointsInterval(range.low, range.high, 2)} ${kind}${range.cut === null ? '' : ', cut'}`;
}

/** Whether the interval of one of these values is not printed whole. */
export function isAnyCut(values: readonly (ValueOverTasks | null)[]): boolean {
  return values.some((value) => value !== null && value.low !== null && value.high !== null && possibleRange({ low: value.low, high: value.high }).cut !== null);
}

export const NOTHING = 1e-9;

/** Why a representation has no value. */
export const MISSING_WORDS: Readonly<Record<NonNullable<RepresentationResult['missing']>, string>> = {
  'no-features': 'no repository or prompt length is known',
  'no-steps': 'no live run has steps in its trace',
  axis: 'steps have no place on this axis',
};

/** Why nothing of a group can be valued, as a sentence; '' where something can. */
export function missingSentence({ missing, tasks, singleTasks, horizonTasks }: RepresentationGroup, time: string): string {
  const left = [singleTasks === 0 ? '' : `${countOf(singleTasks, 'task')} ${plural(singleTasks, 'has', 'have')} a single attempt`, horizonTasks === 0 ? '' : `${countOf(horizonTasks, 'task')} ${plural(horizonTasks, 'has', 'have')} an attempt that was not watched to B`].filter((text) => text !== '');
  const aside = left.length === 0 ? '' : ` (${listWords(left)})`;
  switch (missing) {
    case 'no-tasks':
      return `No task counts${aside}: it takes two attempts of a task, all watched to B.`;
    case 'no-live':
      return `In none of ${countOf(tasks, 'task')} is an attempt live at ${time}: nothing is left to decide.`;
    case 'one-task':
      return `Only one task counts${aside}, so nothing can be tried on a task that it was not chosen on.`;
    case null:
      return '';
  }
}

/** "7 tasks, 35 attempts, 12 live in 5 tasks". */
export function sizeWords({ tasks, attempts, live, liveTasks }: RepresentationGroup): string {
  return `${countOf(tasks, 'task')}, ${countOf(attempts, 'attempt')}, ${formatCount(live)} live in ${countOf(liveTasks, 'task')}`;
}
