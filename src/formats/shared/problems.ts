// Problems without their file: scanners know the place and what was wrong there, the reader knows the file.

import type { Problem, ProblemCode, Severity } from '../../model/problem';

/** A problem whose file is not known yet. */
export type ProblemSeed = Omit<Problem, 'file'>;

/** Where in a file; null where the place is the whole file. `line` from 1, `byte` from 0. */
export interface FilePlace {
  readonly line: number | null;
  readonly byte: number | null;
}

export interface ProblemText {
  readonly found: string;
  readonly expected: string;
  /** One sentence for people, without the file name. */
  readonly message: string;
}

/** Whole-file place, for problems that no line or byte can name. */
export const WHOLE_FILE: FilePlace = { line: null, byte: null };

/** Codes that do not cost any content are told as warnings or information; the rest are errors. */
const SEVERITIES: Partial<Record<ProblemCode, Severity>> = {
  'unknown-version': 'warning',
  'unknown-record': 'information',
  'missing-field': 'warning',
  'bad-value': 'warning',
  'bad-encoding': 'warning',
  duplicate: 'information',
  conflict: 'warning',
  'ambiguous-report': 'warning',
  limit: 'warning',
};

/** A problem seed with the usual severity of its code, unless one is given. */
export function seedProblem(code: ProblemCode, place: FilePlace, text: ProblemText, severity?: Severity): ProblemSeed {
  return { code, line: place.line, byte: place.byte, severity: severity ?? SEVERITIES[code] ?? 'error', ...text };
}

/** The problem of a seed in `file` (path as the index names files). */
export function problemIn(file: string, seed: ProblemSeed): Problem {
  return { file, ...seed };
}

/** How one byte is named in `found`: the character where it is printable ASCII, else its hexadecimal value. */
export function describeByte(byte: number | undefined): string {
  if (byte === undefined) return 'end of file';
  if (byte > 0x20 && byte < 0x7f) return `'${String.fromCharCode(byte)}'`;
  return `byte 0x${byte.toString(16).padStart(2, '0')}`;
}
