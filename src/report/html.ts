import { version } from '../base/version';
import { groupName } from '../model/runtime';
import type { AuditView, CaveatView, DecisionView, GroupView } from '../protocol/audit';
import type { ReportSection, TableView } from '../protocol/section';
import { cellText, reportRows } from './cells';
import { macroSentences } from '../views/audit/macro';
import { listCertified, liveWords, orderCells, verdictWords } from './certified';
import { drawDifference, drawDifferenceAxis, drawForest, drawMacro, drawShareAxis } from './htmlDrawings';
import { element, render, type Content, type Markup } from './htmlText';

// Light and dark by the reader's own setting; printed in black on white. Shapes carry what colours say.
const STYLE = `
:root{--fg:#222;--mut:#555;--bg:#fff;--line:#ddd;--con:#0063d3;--res:#b44a00;--band:#999}
@media (prefers-color-scheme:dark){:root{--fg:#ccc;--mut:#9d9d9d;--bg:#1f1f1f;--line:#3a3a3a;--con:#59a4f9;--res:#f08a3c;--band:#777}}
@media print{:root{--fg:#000;--mut:#333;--bg:#fff;--line:#ccc;--con:#0063d3;--res:#b44a00;--band:#999}tr{break-inside:avoid}}
body{margin:0 auto;max-width:1200px;padding:20px;background:var(--bg);color:var(--fg);font:14px/20px system-ui,sans-serif;font-variant-numeric:tabular-nums}
h1{font-size:20px;line-height:26px;margin:8px 0 4px}h2{font-size:15px;margin:28px 0 8px}h3{font-size:14px;margin:16px 0 4px}
p{margin:4px 0}ul{margin:8px 0;padding-left:20px}.mut{color:var(--mut)}.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%}th,td{padding:2px 8px 2px 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:middle;overflow-wrap:anywhere}
th{font-weight:400;color:var(--mut);font-size:12px;vertical-align:bottom}.n{text-align:right;white-space:nowrap;overflow-wrap:normal}td b{font-weight:600}.chosen{background:color-mix(in srgb,var(--fg) 6%,transparent)}
svg{display:block}.grid{stroke:var(--line)}.con{stroke:var(--con);stroke-width:1.2}.point{fill:var(--bg);stroke-width:1.6}.res{stroke:var(--res);stroke-width:2.4}.res-point{fill:var(--res)}.dif{stroke:var(--fg);stroke-width:1.2}.tick{stroke:var(--fg);stroke-width:3}.zero{stroke:var(--mut);stroke-dasharray:3 3}.band{fill:var(--band)}.axis{fill:var(--mut);font-size:10px}
.restart,.continue{font-weight:600}`;

/**
 * The audit as one HTML file, from the panel's view models: the same words, numbers and marks. It needs nothing else, runs no
 * script and fetches nothing; every text from a trace is escaped. Light or dark by the reader's setting, fit to print.
 */
