import * as vscode from 'vscode';
import { viewWindow } from '../../../views/trajectory/viewTrajectory';
import { factsOf } from '../runSource';
import { plannedMonitors } from '../stepHovers';
import type { TraceLocator } from '../traceLocator';
import { isOf, type RawView, type RawViews } from './rawViews';
import type { StepSpan } from './stepSpans';

/** A failure window as it stands in a document. */
export interface RawWindow {
  readonly row: number;
  /** From 1, both inclusive. */
  readonly from: number;
  readonly to: number;
  readonly reason: string;
  /** Bytes in the file. */
  readonly start: number;
  readonly end: number;
}

/** Milliseconds after a change before marks are drawn again. */
const PAUSE = 100;

/** Marks failure windows in the raw text of traces, and the chosen step: in the text and in the overview ruler. */
export class RawDecorations implements vscode.Disposable {
  private readonly window = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('restartLens.failureWindowBackground'),
    borderWidth: '0 0 0 3px',
    borderStyle: 'solid',
    borderColor: new vscode.ThemeColor('charts.red'),
    overviewRulerColor: new vscode.ThemeColor('charts.red'),
    overviewRulerLane: vscode.OverviewRulerLane.Right,
  });
  private readonly step = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('restartLens.chosenStepBackground'),
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.selectionHighlightForeground'),
    overviewRulerLane: vscode.OverviewRulerLane.Center,
  });
  private readonly disposables: vscode.Disposable[];
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly locator: TraceLocator,
    private readonly views: RawViews,
  ) {
    const later = (): void => this.drawLater();
    this.disposables = [
      this.window,
      this.step,
      vscode.window.onDidChangeVisibleTextEditors(later),
      vscode.workspace.onDidChangeTextDocument(later),
      locator.onDidChange(later),
      locator.session.onDidChangeAudit(later),
    ];
    later();
  }

  /** Marks the chosen step in an editor: all ranges in which it stands. */
  markStep(editor: vscode.TextEditor, ranges: readonly vscode.Range[]): void {
    editor.setDecorations(this.step, ranges);
  }

  dispose(): void {
    if (this.timer) clearTimeout(this.timer);
    for (const disposable of this.disposables) disposable.dispose();
  }

  private drawLater(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = null;
      for (const editor of vscode.window.visibleTextEditors) void this.draw(editor).catch(() => undefined);
    }, PAUSE);
  }

  private async draw(editor: vscode.TextEditor): Promise<void> {
    const view = await this.views.of(editor.document);
    if (!view) {
      editor.setDecorations(this.window, []);
      return;
    }
    const shown = (await windowsIn(view, this.locator)).filter((window) => window.start < view.end && window.end > view.start);
    // Its change is told, and then it is drawn again.
    if (!isOf(view, editor.document)) return;
    editor.setDecorations(
      this.window,
      shown.map((window) => {
        const first = view.lineOf(Math.max(view.start, window.start));
        const last = view.lineOf(Math.max(view.start, Math.min(view.end, window.end) - 1));
        return new vscode.Range(first, 0, last, 0);
      }),
    );
  }
}

/** Milliseconds of work after which the extension host is let go. */
const BREATH = 8;

/** Failure windows of the attempts that the document shows, by place. */
export async function windowsIn(view: RawView, locator: TraceLocator): Promise<readonly RawWindow[]> {
  const { index } = view.located;
  const monitors = plannedMonitors(locator);
  const rows = new Set<number>();
  for (const span of view.spans.spans) if (span.start < view.end && span.end > view.start) rows.add(span.row);
  const windows: RawWindow[] = [];
  let breathed = Date.now();
  for (const row of rows) {
    const spans = view.spans.steps.get(row) ?? new Map<number, StepSpan>();
    for (const run of (await factsOf({ index, row, monitors })).monitors) {
      for (const window of run.windows) {
        const place = placeOf(spans, window);
        const { from, to, reason } = viewWindow(window);
        if (place) windows.push({ row, from, to, reason, ...place });
      }
    }
    if (Date.now() - breathed < BREATH) continue;
    await new Promise((resolve) => setImmediate(resolve));
    breathed = Date.now();
  }
  return windows.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Bytes from the first to the last step of a window; null when none stands in the file. */
function placeOf(spans: ReadonlyMap<number, StepSpan>, { from, to }: { readonly from: number; readonly to: number }): Pick<RawWindow, 'start' | 'end'> | null {
  let start = Infinity;
  let end = -1;
  for (let step = from; step <= to; step++) {
    const span = spans.get(step);
    if (!span) continue;
    start = Math.min(start, span.start);
    end = Math.max(end, span.end);
  }
  return end < 0 ? null : { start, end };
}
