import { compareText } from '../../base/compareText';
import { pushAll } from '../../base/extent';
import { groupBy } from '../../base/groupBy';
import type { Problem } from '../../model/problem';
import { fileProblem } from './draft';
import type { Draft } from './draft';

/** By file, line, byte, code; then by what they say, so that the order never depends on who read first. */
export function compareProblems(a: Problem, b: Problem): number {
  return (
    compareText(a.file, b.file) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.byte ?? -1) - (b.byte ?? -1) ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message) ||
    compareText(a.found, b.found)
  );
}

/** Problems of one code that are listed for one file; the rest is counted. Readers list as many themselves. */
const MOST_ALIKE = 500;

/** The problems, in their order, without those that say the same of one file for the 501st time and more: they are counted. */
export function capProblems(problems: readonly Problem[]): readonly Problem[] {
  const listed: Problem[] = [];
  const counted: Problem[] = [];
  for (const ofFile of groupBy(problems, ({ file }) => file).values()) {
    for (const [code, alike] of groupBy(ofFile, (problem) => problem.code)) {
      pushAll(listed, alike.slice(0, MOST_ALIKE));
      const rest = alike.slice(MOST_ALIKE);
      if (rest.length > 0) counted.push(countedProblem(code, rest));
    }
  }
  return counted.length === 0 ? problems : [...listed, ...counted].sort(compareProblems);
}

function countedProblem(code: string, rest: readonly Problem[]): Problem {
  const severity = (['error', 'warning', 'information'] as const).find((level) => rest.some((problem) => problem.severity === level)) ?? 'information';
  return fileProblem(rest[0]?.file ?? '', 'limit', severity, {
    found: `${rest.length} more`,
    expected: `at most ${MOST_ALIKE}`,
    message: `${rest.length} more problems of the code ${code} in this file are not listed.`,
  });
}

/** By attempt, the problems of files that belong to it alone, and those that lie in its range or on its line. Cost: n log n. */
export function countProblems(drafts: readonly Draft[], problems: readonly Problem[]): ReadonlyMap<Draft, number> {
  const owners = new Map<string, Draft[]>();
  for (const draft of drafts) {
    for (const file of draft.files) {
      const known = owners.get(file);
      if (known) known.push(draft);
      else owners.set(file, [draft]);
    }
  }
  const counts = new Map<Draft, number>();
  for (const [file, ofFile] of groupBy(problems, (problem) => problem.file)) {
    const find = createFinder(file, owners.get(file) ?? []);
    for (const problem of ofFile) {
      const owner = find(problem);
      if (owner) counts.set(owner, (counts.get(owner) ?? 0) + 1);
    }
  }
  return counts;
}

type PlacedDraft = { readonly draft: Draft; readonly start: number; readonly end: number };

function createFinder(file: string, owners: readonly Draft[]): (problem: Problem) => Draft | undefined {
  if (owners.length < 2) return () => owners[0];
  const here = owners.filter(({ facts }) => facts.file === file);
  const placed = here
    .flatMap((draft): PlacedDraft[] => (draft.facts.range === null ? [] : [{ draft, ...draft.facts.range }]))
    .sort((a, b) => a.start - b.start);
  const byLine = new Map(here.map((draft) => [draft.facts.locator, draft]));
  return ({ line, byte }) => {
    const inRange = byte === null ? undefined : lastFrom(placed, byte);
    if (inRange !== undefined && byte !== null && byte < inRange.end) return inRange.draft;
    return line === null ? undefined : byLine.get(String(line));
  };
}

/** The last of the places, sorted by start, that begins at or before the byte. */
function lastFrom(placed: readonly PlacedDraft[], byte: number): PlacedDraft | undefined {
  let low = 0;
  let high = placed.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((placed[middle]?.start ?? Infinity) <= byte) low = middle + 1;
    else high = middle;
  }
  return placed[low - 1];
}
