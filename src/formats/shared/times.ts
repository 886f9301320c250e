// ISO times with and without zone. A time without zone is local to a machine that the trace does not name.

import type { EpochMs, Seconds } from '../../model/units';

export interface ParsedTime {
  /** Milliseconds since the epoch, with a fraction; as if it were UTC where the text has no zone. */
  readonly ms: EpochMs;
  /** False: local time of an unknown zone, comparable only with other times of the same writer. */
  readonly hasZone: boolean;
}

const ISO = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)([.,]\d{1,12})?\s*(Z|[+-]\d\d:?\d\d)?$/i;

/** An ISO 8601 date and time, to any fraction of a second; null for anything else. */
export function parseTime(text: unknown): ParsedTime | null {
  const match = typeof text === 'string' ? ISO.exec(text.trim()) : null;
  if (match === null) return null;
  const [, date, time, fraction, zone] = match;
  const offset = zone === undefined ? 'Z' : zone.toUpperCase().replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  const whole = Date.parse(`${date}T${time}${offset}`);
  if (Number.isNaN(whole)) return null;
  return { ms: whole + (fraction === undefined ? 0 : Number(`0.${fraction.slice(1)}`) * 1000), hasZone: zone !== undefined };
}

/** Milliseconds since the epoch, whole; null where the text is no time or names no zone. */
export function epochMs(text: unknown): EpochMs | null {
  const time = parseTime(text);
  return time?.hasZone === true ? Math.floor(time.ms) : null;
}

/**
 * Seconds from `start` to `end`, to microseconds. Null where one of them is no time, where only one of them
 * names its zone, or where the end lies before the start.
 */
export function secondsBetween(start: unknown, end: unknown): Seconds | null {
  const from = parseTime(start);
  const to = parseTime(end);
  if (from === null || to === null || from.hasZone !== to.hasZone || to.ms < from.ms) return null;
  return Math.round((to.ms - from.ms) * 1000) / 1e6;
}
