import type { PartSink, SourceFile } from '../contract';
import { asRecord, getArray, getRecord, getString, getText } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import type { FileTally } from '../shared/fileTally';
import { ContentHash } from '../shared/hash';
import { scanLines } from '../shared/jsonLines';
import type { JsonLine } from '../shared/jsonLines';
import { scanJson } from '../shared/jsonSlices';
import type { JsonSlice } from '../shared/jsonSlices';
import { parseJson } from '../shared/parseJson';
import { parseLine } from '../shared/parseLine';
import { seedProblem, WHOLE_FILE } from '../shared/problems';
import type { FilePlace } from '../shared/problems';
import { readChunks } from '../shared/readChunks';
import { Conversation } from './conversation';
import { readMessage } from './messages';

export interface ReadSession extends ReturnType<Conversation['finish']> {
  readonly session: string | null;
  readonly started: string | null;
  readonly updated: string | null;
  readonly isSubAgent: boolean;
  /** Null where something could not be read. */
  readonly contentHash: string | null;
}

/** Facts beside the messages; the last value counts. */
class Metadata {
  private readonly values = new Map<string, unknown>();

  set(key: string, value: unknown): void {
    if (value !== undefined && value !== null) this.values.set(key, value);
  }

  takeAll(record: JsonRecord): void {
    for (const key of META_KEYS) this.set(key, record[key]);
  }

  text(key: (typeof META_KEYS)[number]): string | null {
    return getText(Object.fromEntries(this.values), key);
  }
}

const META_KEYS = ['sessionId', 'startTime', 'lastUpdated', 'kind'] as const;

/** Reads the document form: one object with all messages. */
export function readDocument(file: SourceFile, tally: FileTally, sink: PartSink): ReadSession {
  const conversation = new Conversation(file.path, tally);
  const metadata = new Metadata();
  const hash = new ContentHash();
  const want = [['messages', '*'], ...META_KEYS.map((key) => [key])];
  const scan = scanJson(readChunks(file, sink, hash), { want }, (slice) => {
    if (slice.path[0] === 'messages') putSlice(slice, conversation, tally);
    else metadata.set(String(slice.path[0]), valueOf(slice, tally));
  });
  tally.tellAll(scan.issues);
  tally.unreadable += scan.skipped + scan.unfinished.length;
  if (scan.isComplete && !scan.keys.includes('messages')) tally.tell(seedProblem('missing-field', WHOLE_FILE, { found: 'a session without messages', expected: 'messages: a list', message: 'The session has no list of messages; nothing is known of what was done in it.' }));
  return finish(conversation, metadata, scan.isComplete && tally.unreadable === 0 ? hash.digest() : null);
}

/** Replays the journal form: metadata, messages and their later versions, changes of the metadata, rewinds. */
export function readJournal(file: SourceFile, tally: FileTally, sink: PartSink): ReadSession {
  const conversation = new Conversation(file.path, tally);
  const metadata = new Metadata();
  const hash = new ContentHash();
  const scan = scanLines(readChunks(file, sink, hash), {}, (line) => {
    const place = { line: line.line, byte: line.start };
    const parsed = parseLine(line, tally);
    if (parsed === null) return;
    const record = asRecord(parsed.value);
    if (record === null) tally.refuse(noRecord(place));
    else replay(record, line, { conversation, metadata, tally });
  });
  tally.tellAll(scan.issues);
  tally.unreadable += scan.tooLarge;
  return finish(conversation, metadata, tally.unreadable === 0 ? hash.digest() : null);
}

interface Replaying {
  readonly conversation: Conversation;
  readonly metadata: Metadata;
  readonly tally: FileTally;
}

function replay(record: JsonRecord, line: JsonLine, { conversation, metadata, tally }: Replaying): void {
  const rewind = getString(record, '$rewindTo');
  const change = getRecord(record, '$set');
  if (rewind !== null) {
    tally.folded++;
    if (!conversation.rewindTo(rewind)) conversation.tellLostRewind(rewind, { line: line.line, byte: line.start });
  } else if (change !== null) {
    tally.folded++;
    metadata.takeAll(change);
    if (getArray(change, 'messages') !== null) setMessages(line, conversation, tally);
  } else if (getText(record, 'id') !== null) {
    conversation.put(readMessage(record), { start: line.start, end: line.end });
  } else if (getString(record, 'sessionId') !== null) {
    tally.shown++;
    metadata.takeAll(record);
  } else {
    tally.folded++;
    conversation.tellUnknown(getString(record, 'type') ?? '(without a type)');
  }
}

/**
 * A list set anew. After a compression it holds a summary in the place of messages that are gone, and outputs are masked
 * in those that stay: these calls were made, so what is known stays as it was. A list of known messages
 * alone that is shorter takes the others back.
 */
function setMessages(line: JsonLine, conversation: Conversation, tally: FileTally): void {
  const ids = new Set<string>();
  let hasNew = false;
  scanJson([line.bytes], { want: [['$set', 'messages', '*']], start: line.start, line: line.line }, (slice) => {
    const record = asRecord(valueOf(slice, tally));
    const message = record === null ? null : readMessage(record);
    if (message?.id == null) return;
    ids.add(message.id);
    if (conversation.has(message.id)) return;
    hasNew = true;
    // A summary speaks without a model.
    if (message.kind === 'answer' && message.model !== null) conversation.putListed(message, { start: slice.start, end: slice.end });
  });
  if (!hasNew) conversation.keepOnly(ids);
}

function putSlice(slice: JsonSlice, conversation: Conversation, tally: FileTally): void {
  const place = { line: slice.line, byte: slice.start };
  const parsed = parseJson(slice.bytes, place);
  const record = parsed.ok ? asRecord(parsed.value) : null;
  if (!parsed.ok) tally.refuse(parsed.problem);
  else if (record === null) tally.refuse(noRecord(place));
  else conversation.put(readMessage(record), { start: slice.start, end: slice.end });
}

function valueOf(slice: JsonSlice, tally: FileTally): unknown {
  const parsed = parseJson(slice.bytes, { line: slice.line, byte: slice.start });
  if (parsed.problem !== null) tally.tell(parsed.problem);
  return parsed.ok ? parsed.value : null;
}

function noRecord(place: FilePlace): ReturnType<typeof seedProblem> {
  return seedProblem('bad-value', place, { found: 'a value that is no object', expected: 'an object for each message', message: 'The record is no object; it was left out.' }, 'error');
}

function finish(conversation: Conversation, metadata: Metadata, contentHash: string | null): ReadSession {
  return {
    ...conversation.finish(),
    session: metadata.text('sessionId'),
    started: metadata.text('startTime'),
    updated: metadata.text('lastUpdated'),
    isSubAgent: metadata.text('kind') === 'subagent',
    contentHash,
  };
}
