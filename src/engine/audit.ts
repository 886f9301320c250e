import type { Interval, Verdict } from '../model/results';
import type { Probability } from '../model/units';
import { armsOverlapAt } from './actionCounts';
import type { CountStatus } from './actionCounts';
import type { AttemptColumns } from './attemptColumns';
import { certifyWith, rememberIntervals } from './certificate';
import type { IntervalLookup } from './certificate';
import { findCertifiableWith, leastAttempts } from './certifiable';
import type { Certifiable, LeastAttempts } from './certifiable';
import { familyTail } from './clopperPearson';
import { countColumns, statusAt, UNKNOWN_COUNT } from './countColumns';
import type { CountColumns } from './countColumns';
import { macroNumbers } from './macro';
import type { GroupMacro } from './macro';

/** What to audit. */
export interface AuditDesign {
  readonly columns: AttemptColumns;
  /** Group of each cell (length: cells), numbered from 0 without gaps; macro numbers are per group. Absent: one group. */
  readonly groups?: Int32Array;
  /** Decision times, each > 0 and < B. */
  readonly times: readonly number[];
  /** B. */
  readonly budget: number;
  readonly alpha: Probability;
  /** M; absent: cells x times, reached or not. A sealed plan may state more. */
  readonly family?: number;
}

/** One decision: a cell at a time. */
export interface CellDecision {
  /** Index of the cell in the columns. */
  readonly cell: number;
  /** Index into the design's times. */
  readonly time: number;
  readonly status: CountStatus;
  readonly n: number;
  /** Null when one attempt's liveness is unknown. */
  readonly nLive: number | null;
  /** Null when the status is `horizon`, as are all that follow but `certifiable`. */
  readonly xContinue: number | null;
  readonly xRestart: number | null;
  /** Live attempts with T <= B - t. */
  readonly xBoth: number | null;
  /** With estimate null and [0, 1] when nobody is live. */
  readonly continue: Interval | null;
  readonly restart: Interval | null;
  readonly difference: Interval | null;
  /** Null unless the status is `ok`. */
  readonly verdict: Verdict | null;
  /** What some outcome of these attempts, with this nLive, could certify; nothing when nLive is unknown. */
  readonly certifiable: Certifiable;
}

/** How many decisions had which status; the three add up to cells x times. */
export interface AuditTotals {
  readonly live: number;
  readonly notReached: number;
  readonly horizon: number;
  /** Decisions with at least one attempt known to be live, horizon ones included: the paper's "live comparisons". */
  readonly liveOrHorizon: number;
  /** Verdicts; the three add up to `live`. */
  readonly restart: number;
  readonly continue: number;
  readonly abstain: number;
}

export interface Audit {
  /** M. */
  readonly family: number;
  readonly counts: CountColumns;
  /** By cell, then time: entry cell x times + time. */
  readonly decisions: readonly CellDecision[];
  readonly totals: AuditTotals;
  /** By group, then time: entry group x times + time. */
  readonly macro: readonly GroupMacro[];
  /** For any cell of this family. */
  readonly leastAttempts: LeastAttempts;
}

/**
 * The whole audit of a family of decisions: counts, simultaneous exact intervals, verdicts,
 * what could be certified at all, and the macro numbers of each group.
 *
 * Cost: the counting of `countColumns` plus one interval for each different (successes, trials);
 * 147,000 attempts in 3,000 cells at six times take about 20 ms, counting 2 to 5 ms of it.
 *
 * Throws RangeError for an alpha outside (0, 1), a family below cells x times, or groups whose
 * length is not the number of cells.
 *
 * Source: paper A, eqs 14-18; MATH.md 1.2.
 */
export function auditCells(design: AuditDesign): Audit {
  const counts = countColumns(design.columns, design);
  const family = checkFamily(design, counts);
  const intervalOf = rememberIntervals(familyTail(design.alpha, family));
  const decisions: CellDecision[] = [];
  for (let cell = 0; cell < counts.cells; cell++) {
    for (let time = 0; time < counts.times; time++) decisions.push(decide(counts, cell, time, design, intervalOf));
  }
  return {
    family,
    counts,
    decisions,
    totals: countVerdicts(decisions),
    macro: cellsByGroup(design, counts).flatMap((cells) => design.times.map((_, time) => macroNumbers(counts, cells, time))),
    leastAttempts: leastAttempts(design.alpha, family),
  };
}

function checkFamily(design: AuditDesign, counts: CountColumns): number {
  if (!(design.alpha > 0 && design.alpha < 1)) throw new RangeError(`Alpha must lie strictly between 0 and 1, not ${design.alpha}.`);
  if (design.groups !== undefined && design.groups.length !== counts.cells) {
    throw new RangeError(`${counts.cells} cells need as many groups, not ${design.groups.length}.`);
  }
  const decisions = counts.cells * counts.times;
  const family = design.family ?? Math.max(1, decisions);
  if (!(family >= decisions && family >= 1)) throw new RangeError(`A family of ${family} does not cover ${decisions} decisions.`);
  return family;
}

/** Cells of each group, in order. */
function cellsByGroup(design: AuditDesign, counts: CountColumns): readonly (readonly number[])[] {
  const groups: number[][] = [];
  for (let cell = 0; cell < counts.cells; cell++) {
    const group = design.groups?.[cell] ?? 0;
    while (groups.length <= group) groups.push([]);
    groups[group]?.push(cell);
  }
  return groups;
}

function decide(counts: CountColumns, cell: number, time: number, design: AuditDesign, intervalOf: IntervalLookup): CellDecision {
  const index = cell * counts.times + time;
  const t = design.times[time] ?? 0;
  const n = counts.n[cell] ?? 0;
  const nLive = counts.nLive[index] ?? UNKNOWN_COUNT;
  const xContinue = counts.xContinue[index] ?? UNKNOWN_COUNT;
  const xRestart = counts.xRestart[index] ?? UNKNOWN_COUNT;
  const status = statusAt(counts, cell, time);
  const isInside = t > 0 && t < design.budget;
  const armsOverlap = armsOverlapAt(design.budget, t);
  const certifiable =
    nLive > 0 && isInside ? findCertifiableWith({ n, nLive, armsOverlap }, intervalOf) : { restart: false, continue: false };
  if (status === 'horizon') {
    const unknown = { xContinue: null, xRestart: null, xBoth: null, continue: null, restart: null, difference: null, verdict: null };
    return { cell, time, status, n, nLive: nLive === UNKNOWN_COUNT ? null : nLive, ...unknown, certifiable };
  }
  const certificate = certifyWith({ n, nLive, xContinue, xRestart }, intervalOf);
  return {
    cell,
    time,
    status,
    n,
    nLive,
    xContinue,
    xRestart,
    xBoth: counts.both[index] ?? UNKNOWN_COUNT,
    continue: certificate.continue,
    restart: certificate.restart,
    difference: certificate.difference,
    verdict: status === 'ok' ? certificate.verdict : null,
    certifiable,
  };
}

function countVerdicts(decisions: readonly CellDecision[]): AuditTotals {
  const totals = { live: 0, notReached: 0, horizon: 0, liveOrHorizon: 0, restart: 0, continue: 0, abstain: 0 };
  for (const { status, nLive, verdict } of decisions) {
    if (status === 'ok') totals.live++;
    else if (status === 'horizon') totals.horizon++;
    else totals.notReached++;
    if (nLive !== null && nLive > 0) totals.liveOrHorizon++;
    if (verdict !== null) totals[verdict]++;
  }
  return totals;
}
