import * as vscode from 'vscode';
import type { TraceIndex } from '../../index/traceIndex';
import { attemptTitle, outcomeWord } from '../../views/trajectory/facts';
import { readStepLink } from '../../views/trajectory/stepLink';
import { rowWords } from '../plainWords';
import { finish } from '../portions';
import { registerCommand } from '../register';
import type { RawLink } from './raw/rawLink';
import { readRawUri } from './raw/rawUri';
import type { RawViews } from './raw/rawViews';
import { stepAddress } from './stepHovers';
import type { TraceLocator } from './traceLocator';
import type { TrajectoryEditors } from './trajectoryEditors';
import type { WantedRun } from './trajectoryPanel';

export interface CommandParts {
  readonly locator: TraceLocator;
  readonly views: RawViews;
  readonly link: RawLink;
  readonly editors: TrajectoryEditors;
  readonly log: vscode.LogOutputChannel;
}

/** Set while the active text editor shows the raw text of a trace. */
const RAW_CONTEXT = 'restartLens.rawTrace';

/** Commands of trajectory and raw text, and links to steps. */
export function registerTrajectoryCommands(parts: CommandParts): vscode.Disposable {
  const { link, editors, log } = parts;
  const register = (name: string, run: (...args: unknown[]) => unknown): vscode.Disposable => registerCommand(log, name, run);
  return vscode.Disposable.from(
    register('openTrajectory', (target) => openTrajectory(parts, target)),
    register('showStep', (attemptId, step) => showStep(parts, attemptId, step)),
    register('showCell', (attemptId) => chooseFromCell(parts, attemptId)),
    register('copyStepLink', (attemptId, step) => copyLink(attemptId, step)),
    register('revealStepInRaw', () => revealInRaw(parts)),
    register('chooseAttempt', () => editors.active?.choose()),
    register('nextFailureWindow', () => goToWindow(parts, 'next')),
    register('previousFailureWindow', () => goToWindow(parts, 'previous')),
    register('nextRawPage', () => withEditor((editor) => link.turnPage(editor, 1))),
    register('previousRawPage', () => withEditor((editor) => link.turnPage(editor, -1))),
    vscode.window.registerUriHandler({ handleUri: (uri) => openLink(parts, uri) }),
    watchRawContext(parts),
  );
}

/** A file, an attempt by id, the trace in the active editor, or one chosen among all. */
async function openTrajectory(parts: CommandParts, target: unknown): Promise<void> {
  const attempt = readAttempt(target);
  if (attempt) {
    await parts.locator.session.ensureIndex();
    if (!(await parts.editors.openAttempt(attempt))) void vscode.window.showErrorMessage(vscode.l10n.t('This attempt is not in the index.'));
    return;
  }
  if (target instanceof vscode.Uri) return parts.editors.openFile(readRawUri(target)?.file ?? target);
  const editor = vscode.window.activeTextEditor;
  const shown = editor?.document.uri ?? shownFile();
  const file = shown ? (readRawUri(shown)?.file ?? shown) : null;
  // Asked for, so that a trace that is not indexed yet is read first.
  const located = file ? await parts.locator.ensure(file).catch(() => null) : null;
  const place = editor && located ? await parts.link.stepAt(editor) : null;
  if (place && (await parts.editors.openAttempt(place))) return;
  if (file && located && located.rows.length > 0) return parts.editors.openFile(file);
  await chooseFromAll(parts);
}

/** The file in the active tab: VS Code gives extensions no text editor for a file above 50 MB. */
function shownFile(): vscode.Uri | null {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText ? input.uri : null;
}

async function showStep({ locator, editors }: CommandParts, attemptId: unknown, step: unknown): Promise<void> {
  if (typeof attemptId !== 'string' || !isStep(step)) return;
  if (!locator.attempt(attemptId)) await locator.session.ensureIndex();
  if (!(await editors.openAttempt({ attemptId, step }))) void vscode.window.showErrorMessage(vscode.l10n.t('This attempt is not in the index.'));
}

async function copyLink(attemptId: unknown, step: unknown): Promise<void> {
  if (typeof attemptId !== 'string' || !isStep(step)) return;
  await vscode.env.clipboard.writeText(stepAddress(attemptId, step));
  vscode.window.setStatusBarMessage(vscode.l10n.t('Link to step {0} copied.', step), 3000);
}

