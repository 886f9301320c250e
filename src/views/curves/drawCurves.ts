import type { CurvesResult } from '../../model/curvesResult';
import type { Interval } from '../../model/results';
import type { BandPoint, ChartWords, CurvesDrawing } from '../../protocol/curves';
import { roundTicks } from '../audit/ticks';
import type { Vocabulary } from '../audit/vocabulary';
import { formatCount, formatPercent } from '../numbers';
import { axisName, countOf } from '../words';
import { writeCrossing, writeHeadline, type Subject } from './curveSentences';
import { isCell } from './curveTables';

/** The curves of one cell or group as a drawing shows them. */
export function drawCurves(subject: Subject, result: CurvesResult, words: Vocabulary): CurvesDrawing {
  const { grid, plan } = result;
  const end = grid.at(-1) ?? plan.budget;
  const ticks = roundTicks(end, { most: 6, isWhole: plan.axis === 'calls' || plan.axis === 'tool-steps' }).filter((at) => at > 0);
  const actions: readonly { readonly t: number; readonly continue: Interval | null; readonly restart: Interval | null }[] = subject.actions ?? [];
  return {
    axis: { end, budget: plan.budget, ticks: ticks.map((at) => ({ at, label: words.value(at) })), label: axisName(plan.axis), budgetLabel: `B = ${words.value(plan.budget)}` },
    atRisk: ticks.map((at) => ({ at, text: formatCount(atRiskAt(subject, grid, at)) })),
    completion: subject.completion.map(({ estimate, least, most, low, high }, k) => ({ at: grid[k] ?? 0, least, most, isKnown: estimate !== null, low, high })),
    verified: bandOf(subject.hazards.map(({ verifiedHazard }, k) => [grid[k] ?? 0, verifiedHazard])),
    terminal: bandOf(subject.hazards.map(({ terminalHazard }, k) => [grid[k] ?? 0, terminalHazard])),
    continue: bandOf(actions.map((point) => [point.t, point.continue])),
    restart: bandOf(actions.map((point) => [point.t, point.restart])),
    charts: { completion: completionWords(subject, result, words), hazards: hazardWords(subject, result, words), actions: actionWords(subject, result, words) },
  };
}

function bandOf(points: readonly (readonly [at: number, interval: Interval | null])[]): readonly BandPoint[] {
  return points.flatMap(([at, interval]) => (interval === null || interval.estimate === null ? [] : [{ at, value: interval.estimate, low: interval.low, high: interval.high }]));
}

/** Running just before a place, and watched as far as it. */
function atRiskAt(subject: Subject, grid: readonly number[], at: number): number {
  return subject.hazards[grid.findIndex((place) => place >= at)]?.atRisk ?? 0;
}

function completionWords(subject: Subject, result: CurvesResult, words: Vocabulary): ChartWords {
  const kind = isCell(subject) ? 'exact' : 'resampling range';
  return { title: `Share ${words.solved} by each place; band: ${formatPercent(result.level)} pointwise, ${kind}`, sentence: writeHeadline(subject, result, words) };
}

function hazardWords(subject: Subject, { grid }: CurvesResult, words: Vocabulary): ChartWords {
  const largest = (cause: 'verified' | 'terminal'): string => {
    const shares = subject.hazards.map((hazard) => (hazard.atRisk === 0 ? 0 : hazard[cause] / hazard.atRisk));
    const most = shares.reduce((a, b) => Math.max(a, b), 0);
    if (most === 0) return 'none';
    const k = shares.indexOf(most);
    return `at most ${formatPercent(most)}, by ${words.moment(grid[k] ?? 0)} (${countOf(subject.hazards[k]?.atRisk ?? 0, 'attempt')} at risk)`;
  };
  return { title: `Of those at risk, ${words.solved} and ended since the place before`, sentence: `Hazards from place to place: ${words.solved} ${largest('verified')}; ended ${largest('terminal')}.` };
}

function actionWords(subject: Subject, result: CurvesResult, words: Vocabulary): ChartWords {
  const title = isCell(subject) ? 'If the live go on (C), if they restart with what is left (R)' : 'Of all attempts, live at t and solved: going on, restarting with what is left';
  const sentence = writeCrossing(subject, result, words);
  return { title, sentence: sentence === '' ? 'Continue and restart have no estimate here.' : sentence };
}
