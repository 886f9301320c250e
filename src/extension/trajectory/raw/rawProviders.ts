import * as vscode from 'vscode';
import { cleanLine } from '../../../base/cleanText';
import type { TraceIndex } from '../../../index/traceIndex';
import { codeLensTitle } from '../../../views/trajectory/codeLens';
import { factsOf, type RunFacts } from '../runSource';
import { hoverOf, plannedMonitors } from '../stepHovers';
import type { TraceLocator } from '../traceLocator';
import { RAW_SCHEME } from './rawUri';
import { type RawView, type RawViews, stepAt } from './rawViews';
import { lastAtOrBefore, type StepSpan } from './stepSpans';

/** Documents that may show a trace. Others of these names are left alone: no index holds them. */
const TRACES: vscode.DocumentSelector = [
  { scheme: RAW_SCHEME },
  { scheme: 'file', language: 'json' },
  { scheme: 'file', language: 'jsonc' },
  { scheme: 'file', language: 'jsonl' },
  { scheme: 'file', pattern: '**/*.{json,jsonl,ndjson,traj}' },
];

/** Hover, CodeLens and outline on the raw text of traces. */
export function registerRawProviders(locator: TraceLocator, views: RawViews): vscode.Disposable {
  const lenses = new StepLenses(locator, views);
  return vscode.Disposable.from(
    lenses,
    vscode.languages.registerHoverProvider(TRACES, { provideHover: (document, position) => provideHover(locator, views, { document, position }) }),
    vscode.languages.registerCodeLensProvider(TRACES, lenses),
    vscode.languages.registerDocumentSymbolProvider({ scheme: RAW_SCHEME }, { provideDocumentSymbols: (document) => provideSymbols(locator, views, document) }, { label: 'Steps' }),
  );
}

async function provideHover(locator: TraceLocator, views: RawViews, { document, position }: { readonly document: vscode.TextDocument; readonly position: vscode.Position }): Promise<vscode.Hover | null> {
  const view = await views.of(document);
  if (!view) return null;
  const span = await stepAt(view, position);
  if (!span) return null;
  const markdown = await hoverOf(locator, { index: view.located.index, row: span.row }, span.step);
  return markdown && new vscode.Hover(markdown, await rangeOf(view, span));
}

/** The range that shows a span, cut at the ends of the document. */
export async function rangeOf(view: RawView, span: Pick<StepSpan, 'start' | 'end'>): Promise<vscode.Range> {
  return new vscode.Range(await view.positionOf(Math.max(view.start, span.start)), await view.positionOf(Math.min(view.end, span.end)));
}

/** Steps that begin in the document, in order. */
export function stepsIn(view: RawView): readonly StepSpan[] {
  const { spans, steps } = view.spans;
  const beginning: StepSpan[] = [];
  for (let i = lastAtOrBefore(spans, view.start - 1) + 1; i < spans.length; i++) {
    const span = spans[i];
    if (!span || span.start >= view.end) break;
    const whole = steps.get(span.row)?.get(span.step);
    if (whole?.start === span.start && beginning.at(-1) !== whole) beginning.push(whole);
  }
  return beginning;
}

class StepLens extends vscode.CodeLens {
  constructor(
    range: vscode.Range,
    readonly index: TraceIndex,
    readonly span: StepSpan,
  ) {
    super(range);
  }
}

/** One lens a step; its words are made when it comes into sight. */
class StepLenses implements vscode.CodeLensProvider<StepLens>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.changed.event;
  private readonly disposables: vscode.Disposable[];

  constructor(
    private readonly locator: TraceLocator,
    private readonly views: RawViews,
  ) {
    this.disposables = [
      this.changed,
      locator.onDidChange(() => this.changed.fire()),
      locator.session.onDidChangeAudit(() => this.changed.fire()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('restartLens.codeLens')) this.changed.fire();
      }),
    ];
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<StepLens[]> {
    if (!vscode.workspace.getConfiguration('restartLens', document.uri).get<boolean>('codeLens', true)) return [];
    const view = await this.views.of(document);
    if (!view) return [];
    return stepsIn(view).map((span) => {
      const line = view.lineOf(span.start);
      return new StepLens(new vscode.Range(line, 0, line, 0), view.located.index, span);
    });
  }

  async resolveCodeLens(lens: StepLens): Promise<StepLens> {
    const facts = await factsOf({ index: lens.index, row: lens.span.row, monitors: plannedMonitors(this.locator) });
    const step = facts.steps[lens.span.step];
    if (step) lens.command = { title: codeLensTitle(step, facts.monitors), command: 'restartLens.showStep', arguments: [facts.attempt.id, lens.span.step + 1] };
    return lens;
  }

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
  }
}

async function provideSymbols(locator: TraceLocator, views: RawViews, document: vscode.TextDocument): Promise<vscode.DocumentSymbol[]> {
  const view = await views.of(document);
  if (!view) return [];
  const facts = new Map<number, RunFacts>();
  const symbols: vscode.DocumentSymbol[] = [];
  for (const span of stepsIn(view)) {
    const own = facts.get(span.row) ?? (await factsOf({ index: view.located.index, row: span.row, monitors: plannedMonitors(locator) }));
    facts.set(span.row, own);
    const step = own.steps[span.step];
    if (!step) continue;
    const range = await rangeOf(view, span);
    symbols.push(new vscode.DocumentSymbol(`${span.step + 1} ${step.kind}`, cleanLine(step.title), vscode.SymbolKind.Event, range, new vscode.Range(range.start, range.start)));
  }
  return symbols;
}