export function reportHtml(view: AuditView, sections: readonly ReportSection[] = []): string {
  const at = view.timeLabels[view.chosen] ?? '';
  const main = element(
    'main',
    {},
    element('p', { class: 'mut' }, element('b', {}, view.seal.text), `. ${view.planLine}`),
    element('h1', {}, view.headline),
    element('p', {}, view.lead),
    view.bounds.map((text) => element('p', {}, text)),
    caveatList(view.caveats),
    certifiedSection(view),
    element('h2', {}, `Decisions at t = ${at}`),
    element('p', { class: 'mut' }, `Live attempts by decision time; continue (circle, of the live) and restart (diamond, of all): ${view.words.success.toLowerCase()}; restart − continue in points, ${view.words.level}.`),
    view.groups.map((group) => groupSection(group, view)),
    element('h2', {}, `Where the macro change at t = ${at} comes from`),
    macroTable(view),
    element('h2', {}, 'Evidence planner'),
    view.planner.text.map((text) => element('p', {}, text)),
    sections.map(reportSection),
    element('h2', {}, 'Notes'),
    view.footnotes.map((text) => element('p', { class: 'mut' }, text)),
    element('p', { class: 'mut' }, `Made by Restart Lens ${version}.`),
  );
  const policy = "default-src 'none'; style-src 'unsafe-inline'";
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
${element('title', {}, `Audit: ${view.headline}`).html}
<style>${STYLE}
</style>
</head>
<body>
${render(main)}
</body>
</html>
`;
}

function caveatList(caveats: readonly CaveatView[]): Content {
  if (caveats.length === 0) return [];
  return element('ul', {}, caveats.map((caveat) => element('li', {}, caveat.icon === 'warning' ? element('b', {}, 'Warning: ') : '', caveat.text)));
}

function reportSection({ title, view }: ReportSection): Content {
  return [
    element('h2', {}, title),
    element('p', {}, element('b', {}, view.headline)),
    view.lead === '' ? [] : element('p', {}, view.lead),
    caveatList(view.caveats),
    view.tables.map(reportTable),
    view.footnotes.map((text) => element('p', { class: 'mut' }, text)),
  ];
}

function reportTable(view: TableView): Content {
  const { rows, rest } = reportRows(view);
  const align = (content: string, at: number): string | Cell => (view.columns[at]?.align === 'end' ? number(content) : content);
  return [
    view.title === '' ? [] : element('h3', {}, view.title),
    table(view.columns.map(({ label }, at) => align(label, at)), rows.map((cells) => row(cells.map((cell, at) => align(cellText(cell), at))))),
    [rest, view.note].filter((text) => text !== '').map((text) => element('p', { class: 'mut' }, text)),
  ];
}

function certifiedSection(view: AuditView): readonly Markup[] {
  const certified = listCertified(view);
  if (certified.length === 0) return [];
  const rows = certified.map(({ group, cell, decision, timeLabel }) =>
    row([groupName(group), cell.task, number(timeLabel), verdictCell(decision), number(decision.continueCount), number(decision.restartCount), differenceCell(decision)]),
  );
  return [element('h2', {}, 'Certified decisions, all times'), table(['Runtime, cohort', 'Task', number('t'), 'Verdict', number('continue'), number('restart'), number(`points, ${view.words.level}`)], rows)];
}

function groupSection(group: GroupView, view: AuditView): readonly Markup[] {
  const head = ['Task', ...view.timeLabels.map((label, k) => time(`t = ${label}`, k === view.chosen)), number('C'), number('R'), { content: [view.words.success, drawShareAxis()] }, { content: ['Restart − continue', drawDifferenceAxis()] }, number(`points, ${view.words.level}`), 'Verdict'];
  const rows = orderCells(group.cells, view.chosen).map(({ cell, decision }) => {
    const times = cell.decisions.map((one, k) => time(liveWords(one), k === view.chosen));
    if (decision.status !== 'live') return row([cell.task, ...times, { content: decision.note, class: 'mut', columns: 5 }, verdictCell(decision)]);
    const shares = `Continue ${decision.continueText}, restart ${decision.restartText}, ${view.words.level}`;
    return row([cell.task, ...times, number(decision.continueCount), number(decision.restartCount), { content: drawForest(decision), title: shares }, { content: drawDifference(decision) }, differenceCell(decision), verdictCell(decision)]);
  });
  return [element('h3', {}, groupName(group)), table(head, rows)];
}

function macroTable(view: AuditView): Markup {
  const rows = view.groups.flatMap((group) => {
    const macro = group.macro[view.chosen];
    if (macro === undefined) return [];
    if (macro.changeText === '') return [row([groupName(group), { content: macro.label, class: 'mut', columns: 8 }])];
    const numbers = [{ content: drawMacro(macro) }, number(element('b', {}, macro.changeText)), number(macro.intervalText), macro.intervalKind, number(macro.taskOracleText), number(macro.perfectAlarmText), number(`${macro.plugin.changeText} ${macro.plugin.intervalText}`.trim()), macro.liveCells];
    const said = macroSentences(macro).map((text, k) => element('p', {}, k === 0 && macro.remarkIsWarning ? element('b', {}, 'Warning: ') : '', text));
    return [row([groupName(group), ...numbers]), ...(said.length === 0 ? [] : [row([{ content: said, columns: 9 }])])];
  });
  return table(['Runtime, cohort', { content: ['Change', drawDifferenceAxis()] }, number('points, unbiased'), number('tasks like these'), 'kind', number('oracle, split'), number('perfect alarm, unbiased'), number('plug-in, as in the paper, and its resampling range'), 'tasks'], rows);
}

interface Cell {
  readonly content: string | Markup | readonly (string | Markup)[];
  readonly class?: string;
  readonly title?: string;
  readonly columns?: number;
}

function number(content: string | Markup): Cell {
  return { content, class: 'n' };
}

function time(content: string, isChosen: boolean): Cell {
  return { content, class: isChosen ? 'n chosen' : 'n' };
}

function differenceCell(decision: DecisionView): Cell {
  return number(element('span', {}, element('b', {}, decision.differenceText), ` ${decision.differenceInterval}`));
}

function verdictCell(decision: DecisionView): Cell {
  const words = verdictWords(decision);
  return { content: words, class: decision.verdict ?? 'mut' };
}

function row(cells: readonly (string | Cell)[], name: 'td' | 'th' = 'td'): Markup {
  return element(
    'tr',
    {},
    cells.map((cell) => {
      const own: Cell = typeof cell === 'string' ? { content: cell } : cell;
      return element(name, { class: own.class ?? null, title: own.title ?? null, colspan: own.columns ?? null, scope: name === 'th' ? 'col' : null }, own.content);
    }),
  );
}

function table(head: readonly (string | Cell)[], rows: readonly Markup[]): Markup {
  return element('div', { class: 'scroll' }, element('table', {}, element('thead', {}, row(head, 'th')), element('tbody', {}, rows)));
}
