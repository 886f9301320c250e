import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { AttemptPair, PairedAttempt } from '../../protocol/audit';
import type { AuditEvents, AuditRequests } from '../../protocol/auditMessages';
import type { SectionName } from '../../protocol/auditSections';
import { packState } from '../../protocol/auditPacking';
import type { TrialSetName } from '../../protocol/trialSection';
import { Peer, RpcFailure } from '../../protocol/rpc';
import { cellKey } from '../../views/audit/arrange';
import { isAuditCommand } from '../../views/audit/commands';
import type { TreeAction } from '../../views/trees/treeNode';
import { errorWords } from '../plainWords';
import { renderWebviewPage } from '../webviewPage';
import { portOfWebview } from '../webviewPort';
import type { AuditSource } from './auditSource';
import { exportReport } from './exportReport';
import { sectionHandlers } from './sectionHandlers';

/** The shortest time between two states sent while files are read, in milliseconds. */
const PACE = 120;
/** The longest text that is copied, in UTF-16 units: a sentence about one cell. */
const LONGEST_COPY = 100_000;

type Decision = Extract<TreeAction, { readonly kind: 'decision' }>;

/** An argument of the command that opens the audit: open this section. */
export interface SectionAction {
  readonly kind: 'section';
  readonly section: SectionName;
  readonly trialSet?: TrialSetName;
}

/** The audit's one panel: made when it is first asked for. Dispose it with the extension. */
export class AuditPanels implements vscode.Disposable {
  private panel: AuditPanel | null = null;

  constructor(
    private readonly viewType: string,
    private readonly extensionUri: vscode.Uri,
    private readonly source: AuditSource,
  ) {}

  /** Shows the panel and, in it, the cell or section that `action` names, if it names one. */
  open(action: unknown): void {
    const panel = this.panel ?? this.adopt(vscode.window.createWebviewPanel(this.viewType, vscode.l10n.t('Audit'), vscode.ViewColumn.Active));
    panel.reveal();
    if (isDecision(action)) panel.tell('show', { key: cellKey(action.runtime, action.cohort, action.task), t: action.t });
    else if (isSection(action)) panel.tell('open', { section: action.section, trialSet: action.trialSet ?? null });
  }

  /** Takes over a panel that VS Code has made or kept. */
  adopt(panel: vscode.WebviewPanel): AuditPanel {
    const own = new AuditPanel(panel, this.extensionUri, this.source);
    this.panel = own;
    panel.onDidDispose(() => {
      if (this.panel === own) this.panel = null;
      own.dispose();
    });
    return own;
  }

  exportReport(): Promise<void> {
    return exportReport(this.source);
  }

  dispose(): void {
    this.panel?.dispose();
  }
}

