import { largest, smallest } from '../../base/extent';
import { leastAttempts, leastForContinue } from '../../engine/certifiable';
import { leastSignContinue } from '../../engine/signDesign';
import { signLevel } from '../../engine/signTest';
import type { AuditResult } from '../../model/results';
import type { PlannerView } from '../../protocol/audit';
import { formatCount } from '../numbers';
import { countOf, listWords } from '../words';
import type { AuditGroup } from './arrange';
import { priceWords } from './familyWords';

/** The curve is drawn from one comparison to at least this many. */
const SMALLEST_CURVE = 10;

/**
 * What this family demands of any data: least attempts per cell by direction, with the curve of *continue* over the
 * family's size (in closed form under the fixed rule; the anytime rule has no such curve here).
 */
export function viewPlanner(result: AuditResult, groups: readonly AuditGroup[]): PlannerView {
  const { family, plan } = result;
  const cells = groups.flatMap((group) => group.cells);
  // A cell without a countable attempt is in the family, and says nothing about the size of cells.
  const sizes = cells.map((cell) => cell.decisions[0]?.n ?? 0).filter((size) => size > 0);
  const [low, high] = [smallest(sizes), largest(sizes)];
  const here = sizes.length === 0 ? null : { low, high, label: low === high ? `here: ${formatCount(low)}` : `here: ${formatCount(low)} to ${formatCount(high)}` };
  if (plan.rule === 'anytime' || family === 0) {
    return { text: [anytimeText(result)], steps: [], marks: [], here, sentence: '' };
  }
  const curve = CURVES[plan.rule];
  const steps = stepsOf(curve, plan.alpha, Math.max(family, SMALLEST_CURVE));
  const marks = markFamilies(family, plan.times.length, cells.length).flatMap((m) => {
    const attempts = curve.leastFor(plan.alpha, m);
    return attempts === null ? [] : [{ family: m, attempts, label: formatCount(attempts) }];
  });
  return { text: [fixedText(result), priceWords(result)].filter((text) => text !== ''), steps, marks, here, sentence: curveSentence(marks) };
}

/** One comparison, the comparisons of one cell, the cells at one time, and all of them; rising, without repeats. */
function markFamilies(family: number, times: number, cells: number): readonly number[] {
  const wanted = [1, times, cells, family].filter((m) => m >= 1 && m <= family);
  return [...new Set(wanted)].sort((a, b) => a - b);
}

function fixedText({ family, plan, leastAttempts: here }: AuditResult): string {
  const { byRule } = here;
  if (plan.rule === 'calibrated') return `With M = ${countOf(family, 'comparison')} decided together, continue takes at least ${attemptsOf(here.continue)}, restart ${numberOf(here.restart)}, since both share attempts. ${byRule === null ? '' : `By the paper\u2019s intervals it would be ${numberOf(byRule.fixed.continue)} and ${numberOf(byRule.fixed.restart)}.`}`;
  const single = leastAttempts(plan.alpha, 1);
  const one = { continue: single.continue, restart: single.restart?.n ?? null };
  if (plan.grid !== null) return `In the slider-safe family, which weighs as M = ${formatCount(family)}, continue takes at least ${attemptsOf(here.continue)}, restart ${numberOf(here.restart)}, since both share attempts.`;
  if (family === 1) return `For the one comparison continue takes at least ${attemptsOf(one.continue)}, restart ${numberOf(one.restart)}, since both share attempts.`;
  return `With M = ${countOf(family, 'comparison')} decided together, continue takes at least ${attemptsOf(here.continue)}, restart ${numberOf(here.restart)}, since both share attempts; one comparison alone (M = 1) would take ${numberOf(one.continue)} and ${numberOf(one.restart)}. ${byRule === null ? '' : `By the calibrated sign rule ("rule" in the plan) the whole family takes ${numberOf(byRule.calibrated.continue)} and ${numberOf(byRule.calibrated.restart)}.`}`;
}

function anytimeText({ family, leastAttempts: { continue: forContinue, restart } }: AuditResult): string {
  if (family === 0) return 'There is no comparison to plan for.';
  return `Under the anytime-valid rule, with M = ${countOf(family, 'comparison')} decided together, continue takes at least ${attemptsOf(forContinue)}, restart ${numberOf(restart)}.`;
}

function attemptsOf(n: number | null): string {
  return n === null ? 'beyond any number that was tried' : `${formatCount(n)} attempts`;
}

function numberOf(n: number | null): string {
  return n === null ? 'more than any number that was tried' : formatCount(n);
}

/** Least attempts for continue over the family's size, under one rule. */
interface ContinueCurve {
  leastFor(alpha: number, family: number): number | null;
  /** About the size of family from which on `attempts` are too few. */
  familyBeyond(alpha: number, attempts: number): number;
}

const CURVES: Readonly<Record<'fixed' | 'calibrated', ContinueCurve>> = {
  fixed: { leastFor: leastForContinue, familyBeyond: (alpha, attempts) => (alpha * 2 ** attempts) / 4 },
  calibrated: { leastFor: (alpha, family) => leastSignContinue(signLevel(alpha, family)), familyBeyond: (alpha, attempts) => (alpha * 4 ** attempts) / 2 },
};

/** Where least attempts for continue step up, from one comparison to `last`. */
function stepsOf(curve: ContinueCurve, alpha: number, last: number): PlannerView['steps'] {
  const steps: { family: number; attempts: number }[] = [];
  const first = curve.leastFor(alpha, 1);
  if (first === null) return [];
  steps.push({ family: 1, attempts: first });
  for (let attempts = first + 1; attempts < first + 64; attempts++) {
    const family = Math.ceil(curve.familyBeyond(alpha, attempts - 1));
    if (family > last) break;
    const at = [family - 1, family, family + 1].find((m) => m >= 1 && (curve.leastFor(alpha, m) ?? 0) >= attempts);
    if (at !== undefined && at <= last) steps.push({ family: at, attempts });
  }
  return steps;
}

function curveSentence(marks: PlannerView['marks']): string {
  return `Least attempts per cell for continue: ${listWords(marks.map((m) => `${m.label} at M = ${formatCount(m.family)}`))}.`;
}
