// Which run an evaluation report belongs to. Reports can lie far from the trajectories, and a wrong guess mislabels a
// whole run, so the rule is narrow (formats.md 2.6) and what it does not settle labels nothing.

import { compareText } from '../../base/compareText';
import { groupBy } from '../../base/groupBy';
import type { OutcomePart } from '../../formats/contract';
import { nameOf, parentOf } from '../../formats/shared/paths';
import { canonicalTask, runName } from './draft';

/** Verdicts that belong together: a run-level file, or the per-instance files of one evaluation. */
export interface Report {
  /** Paths, sorted. */
  readonly files: readonly string[];
  /** Folder that the report stands in: of per-instance files the one above the instances. */
  readonly folder: string;
  readonly isPerInstance: boolean;
  readonly parts: readonly OutcomePart[];
}

export type ReportHome =
  | { readonly kind: 'run'; readonly folder: string }
  /** More than one run or report would fit; `folders` are the runs. */
  | { readonly kind: 'ambiguous'; readonly folders: readonly string[] }
  | { readonly kind: 'none' };

/** Groups verdicts into reports, per-instance ones first (they are closer to the evaluation), then by file. */
export function groupReports(parts: readonly OutcomePart[]): readonly Report[] {
  const files = [...groupBy(parts, ({ file }) => file)].map(([file, members]) => ({ file, members, instanceFolder: instanceFolderOf(file, members) }));
  const units = groupBy(files, ({ file, instanceFolder }) => (instanceFolder === null ? `file ${file}` : `each ${instanceFolder}\n${nameOf(file)}`));
  const reports = [...units.values()].map((unit): Report => {
    const sorted = [...unit].sort((a, b) => compareText(a.file, b.file));
    const [first] = sorted;
    return {
      files: sorted.map(({ file }) => file),
      folder: first?.instanceFolder ?? parentOf(first?.file ?? ''),
      isPerInstance: (first?.instanceFolder ?? null) !== null,
      parts: sorted.flatMap(({ members }) => members),
    };
  });
  return reports.sort((a, b) => Number(b.isPerInstance) - Number(a.isPerInstance) || compareText(a.files[0] ?? '', b.files[0] ?? ''));
}

/** Folder above the instance's own where a file judges one instance in a folder named after it; else null. */
function instanceFolderOf(file: string, members: readonly OutcomePart[]): string | null {
  const [only] = members;
  const folder = parentOf(file);
  if (!only || only.task === null || members.length > 1 || folder === '') return null;
  return canonicalTask(nameOf(folder)) === canonicalTask(only.task) ? parentOf(folder) : null;
}

/**
 * Finds the run of each report among the known run folders.
 *
 * 1. By run id: its file name without extension ends in `.<run folder name>` (model names contain dots, so the end counts); else a
 *    path segment that may be the run id is the name. Where several runs bear the name, the one in whose place the
 *    report stands.
 * 2. Only a report that names no known run: by place, inside a run folder (the innermost) or in the folder that holds it, and
 *    only where exactly one run and one such report fit. The summary and the per-instance files of one evaluation, which
 *    share its run id, are one report.
 *
 * Model names and equal id sets decide nothing: three runs of one model over the same ids exist in the wild with one report.
 */
export function findHomes(reports: readonly Report[], runFolders: readonly string[], rootName: string): ReadonlyMap<Report, ReportHome> {
  const runs = indexRuns(runFolders, rootName);
  const homes = new Map<Report, ReportHome>();
  const unnamed: { readonly report: Report; readonly folders: readonly string[] }[] = [];
  for (const report of reports) {
    const named = runsNamedBy(report, runs);
    const placed = runsAround(report, runs);
    if (named.length === 0) unnamed.push({ report, folders: placed });
    else homes.set(report, choose(named.length === 1 ? named : narrowed(named, placed)));
  }
  const suitors = groupBy(unnamed.flatMap(({ report, folders }) => folders.map((folder) => ({ report, folder }))), ({ folder }) => folder);
  for (const { report, folders } of unnamed) {
    const isRival = folders.some((folder) => suitors.get(folder)?.some((other) => !isSameEvaluation(report, other.report)) === true);
    if (folders.length === 0) homes.set(report, { kind: 'none' });
    else homes.set(report, isRival ? { kind: 'ambiguous', folders } : choose(folders));
  }
  return homes;
}

/** Whether two reports are one, or the summary and the per-instance files of one evaluation: they share its run id. */
function isSameEvaluation(a: Report, b: Report): boolean {
  if (a === b) return true;
  if (a.isPerInstance === b.isPerInstance) return false;
  const [each, summary] = a.isPerInstance ? [a, b] : [b, a];
  const stem = summary.parts[0]?.stem ?? null;
  return stem !== null && runIdsOf(each.parts[0]).some((id) => id !== '' && stem.endsWith(`.${id}`));
}

function choose(folders: readonly string[]): ReportHome {
  const [only] = folders;
  return folders.length === 1 && only !== undefined ? { kind: 'run', folder: only } : { kind: 'ambiguous', folders };
}

function narrowed(named: readonly string[], placed: readonly string[]): readonly string[] {
  const both = named.filter((folder) => placed.includes(folder));
  return both.length === 1 ? both : named;
}

/** Run folders by what is asked of them, so that thousands of reports do not each go through thousands of runs. */
interface RunIndex {
  readonly folders: ReadonlySet<string>;
  readonly byName: ReadonlyMap<string, readonly string[]>;
  /** Run folders by the folder that holds them. */
  readonly byParent: ReadonlyMap<string, readonly string[]>;
}

function indexRuns(runFolders: readonly string[], rootName: string): RunIndex {
  return {
    folders: new Set(runFolders),
    byName: groupBy(runFolders, (folder) => runName(folder, rootName)),
    byParent: groupBy(runFolders.filter((folder) => folder !== ''), parentOf),
  };
}

function runsNamedBy({ parts }: Report, runs: RunIndex): readonly string[] {
  const [first] = parts;
  if (!first) return [];
  const byStem = endsOf(first.stem ?? '').flatMap((name) => runs.byName.get(name) ?? []);
  if (byStem.length > 0) return [...byStem].sort(compareText);
  // The root itself has no name among its paths.
  const byId = runIdsOf(first).flatMap((id) => (id !== '' ? (runs.byName.get(id) ?? []) : runs.folders.has('') ? [''] : []));
  return [...new Set(byId)].sort(compareText);
}

/** What follows each dot of a name: the run ids that it may end in. */
function endsOf(stem: string): readonly string[] {
  const ends: string[] = [];
  for (let dot = stem.indexOf('.'); dot >= 0; dot = stem.indexOf('.', dot + 1)) {
    if (dot + 1 < stem.length) ends.push(stem.slice(dot + 1));
  }
  return ends;
}

/**
 * Segments that may be the run id. The folder of the model, which follows the run id, is none: people name run folders
 * after models, and a model decides nothing.
 */
function runIdsOf(part: OutcomePart | undefined): readonly string[] {
  if (!part) return [];
  const model = part.model?.replaceAll('/', '__') ?? null;
  return part.runIds.filter((id, index) => index === 0 || id !== model);
}

function runsAround({ folder }: Report, runs: RunIndex): readonly string[] {
  for (let around = folder; ; around = parentOf(around)) {
    if (runs.folders.has(around)) return [around];
    if (around === '') return runs.byParent.get(folder) ?? [];
  }
}
