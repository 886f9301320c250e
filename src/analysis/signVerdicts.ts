import type { Audit, CellDecision } from '../engine/audit';
import { armsOverlapAt } from '../engine/actionCounts';
import type { Certifiable } from '../engine/certifiable';
import { criticalTail } from '../engine/criticalTail';
import { findSignCertifiable, leastSignAttempts, type LeastSignAttempts } from '../engine/signDesign';
import { signLevel, SignRule, signTestInPortions, type SignDecision } from '../engine/signTest';
import type { SignVerdict } from '../model/results';
import type { SettledPlan } from './resolvePlan';

/** What the calibrated sign rule makes of an audit. */
export interface SignVerdicts {
  /** In the order of the audit's decisions; null where nobody is live or a horizon is too short. */
  readonly verdicts: readonly (SignVerdict | null)[];
  /** In the same order: what some outcome could certify. */
  readonly certifiable: readonly Certifiable[];
  readonly leastAttempts: LeastSignAttempts;
}

/** What the rule needs of a plan. */
type SignPlan = Pick<SettledPlan, 'times' | 'budget' | 'alpha'>;

const NOTHING: Certifiable = { restart: false, continue: false };

/** P-values are computed for as much work as this, one to two seconds, those that say most first; and no single one for more than that. */
const P_STEPS = 1e9;
const P_STEPS_EACH = 2e8;

/** What was proven at a level holds for every audit at that level: moving B or t asks for much the same again. */
const rules = new Map<number, SignRule>();
const MOST_RULES = 16;

function ruleAt(level: number): SignRule {
  const known = rules.get(level) ?? new SignRule(level);
  if (rules.size >= MOST_RULES) rules.clear();
  rules.set(level, known);
  return known;
}

/**
 * Verdicts of the calibrated sign rule for every decision of an audit. Decisions with equal counts are looked at once. Work in
 * portions of some milliseconds.
 *
 * Source: BEYOND.md 7.
 */
export function* signVerdicts(audit: Audit, plan: SignPlan): Generator<void, SignVerdicts, void> {
  const rule = ruleAt(signLevel(plan.alpha, audit.family));
  const designs = new Map<string, Certifiable>();
  const outcomes = new Map<string, SignDecision>();
  const verdicts = new Map<string, SignVerdict>();
  const certifiable: Certifiable[] = [];
  for (const decision of audit.decisions) {
    const { n, nLive } = decision;
    if (nLive === null || nLive === 0) {
      certifiable.push(NOTHING);
      continue;
    }
    const armsOverlap = overlapAt(decision, plan);
    const designKey = [n, nLive, armsOverlap].join(' ');
    const found = designs.get(designKey) ?? (yield* findSignCertifiable({ n, nLive, armsOverlap }, rule));
    designs.set(designKey, found);
    certifiable.push(found);
    const key = keyOf(decision, plan);
    const outcome = outcomeOf(decision, plan);
    if (key === null || outcome === null || outcomes.has(key)) continue;
    outcomes.set(key, outcome);
    const critical = criticalTail(outcome);
    verdicts.set(key, { verdict: yield* rule.verdictInPortions(outcome), p: null, pAtMost: critical === null ? 1 : 2 * critical.tail, certifiable: found });
    yield;
  }
  yield* addPValues(outcomes, verdicts);
  return {
    verdicts: audit.decisions.map((decision) => verdicts.get(keyOf(decision, plan) ?? '') ?? null),
    certifiable,
    leastAttempts: yield* leastSignAttempts(rule),
  };
}

function overlapAt({ time }: CellDecision, { times, budget }: SignPlan): boolean {
  return armsOverlapAt(budget, times[time] ?? 0);
}

function outcomeOf(decision: CellDecision, plan: SignPlan): SignDecision | null {
  const { status, n, nLive, xContinue, xRestart } = decision;
  if (status !== 'ok' || nLive === null || xContinue === null || xRestart === null) return null;
  return { n, nLive, xContinue, xRestart, armsOverlap: overlapAt(decision, plan) };
}

/** Decisions with the same key have the same outcome; null where there is none. */
function keyOf(decision: CellDecision, plan: SignPlan): string | null {
  const outcome = outcomeOf(decision, plan);
  return outcome === null ? null : [outcome.n, outcome.nLive, outcome.xContinue, outcome.xRestart, outcome.armsOverlap].join(' ');
}

/** Fills in p-values from the smallest bound upwards, as far as the work goes. */
function* addPValues(outcomes: ReadonlyMap<string, SignDecision>, verdicts: Map<string, SignVerdict>): Generator<void, void, void> {
  const waiting = [...verdicts].filter(([, { pAtMost }]) => pAtMost < 1).sort(([, a], [, b]) => a.pAtMost - b.pAtMost);
  let left = P_STEPS;
  for (const [key, verdict] of waiting) {
    const outcome = outcomes.get(key);
    if (outcome === undefined) continue;
    const test = yield* signTestInPortions(outcome, P_STEPS_EACH);
    if (test !== null) {
      verdicts.set(key, { ...verdict, p: test.isSharp ? test.p : null, pAtMost: test.p });
      left -= test.steps;
    }
    if (left < 0) return;
    yield;
  }
}
