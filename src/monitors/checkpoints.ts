// Where paper C's monitors look, and what they are shown.

/** First checkpoint, distance between checkpoints, and steps of a window, all in tool steps. */
const FIRST = 5;
const STRIDE = 3;
const WINDOW = 3;

/**
 * Checkpoints of a run with `toolSteps` tool steps: 5, 8, 11, ... <= toolSteps, counted from 1.
 * Empty for shorter runs.
 * Source: paper C (2610.25525); MATH.md, section 3.
 *
 * @example listCheckpoints(11) // [5, 8, 11]
 */
export function listCheckpoints(toolSteps: number): readonly number[] {
  const checkpoints: number[] = [];
  for (let k = FIRST; k <= toolSteps; k += STRIDE) checkpoints.push(k);
  return checkpoints;
}

/**
 * First and last tool step (from 1, both inclusive) that a monitor sees at checkpoint k: the last three.
 * Source: paper C; MATH.md, section 3.
 */
export function windowAt(k: number): { readonly from: number; readonly to: number } {
  return { from: Math.max(1, k - WINDOW + 1), to: k };
}

export type WindowLabel = 'abort' | 'deliver' | 'continue';

/**
 * What the right answer at checkpoint k would have been, for training: a failed run should be aborted
 * at every k; a solved one delivered at its last two tool steps and continued before.
 * Source: paper C; MATH.md, section 3.
 */
export function labelWindow(k: number, run: { readonly toolSteps: number; readonly resolved: boolean }): WindowLabel {
  if (!run.resolved) return 'abort';
  return k >= run.toolSteps - 1 ? 'deliver' : 'continue';
}

/** Indices (from 0) of the last three steps up to and including step `index`: what a monitor saw there. */
export function stepsSeenAt(index: number): readonly number[] {
  const { from, to } = windowAt(index + 1);
  return Array.from({ length: to - from + 1 }, (_, i) => from - 1 + i);
}
