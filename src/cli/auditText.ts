import { largest } from '../base/extent';
import { cleanLine, clipText } from '../base/cleanText';
import type { AuditView, CellView, DecisionView, GroupView, IntervalView } from '../protocol/audit';
import { macroSentences } from '../views/audit/macro';
import { groupName } from '../model/runtime';
import { listCertified } from '../report/certified';
import { textTable, type TextColumn } from './textTable';
import { wrapLine } from './wrapLine';

const BAR = 18;
/** Columns of task names: as many as the longest needs, within these. */
const LEAST_NAME = 26;
const MOST_NAME = 48;
/** Columns that a line needs beside names and grid: counts, difference, verdict; and the two drawn intervals. */
const NUMBERS = 46;
const DRAWN = 2 * (BAR + 6);
/** Certified decisions listed; the rest is counted. */
const MOST_CERTIFIED = 40;
/** Cells listed for each runtime; the rest is counted. */
const MOST_CELLS = 40;

/** The audit for a terminal, from the view model of the panel: the same words and numbers. Ends with a line feed. */
export function auditText(view: AuditView, width: number): string {
  const wrap = (text: string): readonly string[] => wrapLine(text, width);
  const lines = [
    ...wrap(`${view.planLine} · ${view.seal.text}`),
    ...wrap(view.moves),
    '',
    ...wrap(view.headline),
    ...wrap(view.lead),
    ...view.bounds.flatMap(wrap),
    ...view.caveats.flatMap((caveat) => wrap(`${caveat.icon === 'warning' ? '!' : '-'} ${caveat.text}`)),
    '',
    ...certifiedLines(view),
    '',
    ...gridLines(view, width),
    '',
    ...macroLines(view, wrap),
    '',
    ...view.planner.text.flatMap(wrap),
    '',
    ...view.footnotes.flatMap(wrap),
  ];
  return `${lines.join('\n').replace(/\n{3,}/g, '\n\n')}\n`;
}

/** Certified decisions at all times, in the order of the reports; nothing where there are none. */
function certifiedLines(view: AuditView): readonly string[] {
  const certified = listCertified(view);
  if (certified.length === 0) return [];
  const shown = certified.slice(0, MOST_CERTIFIED);
  const rest = certified.length - shown.length;
  const right = (title: string): TextColumn => ({ title, align: 'right', most: null });
  const columns: readonly TextColumn[] = [{ title: 'Task', align: 'left', most: MOST_NAME }, { title: 'Runtime, cohort', align: 'left', most: MOST_NAME }, right('t'), right('B'), { title: 'Action', align: 'left', most: null }, right('n'), right('C'), right('R'), right(`restart − continue, points, ${view.words.level}`)];
  const rows = shown.map(({ group, cell, decision, timeLabel }) => [cell.task, groupName(group), timeLabel, String(view.budget), decision.verdict ?? '', String(decision.n), decision.continueCount, decision.restartCount, `${decision.differenceText} ${decision.differenceInterval}`]);
  return [`Certified decisions, all times: ${certified.length}`, ...textTable(columns, rows), ...(rest > 0 ? [`and ${rest} more; --json lists all`] : [])];
}

interface Layout {
  readonly view: AuditView;
  readonly name: number;
  readonly isDrawn: boolean;
}

/** Names as wide as they need, then intervals drawn where there is room left. */
function layOut(view: AuditView, width: number): Layout {
  const longest = largest(view.groups.flatMap((group) => group.cells.map((cell) => cell.task.length)), 0);
  const room = width - NUMBERS - timeWidth(view) * view.times.length;
  const name = Math.max(LEAST_NAME, Math.min(longest + 3, MOST_NAME, Math.max(LEAST_NAME, room)));
  return { view, name, isDrawn: room - name >= DRAWN };
}

function gridLines(view: AuditView, width: number): readonly string[] {
  const layout = layOut(view, width);
  const { name, isDrawn } = layout;
  const at = view.timeLabels[view.chosen] ?? '';
  const times = view.timeLabels.map((label, i) => (i === view.chosen ? `[${label}]` : label).padStart(timeWidth(view))).join('');
  const arms = isDrawn ? `  C ${view.words.success}, t = ${at}`.padEnd(2 * (BAR + 6) + 1) : '';
  const head = `${'Live at t'.padEnd(name)}${times}${arms}  ${'C'.padStart(6)} ${'R'.padStart(6)}  restart − continue, points, ${view.words.level}`;
  return [head.trimEnd(), ...view.groups.flatMap((group) => groupLines(group, layout))];
}

