import type { DecisionView, MacroView } from '../protocol/audit';
import { element, type Markup } from './htmlText';

const FOREST = 180;
const DIFFERENCE = 136;
const SIDE = 6;
const HEIGHT = 26;
const AXIS_HEIGHT = 14;

/** Shares of both arms with their intervals; said in words beside it. */
export function drawForest(decision: DecisionView): Markup {
  const x = (share: number): number => round(SIDE + share * (FOREST - 2 * SIDE));
  const grid = [0, 0.5, 1].map((share) => element('line', { class: 'grid', x1: x(share), x2: x(share), y1: 0, y2: HEIGHT }));
  const { continue: continued, restart: restarted } = decision;
  const marks: Markup[] = [];
  if (continued !== null) {
    marks.push(element('line', { class: 'con', x1: x(continued.low), x2: x(continued.high), y1: 8, y2: 8 }));
    if (continued.estimate !== null) marks.push(element('circle', { class: 'con point', cx: x(continued.estimate), cy: 8, r: 3.6 }));
  }
  if (restarted !== null) {
    marks.push(element('line', { class: 'res', x1: x(restarted.low), x2: x(restarted.high), y1: 18, y2: 18 }));
    if (restarted.estimate !== null) marks.push(element('path', { class: 'res-point', d: `M${x(restarted.estimate)} 13.4l4.6 4.6-4.6 4.6-4.6-4.6z` }));
  }
  return svg(FOREST, [...grid, ...marks]);
}

/** Restart minus continue around a dashed zero. */
export function drawDifference(decision: DecisionView): Markup {
  const { difference } = decision;
  if (difference === null) return svg(DIFFERENCE, []);
  const estimate = difference.estimate === null ? [] : [element('line', { class: 'tick', x1: differenceX(100 * difference.estimate), x2: differenceX(100 * difference.estimate), y1: 8, y2: 18 })];
  return svg(DIFFERENCE, [zero(), element('line', { class: 'dif', x1: differenceX(100 * difference.low), x2: differenceX(100 * difference.high), y1: 13, y2: 13 }), ...estimate]);
}

/** A macro change: an upright bar on a band. */
export function drawMacro({ change, low, high }: MacroView): Markup {
  if (change === null) return svg(DIFFERENCE, []);
  const [from, to] = [differenceX(low ?? change), differenceX(high ?? change)];
  return svg(DIFFERENCE, [zero(), element('rect', { class: 'band', x: from, y: 9, width: Math.max(0, round(to - from)), height: 8 }), element('line', { class: 'tick', x1: differenceX(change), x2: differenceX(change), y1: 6, y2: 20 })]);
}

/** The scale of `drawForest`, for the head of its column: shares in percent. */
export function drawShareAxis(): Markup {
  const x = (share: number): number => round(SIDE + share * (FOREST - 2 * SIDE));
  return axis(FOREST, [[x(0), 'start', '0'], [x(0.5), 'middle', '50'], [x(1), 'end', '100 %']]);
}

/** The scale of `drawDifference` and `drawMacro`, for the head of their columns: points. */
export function drawDifferenceAxis(): Markup {
  return axis(DIFFERENCE, [[differenceX(-100), 'start', '\u2212100'], [differenceX(0), 'middle', '0'], [differenceX(100), 'end', '+100']]);
}

function axis(width: number, labels: readonly (readonly [x: number, anchor: string, text: string])[]): Markup {
  const texts = labels.map(([x, anchor, text]) => element('text', { class: 'axis', x, y: AXIS_HEIGHT - 3, 'text-anchor': anchor }, text));
  return element('svg', { width, height: AXIS_HEIGHT, viewBox: `0 0 ${width} ${AXIS_HEIGHT}`, 'aria-hidden': 'true' }, texts);
}

function differenceX(points: number): number {
  return round(DIFFERENCE / 2 + (points / 100) * (DIFFERENCE / 2 - SIDE));
}

function zero(): Markup {
  return element('line', { class: 'zero', x1: DIFFERENCE / 2, x2: DIFFERENCE / 2, y1: 0, y2: HEIGHT });
}

function svg(width: number, content: readonly Markup[]): Markup {
  return element('svg', { width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`, 'aria-hidden': 'true' }, content);
}

function round(value: number): number {
  return Number(value.toFixed(2));
}
