import { STEP_KINDS, type StepKind } from '../../src/protocol/trajectory';
import { fieldOf } from '../shared/state';

/** What the page keeps over a reload: where the reader is, nothing of the trace. */
export interface Place {
  readonly attempt: string | null;
  /** The run, as `TrajectoryView.key` names it. */
  readonly key: string | null;
  /** Chosen step, from 1. */
  readonly step: number;
  /** First step that is in sight. */
  readonly top: number;
  readonly expanded: readonly number[];
  readonly monitor: string | null;
  readonly kinds: readonly StepKind[];
  readonly query: string;
}

/** Open steps that are kept; more are forgotten, oldest first. */
export const MOST_EXPANDED = 20;

export const START: Place = { attempt: null, key: null, step: 1, top: 1, expanded: [], monitor: null, kinds: [], query: '' };

/** Reads a kept place; what is missing or of another type falls back on the start. */
export function readPlace(raw: unknown): Place {
  const text = (name: string): string | null => {
    const value = fieldOf(raw, name);
    return typeof value === 'string' ? value : null;
  };
  const step = (value: unknown): number => (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 ? value : 1);
  const list = (name: string): readonly unknown[] => {
    const value = fieldOf(raw, name);
    return Array.isArray(value) ? value : [];
  };
  return {
    attempt: text('attempt'),
    key: text('key'),
    step: step(fieldOf(raw, 'step')),
    top: step(fieldOf(raw, 'top')),
    expanded: list('expanded').filter((value): value is number => typeof value === 'number' && Number.isSafeInteger(value)).slice(-MOST_EXPANDED),
    monitor: text('monitor'),
    kinds: STEP_KINDS.filter((kind) => list('kinds').includes(kind)),
    query: text('query') ?? '',
  };
}