function timeWidth(view: AuditView): number {
  return largest(view.timeLabels.map((label) => label.length + 3), 4);
}

function groupLines(group: GroupView, layout: Layout): readonly string[] {
  const { view, name: room } = layout;
  const live = group.live.map(({ text }) => (text === '·' ? '.' : text).padStart(timeWidth(view))).join('');
  const name = cleanLine(group.cohort === null ? group.runtime : `${group.runtime} ${group.cohort}`);
  // A long name of a runtime has a line of its own.
  const head = name.length < room ? [`${name.padEnd(room)}${live}`] : [name, `${''.padEnd(room)}${live}`];
  const cells = orderCells(group.cells, view.chosen);
  const shown = cells.slice(0, MOST_CELLS);
  const rest = cells.length - shown.length;
  return [...head, ...shown.map((cell) => cellLine(cell, layout)), ...(rest > 0 ? [`  and ${rest} more; --json lists all`] : [])];
}

/** The panel's default order: live cells by |difference| x live attempts, then those not reached, those without a countable attempt last. */
function orderCells(cells: readonly CellView[], chosen: number): readonly CellView[] {
  const ranks = { live: 0, horizon: 1, 'not-reached': 2, uncounted: 3 } as const;
  const rank = (cell: CellView): number => ranks[cell.decisions[chosen]?.status ?? 'uncounted'];
  const weight = (cell: CellView): number => cell.decisions[chosen]?.weight ?? 0;
  return [...cells].sort((a, b) => rank(a) - rank(b) || weight(b) - weight(a));
}

function cellLine(cell: CellView, { view, name, isDrawn }: Layout): string {
  const counts = cell.decisions.map((d) => liveMark(d).padStart(timeWidth(view))).join('');
  const start = `  ${clipText(cleanLine(cell.task), name - 3).padEnd(name - 2)}${counts}`;
  const decision = cell.decisions[view.chosen];
  if (decision === undefined) return start;
  const unknown = decision.unknown === '' ? '' : ` (${decision.unknown})`;
  if (decision.status !== 'live') return `${start}  ${decision.note}${unknown}`;
  const bars = isDrawn ? `  C ${drawInterval(decision.continue, 'o', '-')}  R ${drawInterval(decision.restart, '#', '=')}` : '';
  const verdict = decision.verdict ?? '';
  return `${start}${bars}  ${decision.continueCount.padStart(6)} ${decision.restartCount.padStart(6)}  ${decision.differenceText.padStart(5)} ${decision.differenceInterval.padEnd(14)} ${verdict}${decision.margin === '' ? '' : `, ${decision.margin}`}${unknown}`;
}

/** A dot is "not reached", never zero; a dash a cell without a countable attempt; a question mark what is not known. */
function liveMark(decision: DecisionView): string {
  if (decision.status === 'not-reached') return '.';
  if (decision.status === 'uncounted') return '-';
  return decision.nLive === null ? '?' : String(decision.nLive);
}

/** "|--o------|": the interval on [0, 1], its ends and its estimate. C and R differ in mark and line as well as place. */
function drawInterval(interval: IntervalView | null, mark: string, line: string): string {
  if (interval === null) return ' '.repeat(BAR + 2);
  const place = (p: number): number => Math.round(p * (BAR - 1));
  const cells = Array.from({ length: BAR }, (_, i) => (i >= place(interval.low) && i <= place(interval.high) ? line : ' '));
  if (interval.estimate !== null) cells[place(interval.estimate)] = mark;
  return `|${cells.join('')}|`;
}

function macroLines(view: AuditView, wrap: (text: string) => readonly string[]): readonly string[] {
  const at = view.timeLabels[view.chosen] ?? '';
  const lines = view.groups.flatMap((group) => {
    const macro = group.macro[view.chosen];
    if (macro === undefined) return [];
    const name = group.cohort === null ? group.runtime : `${group.runtime} ${group.cohort}`;
    const { plugin } = macro;
    const numbers =
      macro.changeText === ''
        ? macro.label
        : `${macro.changeText} unbiased${macro.intervalText === '' ? '' : ` ${macro.intervalText}`} (${[macro.intervalKind === '' ? '' : `${macro.intervalKind}, tasks like these`, `oracle ${macro.taskOracleText}`, `perfect alarm ${macro.perfectAlarmText}`, macro.liveCells].filter((part) => part !== '').join('; ')}); plug-in, as in the paper, ${plugin.changeText}`;
    return [...wrap(`${name}: ${numbers}`), ...macroSentences(macro).flatMap((text) => wrap(`  ${text}`))];
  });
  return [`Macro change at t = ${at}, points`, ...lines];
}
