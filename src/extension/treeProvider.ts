import * as vscode from 'vscode';
import { shownWords, type TreeGlyph, type TreeNode } from '../views/trees/treeNode';

/** Glyphs of the visual grammar that no codicon draws. */
const DRAWN: readonly TreeGlyph[] = ['restart', 'continue', 'abstain', 'not-reached'];

const ICONS: Readonly<Partial<Record<TreeGlyph, vscode.ThemeIcon>>> = {
  resolved: new vscode.ThemeIcon('check', new vscode.ThemeColor('charts.green')),
  unresolved: new vscode.ThemeIcon('close', new vscode.ThemeColor('charts.red')),
  unknown: new vscode.ThemeIcon('question'),
  excluded: new vscode.ThemeIcon('circle-slash'),
  plan: new vscode.ThemeIcon('unlock'),
  file: new vscode.ThemeIcon('file'),
  error: new vscode.ThemeIcon('error', new vscode.ThemeColor('problemsErrorIcon.foreground')),
  warning: new vscode.ThemeIcon('warning', new vscode.ThemeColor('problemsWarningIcon.foreground')),
  information: new vscode.ThemeIcon('info', new vscode.ThemeColor('problemsInfoIcon.foreground')),
  action: new vscode.ThemeIcon('play'),
};

/** Shows finished rows in a native tree. The rows come from `load`, which is called whenever the tree is drawn anew. */
export class NodeTree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly load: () => Promise<readonly TreeNode[]>,
  ) {}

  refresh(): void {
    this.changed.fire();
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    return [...(node === undefined ? await this.load() : node.children)];
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    const { None, Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
    const { label, description, tooltip } = shownWords(node);
    const item = new vscode.TreeItem(label, node.children.length === 0 ? None : node.expanded ? Expanded : Collapsed);
    item.id = node.id;
    item.description = description;
    // A text and not Markdown: nothing in it acts.
    item.tooltip = tooltip;
    const icon = this.iconOf(node.glyph);
    if (icon !== undefined) item.iconPath = icon;
    item.accessibilityInformation = { label: [node.glyph === 'none' ? '' : node.glyph, label, description].filter((part) => part !== '').join(', ') };
    if (node.open !== null) {
      item.command = { command: 'restartLens.openNode', title: vscode.l10n.t('Open'), arguments: [node.open] };
      item.contextValue = node.open.kind;
    }
    return item;
  }

  private iconOf(glyph: TreeGlyph): vscode.TreeItem['iconPath'] {
    if (!DRAWN.includes(glyph)) return ICONS[glyph];
    const file = (theme: string): vscode.Uri => vscode.Uri.joinPath(this.extensionUri, 'media', 'glyphs', `${glyph}-${theme}.svg`);
    return { light: file('light'), dark: file('dark') };
  }

  dispose(): void {
    this.changed.dispose();
  }
}
