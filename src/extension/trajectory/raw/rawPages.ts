import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { byteInLayout, layOutJson, OUTSIDE, placeInLayout, renderLayout, scanJson, type JsonLayout, type JsonState } from '../../../base/jsonLayout';
import type { LinePosition, ReadBytes } from '../../../base/lineMap';
import { snapToCharacter } from '../../../base/utf8';
import { formatCount } from '../../../views/numbers';
import type { TraceLocator } from '../traceLocator';
import { PAGE_TEXT, pageOf, planPages, type Page } from './pages';
import { rangeReader } from './readFile';
import { makeRawUri, RAW_SCHEME, readRawUri } from './rawUri';
import { spansOf, type StepSpan } from './stepSpans';

/** A page that was laid out: what its text is and where its bytes are. */
export interface RawPage {
  readonly file: vscode.Uri;
  readonly page: number;
  readonly pages: number;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Where the page shows a byte of the file. */
  positionOf(byte: number): LinePosition;
  byteOf(position: LinePosition): number;
}

/** Lines that stand before the file's own text. */
const HEAD_LINES = 1;
const SCAN_CHUNK = 1024 * 1024;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Read-only pages of files that the editor cannot show: larger than it gives to extensions, or with lines longer than it
 * renders. One field a line, nothing added but line breaks and indents; the first line names the bytes.
 */
export class RawPages implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  /** Pages whose documents are open, by address. */
  private readonly open = new Map<string, RawPage>();
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

  /** The page behind a document; null for other documents, or while it is being read. */
  pageOf(document: vscode.TextDocument): RawPage | null {
    return this.open.get(document.uri.toString()) ?? null;
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

  private async plan(file: vscode.Uri): Promise<{ readonly pages: readonly Page[]; readonly size: number; readonly spans: readonly StepSpan[] }> {
    const { size } = await stat(file.fsPath);
    const located = this.locator.find(file);
    const { spans } = located ? spansOf(located.index, located.file) : { spans: [] };
    return { pages: planPages(size, spans), size, spans };
  }

  /** The page, or what to show in its place. Only files that an index holds are read: an address may come from anywhere. */
  private async load(file: vscode.Uri, number: number): Promise<RawPage | string> {
    const located = await this.locator.ensure(file).catch(() => null);
    if (!located || located.rows.length === 0) return `// ${file.path} holds no attempt that was indexed.`;
    try {
      const { pages, size, spans } = await this.plan(file);
      const index = Math.min(number, pages.length - 1);
      const page = pages[index];
      if (!page) return `// ${file.path} is empty.`;
      return await layOut(rangeReader(file.fsPath), { file, page, index, pages: pages.length, size, spans });
    } catch (error) {
      return `// ${file.path} cannot be read: ${error instanceof Error ? error.message.replace(/\s+/g, ' ') : String(error)}`;
    }
  }
}

interface LayoutInput {
  readonly file: vscode.Uri;
  readonly page: Page;
  readonly index: number;
  readonly pages: number;
  readonly size: number;
  readonly spans: readonly StepSpan[];
}

async function layOut(read: ReadBytes, { file, page, index, pages, size, spans }: LayoutInput): Promise<RawPage> {
  const start = await snapDown(read, page.start);
  const end = await snapDown(read, page.end);
  const state = await stateAt(read, page.anchor, start);
  const bytes = await read(start, end);
  const layout = layOutJson(bytes, { offset: start, state, limit: PAGE_TEXT });
  const steps = spans.filter((span) => span.start < end && span.end > start).map((span) => span.step + 1);
  const head = [
    `// bytes ${formatCount(start)}–${formatCount(end)} of ${formatCount(size)}`,
    `page ${index + 1} of ${pages}`,
    steps.length === 0 ? 'no steps' : `steps ${Math.min(...steps)}–${Math.max(...steps)}`,
    'laid out one field a line, nothing else changed',
  ].join(', ');
  const body = renderLayout(layout, { offset: start, decode: (from, to) => decoder.decode(bytes.subarray(from, to)) });
  return { file, page: index, pages, text: `${head}\n${body}\n`, start, end, ...maps(layout, bytes, start) };
}

function maps(layout: JsonLayout, bytes: Uint8Array, offset: number): Pick<RawPage, 'positionOf' | 'byteOf'> {
  return {
    positionOf: (byte) => {
      const place = placeInLayout(layout, bytes, { offset, byte });
      return { line: place.line + HEAD_LINES, character: place.character };
    },
    byteOf: ({ line, character }) => byteInLayout(layout, bytes, { offset, line: line - HEAD_LINES, character: line < HEAD_LINES ? 0 : character }),
  };
}

/** A cut inside a character is moved to its beginning, the same way for the page before and the page after. */
async function snapDown(read: ReadBytes, at: number): Promise<number> {
  const from = Math.max(0, at - 3);
  const bytes = await read(from, at + 1);
  return at - from < bytes.length ? from + snapToCharacter(bytes, at - from) : at;
}

async function stateAt(read: ReadBytes, anchor: number, start: number): Promise<JsonState> {
  let state = OUTSIDE;
  for (let at = anchor; at < start; at += SCAN_CHUNK) state = scanJson(await read(at, Math.min(start, at + SCAN_CHUNK)), state);
  return state;
}
