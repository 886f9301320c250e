// Problems of a JSON document as a whole, worded for people.

import { describePath } from './jsonPaths';
import type { JsonPath } from './jsonPaths';
import { describeByte, seedProblem } from './problems';
import type { ProblemSeed } from './problems';

interface Place {
  readonly byte: number;
  readonly line: number;
}

/** The document ends too early, before `expected`; null: before anything began. */
export function seedCut(cut: Place & { readonly path: JsonPath }, nulTail: number, expected: string | null): ProblemSeed {
  const found = nulTail > 0 ? `${nulTail} NUL bytes` : 'the end of the file';
  if (expected === null) {
    const message = nulTail > 0 ? 'The file holds only NUL bytes.' : 'The file is empty.';
    return seedProblem('truncated', cut, { found, expected: 'a JSON value', message });
  }
  return seedProblem('truncated', cut, {
    found,
    expected,
    message: `The document is cut off inside ${describePath(cut.path)}; what was complete before byte ${cut.byte} was read.`,
  });
}

export function seedTooDeep(place: Place, maxDepth: number): ProblemSeed {
  return seedProblem('too-deep', place, {
    found: `more than ${maxDepth} levels`,
    expected: `at most ${maxDepth} levels of nesting`,
    message: `Nesting deeper than ${maxDepth} levels was skipped.`,
  });
}

/** Of a key that is asked for, or of an object all of whose keys are. */
export function seedGarbledKey(place: Place): ProblemSeed {
  return seedProblem('bad-encoding', place, {
    found: 'a key with bytes that are not UTF-8',
    expected: 'UTF-8 text',
    message: 'A key holds bytes that are not UTF-8, so that it may be one that is known; what stands under it was not read.',
  });
}

/** A wanted value, which ends at `end` (not included), is larger than the limit. */
export function seedTooLarge(value: { readonly start: number; readonly line: number }, end: number, path: JsonPath): ProblemSeed {
  return seedProblem('too-large', { byte: value.start, line: value.line }, {
    found: `${end - value.start} bytes (up to byte ${end})`,
    expected: 'a smaller value',
    message: `${describePath(path)} is too large to be read and was skipped.`,
  });
}

/** The grammar breaks at `byte`; `path` null: after the end of the document. */
export function seedBroken(place: Place, byte: number | undefined, at: { readonly expected: string; readonly path: JsonPath | null; readonly isUtf16: boolean }): ProblemSeed {
  return seedProblem(at.isUtf16 ? 'bad-encoding' : 'not-json', place, {
    found: describeByte(byte),
    expected: at.expected,
    message: at.path === null ? afterTheEnd(byte) : `The JSON is broken inside ${describePath(at.path)}.`,
  }, 'error');
}

/** JSON lines under the name of a format that has one document a file are most likely several of them. */
function afterTheEnd(byte: number | undefined): string {
  return byte === 0x7b ? 'Another document follows the end of the first one, as in JSON lines; this format has one a file, so only the first was read.' : 'Something follows the end of the JSON document.';
}
