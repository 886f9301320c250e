import { smallest } from '../../base/extent';
import { restartabilityFor } from '../../engine/alarm';
import type { MacroNumber, OpportunityCell, OpportunityGroup, OpportunityResult } from '../../model/opportunityResult';
import type { Interval } from '../../model/results';
import type { CaveatView } from '../../protocol/audit';
import type { OpportunityPoint, OpportunityView, PlanePlace } from '../../protocol/opportunity';
import type { TableView } from '../../protocol/section';
import { cellKey } from '../audit/arrange';
import { levelText } from '../audit/detail';
import { togetherWords } from '../audit/familyWords';
import { restOf, vocabularyOf, type Vocabulary } from '../audit/vocabulary';
import { formatCount, formatFixed, formatPoints, formatPointsInterval, formatShare } from '../numbers';
import { capitalise, countOf, numberWord, plural, runtimeName } from '../words';
import { cellName, points } from './opportunityWords';

/** Points between the lines of equal ceiling. */
const CONTOURS = [0.1, 0.2, 0.4, 0.6, 0.8] as const;
const CONTOUR_STEPS = 60;

/** What acting on an alarm could gain at one time of the plan, in finished words. The result may hold other times too. */
export function viewOpportunity(result: OpportunityResult, t: number): OpportunityView {
  const words = vocabularyOf(result.plan);
  const cells = result.cells.filter((cell) => cell.t === t);
  const groups = result.groups.filter((group) => group.t === t);
  const sorted = [...cells].sort((a, b) => gainOf(b) - gainOf(a) || cellName(a).localeCompare(cellName(b), 'en'));
  const rest = words.amount(restOf(result.plan.budget, t));
  const level = levelText(result.plan.alpha);
  return {
    t,
    ...writeFinding(sorted, { t, rest, level, words }),
    caveats: writeCaveats(groups),
    points: sorted.map((cell) => viewPoint(cell, words, level)),
    contours: CONTOURS.map((ceiling) => ({ label: formatFixed(100 * ceiling, 0), line: contour(ceiling) })),
    words: {
      q: 'continuation success q, of the live attempts',
      p: `restartability p, within B − t = ${rest}`,
      sentence: `Plane of continuation success q against restartability p with ${countOf(cells.length, 'live cell')} at ${words.time(t)}; the table below lists them.`,
      legend: `Mark area: live attempts. Cross: simultaneous ${level} intervals of the chosen cell. Dotted: what a perfect alarm could gain, in points of the live attempts.`,
    },
    tables: cells.length === 0 ? [] : [groupTable(groups), cellTable(sorted, togetherWords(result), level)],
    footnotes: writeFootnotes(result, groups),
  };
}

/** What cells are in order of. */
const ORDER = 'ceiling times live attempts';

/** What a perfect alarm could save in attempts: for the order of cells. */
function gainOf({ ceiling, nLive }: OpportunityCell): number {
  return (ceiling.estimate ?? 0) * nLive;
}

interface Situation {
  readonly t: number;
  readonly rest: string;
  readonly level: string;
  readonly words: Vocabulary;
}

function writeFinding(cells: readonly OpportunityCell[], { t, rest, level, words }: Situation): Pick<OpportunityView, 'headline' | 'lead'> {
  const time = words.time(t);
  if (cells.length === 0) return { headline: `At ${time} no cell is live, so an alarm has nothing to decide.`, lead: 'Every attempt with a known outcome had ended by then; an earlier time may still have live cells.' };
  const hopeful = cells.filter(({ ceiling }) => (ceiling.estimate ?? 0) > 0);
  const noRestart = cells.filter(({ restart }) => restart.estimate === 0).length;
  const noFailure = cells.filter((cell) => cell.continue.estimate === 1 && cell.restart.estimate !== 0).length;
  const live = countOf(cells.length, 'live cell');
  const headline =
    hopeful.length === 0
      ? `At ${time} an alarm has, as far as seen, nothing to gain in ${cells.length === 1 ? 'the one live cell' : `any of the ${live}`}.`
      : `At ${time} an alarm has, as far as seen, something to gain in ${hopeful.length === cells.length ? (cells.length === 1 ? 'the one live cell' : `all ${live}`) : `${numberWord(hopeful.length)} of the ${live}`}.`;
  const reasons = [
    noRestart === 0 ? '' : `in ${numberWord(noRestart)} ${plural(noRestart, 'cell')} no attempt was ${words.solved} within ${rest}, so a restart brought nothing`,
    noFailure === 0 ? '' : `in ${numberWord(noFailure)} ${plural(noFailure, 'cell')} every live attempt was ${words.solved} anyway`,
  ].filter((reason) => reason !== '');
  const [largest] = hopeful;
  const most = largest === undefined ? '' : `${hopeful.length === 1 ? `The exception, ${cellName(largest)},` : `The most by ${ORDER}, ${cellName(largest)},`} rests on ${numberWord(largest.nLive)} live ${plural(largest.nLive, 'attempt')}.`;
  // What counts this small leave open, whatever the estimates are.
  const open = smallest(cells.map(({ ceiling }) => ceiling.high));
  const unknown = `${cells.length === 1 ? 'A' : 'In every live cell a'} gain of ${formatFixed(100 * open, 0)} points or more is still possible (simultaneous ${level}): little seen is not little there.`;
  return { headline, lead: [reasons.length === 0 ? '' : `${capitalise(reasons.join('; '))}.`, most, unknown].filter((s) => s !== '').join(' ') };
}

