import * as vscode from 'vscode';
import { stat } from 'node:fs/promises';
import type { LocatedFile, TraceLocator } from '../traceLocator';
import { isPlainFile } from './contentFile';
import { MOST_NATIVE_BYTES, needsPages } from './pages';
import { RAW_SCHEME, readRawUri } from './rawUri';
import { lineMapOf, rangeReader } from './readFile';
import type { RawPages } from './rawPages';
import { type FileSpans, spansOf, stepAtByte, stepSoonAfter, type StepSpan } from './stepSpans';
import { isText } from './textNames';

/** A text document that shows bytes of a trace: the file itself, or a page of it. */
export interface RawView {
  /** Version of the document for which all of this holds. */
  readonly version: number;
  readonly located: LocatedFile;
  readonly spans: FileSpans;
  /** The bytes that the document shows. */
  readonly start: number;
  readonly end: number;
  positionOf(byte: number): Promise<vscode.Position>;
  /** Line that shows a byte, without reading the file. */
  lineOf(byte: number): number;
  byteOf(position: vscode.Position): Promise<number>;
}

/** Encodings in which a document's bytes are those of the file, as `TextDocument.encoding` names them. */
const UTF8 = /^utf8(bom)?$/;

/** Longest way from the beginning of a line to the value in which its step begins, in bytes: indents and a key. */
const LONGEST_KEY = 100;

/** The step that a place of the document shows; the key before a step's first value, on the line of its CodeLens, counts to it. */
export async function stepAt(view: RawView, position: vscode.Position): Promise<StepSpan | null> {
  const byte = await view.byteOf(position);
  const soon = stepAtByte(view.spans, byte) ?? stepSoonAfter(view.spans, byte, LONGEST_KEY);
  return soon !== null && (soon.start <= byte || view.lineOf(soon.start) === position.line) ? soon : null;
}

/** Whether what a view says still holds for its document: places that were found for another text must not be marked in this one. */
export function isOf(view: RawView, document: vscode.TextDocument): boolean {
  return view.version === document.version && !document.isDirty && !document.isClosed;
}

function fileOf({ uri }: vscode.TextDocument): vscode.Uri {
  return readRawUri(uri)?.file ?? uri;
}

/** Finds the bytes behind text documents, and the document for bytes. */
export class RawViews {
  constructor(
    private readonly locator: TraceLocator,
    private readonly pages: RawPages,
  ) {}

  /**
   * The raw view of a document; null when it shows no indexed trace, or its bytes are not those that were indexed: text
   * that has not been saved, was read in another encoding, or was written since.
   */
  async of(document: vscode.TextDocument): Promise<RawView | null> {
    const { version } = document;
    const view = document.uri.scheme === RAW_SCHEME ? await this.ofPage(document) : await this.ofFile(document);
    // While it was looked for, the editor may have taken another text, or somebody may have written the file.
    return view !== null && isOf(view, document) && document.version === version && (await this.isCurrent(view.located, fileOf(document))) ? view : null;
  }

  private async ofFile(document: vscode.TextDocument): Promise<RawView | null> {
    if (document.uri.scheme !== 'file' || document.isDirty || !isText(document.uri.path) || !isPlainFile(document.uri.fsPath)) return null;
    const located = this.locator.find(document.uri);
    if (!located || located.rows.length === 0) return null;
    const file = document.uri.fsPath;
    if (!UTF8.test(document.encoding) || !(await this.isCurrent(located, document.uri))) return null;
    const map = await lineMapOf(file);
    // The document may show an older state of the file.
    if (map.lineCount !== document.lineCount) return null;
    const read = rangeReader(file);
    return {
      version: document.version,
      located,
      spans: await spansOf(located.index, located.file),
      start: 0,
      end: map.size,
      positionOf: async (byte) => {
        const { line, character } = await map.positionOf(byte, read);
        return new vscode.Position(line, character);
      },
      lineOf: (byte) => map.lineOf(byte),
      byteOf: (position) => map.byteOf(position, read),
    };
  }

  /** Bytes of an index say nothing about a file that was written since; it is then read again, and whoever asked is told. */
  private async isCurrent(located: LocatedFile, file: vscode.Uri): Promise<boolean> {
    const isCurrent = await this.locator.isCurrent(located, file).catch(() => false);
    if (!isCurrent) this.locator.refreshSoon(file);
    return isCurrent;
  }

  /** The document in which a byte of a file is best read: the file itself, or a page of ours. */
  async addressOf(file: vscode.Uri, byte: number): Promise<vscode.Uri> {
    return (await this.usesPages(file)) ? this.pages.addressOf(file, byte) : file;
  }

  /** Whether the file is shown in pages; see `needsPages`. */
  async usesPages(file: vscode.Uri): Promise<boolean> {
    const located = this.locator.find(file);
    if (!located) return false;
    if (!isPlainFile(file.fsPath)) return true;
    const { size } = await stat(file.fsPath);
    if (size > MOST_NATIVE_BYTES) return true;
    const map = await lineMapOf(file.fsPath);
    return needsPages({ size, lines: map.lineCount, spans: (await spansOf(located.index, located.file)).spans, columnOf: (byte) => byte - map.startOf(map.lineOf(byte)) });
  }

  private async ofPage(document: vscode.TextDocument): Promise<RawView | null> {
    const page = this.pages.pageOf(document);
    const located = page && this.locator.find(page.file);
    if (!page || !located || !(await this.isCurrent(located, page.file))) return null;
    return {
      version: document.version,
      located,
      spans: await spansOf(located.index, located.file),
      start: page.start,
      end: page.end,
      positionOf: (byte) => {
        const { line, character } = page.positionOf(byte);
        return Promise.resolve(new vscode.Position(line, character));
      },
      lineOf: (byte) => page.positionOf(byte).line,
      byteOf: (position) => Promise.resolve(page.byteOf(position)),
    };
  }
}
