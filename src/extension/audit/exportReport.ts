import * as vscode from 'vscode';
import { jsonDocument } from '../../base/jsonDocument';
import { exportAttempts } from '../../index/exportAttempts';
import { buildExitClassifier } from '../../model/exitTable';
import type { AuditResult } from '../../model/results';
import type { AuditView } from '../../protocol/audit';
import type { ReportSection } from '../../protocol/section';
import { attemptTableCsv } from '../../report/attemptTableCsv';
import { reportCsv } from '../../report/csv';
import { reportHtml } from '../../report/html';
import { reportMarkdown } from '../../report/markdown';
import { openReportSections } from '../../sections/reportSections';
import type { SectionInput } from '../../sections/section';
import { rowWords } from '../plainWords';
import { finish, finishInPortions } from '../portions';
import type { AuditSource } from './auditSource';

interface Format extends vscode.QuickPickItem {
  /** Name that is offered for the file, without its ending. */
  readonly stem: string;
  readonly extension: string;
  write(report: { readonly view: AuditView; readonly result: AuditResult; readonly sections: readonly ReportSection[]; readonly results: Readonly<Record<string, object>>; readonly input: SectionInput }): string | Promise<string>;
}

/** Writes the audit into a file that the user names, and opens it. */
export async function exportReport(source: AuditSource): Promise<void> {
  const audited = source.audited();
  const input = source.input();
  if (audited === null || input === null) {
    void vscode.window.showWarningMessage(vscode.l10n.t('There is no audit to export yet.'));
    return;
  }
  const format = await vscode.window.showQuickPick(formats(), { title: vscode.l10n.t('Export the audit as') });
  if (format === undefined) return;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = `${format.stem}.${format.extension}`;
  const target = await vscode.window.showSaveDialog({ ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }), filters: { [format.label]: [format.extension] } });
  if (target === undefined) return;
  const parts = await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Writing the report'), cancellable: true }, (_, token) =>
    finishInPortions(openReportSections(input, format.extension === 'csv' ? [] : null), () => !token.isCancellationRequested),
  );
  if (parts === null) return;
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(await format.write({ ...audited, ...parts, input })));
  // A page is for a browser, which is not opened unasked; its text would say little.
  if (format.extension === 'html') vscode.window.setStatusBarMessage(vscode.l10n.t('Written: {0}', rowWords(vscode.workspace.asRelativePath(target))), 5_000);
  else await vscode.commands.executeCommand('vscode.open', target);
}

function formats(): readonly Format[] {
  const stem = 'restart-lens-audit';
  return [
    { label: 'HTML', description: vscode.l10n.t('one file with the drawings, to read and print'), stem, extension: 'html', write: ({ view, sections }) => reportHtml(view, sections) },
    { label: 'Markdown', description: vscode.l10n.t('tables, for a pull request or a note'), stem, extension: 'md', write: ({ view, sections }) => reportMarkdown(view, sections) },
    { label: 'CSV', description: vscode.l10n.t('every decision with all digits'), stem, extension: 'csv', write: ({ result }) => reportCsv(result) },
    { label: 'JSON', description: vscode.l10n.t('the whole audit, as the command line prints it'), stem, extension: 'json', write: ({ result, results }) => [...jsonDocument({ ...result, ...results })].join('') },
    { label: vscode.l10n.t('Sanitised attempts'), description: vscode.l10n.t('a table to publish, without text, paths or prompts; it gives the same audit'), stem: 'restart-lens-attempts', extension: 'csv', write: ({ input }) => attemptTable(input) },
  ];
}

/** Every attempt, under the plan's exit table and cohorts. */
async function attemptTable({ index, outcome: { plan } }: SectionInput): Promise<string> {
  const { rows } = await finish(exportAttempts(index, { classifyExit: buildExitClassifier(plan.exitTable), cohorts: plan.cohorts }));
  return [...attemptTableCsv(rows)].join('');
}
