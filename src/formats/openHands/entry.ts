// Entries of the trajectory visualizer: `{id, timestamp, type, content, command?, actorType}`. Its converter makes them
// of other traces and keeps neither calls nor results apart, so each entry of the assistant is taken for a call.

import { getNumber, getString, getText } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { FOLDED, SILENT } from './eventTypes';
import type { CallEvent, TraceEvent } from './eventTypes';

/** Others than the assistant whose entries are no calls. */
const ACTORS: ReadonlySet<string> = new Set(['User', 'System', 'Environment', 'Tool']);

export function readEntry(record: JsonRecord): TraceEvent | null {
  const type = getText(record, 'type');
  const actor = getText(record, 'actorType');
  if (type === null || actor === null) return null;
  const id = getNumber(record, 'id');
  return {
    id: id === null ? getText(record, 'id') : String(id),
    timestamp: getText(record, 'timestamp'),
    what: actor === 'Assistant' ? callOf(record, type) : { ...FOLDED, unknown: ACTORS.has(actor) ? null : `${type} of ${actor}` },
  };
}

function callOf(record: JsonRecord, type: string): CallEvent {
  const command = getText(record, 'command');
  return { ...SILENT, call: command !== null ? { tool: type, args: { command } } : null, message: getString(record, 'content') ?? '' };
}
