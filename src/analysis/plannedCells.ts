import { compareText } from '../base/compareText';
import type { RuntimeFields } from '../model/attempt';
import type { Plan, PlannedCells, RuntimeField } from '../model/plan';
import type { ExclusionReason } from '../model/results';
import { nameRuntimes, runtimeIdentity } from '../model/runtime';
import type { Lock } from '../model/seal';
import type { Cell, Cells, TimedAttempt } from './cells';
import { earliestStart } from './startOf';

/** The planned part of what is there: what a sealed audit may count. */
export interface PlannedPart {
  /** Exactly the planned cells; one that has not reached its planned number counts nothing yet. */
  readonly cells: Cells;
  readonly planned: number;
  /** Cells that have their planned number of attempts. */
  readonly complete: number;
  /** Attempts started after the seal in planned cells. */
  readonly started: number;
  readonly counted: number;
}

interface Entry {
  readonly attempt: TimedAttempt;
  /** Null: usable. */
  readonly reason: ExclusionReason | null;
  readonly isMissing?: boolean;
}

/**
 * Chooses from all cells of an index what was planned: in each cell of the lock the first attempts, in the order of their
 * starts, that began after the seal and were not there at freezing; as many as planned, or none at all while there are
 * fewer. An attempt whose start is not known, or that began at the very moment of the seal, is never planned. Everything
 * else is set aside with the reason. Cost: that of sorting the attempts.
 */
export function choosePlanned(all: Cells, lock: Lock, plan: Plan): PlannedPart {
  return chooseFrom(all, lock.settled.cells, plan.runtimeKey, { isNew: newSince(lock), number: lock.settled.attemptsPerCell, replaces: plan.missingData === 'replace' });
}

/** The cells that a plan names, with every attempt of theirs: the family of a plan that states its cells and was not frozen. */
export function chooseCells(all: Cells, cells: readonly PlannedCells[], plan: Plan): Cells {
  return chooseFrom(all, cells, plan.runtimeKey, { isNew: () => true, number: null, replaces: false }).cells;
}

function chooseFrom(all: Cells, groups: readonly PlannedCells[], key: readonly RuntimeField[], how: HowToChoose): PlannedPart {
  const seen = new Map(all.cells.map((cell) => [keyOfCell(cell, key), cell]));
  const wanted = cellsOf(groups);
  const names = nameRuntimes(wanted.map(({ runtime }) => runtime), key);
  const parts = wanted.map(({ task, runtime, cohort }) => {
    const identity = runtimeIdentity(runtime, key);
    const cell = seen.get(JSON.stringify([identity, cohort, task]));
    const chosen = chooseAttempts(cell === undefined ? [] : entriesOf(cell), how);
    return { ...chosen, cell: { task, cohort, runtime: names.get(identity) ?? '', usable: chosen.usable, setAside: chosen.setAside } };
  });
  const cells = parts.map(({ cell }) => cell).sort((a, b) => compareText(a.runtime, b.runtime) || compareText(a.cohort ?? '', b.cohort ?? '') || Number(a.cohort !== null) - Number(b.cohort !== null) || compareText(a.task, b.task));
  const sum = (count: (part: (typeof parts)[number]) => number): number => parts.reduce((total, part) => total + count(part), 0);
  return {
    cells: { estimand: all.estimand, cells, excluded: excludedOf(all, cells) },
    planned: cells.length,
    complete: sum(({ isComplete }) => (isComplete ? 1 : 0)),
    started: sum(({ started }) => started),
    counted: sum(({ usable }) => usable.length),
  };
}

interface HowToChoose {
  readonly isNew: (attempt: TimedAttempt) => boolean;
  /** Attempts per cell; null: however many there are. */
  readonly number: number | null;
  /** An attempt without a verdict makes room for the next one started. */
  readonly replaces: boolean;
}

/** Every cell that the groups name, one by one. */
export function cellsOf(groups: readonly PlannedCells[]): readonly { readonly task: string; readonly runtime: RuntimeFields; readonly cohort: string | null }[] {
  return groups.flatMap(({ tasks, runtime, cohort }) => tasks.map((task) => ({ task, runtime, cohort })));
}

/** Cells as a plan names them: by runtime and cohort, tasks sorted, fields outside the key left out. */
export function groupsOf(cells: readonly Cell[], key: readonly RuntimeField[]): readonly PlannedCells[] {
  const groups = new Map<string, { runtime: RuntimeFields; cohort: string | null; tasks: string[] }>();
  for (const cell of cells) {
    const fields = fieldsOf(cell);
    if (fields === null) continue;
    const runtime = onlyKey(fields, key);
    const name = JSON.stringify([runtimeIdentity(runtime, key), cell.cohort]);
    const group = groups.get(name) ?? { runtime, cohort: cell.cohort, tasks: [] };
    groups.set(name, group);
    group.tasks.push(cell.task);
  }
  return [...groups.values()].flatMap(({ runtime, cohort, tasks }) => pages([...tasks].sort(compareText)).map((page) => ({ tasks: page, runtime, cohort })));
}

