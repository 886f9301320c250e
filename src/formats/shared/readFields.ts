// Named fields of a JSON file that holds one object, however large the rest of it is.

import type { PartSink, SourceFile } from '../contract';
import { asRecord } from './fields';
import type { JsonRecord } from './fields';
import { scanJson } from './jsonSlices';
import type { JsonPath, JsonScan, JsonSlice, PathPattern } from './jsonSlices';
import { parseJson } from './parseJson';
import { problemIn, WHOLE_FILE } from './problems';
import type { FilePlace, ProblemSeed } from './problems';

export interface JsonFields {
  /** The values asked for, in objects nested as in the document; indices become keys. */
  readonly values: JsonRecord;
  /** Where a value asked for begins; the whole file where it is not there. */
  placeOf(...path: JsonPath): FilePlace;
}

export interface JsonFieldsFile extends JsonFields {
  readonly scan: JsonScan;
}

/**
 * Reads the values at `want` (see `PathPattern`) of one file and reports what is wrong with the file. In a file
 * that was cut off, the values before the cut are there. Of a key that occurs twice the last value is taken, as
 * every JSON library does. Never throws on content.
 */
export function readFields(file: SourceFile, want: readonly PathPattern[], sink: PartSink): JsonFieldsFile {
  const slices: JsonSlice[] = [];
  const scan = scanJson(file.chunks(), { want }, (slice) => slices.push(slice));
  const fields = buildFields(slices);
  for (const issue of [...scan.issues, ...fields.problems]) sink.problem(problemIn(file.path, issue));
  return { values: fields.values, placeOf: fields.placeOf, scan };
}

/** Fields from slices in the order in which they were scanned, and what could not be parsed. */
export function buildFields(slices: readonly JsonSlice[]): JsonFields & { readonly problems: readonly ProblemSeed[] } {
  const values: Record<string, unknown> = {};
  const places = new Map<string, FilePlace>();
  const problems: ProblemSeed[] = [];
  for (const slice of slices) {
    const place = { line: slice.line, byte: slice.start };
    const parsed = parseJson(slice.bytes, place);
    if (parsed.problem !== null) problems.push(parsed.problem);
    if (!parsed.ok) continue;
    setPath(values, slice.path, parsed.value);
    places.set(JSON.stringify(slice.path), place);
  }
  return { values, problems, placeOf: (...path) => places.get(JSON.stringify(path)) ?? WHOLE_FILE };
}

function setPath(values: Record<string, unknown>, path: JsonPath, value: unknown): void {
  let object = values;
  path.forEach((segment, depth) => {
    const key = String(segment);
    if (depth === path.length - 1) {
      define(object, key, value);
      return;
    }
    const next = Object.hasOwn(object, key) ? asRecord(object[key]) : null;
    // Objects on the way are made here and are nobody else's, so they may be written to.
    const child = (next as Record<string, unknown> | null) ?? {};
    if (next === null) define(object, key, child);
    object = child;
  });
}

/** Own properties only: a key `__proto__` in a trace must not reach a prototype. */
function define(object: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}
