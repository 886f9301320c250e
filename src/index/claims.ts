import { createHash } from 'node:crypto';
import path from 'node:path';
import { throwIfCancelled } from '../base/cancelled';
import type { StopSignal } from '../base/cancelled';
import { isParquet } from '../formats/containers/parquet/footer';
import { isZip } from '../formats/containers/zip/directory';
import type { Claim, FileHead, Reader } from '../formats/contract';
import type { Problem } from '../model/problem';
import { builtInReaders } from './builtInReaders';
import { seeHead, seeMembers } from './claimContent';
import type { SeenHead } from './claimContent';
import { decodeTable, TableBuilder } from './columns';
import type { Cells, Row, Table } from './columns';
import { unreadableProblem } from './fileErrors';
import { problemRow } from './partRows';
import { PROBLEM_SCHEMA } from './partSchemas';
import { DiskFiles } from './sourceFile';

/** What recognition may look at. */
export const HEAD_BYTES = 4096;
/** Bytes from which the identity of an attempt is made, beside its place: what follows may still grow. */
const IDENTITY_BYTES = 1024;

export const CLAIM_SCHEMA = { path: 'text', size: 'number', headHash: 'text', reader: 'text', source: 'text' } as const;

/** A file or member that was looked at, by its content path; `reader` and `source` are null when no reader claims it. */
export type ClaimRow = Row<typeof CLAIM_SCHEMA>;

export function claimOf(cell: Cells<typeof CLAIM_SCHEMA>): ClaimRow {
  return { path: cell('path'), size: cell('size'), headHash: cell('headHash'), reader: cell('reader'), source: cell('source') };
}

export interface ClaimResult {
  /** Rows of `CLAIM_SCHEMA`, in the order of the paths; files that could not be opened have size null. */
  readonly claims: Table;
  readonly problems: Table;
}

/**
 * Looks at the head of each file and asks every reader; of an archive that no reader claims, at its members, too. Rejects
 * with a CancelledError.
 */
export async function claimFiles(root: string, paths: readonly string[], readers: readonly Reader[], signal?: StopSignal): Promise<ClaimResult> {
  const claims = new TableBuilder(CLAIM_SCHEMA);
  const problems = new TableBuilder(PROBLEM_SCHEMA);
  const tell = (problem: Problem): void => problems.push(problemRow(problem));
  const claim = ({ path: own, size, head }: SeenHead): boolean => {
    const best = bestClaim(head, readers);
    const headHash = best === null ? null : createHash('sha256').update(head.head.subarray(0, IDENTITY_BYTES)).digest('hex').slice(0, 16);
    claims.push({ path: own, size, headHash, reader: best?.reader ?? null, source: best?.claim.source ?? null });
    if (best === null && isUtf16(head.head)) tell(utf16Problem(own));
    if (best === null && isNamedAsPacked(head.name) && !isZip(head.head) && !isParquet(head.head)) tell(misnamedProblem(own));
    return best !== null;
  };
  for (const file of paths) {
    throwIfCancelled(signal);
    const disk = new DiskFiles();
    try {
      const source = disk.openNow(path.join(root, file), file);
      const seen = seeHead(source, HEAD_BYTES);
      if (seen.problem) tell(seen.problem);
      if (claim(seen) || !isZip(seen.head.head) || seen.head.path !== file) continue;
      const members = await seeMembers(root, source, { headBytes: HEAD_BYTES, isClaimed: (head) => bestClaim(head, readers) !== null });
      for (const problem of members.problems) tell(problem);
      for (const member of members.heads) claim(member);
    } catch (error) {
      claims.push({ path: file, size: null, headHash: null, reader: null, source: null });
      tell(unreadableProblem(file, error, 'file'));
    } finally {
      disk.close();
    }
  }
  return { claims: claims.finish(), problems: problems.finish() };
}

/** Whether a reader claims the file, or a member of it. False when it cannot be opened. */
export async function isTraceFile(root: string, file: string, readers?: readonly Reader[]): Promise<boolean> {
  const { claims } = await claimFiles(root, [file], readers ?? (await builtInReaders()));
  return decodeTable(CLAIM_SCHEMA, claims, claimOf).some(({ reader }) => reader !== null);
}

/** The claim with the best certainty; of equal ones that of the earlier reader. */
export function bestClaim(head: FileHead, readers: readonly Reader[]): { readonly reader: string; readonly claim: Claim } | null {
  let best: { readonly reader: string; readonly claim: Claim } | null = null;
  for (const reader of readers) {
    const claim = reader.claim(head);
    if (claim === null) continue;
    if (claim.certainty === 'certain') return { reader: reader.name, claim };
    best ??= { reader: reader.name, claim };
  }
  return best;
}

/** Whether bytes begin with the mark with which Windows tools begin a file in UTF-16, or with two ASCII characters of two bytes each. */
function isUtf16([first = 0, second = 0, third = 0, fourth = 0]: Uint8Array): boolean {
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  const isLetter = (high: number, low: number): boolean => high === 0 && low >= 9 && low < 0x7f;
  return (isLetter(second, first) && isLetter(fourth, third)) || (isLetter(first, second) && isLetter(third, fourth));
}

/** Whether the name promises content in which traces are packed. */
function isNamedAsPacked(name: string): boolean {
  return /\.(?:zip|eval|parquet)$/i.test(name);
}

function misnamedProblem(file: string): Problem {
  return {
    file,
    line: null,
    byte: 0,
    code: 'bad-value',
    severity: 'warning',
    found: 'a file that does not begin as its name says',
    expected: 'the first bytes of a zip archive or of a Parquet file',
    message: 'The file does not begin as its name says; nothing of it is read.',
  };
}

function utf16Problem(file: string): Problem {
  return {
    file,
    line: null,
    byte: 0,
    code: 'bad-encoding',
    severity: 'warning',
    found: 'UTF-16',
    expected: 'UTF-8',
    message: 'The file is written in UTF-16 and was not read; save it as UTF-8.',
  };
}