function writeCaveats(groups: readonly OpportunityGroup[]): readonly CaveatView[] {
  const horizon = groups.reduce((sum, group) => sum + group.horizonCells, 0);
  return horizon === 0 ? [] : [{ icon: 'warning', text: `${countOf(horizon, 'cell')} ${plural(horizon, 'is', 'are')} missing here: attempts were stopped before B, so what would have become of them is not known.`, action: null }];
}

function viewPoint(cell: OpportunityCell, words: Vocabulary, level: string): OpportunityPoint {
  const { nLive, n, continue: continued, restart, ceiling, overConstant } = cell;
  const name = cellName(cell);
  return {
    key: cellKey(cell.runtime, cell.cohort, cell.task),
    name,
    q: continued.estimate ?? 0,
    p: restart.estimate ?? 0,
    nLive,
    continue: continued,
    restart,
    sentence: `${name}, ${words.time(cell.t)}: ${nLive} of ${countOf(n, 'attempt')} live; continued, ${formatShare(continued)} succeed, restarted, ${formatShare(restart)} (simultaneous ${level}). A perfect alarm could gain ${pointsOf(ceiling)} points, ${pointsOf(overConstant)} of them beyond the better constant action.`,
  };
}

function contour(ceiling: number): readonly PlanePlace[] {
  return Array.from({ length: CONTOUR_STEPS + 1 }, (_, k) => ((1 - ceiling) * k) / CONTOUR_STEPS).flatMap((q) => {
    const p = restartabilityFor(ceiling, q);
    return p === null ? [] : [{ q, p }];
  });
}

function groupTable(groups: readonly OpportunityGroup[]): TableView {
  const number = (value: number | null): string => (value === null ? 'no estimate' : formatPoints(value, 2));
  const withRange = (value: MacroNumber | null): string =>
    value === null ? 'no estimate' : `${formatPoints(value.estimate, 2)}${value.interval === null ? '' : ` ${formatPointsInterval(value.interval.low, value.interval.high, 2)}`}`;
  return {
    title: 'From doing nothing to a perfect alarm, in points of the share solved: plug-in [95 % resampling range]',
    columns: [
      { label: 'Runtime, cohort', align: 'start' },
      { label: 'live cells', align: 'end' },
      { label: 'with something to gain', align: 'end' },
      { label: 'restart all, unbiased', align: 'end' },
      { label: 'restart all', align: 'end' },
      { label: 'best single action', align: 'end' },
      { label: 'best per task', align: 'end' },
      { label: 'perfect alarm', align: 'end' },
      { label: 'choosing per task adds', align: 'end' },
      { label: 'telling runs apart adds', align: 'end' },
    ],
    rows: groups.map((group) => [
      runtimeName(group),
      `${formatCount(group.liveCells)} of ${formatCount(group.cells)}`,
      formatCount(group.hopefulCells),
      number(group.unbiasedChange),
      withRange(group.change),
      number(group.bestConstant),
      withRange(group.taskOracle),
      withRange(group.perfectAlarm),
      number(group.taskOverConstant),
      number(group.alarmOverTask),
    ]),
    note: 'Over letting every run go on; means over all tasks of the runtime, reached or not. The audit leads with the unbiased number, in which no run is its own replacement; the others are plug-in, as in the paper, so that they add up. "Best per task" (the task oracle) and "perfect alarm" are chosen and scored on the same attempts, which flatters them: references, not promises.',
  };
}

function cellTable(cells: readonly OpportunityCell[], together: string, level: string): TableView {
  return {
    title: 'Live cells',
    columns: [
      { label: 'Task, runtime', align: 'start' },
      { label: 'live', align: 'end' },
      { label: 'q, continued', align: 'end' },
      { label: 'p, restarted', align: 'end' },
      { label: 'ceiling, points', align: 'end' },
      { label: 'better constant', align: 'end' },
      { label: 'left for an alarm', align: 'end' },
    ],
    rows: cells.map((cell) => [
      { text: cellName(cell), cell: cellKey(cell.runtime, cell.cohort, cell.task) },
      `${formatCount(cell.nLive)} of ${formatCount(cell.n)}`,
      formatShare(cell.continue),
      formatShare(cell.restart),
      pointsOf(cell.ceiling),
      `${points(cell.bestConstant)}${cell.bestConstant > 0 ? ', restart' : ', continue'}`,
      pointsOf(cell.overConstant),
    ]),
    note: `In order of ${ORDER}: what a perfect alarm could save in attempts. Per live attempt, over letting it go on. Brackets: simultaneous over ${together} at ${level}, exact.`,
  };
}

function writeFootnotes({ plan, provenance }: OpportunityResult, groups: readonly OpportunityGroup[]): readonly string[] {
  const interval = groups.flatMap((group) => group.change?.interval ?? [])[0] ?? null;
  const ranges = interval === null ? '' : `Brackets of a runtime: ${formatFixed(100 * interval.level, 0)} % ${interval.kind}, tasks, then attempts resampled, ${formatCount(interval.replicates)} draws, seed ${plan.seed}.`;
  return [ranges, `Engine ${provenance.engineVersion}, ${countOf(provenance.attempts, 'attempt')}.`].filter((s) => s !== '');
}

/** "+80.0 [0, +85]". */
function pointsOf({ estimate, low, high }: Interval): string {
  return `${estimate === null ? '' : `${points(estimate)} `}${formatPointsInterval(low, high)}`;
}
