// Traces, counts, intervals, certificates and the audit (MATH.md 1.1, 1.2; BEYOND.md 1), in the golden files' spellings.

import { countActions } from '../../../src/engine/actionCounts';
import { columnsFromTraces } from '../../../src/engine/attemptColumns';
import { auditCells } from '../../../src/engine/audit';
import type { Audit, CellDecision } from '../../../src/engine/audit';
import { certify } from '../../../src/engine/certificate';
import { findCertifiable, leastAttempts, leastEnded } from '../../../src/engine/certifiable';
import { clopperPearson, familyTail } from '../../../src/engine/clopperPearson';
import { deduplicate, identityKey } from '../../../src/engine/dedup';
import { attemptsForUpperEnd, upperEndWithoutSuccess } from '../../../src/engine/evidence';
import { isLiveAt, isSolvedBy, observedUntil, traceEnding } from '../../../src/engine/trace';
import type { Interval } from '../../../src/model/results';
import type { GoldenInputs } from '../goldenFile';
import { toList, toTrace } from '../goldenValues';
import type { QuantityTable } from '../quantityTable';

export const certificateQuantities: QuantityTable = {
  's0.trace': computeTrace,
  's0.action_counts': computeActionCounts,
  's0.clopper_pearson': (inputs) => {
    const tail = familyTail(inputs.number('alpha'), inputs.number('M'));
    const { low, high } = clopperPearson(inputs.number('x'), inputs.number('n'), tail);
    return { interval: [low, high] };
  },
  's0.certificate': computeCertificate,
  's0.evidence': (inputs) => {
    const [family, alpha] = [inputs.number('M'), inputs.number('alpha')];
    return {
      u0: upperEndWithoutSuccess(inputs.number('n'), family, alpha),
      needed: attemptsForUpperEnd(inputs.number('eps'), family, alpha),
    };
  },
  's0.audit': computeAudit,
  's0.dedup': computeDedup,
  'x.least_n': computeLeastAttempts,
  'x.certifiable': computeCertifiable,
  'x.least_ended': (inputs) => ({
    ended: leastEnded(inputs.number('n_live'), familyTail(inputs.number('alpha'), inputs.number('M'))),
  }),
};

const ENDINGS = { verified: 'verified', terminal: 'protocol_terminal', censored: 'right_censored', unknown: null } as const;

function computeTrace(inputs: GoldenInputs): unknown {
  const trace = toTrace(inputs.value('trace'));
  const positions = inputs.numbers('ts');
  return {
    U: observedUntil(trace),
    J: ENDINGS[traceEnding(trace)],
    live: positions.map((t) => isLiveAt(trace, t)),
    success: positions.map((b) => {
      const isSolved = isSolvedBy(trace, b);
      return isSolved === null ? null : Number(isSolved);
    }),
  };
}

function computeActionCounts(inputs: GoldenInputs): unknown {
  const counts = countActions(inputs.list('attempts').map(toTrace), { t: inputs.number('t'), budget: inputs.number('B') });
  return { n: counts.n, n_live: counts.nLive, x_cont: counts.xContinue, x_restart: counts.xRestart, status: counts.status };
}

function computeCertificate(inputs: GoldenInputs): unknown {
  const nLive = inputs.number('n_live');
  const counts = { n: inputs.number('n'), nLive, xContinue: inputs.number('x_cont'), xRestart: inputs.number('x_restart') };
  const certificate = certify(counts, familyTail(inputs.number('alpha'), inputs.number('M')));
  return {
    decision: nLive === 0 ? 'not_reached' : certificate.verdict,
    cont: toPair(certificate.continue),
    restart: toPair(certificate.restart),
    diff: toPair(certificate.difference),
  };
}

function computeAudit(inputs: GoldenInputs): unknown {
  const cells = inputs.entries('cells');
  const times = inputs.numbers('times');
  const family = inputs.value('M');
  const audit = auditCells({
    columns: columnsFromTraces(cells.map(([, attempts]) => toList(attempts).map(toTrace))),
    times,
    budget: inputs.number('B'),
    alpha: inputs.number('alpha'),
    ...(family === null ? {} : { family: inputs.number('M') }),
  });
  const { totals } = audit;
  return {
    M: audit.family,
    live: totals.liveOrHorizon,
    not_reached: totals.notReached,
    horizon: totals.horizon,
    certified: totals.restart + totals.continue,
    abstain: totals.abstain,
    per_t: Object.fromEntries(times.map((t, time) => [String(t), toMacro(audit, time)])),
    rows: times.flatMap((t, time) => cells.map(([cell], index) => toRow(audit.decisions[index * times.length + time], cell, t))),
  };
}

function toMacro(audit: Audit, time: number): unknown {
  const macro = audit.macro[time];
  const numbers = macro?.withHorizonAsZero;
  return {
    live_cells: macro?.liveCells ?? 0,
    change: numbers?.change ?? null,
    task_oracle: numbers?.taskOracle ?? null,
    perfect_alarm: numbers?.perfectAlarm ?? null,
  };
}

function toRow(decision: CellDecision | undefined, cell: string, t: number): unknown {
  if (decision === undefined) throw new Error(`The audit has no decision for ${cell} at ${t}.`);
  return {
    cell,
    t,
    n: decision.n,
    n_live: decision.nLive,
    x_cont: decision.xContinue,
    x_restart: decision.xRestart,
    decision: decision.verdict ?? decision.status,
    q: decision.continue?.estimate ?? null,
    p: decision.restart?.estimate ?? null,
    cont: decision.continue === null ? null : toPair(decision.continue),
    restart: decision.restart === null ? null : toPair(decision.restart),
  };
}

function computeDedup(inputs: GoldenInputs): unknown {
  const rows = inputs.list('rows').map(toList);
  const result = deduplicate(rows, {
    identity: (row) => identityKey(...row.slice(0, 3).map(String)),
    isSame: (a, b) => identityKey(...a.map(String)) === identityKey(...b.map(String)),
  });
  return { kept: result.kept, repeats: result.repeats.length, conflicts: result.conflicts };
}

function computeLeastAttempts(inputs: GoldenInputs): unknown {
  // At t = 0 the arms are one event and at t >= B nothing can succeed: no number of attempts certifies.
  const isInside = inputs.number('t') > 0 && inputs.number('t') < inputs.number('B');
  const least = isInside ? leastAttempts(inputs.number('alpha'), inputs.number('M')) : { continue: null, restart: null };
  const { restart } = least;
  return {
    continue_n: least.continue,
    restart_n: restart?.n ?? null,
    n_live: restart?.fewestLive ?? null,
    ended: restart === null ? null : restart.n - restart.fewestLive,
    n_live_max: restart?.mostLive ?? null,
  };
}

function computeCertifiable(inputs: GoldenInputs): unknown {
  const [t, budget] = [inputs.number('t'), inputs.number('B')];
  const design = { n: inputs.number('n'), nLive: inputs.number('n_live'), armsOverlap: t < budget - t };
  const isInside = t > 0 && t < budget;
  const certifiable = findCertifiable(design, familyTail(inputs.number('alpha'), inputs.number('M')));
  return { can_continue: isInside && certifiable.continue, can_restart: isInside && certifiable.restart };
}

function toPair(interval: Interval): readonly [number, number] {
  return [interval.low, interval.high];
}
