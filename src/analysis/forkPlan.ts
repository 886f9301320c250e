import { compareText } from '../base/compareText';
import { informationOfFork } from '../engine/interventionValue';
import { isLiveAt } from '../engine/trace';
import type { TraceIndex } from '../index/traceIndex';
import type { ForkDecision, ForkPlanResult, ForkState } from '../model/interventionsResult';
import type { AuditDecision } from '../model/results';
import type { AuditedOutcome } from './audit';
import type { Cell } from './cells';
import { hasPositions } from './representations/observations';
import { positionsOf } from './stepPositions';

/**
 * The states of an audit that are most worth forking: live attempts of decisions that abstain, one time for each cell, by the share of
 * attempts that are live times what knowing both chances would gain in expectation (`informationOfFork`), of the continuations seen. Ties by
 * time, then runtime, cohort, task. A run whose trace holds no steps cannot be forked: it is not listed, and a cell of such runs alone is
 * passed over. `most`: cells listed. In portions.
 */
export function* planForks(index: TraceIndex, { result, cells, plan }: AuditedOutcome, most: number): Generator<void, ForkPlanResult, void> {
  const byCell = new Map<string, { readonly decision: AuditDecision; readonly information: number }>();
  for (const decision of result.decisions) {
    const { nLive, xContinue, n } = decision;
    if (decision.status !== 'live' || decision.verdict !== 'abstain' || nLive === null || xContinue === null) continue;
    const information = (nLive / n) * informationOfFork({ n: nLive, successes: xContinue });
    const key = keyOf(decision);
    if (information > (byCell.get(key)?.information ?? -1) + TIE) byCell.set(key, { decision, information });
  }
  const chosen = [...byCell.values()].sort((a, b) => (Math.abs(b.information - a.information) > TIE ? b.information - a.information : compareText(keyOf(a.decision), keyOf(b.decision))));
  const cellOf = new Map(cells.map((cell) => [keyOf(cell), cell]));
  let withoutSteps = 0;
  const decisions: ForkDecision[] = [];
  for (const { decision, information } of chosen) {
    if (decisions.length === most) break;
    const cell = cellOf.get(keyOf(decision));
    const states = cell === undefined ? [] : liveStates(index, cell, { t: decision.t, axis: plan.axis });
    yield;
    if (states.length === 0) {
      withoutSteps++;
      continue;
    }
    const { task, runtime, cohort, t, n } = decision;
    decisions.push({ task, runtime, cohort, t, n, nLive: decision.nLive ?? 0, xContinue: decision.xContinue ?? 0, information, states });
  }
  return { schema: 'restart-lens/fork-plan@1', plan: { axis: plan.axis, budget: plan.budget, times: plan.times }, decisions, candidates: byCell.size, withoutSteps };
}

/** Rounding must not choose between times or cells. */
const TIE = 1e-12;

function keyOf({ runtime, cohort, task }: Pick<Cell, 'runtime' | 'cohort' | 'task'>): string {
  return JSON.stringify([runtime, cohort, task]);
}

function liveStates(index: TraceIndex, { usable }: Cell, { t, axis }: { readonly t: number; readonly axis: ForkPlanResult['plan']['axis'] }): readonly ForkState[] {
  return usable
    .filter(({ times }) => isLiveAt(times, t) === true)
    .flatMap(({ row, attempt }) => {
      const step = hasPositions(axis) ? positionsOf(index.steps(row), axis).filter((position) => position <= t).length : 0;
      return step === 0 ? [] : [{ attempt: attempt.id, label: attempt.attempt, file: attempt.file, locator: attempt.locator, step }];
    });
}
