import * as vscode from 'vscode';
import { cleanLine, clipText } from '../base/cleanText';
import type { Problem } from '../model/problem';
import type { Session } from './session';

/** Problems shown for one file; the rest is counted in a last entry. */
const MOST_PER_FILE = 200;
/** Longest part of a message, in code points. */
const LONGEST_QUOTE = 500;

/** Keeps the Problems panel in step with the index and the plan. */
export function showDiagnostics(session: Session): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('restart-lens');
  const update = (): void => {
    const byFile = new Map<string, { uri: vscode.Uri; problems: Problem[] }>();
    const add = (uri: vscode.Uri | null, problem: Problem): void => {
      if (uri === null) return;
      const entry = byFile.get(uri.toString()) ?? { uri, problems: [] };
      byFile.set(uri.toString(), entry);
      entry.problems.push(problem);
    };
    for (const problem of session.index?.problems ?? []) add(session.uriOf(problem.file), problem);
    for (const problem of session.plan?.problems ?? []) add(session.plan?.uri ?? null, problem);
    // Replaced at once: thousands of files one by one would be as many messages to the window.
    collection.clear();
    collection.set([...byFile.values()].map(({ uri, problems }): [vscode.Uri, vscode.Diagnostic[]] => [uri, toDiagnostics(problems)]));
  };
  update();
  return vscode.Disposable.from(collection, session.onDidChangeIndex(update), session.onDidChangeAudit(update));
}

function toDiagnostics(problems: readonly Problem[]): vscode.Diagnostic[] {
  const shown = problems.slice(0, MOST_PER_FILE).map(toDiagnostic);
  if (problems.length > MOST_PER_FILE) {
    const rest = new vscode.Diagnostic(new vscode.Range(0, 0, 0, 0), vscode.l10n.t('{0} more problems in this file.', problems.length - MOST_PER_FILE), vscode.DiagnosticSeverity.Information);
    rest.source = 'Restart Lens';
    shown.push(rest);
  }
  return shown;
}

function toDiagnostic(problem: Problem): vscode.Diagnostic {
  const line = Math.max(0, (problem.line ?? 1) - 1);
  const diagnostic = new vscode.Diagnostic(
    new vscode.Range(line, 0, line, 1000),
    vscode.l10n.t('{0} Found: {1}. Expected: {2}.', words(problem.message), words(problem.found), words(problem.expected)),
    severityOf(problem),
  );
  diagnostic.source = 'Restart Lens';
  diagnostic.code = problem.code;
  return diagnostic;
}

/** What was found is quoted from a trace. */
function words(text: string): string {
  return clipText(cleanLine(text), LONGEST_QUOTE);
}

function severityOf({ severity }: Problem): vscode.DiagnosticSeverity {
  switch (severity) {
    case 'error':
      return vscode.DiagnosticSeverity.Error;
    case 'warning':
      return vscode.DiagnosticSeverity.Warning;
    case 'information':
      return vscode.DiagnosticSeverity.Information;
  }
}
