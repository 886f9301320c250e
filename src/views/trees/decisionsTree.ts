import type { AuditDecision, AuditResult, Verdict } from '../../model/results';
import { countUncounted, stateOf } from '../audit/decisionState';
import { togetherWords } from '../audit/familyWords';
import { formatCount } from '../numbers';
import { axisName, axisValue, countOf } from '../words';
import { cutRows, treeNode, type Rest, type TreeNode } from './treeNode';

const SHOWN = 200;
const restOf = (id: string): Rest => ({ id, tooltip: 'The audit panel shows all of them.', command: 'restartLens.openAudit' });

/** The audit as rows: the plan, then the verdicts with their decisions, those with most live attempts and difference first. */
export function viewDecisionsTree(audit: AuditResult): readonly TreeNode[] {
  const { plan, totals } = audit;
  const verdicts: readonly { readonly verdict: Verdict; readonly label: string }[] = [
    { verdict: 'restart', label: 'Restart' },
    { verdict: 'continue', label: 'Continue' },
    { verdict: 'abstain', label: 'Abstain' },
  ];
  const rows = verdicts.map(({ verdict, label }) =>
    treeNode({
      id: `verdict:${verdict}`,
      label,
      description: formatCount(totals[verdict]),
      glyph: verdict,
      children: cutRows(decisionRows(audit, (d) => d.verdict === verdict), SHOWN, restOf(`verdict:${verdict}:rest`)),
    }),
  );
  const uncountedRows = countUncounted(audit.decisions);
  const notReached = treeNode({
    id: 'not-reached',
    label: 'Not reached',
    description: formatCount(totals.notReached - uncountedRows),
    tooltip: 'Every attempt had ended before the decision time. Counted apart from abstentions.',
    glyph: 'not-reached',
    children: cutRows(decisionRows(audit, (d) => stateOf(d) === 'not-reached'), SHOWN, restOf('not-reached:rest')),
  });
  const uncounted = treeNode({
    id: 'uncounted',
    label: 'No countable attempt',
    description: formatCount(uncountedRows),
    tooltip: 'No attempt of the cell counts: their outcomes are not known, or they are set aside.',
    glyph: 'excluded',
    children: cutRows(decisionRows(audit, (d) => stateOf(d) === 'uncounted'), SHOWN, restOf('uncounted:rest')),
  });
  const horizon = treeNode({
    id: 'horizon',
    label: 'No estimate',
    description: formatCount(totals.horizon),
    tooltip: 'An attempt was stopped before B, so its outcome by B is not known: its horizon, how far it was followed, is too short.',
    glyph: 'unknown',
    children: cutRows(decisionRows(audit, (d) => d.status === 'horizon'), SHOWN, restOf('horizon:rest')),
  });
  return [
    treeNode({
      id: 'plan',
      label: `${axisName(plan.axis)}, B = ${axisValue(plan.axis, plan.budget)}`,
      description: plan.sealed ? 'sealed' : 'exploratory, not sealed',
      tooltip: `t = ${plan.times.map((t) => axisValue(plan.axis, t)).join(', ')}; alpha ${plan.alpha} over ${togetherWords(audit)}`,
      glyph: 'plan',
      open: { kind: 'command', command: 'restartLens.openAudit' },
      children: [...rows, notReached, ...(uncountedRows > 0 ? [uncounted] : []), ...(totals.horizon > 0 ? [horizon] : [])],
      expanded: true,
    }),
  ];
}

function decisionRows(audit: AuditResult, pick: (decision: AuditDecision) => boolean): readonly TreeNode[] {
  const weight = (d: AuditDecision): number => Math.abs(d.difference?.estimate ?? 0) * (d.nLive ?? 0);
  return audit.decisions
    .filter(pick)
    .map((decision, order) => ({ decision, order }))
    .sort((a, b) => weight(b.decision) - weight(a.decision) || a.order - b.order)
    .map(({ decision }) => decisionNode(audit, decision));
}

function decisionNode({ plan }: AuditResult, d: AuditDecision): TreeNode {
  const runtime = d.cohort === null ? d.runtime : `${d.runtime} ${d.cohort}`;
  const counts = d.status === 'live' ? `${d.nLive ?? 0} live · ${d.xContinue ?? 0}/${d.nLive ?? 0}, ${d.xRestart ?? 0}/${d.n}` : countOf(d.n, 'attempt');
  return treeNode({
    id: JSON.stringify([d.runtime, d.cohort, d.task, d.t]),
    label: `t = ${axisValue(plan.axis, d.t)} · ${d.task}`,
    description: `${runtime} · ${counts}`,
    tooltip: d.n === 0 ? 'No attempt of this cell counts: their outcomes are not known, or they are set aside.' : d.status === 'live' ? `Continued and succeeded: ${d.xContinue ?? 0} of ${d.nLive ?? 0} live. Restarted and succeeded: ${d.xRestart ?? 0} of ${d.n}.` : '',
    open: { kind: 'decision', runtime: d.runtime, cohort: d.cohort, task: d.task, t: d.t },
  });
}
