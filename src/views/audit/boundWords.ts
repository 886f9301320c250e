import { largest, smallest } from '../../base/extent';
import type { AuditDecision, AuditMacro, AuditResult, BoundBasis, NonInferior } from '../../model/results';
import { formatPercentagePoints, pointsWords } from '../numbers';
import { countOf, listWords, runtimeName } from '../words';
import { levelText } from './detail';
import { togetherWords } from './familyWords';

const BASIS_WORDS: Readonly<Record<BoundBasis, string>> = { intervals: 'the exact intervals', sequences: 'the confidence sequences of both arms', 'joint-sequence': 'the sequence of both arms together' };

/** "By the exact intervals restarting loses at most 85 points and gains at most 94, whatever …; margin 5 points: …". Empty when not live. */
export function describeBounds({ bounds, worstCase, verdict }: AuditDecision, { plan }: Pick<AuditResult, 'plan'>): string {
  if (bounds === null) return '';
  const { lossAtMost, gainAtMost, whateverUnknown, basis } = bounds;
  const unknown = worstCase.unknown === 0 ? '' : `, whatever the unknown attempts were ${formatPercentagePoints(whateverUnknown.lossAtMost)} and ${formatPercentagePoints(whateverUnknown.gainAtMost)}`;
  const apart = plan.rule === 'fixed' || verdict === 'abstain' || basis === 'joint-sequence' ? '' : ' The verdict is a sharper statement of its own.';
  return `By ${BASIS_WORDS[basis]} restarting loses at most ${formatPercentagePoints(lossAtMost)} and gains at most ${formatPercentagePoints(gainAtMost)}${unknown}.${apart}${marginSentence(bounds.nonInferior, plan.marginPoints)}`;
}

function marginSentence(found: NonInferior | null, points: number | null): string {
  if (found === null || points === null) return '';
  const words = [sayAction('restart', found.restart), sayAction('continue', found.continue)];
  return ` Against the margin of ${pointsWords(points)}: ${listWords(words)}.`;
}

function sayAction(action: string, claim: boolean | null): string {
  return claim === null ? `for ${action} these attempts cannot tell` : claim ? `${action} is non-inferior` : `${action} is worse by more`;
}

/** "R non-inferior", "both non-inferior", "R worse, C non-inferior"; '' where the plan states no margin or nothing is proven. */
export function marginNote({ bounds }: Pick<AuditDecision, 'bounds'>): string {
  const found = bounds?.nonInferior ?? null;
  if (found === null) return '';
  if (found.restart === true && found.continue === true) return 'both non-inferior';
  const arm = (name: string, claim: boolean | null): readonly string[] => (claim === null ? [] : [`${name} ${claim ? 'non-inferior' : 'worse by more'}`]);
  return [...arm('R', found.restart), ...arm('C', found.continue)].join(', ');
}

/** What restarting can lose and gain over all live decisions and over tasks, with what the statements rest on. */
export function writeBounds(result: AuditResult): readonly string[] {
  const live = result.decisions.flatMap(({ bounds }) => (bounds === null ? [] : [bounds]));
  if (live.length === 0) return [];
  const rangeOf = (of: (bounds: (typeof live)[number]) => number): string => rangeWords(smallest(live.map(of)), largest(live.map(of)));
  const losses = rangeOf(({ lossAtMost }) => lossAtMost);
  const gains = rangeOf(({ gainAtMost }) => gainAtMost);
  const bases = listWords([...new Set(live.map(({ basis }) => BASIS_WORDS[basis]))]);
  const together = `Bounded loss: restarting loses at most ${losses} and gains at most ${gains}, over ${countOf(live.length, 'live comparison')}; by ${bases}, together over ${togetherWords(result)} at ${levelText(result.plan.alpha)}.`;
  return [together, ...marginTotals(result), ...result.macro.flatMap((macro) => macroBound(macro, result))];
}

/** A loss that may be this large is no news: nothing that a reader would act on is bounded. */
const TELLING_LOSS = 0.5;

/** Whether the bounds belong beside the headline: a margin was planned, a macro change is bounded, or some loss is known to be small. */
export function areBoundsTelling({ plan, decisions, macro }: AuditResult): boolean {
  return plan.marginPoints !== null || macro.some(({ bounds }) => bounds !== null) || decisions.some(({ bounds }) => bounds !== null && bounds.lossAtMost < TELLING_LOSS);
}

/** "3 points", "85 to 100 points". */
function rangeWords(low: number, high: number): string {
  const [from, to] = [formatPercentagePoints(low), formatPercentagePoints(high)];
  return from === to ? to : `${from.split(' ')[0] ?? ''} to ${to}`;
}

function marginTotals({ decisions, plan }: AuditResult): readonly string[] {
  const found = decisions.flatMap(({ bounds }) => (bounds?.nonInferior == null ? [] : [bounds.nonInferior]));
  if (plan.marginPoints === null || found.length === 0) return [];
  const count = (action: keyof NonInferior, claim: boolean): number => found.filter((one) => one[action] === claim).length;
  const of = (action: keyof NonInferior): string => `${action} is non-inferior in ${count(action, true)} and worse by more in ${count(action, false)}`;
  return [`Margin ${pointsWords(plan.marginPoints)}: of ${countOf(found.length, 'live comparison')} ${of('restart')}; ${of('continue')}. In the rest these attempts cannot tell.`];
}

function macroBound(macro: AuditMacro, { plan }: AuditResult): readonly string[] {
  const { bounds, t } = macro;
  if (bounds === null) return [];
  return [`${runtimeName(macro)}, t = ${t}: over tasks like these restarting everybody live loses at most ${formatPercentagePoints(bounds.lossAtMost)} and gains at most ${formatPercentagePoints(bounds.gainAtMost)} of the share solved, together over all macro numbers.${marginSentence(bounds.nonInferior, plan.marginPoints)}`];
}
