// Tells the producer versions apart, event by event.

import { asRecord, getString } from '../shared/fields';
import { readEntry } from './entry';
import type { TraceEvent } from './eventTypes';
import { readLegacyEvent } from './legacyEvent';
import { readSdkEvent } from './sdkEvent';

/** Of which kind the events of a conversation are. */
export type EventShape = 'sdk' | 'legacy' | 'entries';

/** The event that a value is; null where it is none. `isFirst`: nothing came before it. */
export function readEvent(value: unknown, isFirst = false): { readonly shape: EventShape; readonly event: TraceEvent } | null {
  const record = asRecord(value);
  if (record === null) return null;
  if (getString(record, 'kind') !== null && getString(record, 'action') === null) {
    const event = readSdkEvent(record);
    return event === null ? null : { shape: 'sdk', event };
  }
  if (getString(record, 'action') !== null || getString(record, 'observation') !== null) {
    const event = readLegacyEvent(record, isFirst);
    return event === null ? null : { shape: 'legacy', event };
  }
  const event = readEntry(record);
  return event === null ? null : { shape: 'entries', event };
}