/** From the trajectory to the chosen step in its raw text. */
async function revealInRaw({ link, editors }: CommandParts): Promise<void> {
  const panel = editors.active;
  if (panel?.attemptId == null) return;
  await link.reveal({ attemptId: panel.attemptId, step: panel.step }, { open: true, focus: true });
}

async function goToWindow({ link, editors }: CommandParts, direction: 'next' | 'previous'): Promise<void> {
  const panel = editors.active;
  if (panel) panel.goToWindow(direction);
  else await withEditor((editor) => link.goToWindow(editor, direction));
}

async function openLink(parts: CommandParts, uri: vscode.Uri): Promise<void> {
  const target = readStepLink(uri.path, uri.query);
  if (!target) {
    void vscode.window.showErrorMessage(vscode.l10n.t('This is no link to a step.'));
    return;
  }
  await showStep(parts, target.attemptId, target.step);
}

interface AttemptItem extends vscode.QuickPickItem {
  readonly id: string;
}

/** The attempts of the cell that an attempt belongs to. */
async function chooseFromCell(parts: CommandParts, attemptId: unknown): Promise<void> {
  const { session } = parts.locator;
  const row = typeof attemptId === 'string' ? (session.index?.rowOf(attemptId) ?? -1) : -1;
  const cell = row < 0 ? null : session.cellAt(row, 1)?.cell;
  if (!cell) return;
  const rows = [...cell.usable.map((attempt) => attempt.row), ...cell.setAside.map((one) => one.attempt.row)].sort((a, b) => a - b);
  await chooseAmong(parts, rows, vscode.l10n.t('Attempts of this cell'));
}

async function chooseFromAll(parts: CommandParts): Promise<void> {
  const index = await parts.locator.session.ensureIndex();
  if (!index || index.attemptCount === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No attempts were found in this workspace.'));
    return;
  }
  await chooseAmong(parts, Array.from({ length: index.attemptCount }, (_, row) => row), vscode.l10n.t('Open Trajectory'));
}

/** Attempts to read, those with steps first. */
function* listItems(index: TraceIndex, rows: readonly number[]): Generator<void, AttemptItem[], void> {
  const items: AttemptItem[] = [];
  const withoutSteps: AttemptItem[] = [];
  for (const row of rows) {
    const attempt = index.attempt(row);
    const words = [outcomeWord(attempt, { J: 'unknown' }).word, attempt.attempt];
    const detail = attempt.locator === '' ? attempt.file : `${attempt.file} ${attempt.locator}`;
    (attempt.stepCount > 0 ? items : withoutSteps).push({ id: attempt.id, label: rowWords(attemptTitle(attempt)), description: rowWords(words.filter((word) => word !== '').join(', ')), detail: rowWords(detail) });
    if ((items.length + withoutSteps.length) % 100 === 0) yield;
  }
  return withoutSteps.length === 0 ? items : [...items, { id: '', label: vscode.l10n.t('only a result is known'), kind: vscode.QuickPickItemKind.Separator }, ...withoutSteps];
}

async function chooseAmong({ locator, editors }: CommandParts, rows: readonly number[], title: string): Promise<void> {
  const { index } = locator.session;
  if (!index) return;
  const chosen = await vscode.window.showQuickPick(finish(listItems(index, rows)), { title, matchOnDescription: true, matchOnDetail: true });
  if (chosen) await editors.openAttempt({ attemptId: chosen.id });
}

/** Tells menus and keys whether the active text editor shows a trace. */
function watchRawContext({ views, locator }: CommandParts): vscode.Disposable {
  let turn = 0;
  const update = async (): Promise<void> => {
    const mine = ++turn;
    const editor = vscode.window.activeTextEditor;
    const isRaw = editor ? (await views.of(editor.document).catch(() => null)) !== null : false;
    if (mine === turn) await vscode.commands.executeCommand('setContext', RAW_CONTEXT, isRaw);
  };
  void update();
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(() => void update()),
    locator.onDidChange(() => void update()),
  );
}

async function withEditor(run: (editor: vscode.TextEditor) => Promise<void>): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor) await run(editor);
}

/** `{ attemptId, step? }` or an id alone. */
function readAttempt(target: unknown): WantedRun | null {
  if (typeof target === 'string') return { attemptId: target };
  if (typeof target !== 'object' || target === null || !('attemptId' in target) || typeof target.attemptId !== 'string') return null;
  return { attemptId: target.attemptId, ...('step' in target && isStep(target.step) ? { step: target.step } : {}), ...('beside' in target && target.beside === true ? { beside: true } : {}) };
}

function isStep(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;
}
