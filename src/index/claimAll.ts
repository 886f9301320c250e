import { compareText } from '../base/compareText';
import { MEMBER_MARK, plainPath } from '../formats/containers/content';
import type { Reader } from '../formats/contract';
import type { Problem } from '../model/problem';
import { CLAIM_SCHEMA, claimOf } from './claims';
import type { ClaimResult, ClaimRow } from './claims';
import { decodeTable } from './columns';
import { crashProblem } from './crashes';
import { problemOf } from './partRows';
import { PROBLEM_SCHEMA } from './partSchemas';
import type { Exclude } from './excludes';
import type { SourceGroup } from './readGroups';
import { WorkerCrash } from './readPool';
import type { JobRunner } from './readPool';

/** Files whose heads are looked at in one job. */
const CLAIMS_AT_ONCE = 500;

export interface Claimed {
  readonly claims: readonly ClaimRow[];
  readonly problems: readonly Problem[];
}

/** Looks at the head of every file and asks the readers; in the order of `paths`. */
export async function claimAll(root: string, paths: readonly string[], runner: JobRunner): Promise<Claimed> {
  const chunks = Array.from({ length: Math.ceil(paths.length / CLAIMS_AT_ONCE) }, (_, i) => paths.slice(i * CLAIMS_AT_ONCE, (i + 1) * CLAIMS_AT_ONCE));
  const results = await Promise.all(chunks.map((chunk) => claimSafely(root, chunk, runner)));
  return { claims: results.flatMap((result) => result.claims), problems: results.flatMap((result) => result.problems) };
}

/** Claims paths; those that end the thread are looked at in ever smaller groups until the culprit is alone. */
async function claimSafely(root: string, paths: readonly string[], runner: JobRunner): Promise<Claimed> {
  try {
    return decodeClaims(await runner.run({ kind: 'claim', root, paths }, () => undefined));
  } catch (error) {
    if (!(error instanceof WorkerCrash)) throw error;
    const [only] = paths;
    if (paths.length === 1 && only !== undefined) {
      return { claims: [{ path: only, size: null, headHash: null, reader: null, source: null }], problems: [crashProblem(only, error)] };
    }
    const middle = Math.ceil(paths.length / 2);
    const halves = [await claimSafely(root, paths.slice(0, middle), runner), await claimSafely(root, paths.slice(middle), runner)];
    return { claims: halves.flatMap((half) => half.claims), problems: halves.flatMap((half) => half.problems) };
  }
}

function decodeClaims(result: ClaimResult): Claimed {
  return { claims: decodeTable(CLAIM_SCHEMA, result.claims, claimOf), problems: decodeTable(PROBLEM_SCHEMA, result.problems, problemOf) };
}

/** Without the members of archives that are left out, in whatever folder of theirs; files are left out before they are looked at. */
export function leaveOut({ claims, problems }: Claimed, exclude: Exclude): Claimed {
  const isLeftOut = (path: string | null): boolean => {
    const mark = path?.indexOf(MEMBER_MARK) ?? -1;
    if (path === null || mark < 0) return false;
    for (let slash = path.indexOf('/', mark + MEMBER_MARK.length); slash > 0; slash = path.indexOf('/', slash + 1)) if (exclude(path.slice(0, slash), true)) return true;
    return exclude(path, false);
  };
  return { claims: claims.filter((claim) => !isLeftOut(claim.path)), problems: problems.filter((problem) => !isLeftOut(problem.file)) };
}

/** Files that one reader reads together, numbered by source, then reader. */
export function groupClaims(claims: readonly ClaimRow[], readers: readonly Reader[]): readonly SourceGroup[] {
  const groups = new Map<string, { reader: string; key: string; files: ClaimRow[] }>();
  const names = new Map<string, number>();
  for (const claim of claims) {
    if (claim.reader === null || claim.source === null) continue;
    // `x.jsonl` and `x.jsonl.gz` are one name to a reader, so that they are read apart.
    const seen = `${claim.reader}\n${plainPath(claim.path ?? '')}`;
    const twin = names.get(seen) ?? 0;
    names.set(seen, twin + 1);
    const id = `${claim.reader}\n${claim.source}\n${twin}`;
    const group = groups.get(id) ?? { reader: claim.reader, key: claim.source, files: [] };
    groups.set(id, group);
    group.files.push(claim);
  }
  const order = new Map(readers.map(({ name }, index) => [name, index]));
  const sorted = [...groups.values()].sort((a, b) => compareText(a.key, b.key) || (order.get(a.reader) ?? 0) - (order.get(b.reader) ?? 0));
  return sorted.map(({ reader, key, files }) => ({
    reader,
    key,
    paths: files.map((file) => file.path ?? '').sort(compareText),
    bytes: files.reduce((sum, file) => sum + (file.size ?? 0), 0),
  }));
}
