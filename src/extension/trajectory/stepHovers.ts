import * as vscode from 'vscode';
import { makeStepLink } from '../../views/trajectory/stepLink';
import type { MonitorPlan } from '../../model/plan';
import { hoverAsMarkdown, type CommandLink } from '../../views/trajectory/markdown';
import { type StepHoverInput, viewStepHover } from '../../views/trajectory/viewStepHover';
import type { LocatedAttempt, TraceLocator } from './traceLocator';
import { factsOf } from './runSource';

/** Commands that a hover may run; all are ours and only show or copy. */
export const HOVER_COMMANDS = ['restartLens.showStep', 'restartLens.showCell', 'restartLens.copyStepLink'] as const;

/** The hover of a step (index from 0) as Markdown that trusts nothing but our own commands; null when there is no such step. */
export async function hoverOf(locator: TraceLocator, { index, row }: LocatedAttempt, step: number): Promise<vscode.MarkdownString | null> {
  const monitors = plannedMonitors(locator);
  const facts = await factsOf({ index, row, monitors });
  const counts = countsAt(locator, { index, row }, facts.steps[step]?.call ?? null);
  const view = viewStepHover({ attemptId: facts.attempt.id, steps: facts.steps, index: step, monitors: facts.monitors, ...counts, blind: isBlind() });
  if (!view) return null;
  const links: CommandLink[] = [
    { label: 'Show step', command: 'restartLens.showStep', args: [view.attemptId, view.step] },
    ...(counts.cell === null ? [] : [{ label: 'Attempts of this cell', command: 'restartLens.showCell', args: [view.attemptId] }]),
    { label: 'Copy link', command: 'restartLens.copyStepLink', args: [view.attemptId, view.step] },
  ];
  const markdown = new vscode.MarkdownString(hoverAsMarkdown(view, links));
  markdown.isTrusted = { enabledCommands: HOVER_COMMANDS };
  markdown.supportHtml = false;
  return markdown;
}

/** Monitors of the plan in force. */
export function plannedMonitors(locator: TraceLocator): readonly MonitorPlan[] {
  return locator.session.plan?.plan.monitors ?? [];
}

/** Counts are those of the workspace's audit, on the axis calls; a folder read by itself is in no audit. */
function countsAt(locator: TraceLocator, { index, row }: LocatedAttempt, call: number | null): Pick<StepHoverInput, 'cell' | 'next'> {
  const { session } = locator;
  const isAudited = index === session.index && call !== null && (session.plan?.plan.axis ?? 'calls') === 'calls';
  const at = isAudited ? session.cellAt(row, call) : null;
  if (at === null) return { cell: null, next: null };
  const { position: t, budget, n, nLive, xContinue, xRestart, next } = at;
  return { cell: { t, budget, n, nLive, xContinue, xRestart }, next: next === null ? null : { ...next, budget } };
}

/** In blind mode nothing is shown that was unknowable at a step. */
function isBlind(): boolean {
  return vscode.workspace.getConfiguration('restartLens').get<boolean>('hover.blind', false);
}

/** Address of a step that opens it wherever this extension runs. */
export function stepAddress(attemptId: string, step: number): string {
  return makeStepLink(`${vscode.env.uriScheme}://restart-lens.restart-lens`, { attemptId, step });
}
