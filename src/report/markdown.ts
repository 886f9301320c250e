import { groupName } from '../model/runtime';
import type { AuditView, CaveatView, GroupView } from '../protocol/audit';
import type { ReportSection, TableView } from '../protocol/section';
import { macroSentences } from '../views/audit/macro';
import { cellText, reportRows } from './cells';
import { listCertified, liveWords, orderCells, verdictWords } from './certified';

/**
 * The audit as Markdown (GitHub's, with tables), from the panel's view models: the same words and numbers. Names from traces
 * are escaped: none becomes a link, an image, markup or HTML.
 */
export function reportMarkdown(view: AuditView, sections: readonly ReportSection[] = []): string {
  const at = view.timeLabels[view.chosen] ?? '';
  const blocks = [
    `# ${escapeInline(view.headline)}`,
    escapeMarkdown(view.lead),
    ...view.bounds.map(escapeMarkdown),
    `${escapeMarkdown(view.seal.text)}. ${escapeInline(view.planLine)}.`,
    caveatList(view.caveats),
    ...certifiedBlocks(view),
    `## Decisions at t = ${escapeInline(at)}`,
    ...view.groups.flatMap((group) => groupBlocks(group, view)),
    `## Macro change at t = ${escapeInline(at)}`,
    macroTable(view),
    ...view.groups.flatMap((group) => {
      const macro = group.macro[view.chosen];
      const said = macro === undefined ? [] : macroSentences(macro);
      return said.length === 0 ? [] : [`${escapeMarkdown(groupName(group))}: ${escapeInline(said.join(' '))}`];
    }),
    '## Evidence planner',
    ...view.planner.text.map(escapeMarkdown),
    ...sections.flatMap(sectionBlocks),
    '## Notes',
    ...view.footnotes.map(escapeMarkdown),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function caveatList(caveats: readonly CaveatView[]): string {
  return caveats.map((caveat) => `- ${caveat.icon === 'warning' ? '**Warning:** ' : ''}${escapeMarkdown(caveat.text)}`).join('\n');
}

function sectionBlocks({ title, view }: ReportSection): readonly string[] {
  return [`## ${escapeInline(title)}`, `**${escapeInline(view.headline)}**`, escapeMarkdown(view.lead), caveatList(view.caveats), ...view.tables.flatMap(tableBlocks), ...view.footnotes.map(escapeMarkdown)];
}

function tableBlocks(view: TableView): readonly string[] {
  const { rows, rest } = reportRows(view);
  const heading = view.title === '' ? '' : `### ${escapeInline(view.title)}`;
  return [heading, table(view.columns.map(({ label }) => label), rows.map((cells) => cells.map(cellText))), escapeMarkdown(rest), escapeMarkdown(view.note)];
}

function certifiedBlocks(view: AuditView): readonly string[] {
  const certified = listCertified(view);
  if (certified.length === 0) return [];
  const rows = certified.map(({ group, cell, decision, timeLabel }) => [groupName(group), cell.task, timeLabel, decision.verdict ?? '', decision.continueCount, decision.restartCount, `${decision.differenceText} ${decision.differenceInterval}`]);
  return ['## Certified decisions, all times', table(['Runtime, cohort', 'Task', 't', 'Verdict', 'Continue', 'Restart', `Restart − continue, points, ${view.words.level}`], rows)];
}

function groupBlocks(group: GroupView, view: AuditView): readonly string[] {
  const head = ['Task', ...view.timeLabels.map((label) => `t = ${label}`), `Continue, ${view.words.level}`, `Restart, ${view.words.level}`, `Restart − continue, points, ${view.words.level}`, 'Verdict'];
  const rows = orderCells(group.cells, view.chosen).map(({ cell, decision }) => [
    cell.task,
    ...cell.decisions.map(liveWords),
    ...(decision.status === 'live'
      ? [`${decision.continueCount} ${decision.continueText}`, `${decision.restartCount} ${decision.restartText}`, `${decision.differenceText} ${decision.differenceInterval}`]
      : ['', '', decision.note]),
    verdictWords(decision),
  ]);
  return [`### ${escapeInline(groupName(group))}`, table(head, rows)];
}

function macroTable(view: AuditView): string {
  const rows = view.groups.flatMap((group) => {
    const macro = group.macro[view.chosen];
    if (macro === undefined) return [];
    return [[groupName(group), macro.changeText === '' ? macro.label : macro.changeText, macro.intervalText, macro.intervalKind, macro.taskOracleText, macro.perfectAlarmText, `${macro.plugin.changeText} ${macro.plugin.intervalText}`.trim(), macro.liveCells]];
  });
  return table(['Runtime, cohort', 'Points, unbiased', 'Tasks like these', 'Kind', 'Oracle, split', 'Perfect alarm, unbiased', 'Plug-in, as in the paper, and its resampling range', 'Tasks'], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escapeInline).join(' | ')} |`;
  return [line(head), `|${head.map(() => ' --- ').join('|')}|`, ...rows.map(line)].join('\n');
}

/** The text in one line with every character escaped that Markdown, its GitHub kind or embedded HTML would act on inside a line. */
function escapeInline(text: string): string {
  return (
    text
      .replace(/\s+/g, ' ')
      .replace(/[\\`*_{}[\]<>#!|~&@$]/g, (character) => `\\${character}`)
      // Literal addresses become links without any markup.
      .replace(/:\/\//g, '\\://')
      .replace(/www\./gi, (start) => start.replace('.', '\\.'))
  );
}

/** The same for text that begins a line, where it could begin a list. */
export function escapeMarkdown(text: string): string {
  return escapeInline(text).replace(/^([-+=])/, '\\$1').replace(/^(\d+)([.)])/, '$1\\$2');
}
