import * as vscode from 'vscode';
import { attemptRows } from '../analysis/attemptRows';
import type { AuditOutcome } from '../analysis/audit';
import type { TraceIndex } from '../index/traceIndex';
import { RUNTIME_FIELDS } from '../model/plan';
import { viewAttemptsInPortions, type AttemptGrouping, type AttemptSort, type AttemptsTreeOptions } from '../views/trees/attemptsTree';
import { viewAttemptsHeading } from '../views/trees/attemptsHeading';
import { viewDecisionsTree } from '../views/trees/decisionsTree';
import { viewHealthTree } from '../views/trees/healthTree';
import { treeNode, type TreeNode } from '../views/trees/treeNode';
import { rowWords } from './plainWords';
import { finish } from './portions';
import type { Session } from './session';
import { NodeTree } from './treeProvider';

const SORTS: readonly AttemptSort[] = ['name', 'outcome', 'length', 'cost'];
/** Where grouping and order are kept over a reload of the window. */
const KEPT = 'restartLens.attempts.options';

/** The three native trees of the view container, and the commands that filter and sort the first. */
export function createTrees(session: Session, extensionUri: vscode.Uri, memory: vscode.Memento): vscode.Disposable {
  const options = { filter: '', onlyNotCounted: false, ...readKept(memory.get(KEPT)) };
  const attempts = new NodeTree(extensionUri, async () => {
    const index = await session.ensureIndex();
    if (index === null) return [];
    const plan = session.plan?.plan;
    const rows = await finish(listAttempts(index, session.audit, { axis: plan?.axis ?? 'calls', runtimeKey: plan?.runtimeKey ?? RUNTIME_FIELDS, ...options }));
    head(index.attemptCount, countAttempts(rows));
    return rows.length === 0 && options.filter !== '' ? [noMatch(options.filter)] : rows;
  });
  const decisions = new NodeTree(extensionUri, async () => {
    await session.ensureIndex();
    return decisionNodes(session);
  });
  const health = new NodeTree(extensionUri, async () => {
    const index = await session.ensureIndex();
    return index === null ? [] : viewHealthTree(index.files, index.problems);
  });
  const view = vscode.window.createTreeView('restartLens.attempts', { treeDataProvider: attempts, showCollapseAll: true });
  const head = (count: number, shown: number): void => {
    const { description, message } = viewAttemptsHeading({ attempts: count, shown, ...options });
    view.description = rowWords(description);
    // While there is a message, VS Code leaves out the welcome text, which is about folders without traces.
    view.message = rowWords(message);
  };
  const refresh = (): void => {
    if (session.index === null) {
      view.description = '';
      view.message = '';
    }
    for (const tree of [attempts, decisions, health]) tree.refresh();
  };
  const command = (name: string, run: () => Promise<void>): vscode.Disposable =>
    vscode.commands.registerCommand(name, async () => {
      await run();
      await memory.update(KEPT, { grouping: options.grouping, sort: options.sort });
      refresh();
    });
  return vscode.Disposable.from(
    view,
    attempts,
    decisions,
    health,
    vscode.window.createTreeView('restartLens.decisions', { treeDataProvider: decisions, showCollapseAll: true }),
    vscode.window.createTreeView('restartLens.health', { treeDataProvider: health, showCollapseAll: true }),
    session.onDidChangeIndex(refresh),
    session.onDidChangeAudit(refresh),
    command('restartLens.filterAttempts', async () => {
      const answer = await vscode.window.showInputBox({
        title: vscode.l10n.t('Filter attempts'),
        prompt: options.onlyNotCounted ? vscode.l10n.t('Only attempts in no count are shown. Enter words, or nothing to show all.') : vscode.l10n.t('Words of task, runtime, attempt, exit status or outcome. Empty shows all.'),
        value: options.filter,
      });
      if (answer === undefined) return;
      options.filter = answer.trim();
      options.onlyNotCounted = false;
    }),
    command('restartLens.showNotCounted', async () => {
      await session.ensureIndex();
      options.filter = '';
      options.onlyNotCounted = true;
      await vscode.commands.executeCommand('restartLens.attempts.focus');
    }),
    command('restartLens.groupAttempts', async () => {
      options.grouping = options.grouping === 'runtime' ? 'task' : 'runtime';
    }),
    command('restartLens.sortAttempts', async () => {
      const picked = await vscode.window.showQuickPick(
        [
          { label: vscode.l10n.t('Name'), sort: 'name' as AttemptSort },
          { label: vscode.l10n.t('Outcome'), sort: 'outcome' as AttemptSort },
          { label: vscode.l10n.t('Length, longest first'), sort: 'length' as AttemptSort },
          { label: vscode.l10n.t('Cost, highest first'), sort: 'cost' as AttemptSort },
        ],
        { title: vscode.l10n.t('Sort attempts of a task by') },
      );
      if (picked !== undefined) options.sort = picked.sort;
    }),
  );
}

function* listAttempts(index: TraceIndex, audit: AuditOutcome | null, options: AttemptsTreeOptions): Generator<void, readonly TreeNode[], void> {
  return yield* viewAttemptsInPortions(yield* attemptRows(index, audit), options);
}

function countAttempts(nodes: readonly TreeNode[]): number {
  return nodes.reduce((sum, node) => sum + (node.open?.kind === 'attempt' ? 1 : countAttempts(node.children)), 0);
}

/** Kept by this or an earlier version, so anything. */
function readKept(kept: unknown): { grouping: AttemptGrouping; sort: AttemptSort } {
  const value = (key: string): unknown => (typeof kept === 'object' && kept !== null ? Reflect.get(kept, key) : undefined);
  return { grouping: value('grouping') === 'task' ? 'task' : 'runtime', sort: SORTS.find((sort) => sort === value('sort')) ?? 'name' };
}

/** An empty tree would say that there are no attempts. */
function noMatch(filter: string): TreeNode {
  return treeNode({ id: 'no-match', label: vscode.l10n.t('No attempt matches "{0}"', filter), description: vscode.l10n.t('an empty filter shows all'), glyph: 'action', open: { kind: 'command', command: 'restartLens.filterAttempts' } });
}

function decisionNodes(session: Session): readonly TreeNode[] {
  const outcome = session.audit;
  switch (outcome?.kind) {
    case undefined:
      return [];
    case 'audit':
      return viewDecisionsTree(outcome.result);
    case 'needs-budget':
      return [
        treeNode({
          id: 'needs-budget',
          label: vscode.l10n.t('Choose a budget B'),
          description: outcome.largestSeen === null ? '' : vscode.l10n.t('the longest attempt used {0}', outcome.largestSeen),
          glyph: 'action',
          open: { kind: 'command', command: 'restartLens.chooseBudget' },
        }),
      ];
    case 'refused':
      return [treeNode({ id: 'refused', label: outcome.message, tooltip: outcome.message, glyph: 'warning', open: { kind: 'command', command: 'restartLens.createPlan' } })];
    case 'nothing':
      return [treeNode({ id: 'nothing', label: outcome.message, tooltip: outcome.message, glyph: 'information', open: { kind: 'command', command: 'restartLens.openAudit' } })];
  }
}
