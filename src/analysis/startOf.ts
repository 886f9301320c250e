import type { Attempt } from '../model/attempt';
import type { EpochMs } from '../model/units';

/** Clocks are set to at most 14 hours ahead of UTC (Source: IANA time zone database, Pacific/Kiritimati). */
const LARGEST_OFFSET = 14 * 3_600_000;

/**
 * The earliest moment at which an attempt can have started, in milliseconds since the epoch. A local time without its zone
 * stands for a range, of which this is the beginning: whoever asks for attempts after a moment gets only those that surely
 * started after it. Null where no start is known.
 */
export function earliestStart({ started, startedMs }: Pick<Attempt, 'started' | 'startedMs'>): EpochMs | null {
  if (startedMs !== null) return startedMs;
  if (started === null) return null;
  const local = Date.parse(`${started.trim().replace(' ', 'T').replace(',', '.')}Z`);
  return Number.isNaN(local) ? null : local - LARGEST_OFFSET;
}
