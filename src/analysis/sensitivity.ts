import { unbiasedChange } from '../engine/unbiased';
import type { CertifiedDecision, MacroReadings, ReadingName, SameReason, SensitivityReading, SensitivityResult } from '../model/sensitivity';
import type { RuntimeField } from '../model/plan';
import type { Verdict } from '../model/results';
import { groupByRuntime, type AuditedOutcome, type RuntimeGroup } from './audit';
import { isReadable } from './otherReading';
import type { Cell } from './cells';
import { countedCells, decideCells, plannedReading, regroupCells, rereadCell, type ReadAudit, type Reading } from './readings';

/**
 * The audit's verdicts and macro changes under readings that the plan did not choose: the other question, stops by another budget as ends,
 * broken runs as failures, every completion of unknown attempts, and each field that the audit offers to leave out of the runtime key.
 * Budget, times, rule and alpha are the plan's; only its own reading certifies. In portions.
 */
export function* sensitivityInPortions(outcome: AuditedOutcome): Generator<void, SensitivityResult, void> {
  const { result, cells } = outcome;
  const { groups } = groupByRuntime(cells);
  const planned = yield* decideCells(cells, outcome, result.family);
  const taken: Taken[] = [];
  for (const ask of asked(outcome)) taken.push(yield* take(outcome, ask));
  const certified = result.decisions.flatMap((decision, at) => (decision.verdict === 'restart' || decision.verdict === 'continue' ? [{ ...decision, verdict: decision.verdict, at }] : []));
  const decisions = certified.map(({ task, runtime, cohort, t, verdict, at }): CertifiedDecision => {
    const found = taken.map((reading) => reading.verdictAt?.(at));
    const read = found.filter((own) => own !== undefined).length;
    const brokenBy = found.flatMap((own, index) => (own === undefined || own === verdict ? [] : [index]));
    return { task, runtime, cohort, t, verdict, survived: read - brokenBy.length, of: read, brokenBy };
  });
  const isCertified = new Set(certified.map(({ at }) => at));
  const readings = taken.map((reading, index): SensitivityReading => {
    const broken = decisions.filter(({ brokenBy }) => brokenBy.includes(index)).length;
    const unread = reading.verdictAt === null ? certified.length : certified.filter(({ at }) => reading.verdictAt?.(at) === undefined).length;
    const gained = reading.verdictAt === null ? 0 : result.decisions.filter((_, at) => !isCertified.has(at) && isVerdict(reading.verdictAt?.(at))).length;
    const { name, field, same, family, cells: count, attempts } = reading;
    return { name, field, same, family, cells: count, attempts, survived: certified.length - broken - unread, broken, unread, gained };
  });
  const { times } = outcome.plan;
  return {
    schema: 'restart-lens/sensitivity@1',
    readings,
    brokenWithoutVerdict: cells.reduce((sum, { setAside }) => sum + setAside.filter(({ reason, attempt }) => reason === 'infrastructure' && attempt.attempt.outcome === 'unknown').length, 0),
    live: result.totals.live,
    decisions,
    survivedAll: decisions.filter(({ brokenBy }) => brokenBy.length === 0).length,
    macro: groups.flatMap((group) =>
      times.map((t, time): MacroReadings => ({ runtime: group.runtime, cohort: group.cohort, t, planned: changeOf(planned, group.cells, time, times.length), readings: taken.map(({ changeAt }) => changeAt?.(group, time) ?? null) })),
    ),
  };
}

function isVerdict(verdict: Verdict | null | undefined): boolean {
  return verdict === 'restart' || verdict === 'continue';
}

interface Asked {
  readonly name: ReadingName;
  readonly field: RuntimeField | null;
  readonly same: SameReason | null;
  readonly reading: Reading;
  /** Cells that can be read so. */
  isRead(cell: Cell): boolean;
}

/** A reading with its verdicts at the places of the audit's decisions: undefined where a cell cannot be read so. Null: it is not read. */
interface Taken extends Pick<SensitivityReading, 'name' | 'field' | 'same' | 'family' | 'cells' | 'attempts'> {
  readonly verdictAt: ((decision: number) => Verdict | null | undefined) | null;
  readonly changeAt: ((group: RuntimeGroup, time: number) => number | null) | null;
}