/** Lists in a plan hold at most this many entries. */
const MOST_TASKS = 1_000;

function pages(tasks: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(tasks.length / MOST_TASKS) }, (_, at) => tasks.slice(at * MOST_TASKS, (at + 1) * MOST_TASKS));
}

function fieldsOf(cell: Cell): RuntimeFields | null {
  return (cell.usable[0] ?? cell.setAside[0]?.attempt)?.attempt.runtime ?? null;
}

function onlyKey(fields: RuntimeFields, key: readonly RuntimeField[]): RuntimeFields {
  const has = (field: RuntimeField): string | null => (key.includes(field) ? fields[field] : null);
  return { agent: has('agent'), agentVersion: has('agentVersion'), model: has('model'), provider: has('provider'), config: has('config') };
}

function keyOfCell(cell: Cell, key: readonly RuntimeField[]): string {
  const fields = fieldsOf(cell);
  return JSON.stringify([fields === null ? '' : runtimeIdentity(fields, key), cell.cohort, cell.task]);
}

function entriesOf(cell: Cell): readonly Entry[] {
  return [...cell.usable.map((attempt) => ({ attempt, reason: null })), ...cell.setAside];
}

/** Whether an attempt surely began after the seal, and was not there when the plan was frozen. */
function newSince({ frozen, indexed }: Lock): (attempt: TimedAttempt) => boolean {
  const sealed = Date.parse(frozen);
  const ids = new Set(indexed.map(({ id }) => id));
  const contents = new Set(indexed.flatMap(({ content }) => (content === null ? [] : [content])));
  return ({ attempt }) => {
    const start = earliestStart(attempt);
    return start !== null && start > sealed && !ids.has(attempt.id) && (attempt.contentHash === null || !contents.has(attempt.contentHash));
  };
}

interface Choice {
  readonly usable: readonly TimedAttempt[];
  readonly setAside: Cell['setAside'];
  readonly isComplete: boolean;
  readonly started: number;
}

function chooseAttempts(entries: readonly Entry[], how: HowToChoose): Choice {
  const fresh = entries.filter(({ attempt }) => how.isNew(attempt)).sort(byStart);
  const old = entries.filter(({ attempt }) => !how.isNew(attempt)).map(({ attempt }) => ({ attempt, reason: 'before-seal' as const }));
  const end = how.number === null ? fresh.length : endOf(fresh, how.number, how.replaces);
  const isComplete = end !== null && end > 0;
  const first = isComplete ? fresh.slice(0, end) : [];
  const chosen = new Set(first);
  const rest = isComplete ? fresh.slice(end) : fresh;
  // Only what is among the planned attempts would have counted.
  const aside = (list: readonly Entry[], other: ExclusionReason | null): Choice['setAside'] =>
    list.flatMap(({ attempt, reason, isMissing }) => (reason ?? other) === null ? [] : [{ attempt, reason: reason ?? other ?? 'no-outcome', isMissing: other === null && isMissing === true }]);
  return {
    usable: entries.filter((entry) => entry.reason === null && chosen.has(entry)).map(({ attempt }) => attempt),
    setAside: [...aside(first, null), ...aside(rest, isComplete ? 'beyond-plan' : 'short-of-plan'), ...old].sort((a, b) => a.attempt.row - b.attempt.row),
    isComplete,
    started: fresh.length,
  };
}

/** How many of the started attempts make up the planned number; null while there are too few. */
function endOf(fresh: readonly Entry[], number: number, replaces: boolean): number | null {
  if (!replaces) return fresh.length >= number ? number : null;
  let usable = 0;
  for (const [at, { reason }] of fresh.entries()) {
    if (reason === null) usable++;
    if (usable === number) return at + 1;
  }
  return null;
}

function byStart(a: Entry, b: Entry): number {
  return (earliestStart(a.attempt.attempt) ?? 0) - (earliestStart(b.attempt.attempt) ?? 0) || compareText(a.attempt.attempt.id, b.attempt.attempt.id);
}

/** Whatever is in no count now: with the reason that the planned cells give, that of before, or that its cell was not planned. */
function excludedOf(all: Cells, planned: readonly Cell[]): Cells['excluded'] {
  const counted = new Set(planned.flatMap(({ usable }) => usable.map(({ row }) => row)));
  const reasons = new Map<number, ExclusionReason>(planned.flatMap(({ setAside }) => setAside.map(({ attempt, reason }) => [attempt.row, reason] as const)));
  const every = [...all.excluded, ...all.cells.flatMap(({ usable }) => usable.map((attempt) => ({ attempt, reason: 'not-planned' as const })))];
  return every
    .filter(({ attempt }) => !counted.has(attempt.row))
    .map(({ attempt, reason }) => ({ attempt, reason: reasons.get(attempt.row) ?? reason }))
    .sort((a, b) => a.attempt.row - b.attempt.row);
}
