import * as vscode from 'vscode';
import type { TraceLocator } from '../traceLocator';
import { openText, type OpenText } from './contentFile';
import { type LaidOutPage, layOutPage } from './layOutPage';
import { pageOf, planPages, type Page } from './pages';
import { makeRawUri, RAW_SCHEME, readRawUri } from './rawUri';
import { spansOf, type StepSpan } from './stepSpans';

/** A page whose document is open. */
export interface RawPage extends LaidOutPage {
  readonly file: vscode.Uri;
}

/**
 * Read-only pages of files that the editor cannot show: larger than it gives to extensions, or with lines longer than it
 * renders. One field a line, nothing added but line breaks and indents; the first line names the bytes.
 */
export class RawPages implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  /** Pages whose documents are open, by address. */
  private readonly open = new Map<string, RawPage>();
  /** Which page's text a document was found to hold, and at which version of it. */
  private readonly seen = new WeakMap<vscode.TextDocument, { readonly page: RawPage; readonly version: number }>();
  /** How files were cut into pages, by their spans. */
  private readonly plans = new WeakMap<readonly StepSpan[], { readonly size: number; readonly pages: readonly Page[] }>();
  private readonly disposables: vscode.Disposable[];

  constructor(private readonly locator: TraceLocator) {
    this.disposables = [
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(RAW_SCHEME, this),
      vscode.workspace.onDidCloseTextDocument((document) => this.forgetLater(document.uri.toString())),
      locator.onDidChange(() => {
        for (const key of this.open.keys()) this.changed.fire(vscode.Uri.parse(key));
      }),
    ];
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const address = readRawUri(uri);
    if (!address) return `// ${uri.path} is no page of a trace.`;
    const page = await this.load(address.file, address.page);
    if (typeof page === 'string') return page;
    this.open.set(uri.toString(), page);
    return page.text;
  }

  /** The page behind a document; null for other documents, and until the document holds the text of the page that was read last. */
  pageOf(document: vscode.TextDocument): RawPage | null {
    const page = this.open.get(document.uri.toString());
    if (!page) return null;
    const seen = this.seen.get(document);
    if (seen?.page === page && seen.version === document.version) return page;
    if (document.getText() !== page.text) return null;
    this.seen.set(document, { page, version: document.version });
    return page;
  }

  /** Address of the page that holds a byte. */
  async addressOf(file: vscode.Uri, byte: number): Promise<vscode.Uri> {
    const { pages } = await this.plan(file);
    return makeRawUri({ file, page: pageOf(pages, byte) });
  }

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
  }

  /** A document that gets another language is closed and opened again at once. */
  private forgetLater(key: string): void {
    setTimeout(() => {
      if (!vscode.workspace.textDocuments.some((document) => document.uri.toString() === key)) this.open.delete(key);
    }, 1000);
  }

  private async plan(file: vscode.Uri): Promise<{ readonly pages: readonly Page[]; readonly text: OpenText; readonly spans: readonly StepSpan[] }> {
    const located = this.locator.find(file);
    // Only content that an index holds is opened: an address may come from anywhere.
    if (!located) throw new Error('no index holds it.');
    const text = await openText(located.index.root, located.file, file.fsPath);
    const { spans } = await spansOf(located.index, located.file);
    const known = this.plans.get(spans);
    // Spans are those of one snapshot and file, which may be longer by now.
    const pages = known?.size === text.size ? known.pages : planPages(text.size, spans);
    this.plans.set(spans, { size: text.size, pages });
    return { pages, text, spans };
  }

  /** The page, or what to show in its place. Only files that an index holds are read: an address may come from anywhere. */
  private async load(file: vscode.Uri, number: number): Promise<RawPage | string> {
    const located = await this.locator.ensure(file).catch(() => null);
    if (!located || located.rows.length === 0) return `// ${file.path} holds no attempt that was indexed.`;
    try {
      const { pages, text, spans } = await this.plan(file);
      const index = Math.min(number, pages.length - 1);
      const page = pages[index];
      if (!page) return `// ${file.path} is empty.`;
      return { file, ...(await layOutPage(text.read, { page, index, pages: pages.length, size: text.size, spans })) };
    } catch (error) {
      return `// ${file.path} cannot be read: ${error instanceof Error ? error.message.replace(/\s+/g, ' ') : String(error)}`;
    }
  }
}