function asked(outcome: AuditedOutcome): readonly Asked[] {
  const { cells, result } = outcome;
  const planned = plannedReading(outcome);
  const every = (): boolean => true;
  const some = (test: (cell: Cell) => boolean): boolean => cells.some(test);
  const isStopped = ({ usable, setAside }: Cell): boolean => [...usable, ...setAside.map(({ attempt }) => attempt)].some(({ times }) => times.J === 'censored' && times.exit === 'other-budget');
  const isBroken = ({ setAside }: Cell): boolean => setAside.some(({ reason, attempt }) => reason === 'infrastructure' && attempt.attempt.outcome === 'unresolved');
  return [
    { name: 'other-estimand', field: null, same: some((cell) => cell.usable.length > 0 && isReadable(cell)) ? null : 'no-per-call', reading: { ...planned, estimand: planned.estimand === 'first-verified' ? 'resolved-at-submission' : 'first-verified' }, isRead: isReadable },
    { name: 'other-budget-terminal', field: null, same: some(isStopped) ? null : 'no-other-budget', reading: { ...planned, otherBudget: 'terminal' }, isRead: every },
    { name: 'infrastructure-counted', field: null, same: some(isBroken) ? null : 'no-infrastructure', reading: { ...planned, countsInfrastructure: true }, isRead: every },
    { name: 'any-completion', field: null, same: result.decisions.some(({ worstCase }) => worstCase.unknown > 0) ? null : 'nothing-unknown', reading: planned, isRead: every },
    ...result.runtimeNotes
      .filter(({ kind }) => kind === 'mergeable')
      .flatMap(({ field: named }) => {
        const field = planned.runtimeKey.find((key) => key === named);
        return field === undefined ? [] : [{ name: 'merged' as const, field, same: null, reading: { ...planned, runtimeKey: planned.runtimeKey.filter((key) => key !== field) }, isRead: every }];
      }),
  ];
}

function* take(outcome: AuditedOutcome, { name, field, same, reading, isRead }: Asked): Generator<void, Taken, void> {
  const { cells, plan, result } = outcome;
  const head = { name, field, same };
  if (same !== null) return { ...head, family: null, cells: null, attempts: null, verdictAt: null, changeAt: null };
  if (name === 'any-completion') {
    const verdictAt = (at: number): Verdict | null => (result.decisions[at]?.worstCase.level === 'any' ? (result.decisions[at]?.verdict ?? null) : 'abstain');
    return { ...head, family: result.family, cells: cells.length, attempts: result.provenance.attempts, verdictAt, changeAt: null };
  }
  const own = cells.filter((cell) => cell.usable.length === 0 || isRead(cell));
  const ownPlace = new Map(own.map((cell, at) => [cell, at]));
  const dated = name === 'merged' ? own : own.map((cell) => rereadCell(cell, reading, plan));
  const { cells: regrouped, placeOf } = name === 'merged' ? regroupCells(dated, reading.runtimeKey) : { cells: dated, placeOf: dated.map((_, at) => at) };
  const counted = countedCells(regrouped, outcome, reading);
  const decided = yield* decideCells(counted, outcome, name === 'merged' ? undefined : result.family);
  const width = plan.times.length;
  const placeAt = (cell: number): number | undefined => {
    const at = cells[cell] === undefined ? undefined : ownPlace.get(cells[cell]);
    return at === undefined ? undefined : placeOf[at];
  };
  return {
    ...head,
    family: decided.audit.family,
    cells: counted.length,
    attempts: counted.reduce((sum, { usable }) => sum + usable.length, 0),
    verdictAt: (at) => {
      const place = placeAt(Math.floor(at / width));
      return place === undefined ? undefined : (decided.verdicts[place * width + (at % width)] ?? null);
    },
    changeAt: (group, time) => changeOf(decided, [...new Set(group.cells.flatMap((cell) => placeAt(cell) ?? []))], time, width),
  };
}

/** The unbiased macro change over cells; null where there is none, or one of them has none. */
function changeOf({ audit }: ReadAudit, cells: readonly number[], time: number, width: number): number | null {
  let sum = 0;
  for (const cell of cells) {
    const decision = audit.decisions[cell * width + time];
    if (decision === undefined) return null;
    const { n, nLive, xContinue, xRestart, xBoth, status } = decision;
    if (status === 'not_reached' && n >= 2) continue;
    if (nLive === null || xContinue === null || xRestart === null || xBoth === null) return null;
    const change = unbiasedChange([xRestart - xBoth, n - nLive - (xRestart - xBoth), xBoth, xContinue - xBoth, nLive - xContinue]);
    if (change === null) return null;
    sum += change;
  }
  return cells.length === 0 ? null : sum / cells.length;
}
