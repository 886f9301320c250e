/** Codes of problems, listed in `--help` and in docs/FILES.md. The list is part of the stable contract. */
export const PROBLEM_CODES = [
  'truncated',
  'not-json',
  'bad-encoding',
  'too-deep',
  'too-large',
  'unknown-version',
  'unknown-record',
  'missing-field',
  'bad-value',
  'duplicate',
  'conflict',
  'ambiguous-report',
  'changed-while-reading',
  'unreadable',
  'limit',
] as const;

export type ProblemCode = (typeof PROBLEM_CODES)[number];
export type Severity = 'error' | 'warning' | 'information';

/**
 * Bad content is data: what was found where, and what was expected instead. Reading goes on.
 * `line` counts from 1, `byte` from 0; null where the place is the whole file.
 */
export interface Problem {
  /** Path as the index names files: relative to the root, with `/`. */
  readonly file: string;
  readonly line: number | null;
  readonly byte: number | null;
  readonly code: ProblemCode;
  readonly severity: Severity;
  readonly found: string;
  readonly expected: string;
  /** One sentence for people, without the file name. */
  readonly message: string;
}
