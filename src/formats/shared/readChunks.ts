import type { StepText } from '../../model/step';
import type { PartSink, SourceFile } from '../contract';
import type { ContentHash } from './hash';

/** The chunks of a file, from where its reader is to go on; asks before each whether the user has cancelled, and feeds `hash` where one is given. */
export function* readChunks(file: SourceFile, sink: PartSink, hash?: ContentHash): Iterable<Uint8Array> {
  sink.checkCancelled();
  for (const chunk of file.chunks(file.resume?.byte)) {
    sink.checkCancelled();
    hash?.update(chunk);
    yield chunk;
  }
}

/** Step text of readers that have no steps. */
export const NO_STEP_TEXT: StepText = { reasoning: '', message: '', calls: [], observations: [] };
