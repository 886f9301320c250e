import { RANGE_SEPARATOR } from '../formats/contract';
import type { Reader, StepBytes } from '../formats/contract';
import type { FileRange, Step, StepText } from '../model/step';
import { builtInReaders } from './builtInReaders';
import { seenStep } from './plainNames';
import { MOST_RANGE_BYTES, readRange } from './readRange';
import type { TraceIndex } from './traceIndex';

export interface ReadStepOptions {
  /** Most bytes of the action, and of the observation. */
  readonly limit?: number;
  /** For tests. */
  readonly readers?: readonly Reader[];
}

export interface ShownStepText extends StepText {
  /** Bytes of the step that were not read: beyond the limit, or cut off the file since it was indexed. */
  readonly missing: number;
}

const NO_TEXT: ShownStepText = { reasoning: '', message: '', calls: [], observations: [], missing: 0 };

/**
 * Full text of a step of the attempt in `row`, read from its file by range. Empty where the attempt has no steps.
 * Rejects with a `RangeReadError` when the file is gone or leads out of the root.
 */
export async function readStepText(index: TraceIndex, row: number, step: Step, options: ReadStepOptions = {}): Promise<ShownStepText> {
  const { limit = MOST_RANGE_BYTES, readers = await builtInReaders() } = options;
  const { stepReader } = index.attempt(row);
  const reader = readers.find(({ name }) => name === stepReader);
  if (!reader) return NO_TEXT;
  let missing = 0;
  const bytesOf = async (range: FileRange | null): Promise<Uint8Array | null> => {
    if (range === null) return null;
    let left = limit;
    const parts: Uint8Array[] = [];
    for (const part of [range, ...(range.more ?? [])]) {
      const read = await readRange(index.root, part, left);
      missing += read.missing;
      left -= read.bytes.length;
      if (parts.length > 0) parts.push(Uint8Array.of(RANGE_SEPARATOR));
      parts.push(read.bytes);
    }
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
  };
  // Side by side: most of the time goes into waiting for the system.
  const [action, observation] = await Promise.all([bytesOf(step.action), bytesOf(step.observation)]);
  const bytes: StepBytes = { action, observation };
  return { ...reader.stepText(seenStep(step), bytes), missing };
}
