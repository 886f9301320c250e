import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { cleanLine } from '../../base/cleanText';
import type { TrajectoryNotice } from '../../protocol/trajectory';
import { formatBytes, formatCount } from '../../views/numbers';
import { diskFileOf } from './raw/contentFile';
import type { LocatedFile } from './traceLocator';

/** A file of several attempts, none of which is chosen yet. */
export function describeMany({ rows, begun }: LocatedFile): TrajectoryNotice {
  const lines = [vscode.l10n.t('Choose the one to read.')];
  const isPart = begun !== null && begun.read < begun.size;
  if (isPart) lines.unshift(vscode.l10n.t('{0} of {1} have been read, the rest is being read.', formatBytes(begun.read), formatBytes(begun.size)));
  return {
    kind: 'choose',
    headline: isPart ? vscode.l10n.t('This file holds {0} attempts so far.', formatCount(rows.length)) : vscode.l10n.t('This file holds {0} attempts.', formatCount(rows.length)),
    lines,
    actions: [{ label: vscode.l10n.t('Choose attempt'), action: 'choose' }],
  };
}

/** Why nothing of a file can be shown: it is none of this machine, it is gone, or nothing in it is an attempt. */
export async function describeNothing(file: vscode.Uri, located: LocatedFile | null): Promise<TrajectoryNotice> {
  const name = cleanLine(file.path.slice(file.path.lastIndexOf('/') + 1));
  if (file.scheme !== 'file') {
    return { kind: 'empty', headline: vscode.l10n.t('{0} cannot be read here.', name), lines: [vscode.l10n.t('Traces are read by byte range, which only local files allow.')], actions: [] };
  }
  const isThere = await stat(diskFileOf(file.fsPath)).then(
    () => true,
    // One that may not be looked at is there.
    (error: unknown) => !(error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')),
  );
  if (!isThere) {
    return {
      kind: 'empty',
      headline: vscode.l10n.t('{0} is not there any more.', name),
      lines: [vscode.l10n.t('It was removed or renamed. Should it come back, it is shown here.')],
      actions: [{ label: vscode.l10n.t('Look again'), action: 'index' }],
    };
  }
  const problems = located?.index.problems.filter((problem) => problem.file === located.file) ?? [];
  const lines = problems.slice(0, 3).map((problem) => cleanLine(problem.message));
  return {
    kind: problems.length > 0 ? 'error' : 'empty',
    headline: vscode.l10n.t('No attempt was found in {0}.', name),
    lines: lines.length > 0 ? lines : [vscode.l10n.t('The file is no trace of a format that is known, or holds results of other files only.')],
    actions: [
      { label: vscode.l10n.t('Open as text'), action: 'raw' },
      { label: vscode.l10n.t('Read again'), action: 'index' },
    ],
  };
}
