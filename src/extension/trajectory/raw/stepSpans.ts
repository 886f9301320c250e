import type { TraceIndex } from '../../../index/traceIndex';
import type { Step } from '../../../model/step';
import { finish } from '../../portions';

/** A range of a step in one file, bytes. */
export interface StepSpan {
  readonly row: number;
  /** Index from 0. */
  readonly step: number;
  readonly start: number;
  /** Not included. */
  readonly end: number;
}

/** Where the steps of all attempts stand in one file. */
export interface FileSpans {
  /** Sorted by start, then end. */
  readonly spans: readonly StepSpan[];
  /** Per row and step: from the first byte of its first range to the last of its last one, in this file. */
  readonly steps: ReadonlyMap<number, ReadonlyMap<number, StepSpan>>;
}

const cache = new WeakMap<TraceIndex, Map<string, Promise<FileSpans>>>();

/** Spans of a file, kept as long as the snapshot. Cost at first: the steps of the attempts in the file, in portions. */
export function spansOf(index: TraceIndex, file: string): Promise<FileSpans> {
  const known = cache.get(index) ?? new Map<string, Promise<FileSpans>>();
  cache.set(index, known);
  const found = known.get(file);
  if (found) return found;
  const made = finish(collectSpans([...index.rowsOfFile(file), ...index.subAgentsOfFile(file)], (row, step) => index.step(row, step), file));
  known.set(file, made);
  return made;
}

/** As `spansOf`, from steps. */
export function makeSpans(rows: readonly { readonly row: number; readonly steps: readonly Step[] }[], file: string): FileSpans {
  const byRow = new Map(rows.map(({ row, steps }) => [row, steps]));
  const work = collectSpans([...byRow.keys()], (row, step) => byRow.get(row)?.[step] ?? null, file);
  for (;;) {
    const portion = work.next();
    if (portion.done === true) return portion.value;
  }
}

/** Steps between two chances to do other things: less than a millisecond of work. */
const PORTION = 64;

function* collectSpans(rows: readonly number[], stepOf: (row: number, step: number) => Step | null, file: string): Generator<void, FileSpans, void> {
  const spans: StepSpan[] = [];
  const steps = new Map<number, Map<number, StepSpan>>();
  let done = 0;
  for (const row of rows) {
    const whole = new Map<number, StepSpan>();
    for (let index = 0; ; index++) {
      const own = stepOf(row, index);
      if (own === null) break;
      addStep(own, { row, file, spans, whole });
      if (++done % PORTION === 0) yield;
    }
    steps.set(row, whole);
  }
  yield;
  spans.sort((a, b) => a.start - b.start || a.end - b.end);
  return { spans, steps };
}

function addStep({ index: step, action, observation }: Step, { row, file, spans, whole }: { readonly row: number; readonly file: string; readonly spans: StepSpan[]; readonly whole: Map<number, StepSpan> }): void {
  let start = Infinity;
  let end = -1;
  for (const range of [action, observation]) {
    if (range === null) continue;
    for (const part of range.more === undefined ? [range] : [range, ...range.more]) {
      if (part.file !== file || part.end <= part.start) continue;
      spans.push({ row, step, start: part.start, end: part.end });
      start = Math.min(start, part.start);
      end = Math.max(end, part.end);
    }
  }
  if (end >= 0) whole.set(step, { row, step, start, end });
}

/**
 * The step that a byte belongs to: the innermost range that holds it, else the step whose action and observation it lies
 * between; null when it lies in none. Cost: log(ranges), and the ranges that nest there.
 */
export function stepAtByte({ spans, steps }: FileSpans, byte: number): StepSpan | null {
  const last = lastAtOrBefore(spans, byte);
  // Ranges that nest are few: a step's message inside a line, at most.
  for (let i = last; i >= 0 && i > last - 8; i--) {
    const span = spans[i];
    if (span && span.end > byte) return span;
  }
  const before = spans[last];
  const whole = before && steps.get(before.row)?.get(before.step);
  return whole && whole.start <= byte && byte < whole.end ? whole : null;
}

/** The step whose first range begins after the byte, at most `reach` bytes on; null when none does. Cost: log(ranges). */
export function stepSoonAfter({ spans, steps }: FileSpans, byte: number, reach: number): StepSpan | null {
  const next = spans[lastAtOrBefore(spans, byte) + 1];
  if (!next || next.start - byte > reach) return null;
  return steps.get(next.row)?.get(next.step)?.start === next.start ? next : null;
}

/** Index of the last span that starts at or before the byte; -1 when none does. Cost: log(spans). */
export function lastAtOrBefore(spans: readonly StepSpan[], byte: number): number {
  let low = -1;
  let high = spans.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((spans[middle]?.start ?? Infinity) <= byte) low = middle;
    else high = middle - 1;
  }
  return low;
}
