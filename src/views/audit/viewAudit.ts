import { largest } from '../../base/extent';
import { LEAST_CONTRIBUTING, LEAST_TASKS } from '../../engine/clusterInterval';
import type { DecisionRule } from '../../model/plan';
import type { AuditAttempt, AuditResult } from '../../model/results';
import type { AuditView, CellView, GroupView, LiveTotal } from '../../protocol/audit';
import { formatCount } from '../numbers';
import { axisName } from '../words';
import { arrangeCells, type AuditGroup } from './arrange';
import { areBoundsTelling, writeBounds } from './boundWords';
import { writeCaveats } from './caveats';
import { PLAIN_CONTEXT, type AuditContext } from './context';
import { makeDecisionViewer } from './decisions';
import { countUncounted } from './decisionState';
import { levelText } from './detail';
import { movesWords, togetherWords } from './familyWords';
import { writeHeadline } from './headline';
import { viewMacro } from './macro';
import { viewPlanner } from './planner';
import { writeTerms } from './terms';
import { vocabularyOf, type Vocabulary } from './vocabulary';

/**
 * The audit in finished words and numbers: what panel, terminal and reports show. `attempts` are those of the audit,
 * counted or set aside; they are behind the notes, the names in remarks and the caveats. Cost: linear in decisions and attempts.
 */
export function viewAudit(result: AuditResult, attempts: readonly AuditAttempt[], context: AuditContext = PLAIN_CONTEXT): AuditView {
  const { plan, totals } = result;
  const words = vocabularyOf(plan);
  const arranged = arrangeCells(result, attempts);
  const chosen = chooseTime(result, context.chosen);
  const viewDecision = makeDecisionViewer(plan.budget, words);
  const { headline, lead } = writeHeadline(result, words);
  const caveats = writeCaveats(result, attempts, context);
  const uncounted = countUncounted(result.decisions);
  const bounds = writeBounds(result);
  return {
    axis: axisName(plan.axis),
    budget: plan.budget,
    times: plan.times,
    timeLabels: plan.times.map((t) => words.value(t)),
    chosen,
    seal: context.seal,
    planLine: writePlanLine(result, words),
    moves: movesWords(result, words),
    headline,
    lead,
    bounds: areBoundsTelling(result) ? bounds : [],
    caveats: caveats.shown,
    totals: { all: result.decisions.length, restart: totals.restart, continue: totals.continue, abstain: totals.abstain, notReached: totals.notReached - uncounted, uncounted, horizon: totals.horizon },
    words: {
      success: `${words.solved === 'verified' ? 'Verified' : 'Resolved'} within the budget`,
      restartArm: `restart with B − t ${axisName(plan.axis)}, of all`,
      level: `simult. ${levelText(plan.alpha)}`,
    },
    groups: orderGroups(arranged, chosen).map((group) => viewGroup(group, result, words, viewDecision)),
    planner: viewPlanner(result, arranged),
    hasOtherReading: result.provenance.basis['per-call'] > 0,
    hasForks: result.totals.abstain > 0 && attempts.some(({ excluded, steps }) => excluded === null && steps > 0),
    terms: writeTerms(result),
    footnotes: [...(areBoundsTelling(result) ? [] : bounds), ...writeFootnotes(result), ...caveats.rest],
  };
}

/**
 * Index of the time asked for. Else the one nearest the middle at which at least half as many cells are live as at the
 * time with most of them, so that the first look is not at an empty grid; ties to the earlier.
 */
function chooseTime({ plan, decisions }: AuditResult, wanted: number | null): number {
  const { times } = plan;
  const at = wanted === null ? -1 : times.indexOf(wanted);
  if (at >= 0) return at;
  const live = times.map((t) => decisions.filter((decision) => decision.t === t && decision.status === 'live').length);
  const most = largest(live, 0);
  const middle = Math.floor(times.length / 2);
  const good = live.flatMap((count, index) => (2 * count >= most ? [index] : []));
  return good.reduce((best, index) => (Math.abs(index - middle) < Math.abs(best - middle) ? index : best), good[0] ?? middle);
}

/** The time asked for where it is one of the plan, else the one that is shown first. */
export function chosenTimeOf(result: AuditResult, wanted: number | null): number {
  return result.plan.times[chooseTime(result, wanted)] ?? 0;
}

