// Rows of corpora as JSON: an array of them, one a line, or a single one.

import { asRecord } from '../shared/fields';
import { hashBytes } from '../shared/hash';
import { scanLines } from '../shared/jsonLines';
import type { LineScanOptions } from '../shared/jsonLines';
import { scanJson } from '../shared/jsonSlices';
import type { JsonSlice } from '../shared/jsonSlices';
import { parseJson } from '../shared/parseJson';
import { seedProblem } from '../shared/problems';
import type { FilePlace, ProblemSeed } from '../shared/problems';
import { buildFields } from '../shared/readFields';
import type { JsonRecord } from '../shared/fields';
import type { RowMessage } from './buildSteps';
import { parseConversation } from './messages';
import { FIELDS } from './readRow';
import { CONVERSATIONS } from './sets';

/** The bytes of one row, and where they stand. */
export interface RowBytes {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly line: number;
  /** Array index from 0, or line number; '' where the file is one row. */
  readonly locator: string;
}

/** What a row holds, or why it cannot be read. */
export interface RowContent {
  readonly columns: readonly string[];
  readonly values: JsonRecord;
  /** Null: the row has no conversation. */
  readonly messages: readonly RowMessage[] | null;
  readonly contentHash: string;
  readonly problems: readonly ProblemSeed[];
  /** False: the row is damaged or cut off; `problems` say where. */
  readonly isComplete: boolean;
}

const WANT = [...CONVERSATIONS.map((name) => [name, '*']), ...FIELDS.map((name) => [name])];
const MOST_MESSAGES = 100_000;

/** Reads a row from its bytes. Offsets count from `start`, lines from `line`. */
export function readRowContent({ bytes, start, line }: Omit<RowBytes, 'locator'>): RowContent {
  const slices: JsonSlice[] = [];
  const conversations = new Map<string, JsonSlice[]>();
  const scan = scanJson([bytes], { want: WANT, start, line }, (slice) => {
    const [key] = slice.path;
    if (slice.path.length === 1) slices.push(slice);
    else if (typeof key === 'string') {
      // A key that stands there twice begins anew: the last one counts.
      const list = slice.path[1] === 0 ? [] : (conversations.get(key) ?? []);
      conversations.set(key, list);
      if (list.length < MOST_MESSAGES) list.push(slice);
    }
  });
  const fields = buildFields(slices);
  const problems = [...scan.issues, ...fields.problems];
  const columns = scan.root === 'object' ? scan.keys : [];
  const messages = readMessages(conversations, { bytes, start, line }, columns, problems);
  return { columns, values: fields.values, messages, contentHash: hashBytes(bytes), problems, isComplete: scan.isComplete && scan.root === 'object' };
}

function readMessages(conversations: ReadonlyMap<string, readonly JsonSlice[]>, row: Omit<RowBytes, 'locator'>, columns: readonly string[], problems: ProblemSeed[]): RowContent['messages'] {
  for (const name of CONVERSATIONS) {
    const slices = conversations.get(name);
    if (slices !== undefined) return slices.map((slice) => readMessage(slice, problems));
  }
  const name = CONVERSATIONS.find((candidate) => columns.includes(candidate));
  return name === undefined ? null : readWritten(name, row);
}

function readMessage(slice: JsonSlice, problems: ProblemSeed[]): RowMessage {
  const place = { line: slice.line, byte: slice.start };
  const parsed = parseJson(slice.bytes, place);
  if (parsed.problem !== null) problems.push(parsed.problem);
  const value = parsed.ok ? asRecord(parsed.value) : null;
  if (parsed.ok && value === null) problems.push(noMessage(place));
  return { value, range: { start: slice.start, end: slice.end } };
}

function noMessage(place: FilePlace): ProblemSeed {
  return seedProblem('bad-value', place, { found: 'a value that is no object', expected: 'a message with a role', message: 'A message of the conversation is no object and was left out.' });
}

/** A conversation that is JSON in a string, or an empty list; each message then stands where the whole string does. */
function readWritten(name: string, { bytes, start, line }: Omit<RowBytes, 'locator'>): RowContent['messages'] {
  let messages: RowContent['messages'] = null;
  scanJson([bytes], { want: [[name]], start, line }, (slice) => {
    const parsed = parseJson(slice.bytes);
    const value = parsed.ok ? parsed.value : null;
    if (Array.isArray(value)) messages = [];
    if (typeof value !== 'string') return;
    const list = parseConversation(value);
    messages = list === null ? null : list.slice(0, MOST_MESSAGES).map((item) => ({ value: asRecord(item), range: { start: slice.start, end: slice.end } }));
  });
  return messages;
}

/** Counts of what could not be delivered as a row. */
export interface RowsScan {
  readonly unreadable: number;
  readonly problems: readonly ProblemSeed[];
}

/** Hands on the elements of the root array, or the root object. */
export function scanDocument(chunks: Iterable<Uint8Array>, isArray: boolean, visit: (row: RowBytes) => void): RowsScan {
  const scan = scanJson(chunks, { want: [isArray ? ['*'] : []] }, ({ bytes, start, line, path }) => {
    visit({ bytes, start, line, locator: isArray ? String(path[0] ?? '') : '' });
  });
  return { unreadable: scan.skipped + scan.unfinished.length, problems: scan.issues };
}

/** Hands on each line that holds something. `options` say where the chunks begin, and who is told where to read on. */
export function scanRowLines(chunks: Iterable<Uint8Array>, options: LineScanOptions, visit: (row: RowBytes, isTerminated: boolean) => void): RowsScan {
  const scan = scanLines(chunks, options, ({ bytes, start, line, isTerminated }) => visit({ bytes, start, line, locator: String(line) }, isTerminated));
  return { unreadable: scan.tooLarge, problems: scan.issues };
}
