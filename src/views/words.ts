// Words for counts and lists, so that sentences are made in one way.

import { cleanLine } from '../base/cleanText';
import type { Axis } from '../model/plan';
import { groupName } from '../model/runtime';
import { formatCompact, formatCount, formatDuration, formatUsd } from './numbers';

const NUMBER_WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/** "1 attempt", "5 attempts", "1,240 attempts". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${plural(count, one, many)}`;
}

/** The noun in the number that the count asks for. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}

/** "no", "one" … "twelve", then digits: for counts inside prose. */
export function numberWord(count: number): string {
  return NUMBER_WORDS[count] ?? formatCount(count);
}

/** The text with its first letter as a capital. */
export function capitalise(text: string): string {
  const first = Array.from(text.slice(0, 2))[0] ?? '';
  return first.toUpperCase() + text.slice(first.length);
}

/** "a", "a and b", "a, b and c"; beyond `most` items "a, b and 4 more". Empty: ''. */
export function listWords(items: readonly string[], most = items.length): string {
  if (items.length === 0) return '';
  const shown = items.length > most ? [...items.slice(0, most), `${formatCount(items.length - most)} more`] : items;
  if (shown.length === 1) return shown[0] ?? '';
  return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`;
}

/** "a third", "half", "two thirds" and the like where a share is within two points of one, "most" never; else "24 %". */
export function shareWord(share: number): string {
  const named = [
    { share: 1 / 4, word: 'a quarter' },
    { share: 1 / 3, word: 'a third' },
    { share: 1 / 2, word: 'half' },
    { share: 2 / 3, word: 'two thirds' },
    { share: 3 / 4, word: 'three quarters' },
  ].find((n) => Math.abs(n.share - share) < 0.02);
  return named?.word ?? `${formatCount(100 * share)} %`;
}

const AXIS_NOUNS: Readonly<Record<Axis, readonly [one: string, many: string]>> = {
  calls: ['call', 'calls'],
  'tool-steps': ['tool step', 'tool steps'],
  tokens: ['transcript token', 'transcript tokens'],
  'usage-tokens': ['usage token', 'usage tokens'],
  usd: ['dollar', 'dollars'],
  seconds: ['second', 'seconds'],
};

/** "calls", "tool steps", "transcript tokens", "usage tokens", "dollars", "seconds". */
export function axisName(axis: Axis): string {
  return AXIS_NOUNS[axis][1];
}

/** A bare value on an axis, for ticks and titles: "16", "12k", "$0.50", "5 min". */
export function axisValue(axis: Axis, value: number): string {
  switch (axis) {
    case 'calls':
    case 'tool-steps':
      return formatCount(value);
    case 'tokens':
    case 'usage-tokens':
      return formatCompact(value);
    case 'usd':
      return formatUsd(value);
    case 'seconds':
      return formatDuration(value);
  }
}

/** A place on an axis, for "by …" and "at …": "call 16", "tool step 16", "12k transcript tokens", "$0.50", "5 min". */
export function axisMoment(axis: Axis, value: number): string {
  const text = axisValue(axis, value);
  switch (axis) {
    case 'calls':
    case 'tool-steps':
      return `${AXIS_NOUNS[axis][0]} ${text}`;
    case 'tokens':
    case 'usage-tokens':
      return `${text} ${AXIS_NOUNS[axis][1]}`;
    case 'usd':
    case 'seconds':
      return text;
  }
}

/** An amount on an axis: "14 calls", "1 tool step", "12k transcript tokens", "$0.50", "5 min". */
export function axisAmount(axis: Axis, value: number): string {
  const text = axisValue(axis, value);
  return axis === 'usd' || axis === 'seconds' ? text : `${text} ${value === 1 ? AXIS_NOUNS[axis][0] : AXIS_NOUNS[axis][1]}`;
}

/** "luna initial", fit to be shown wherever a line of text is. */
export function runtimeName(group: { readonly runtime: string; readonly cohort: string | null }): string {
  return cleanLine(groupName(group));
}