/** Groups that somebody is live in at the chosen time come first; else the order stays. */
function orderGroups(groups: readonly AuditGroup[], at: number): readonly AuditGroup[] {
  const isReached = (group: AuditGroup): boolean => group.cells.some((cell) => cell.decisions[at]?.status === 'live');
  return [...groups.filter(isReached), ...groups.filter((group) => !isReached(group))];
}

function viewGroup(group: AuditGroup, { plan }: AuditResult, words: Vocabulary, viewDecision: ReturnType<typeof makeDecisionViewer>): GroupView {
  const cells = group.cells.map((cell): CellView => ({
    key: cell.key,
    task: cell.label,
    decisions: cell.decisions.map((decision) => viewDecision(cell, decision)),
  }));
  return {
    key: group.key,
    runtime: group.runtime,
    cohort: group.cohort,
    live: plan.times.map((_, at) => totalLive(group.cells.map((cell) => cell.decisions[at]?.nLive ?? null))),
    cells,
    macro: plan.times.map((_, at) => viewMacro(group, at, plan, words)),
  };
}

function totalLive(values: readonly (number | null)[]): LiveTotal {
  const count = values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  const isKnown = values.every((value) => value !== null);
  return { count, text: !isKnown ? `${formatCount(count)}+` : count === 0 ? '·' : formatCount(count) };
}

const RULE_NAMES: Readonly<Record<DecisionRule, string>> = { fixed: 'fixed-sample rule', calibrated: 'calibrated sign rule', anytime: 'anytime-valid rule' };

/** "calls · B = 30 · t = 4 8 12 16 20 24 · α = 0.05 over 156 comparisons · fixed-sample rule". */
function writePlanLine(result: AuditResult, words: Vocabulary): string {
  const { plan } = result;
  return [
    axisName(plan.axis),
    `B = ${words.value(plan.budget)}${plan.defaults.includes('budget') ? ' (smallest limit of the runs)' : ''}`,
    `t = ${plan.times.map((t) => words.value(t)).join(' ')}`,
    `α = ${plan.alpha} over ${togetherWords(result)}`,
    RULE_NAMES[plan.rule],
  ].join(' · ');
}

/** Keys that change no number of an audit while they are left out; the plan section lists them. */
const UNSAID: ReadonlySet<string> = new Set(['family', 'cells', 'attemptsPerCell', 'marginPoints', 'missingData', 'utility', 'rules']);

function writeFootnotes(result: AuditResult): readonly string[] {
  const { plan, macro, provenance } = result;
  const interval = macro.find((m) => m.interval !== null)?.interval ?? null;
  const verdicts = macro[0]?.unbiased.verdict.family ?? 1;
  const cells =
    plan.rule !== 'anytime'
      ? `Intervals of a task: exact (Clopper–Pearson), simultaneous over ${togetherWords(result)} at ${levelText(plan.alpha)}.${plan.rule === 'calibrated' ? ' Verdicts do not rest on them, but on the exact sign test.' : ''}`
      : `Intervals of a task: confidence sequences, valid at every look, simultaneous over ${togetherWords(result)} at ${levelText(plan.alpha)}. Verdicts: by the joint sequence of both arms, which is sharper.`;
  const unbiased = `Macro numbers are unbiased: no attempt is its own replacement. Their brackets are over tasks like these (Student\u2019s t, pointwise), confidence intervals only from ${LEAST_TASKS} tasks on, ${LEAST_CONTRIBUTING} of them contributing and none with more than half of the squared deviations (in simulations these covered 89 to 97 %); \u201cbetter\u201d and \u201cworse\u201d hold over ${verdicts === 1 ? 'the one macro number' : `all ${formatCount(verdicts)} macro numbers`} together.`;
  const plugin = interval === null ? '' : `Plug-in, as in the paper: tasks, then attempts resampled, ${formatCount(interval.replicates)} draws, seed ${plan.seed}.`;
  const unstated = plan.defaults.filter((key) => !UNSAID.has(key));
  const defaults = unstated.length === 0 ? '' : `Settings left at their defaults: ${unstated.join(', ')}.`;
  return [
    cells,
    [unbiased, plugin].filter((s) => s !== '').join(' '),
    'Oracle: the better action per task, chosen on half of its attempts and scored on the others, so that it can lie below restarting everybody. Perfect alarm: restarts those runs only that would have failed. Both in points over continuing.',
    [defaults, `Engine ${provenance.engineVersion}, plan ${plan.hash.slice(0, 12)}, seed ${provenance.seed}.`].filter((s) => s !== '').join(' '),
  ].filter((s) => s !== '');
}