/** The panel and the answers to its page. It holds no audit: that is the source's. */
class AuditPanel {
  private readonly peer: Peer<AuditRequests, Record<string, never>, Record<string, never>, AuditEvents>;
  private readonly listener: vscode.Disposable;
  /** Tells the page what was asked for before it was there. */
  private pending: (() => void) | null = null;
  private isLoaded = false;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    extensionUri: vscode.Uri,
    private readonly source: AuditSource,
  ) {
    this.peer = new Peer<AuditRequests, Record<string, never>, Record<string, never>, AuditEvents>(portOfWebview(panel.webview), {
      ...sectionHandlers(() => source.input()),
      load: () => this.load(),
      cell: ({ key, t }) => source.cell(asText(key), asNumber(t)),
      openAttempt: async ({ id, step }) => {
        await source.openAttempt(asText(id), { step: readStep(step), beside: false }).catch((error: unknown) => void vscode.window.showErrorMessage(errorWords(error)));
        return null;
      },
      openPair: async ({ pair }) => {
        const [one, other] = readPair(pair);
        try {
          await source.openAttempt(one.id, { step: one.step, beside: false });
          await source.openAttempt(other.id, { step: other.step, beside: true });
        } catch (error) {
          void vscode.window.showErrorMessage(errorWords(error));
        }
        return null;
      },
      copyText: async ({ text }) => {
        await vscode.env.clipboard.writeText(asText(text).slice(0, LONGEST_COPY));
        vscode.window.setStatusBarMessage(vscode.l10n.t('Copied.'), 2_000);
        return null;
      },
      command: async ({ command }) => {
        if (!isAuditCommand(asText(command))) throw new RpcFailure('refused', vscode.l10n.t('The panel may not run this command.'));
        await vscode.commands.executeCommand(command);
        return null;
      },
      described: async (_params, signal) => {
        const view = await source.described(() => !signal.cancelled);
        if (view === null) throw new RpcFailure('cancelled', 'Cancelled.');
        return view;
      },
      setAttempts: async ({ attempts }) => {
        await source.setAttempts(attempts === 'all' ? 'all' : 'planned');
        return null;
      },
      setBudget: async ({ budget }) => {
        const value = asNumber(budget);
        if (!(value > 0)) throw new RpcFailure('bad-value', vscode.l10n.t('A budget must be above 0.'));
        await source.setBudget(value);
        return null;
      },
      cancel: () => {
        source.cancel();
        return null;
      },
    });
    this.listener = source.onDidChange(() => this.sendSoon());
    const folder = vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
    const { webview } = panel;
    webview.options = { enableScripts: true, localResourceRoots: [folder, vscode.Uri.joinPath(extensionUri, 'media')] };
    const icon = (theme: string): vscode.Uri => vscode.Uri.joinPath(extensionUri, 'media', 'icons', `audit-${theme}.svg`);
    panel.iconPath = { light: icon('light'), dark: icon('dark') };
    // The page is made anew each time it is shown again; it then asks for everything.
    panel.onDidChangeViewState(() => {
      if (!panel.visible) this.isLoaded = false;
    });
    webview.html = renderWebviewPage({
      title: vscode.l10n.t('Audit'),
      script: webview.asWebviewUri(vscode.Uri.joinPath(folder, 'audit.js')).toString(),
      styles: webview.asWebviewUri(vscode.Uri.joinPath(folder, 'audit.css')).toString(),
      nonce: randomBytes(16).toString('base64'),
      source: webview.cspSource,
      language: vscode.env.language,
    });
  }

  reveal(): void {
    this.panel.reveal();
  }

  /** Tells the page what to open, at once or when it is there. */
  tell<Name extends 'show' | 'open'>(name: Name, wanted: AuditEvents[Name]): void {
    const tell = (): void => this.peer.notify(name, wanted);
    if (this.isLoaded) tell();
    else this.pending = tell;
  }

  dispose(): void {
    if (this.timer) clearTimeout(this.timer);
    this.listener.dispose();
    this.peer.dispose();
  }

  private load(): AuditRequests['load']['result'] {
    this.isLoaded = true;
    const { pending } = this;
    this.pending = null;
    // After the answer, which is posted when this returns.
    if (pending !== null) setImmediate(pending);
    return this.describe();
  }

  private describe(): AuditRequests['load']['result'] {
    const state = this.source.state();
    this.panel.title = state.kind === 'audit' ? vscode.l10n.t('Audit: {0}, B = {1}', state.audit.axis, state.audit.budget) : vscode.l10n.t('Audit');
    return packState(state);
  }

  /** Progress comes in bursts; a hidden page gets nothing and asks when it is shown. */
  private sendSoon(): void {
    if (!this.isLoaded) return;
    this.timer ??= setTimeout(() => {
      this.timer = null;
      if (this.isLoaded) this.peer.notify('state', this.describe());
    }, PACE);
  }
}

/** Messages come from a page and are checked before they are used. */
function asText(value: unknown): string {
  if (typeof value !== 'string') throw new RpcFailure('bad-value', 'Expected a text.');
  return value;
}

function asNumber(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new RpcFailure('bad-value', 'Expected a number.');
  return value;
}

function isDecision(action: unknown): action is Decision {
  return typeof action === 'object' && action !== null && 'kind' in action && action.kind === 'decision';
}

function isSection(action: unknown): action is SectionAction {
  return typeof action === 'object' && action !== null && 'kind' in action && action.kind === 'section' && 'section' in action && typeof action.section === 'string';
}

/** From 1; null: none is stated. */
function readStep(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 ? value : null;
}

function readPair(value: unknown): AttemptPair {
  if (!Array.isArray(value) || value.length !== 2) throw new RpcFailure('bad-value', 'Expected a pair of attempts.');
  const [one, other] = value.map((side: unknown): PairedAttempt => {
    if (typeof side !== 'object' || side === null || !('id' in side)) throw new RpcFailure('bad-value', 'Expected an attempt.');
    return { id: asText(side.id), step: 'step' in side ? readStep(side.step) : null };
  });
  if (one === undefined || other === undefined) throw new RpcFailure('bad-value', 'Expected a pair of attempts.');
  return [one, other];
}
