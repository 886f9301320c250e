import * as vscode from 'vscode';
import { cleanLine, clipText } from '../base/cleanText';
import type { Problem } from '../model/problem';
import { shortenAlike, type ProblemEntry } from '../views/alikeProblems';
import type { Session } from './session';

/** Entries for one file; the rest is counted in a last one. */
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
  const entries = shortenAlike(problems);
  const shown = entries.slice(0, MOST_PER_FILE).map(toDiagnostic);
  const rest = entries.slice(MOST_PER_FILE).reduce((sum, entry) => sum + Math.max(1, entry.rest), 0);
  if (rest > 0) shown.push(makeDiagnostic(0, vscode.l10n.t('{0} more problems in this file.', rest), vscode.DiagnosticSeverity.Information));
  return shown;
}

function toDiagnostic({ problem, rest }: ProblemEntry): vscode.Diagnostic {
  const message =
    rest === 0
      ? vscode.l10n.t('{0} Found: {1}. Expected: {2}.', words(problem.message), words(problem.found), words(problem.expected))
      : vscode.l10n.t('{0} more like this in this file, from here on, the first: {1}', rest, words(problem.message));
  const diagnostic = makeDiagnostic(Math.max(0, (problem.line ?? 1) - 1), message, severityOf(problem));
  diagnostic.code = problem.code;
  return diagnostic;
}

function makeDiagnostic(line: number, message: string, severity: vscode.DiagnosticSeverity): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(new vscode.Range(line, 0, line, 1000), message, severity);
  diagnostic.source = 'Restart Lens';
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
