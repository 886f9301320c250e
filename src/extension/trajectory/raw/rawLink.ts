import * as vscode from 'vscode';
import { rowWords } from '../../plainWords';
import type { LocatedAttempt, TraceLocator } from '../traceLocator';
import { type RawDecorations, windowsIn } from './rawDecorations';
import { rangeOf } from './rawProviders';
import { makeRawUri, RAW_SCHEME, readRawUri } from './rawUri';
import { isOf, type RawView, type RawViews, stepAt } from './rawViews';

/** A step of an attempt, from 1. */
export interface StepPlace {
  readonly attemptId: string;
  readonly step: number;
}

/** Milliseconds after which a moved cursor counts. */
const PAUSE = 120;
/** Milliseconds for which a document that shows nothing yet is waited for. */
const PATIENCE = 3000;

/** Ties raw text and trajectory views: what is chosen on one side is shown on the other. */
export class RawLink implements vscode.Disposable {
  private readonly moved = new vscode.EventEmitter<StepPlace>();
  /** The reader moved the cursor of a raw text into another step. Not told for moves that were made here. */
  readonly onDidChoose = this.moved.event;
  private readonly disposables: vscode.Disposable[];
  private timer: NodeJS.Timeout | null = null;
  /** The step that both sides have: it is not told again. */
  private last: StepPlace | null = null;

