import { cleanLine } from '../base/cleanText';
import type { ExclusionReason } from '../model/results';
import { compareAttempts } from '../index/compareAttempts';
import type { Cell, Cells, SetAside, TimedAttempt } from './cells';
import { earliestStart } from './startOf';

/** Cells cut where their batch can be counted; or a sentence why it cannot. */
export type StartedCells = { readonly kind: 'cells'; readonly cells: Cells } | { readonly kind: 'refused'; readonly message: string };

/**
 * Each cell with its attempts in the order of their starts, up to the first whose result is not known yet: one without a
 * verdict or a result, or one that was not followed to B. That one and those started after it are set aside; counting them
 * would favour whatever finishes first. What infrastructure broke and what has no place on the axis stays excluded, since it
 * will never be known. Attempts started together count in the order of their files.
 *
 * Refused when an attempt does not say when it started. Source: BEYOND.md 4.
 */
export function startedCells(all: Cells, budget: number): StartedCells {
  const waiting = all.cells.flatMap((cell) => entriesOf(cell, budget));
  const unknown = waiting.filter(({ attempt }) => earliestStart(attempt.attempt) === null);
  const [first] = unknown;
  if (first !== undefined) return { kind: 'refused', message: refusal(unknown.length, waiting.length, first.attempt) };
  const cells = all.cells.map((cell) => cutCell(cell, budget));
  const counted = new Set(cells.flatMap(({ usable }) => usable.map(({ row }) => row)));
  const reasons = new Map<number, ExclusionReason>(cells.flatMap(({ setAside }) => setAside.map(({ attempt, reason }) => [attempt.row, reason] as const)));
  const later = all.cells.flatMap(({ usable }) => usable.filter(({ row }) => !counted.has(row)).map((attempt) => ({ attempt, reason: reasons.get(attempt.row) ?? ('started-later' as const) })));
  return { kind: 'cells', cells: { ...all, cells, excluded: [...all.excluded, ...later] } };
}

interface Entry {
  readonly attempt: TimedAttempt;
  /** Null: usable. */
  readonly aside: SetAside | null;
  readonly isOpen: boolean;
}

/** Attempts that take part in the order; a result that will never be known does not. */
function entriesOf(cell: Cell, budget: number): readonly Entry[] {
  const usable = cell.usable.map((attempt): Entry => ({ attempt, aside: null, isOpen: isUnresolved(attempt, budget) }));
  const pending = cell.setAside.filter(({ reason, isMissing }) => isMissing === true && (reason === 'no-outcome' || reason === 'no-result'));
  return [...usable, ...pending.map((aside): Entry => ({ attempt: aside.attempt, aside, isOpen: true }))].sort(byStart);
}

function isUnresolved({ times: { T, E, H } }: TimedAttempt, budget: number): boolean {
  return T === null && E === null && (H === null || H < budget);
}

function byStart({ attempt: a }: Entry, { attempt: b }: Entry): number {
  return (earliestStart(a.attempt) ?? 0) - (earliestStart(b.attempt) ?? 0) || compareAttempts(a.attempt, b.attempt);
}

function cutCell(cell: Cell, budget: number): Cell {
  const entries = entriesOf(cell, budget);
  const first = entries.findIndex(({ isOpen }) => isOpen);
  if (first < 0) return cell;
  const after = entries.slice(first).filter(({ aside }) => aside === null);
  const left = new Set(after.map(({ attempt }) => attempt.row));
  return {
    ...cell,
    usable: cell.usable.filter(({ row }) => !left.has(row)),
    setAside: [...cell.setAside, ...after.map(({ attempt, isOpen }): SetAside => ({ attempt, reason: isOpen ? 'open' : 'started-later', isMissing: true }))].sort((a, b) => a.attempt.row - b.attempt.row),
  };
}

function refusal(unknown: number, all: number, { attempt }: TimedAttempt): string {
  const name = `${cleanLine(attempt.task ?? '')}, ${cleanLine(attempt.attempt)} (${cleanLine(attempt.file)})`;
  return `The anytime rule counts attempts in the order in which they were started, and ${unknown === all ? 'none' : unknown} of ${all} attempts ${unknown === all ? 'says' : unknown === 1 ? 'does not say' : 'do not say'} when, for example ${name}. Decide with the fixed rule, or state the starts.`;
}