  constructor(
    private readonly locator: TraceLocator,
    private readonly views: RawViews,
    private readonly decorations: RawDecorations,
  ) {
    this.disposables = [
      this.moved,
      vscode.window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
        // Moves by programs, ours among them, have no kind.
        if (kind !== undefined) this.chooseLater(textEditor);
      }),
    ];
  }

  /**
   * Shows a step in its raw text. Without `open` only where that text is visible already; with it beside the active
   * editor, and with `focus` the cursor goes there. Returns whether it is shown.
   */
  async reveal(place: StepPlace, options: { readonly open: boolean; readonly focus: boolean }): Promise<boolean> {
    this.last = place;
    const found = this.locator.attempt(place.attemptId);
    if (!found) return false;
    const target = this.targetOf(found, place.step);
    if (!target) return false;
    const address = await this.views.addressOf(target.file, target.byte);
    const visible = vscode.window.visibleTextEditors.find((editor) => showsFile(editor.document.uri, target.file));
    if (!visible && !options.open) return false;
    const isThere = visible?.document.uri.toString() === address.toString();
    const editor = visible && isThere && !options.focus ? visible : await this.show(address, { column: visible?.viewColumn ?? vscode.ViewColumn.Beside, focus: options.focus });
    await this.select(editor, place, target.byte);
    return true;
  }

  /** The raw text of a file, beside; without a step. */
  async openFile(file: vscode.Uri, byte = 0): Promise<void> {
    await this.show(await this.views.addressOf(file, byte), { column: vscode.ViewColumn.Beside, focus: true });
  }

  /** Goes to the next or previous failure window from the cursor of a raw text, on another page if need be. */
  async goToWindow(editor: vscode.TextEditor, direction: 'next' | 'previous'): Promise<void> {
    const view = await this.views.of(editor.document);
    if (!view) return;
    const here = await view.byteOf(editor.selection.active);
    // The document may be a page: windows of the whole file count.
    const windows = await windowsIn({ ...view, start: 0, end: Infinity }, this.locator);
    const target = direction === 'next' ? windows.find((window) => window.start > here) : windows.filter((window) => window.start < here).at(-1);
    if (!target) {
      vscode.window.setStatusBarMessage(vscode.l10n.t('There is no {0} failure window.', direction), 3000);
      return;
    }
    await this.reveal({ attemptId: view.located.index.attempt(target.row).id, step: target.from }, { open: true, focus: true });
    vscode.window.setStatusBarMessage(rowWords(`${target.from}–${target.to} ${target.reason}`), 5000);
  }

  /** The page after or before the one that an editor shows. */
  async turnPage(editor: vscode.TextEditor, by: 1 | -1): Promise<void> {
    const address = readRawUri(editor.document.uri);
    if (!address || address.page + by < 0) return;
    await this.show(makeRawUri({ ...address, page: address.page + by }), { column: editor.viewColumn ?? vscode.ViewColumn.Active, focus: true });
  }

  /** The step at the cursor of a raw text; null outside of steps. */
  async stepAt(editor: vscode.TextEditor): Promise<StepPlace | null> {
    const view = await this.views.of(editor.document);
    if (!view) return null;
    const span = await stepAt(view, editor.selection.active);
    return span && { attemptId: view.located.index.attempt(span.row).id, step: span.step + 1 };
  }

  dispose(): void {
    if (this.timer) clearTimeout(this.timer);
    for (const disposable of this.disposables) disposable.dispose();
  }

  private chooseLater(editor: vscode.TextEditor): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.choose(editor).catch(() => undefined);
    }, PAUSE);
  }

  private async choose(editor: vscode.TextEditor): Promise<void> {
    const place = await this.stepAt(editor);
    if (!place || (place.attemptId === this.last?.attemptId && place.step === this.last.step)) return;
    this.last = place;
    this.moved.fire(place);
    await this.mark(editor, place);
  }

  /** File and first byte of a step; null where it has no text in a file. */
  private targetOf({ index, row }: LocatedAttempt, step: number): { readonly file: vscode.Uri; readonly byte: number } | null {
    const own = index.step(row, step - 1);
    const range = own?.action ?? own?.observation ?? null;
    return range && { file: this.locator.uriOf(index, range.file), byte: range.start };
  }

  private async show(address: vscode.Uri, { column, focus }: { readonly column: vscode.ViewColumn; readonly focus: boolean }): Promise<vscode.TextEditor> {
    const opened = await vscode.workspace.openTextDocument(address);
    const document = address.scheme === RAW_SCHEME && opened.languageId !== RAW_SCHEME ? await vscode.languages.setTextDocumentLanguage(opened, RAW_SCHEME) : opened;
    return vscode.window.showTextDocument(document, { viewColumn: column, preserveFocus: !focus, preview: true });
  }

  private async select(editor: vscode.TextEditor, place: StepPlace, byte: number): Promise<void> {
    const view = await this.viewOf(editor.document);
    if (!view) return;
    const at = await view.positionOf(byte);
    const ranges = await rangesOf(view, place);
    if (!isOf(view, editor.document)) return;
    editor.selection = new vscode.Selection(at, at);
    editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    this.decorations.markStep(editor, ranges);
  }

  /** What a document shows; while its folder is read again, or the editor loads it anew, as soon as that is done. */
  private viewOf(document: vscode.TextDocument): Promise<RawView | null> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        clearTimeout(timer);
        for (const listener of listeners) listener.dispose();
        settle();
      };
      const look = (): void => {
        this.views.of(document).then(
          (view) => {
            if (view) end(() => resolve(view));
          },
          (error: unknown) => end(() => reject(error instanceof Error ? error : new Error(String(error)))),
        );
      };
      const timer = setTimeout(() => end(() => resolve(null)), PATIENCE);
      const listeners = [
        this.locator.onDidChange(look),
        vscode.workspace.onDidChangeTextDocument((event) => {
          if (event.document === document) look();
        }),
      ];
      look();
    });
  }

  private async mark(editor: vscode.TextEditor, place: StepPlace): Promise<void> {
    const view = await this.views.of(editor.document);
    const ranges = view ? await rangesOf(view, place) : [];
    if (view === null || isOf(view, editor.document)) this.decorations.markStep(editor, ranges);
  }
}

/** Where a document shows a step: every range of it, and nothing of other steps that stands between them. */
async function rangesOf(view: RawView, { attemptId, step }: StepPlace): Promise<readonly vscode.Range[]> {
  const { index } = view.located;
  const row = index.rowOf(attemptId);
  const own = row < 0 ? null : index.step(row, step - 1);
  const parts = [own?.action, own?.observation].flatMap((range) => (range ? [range, ...(range.more ?? [])] : []));
  const shown = parts.filter(({ file, start, end }) => file === view.located.file && end > start && start < view.end && end > view.start);
  return Promise.all(shown.map((part) => rangeOf(view, part)));
}

function showsFile(document: vscode.Uri, file: vscode.Uri): boolean {
  return document.toString() === file.toString() || readRawUri(document)?.file.toString() === file.toString();
}
