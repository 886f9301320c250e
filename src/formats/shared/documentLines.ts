import type { FilePart, PartSink, SourceFile } from '../contract';
import type { FileRange, Step } from '../../model/step';
import { memoryContent } from '../containers/content';
import { hashBytes } from './hash';
import type { JsonLine } from './jsonLines';
import { scanLines } from './jsonLines';
import { problemIn } from './problems';
import { readChunks } from './readChunks';

/** What the lines came to until now. */
type Counts = Pick<FilePart, 'format' | 'shown' | 'folded' | 'unreadable'>;

const NONE: Counts = { format: null, shown: 0, folded: 0, unreadable: 0 };

/**
 * Reads a file each line of which is a whole document of a format: `read` gets every line as if it were a file of its own. What
 * it finds is told with the places of the file; the locator is the number of the line. Lines before a resume point are kept.
 */
export function readDocumentLines(file: SourceFile, sink: PartSink, read: (document: SourceFile, sink: PartSink) => void): void {
  let counts: Counts = file.resume === undefined ? NONE : (JSON.parse(file.resume.state) as Counts); // what `pause` was given
  const add = ({ format, shown, folded, unreadable }: Counts): void => {
    counts = { format: counts.format ?? format, shown: counts.shown + shown, folded: counts.folded + folded, unreadable: counts.unreadable + unreadable };
  };
  const scan = scanLines(
    readChunks(file, sink),
    { start: file.resume?.byte ?? 0, line: file.resume?.line ?? 1, onTail: (at) => sink.pause?.({ ...at, state: JSON.stringify(counts) }) },
    (line) => {
      const { read: bytes, chunks } = memoryContent(file.path, line.bytes);
      read({ path: file.path, size: line.bytes.length, read: bytes, chunks }, sinkOf(line, sink, add));
    },
  );
  for (const issue of scan.issues) sink.problem(problemIn(file.path, issue));
  add({ ...NONE, unreadable: scan.tooLarge });
  const { format, shown, folded, unreadable } = counts;
  sink.file({ file: file.path, format, records: shown + folded + unreadable, shown, folded, unreadable });
}

/** Takes what is found in a line, and tells it of the file. */
function sinkOf(line: JsonLine, sink: PartSink, add: (part: FilePart) => void): PartSink {
  return {
    attempt: (part, steps) => {
      const range = part.range === null ? { start: line.start, end: line.end } : { start: part.range.start + line.start, end: part.range.end + line.start };
      const locator = part.locator === '' ? String(line.line) : `${line.line}.${part.locator}`;
      // The path is that of all of them: it names neither the attempt's folder nor its run.
      sink.attempt({ ...part, range, locator, contentHash: part.contentHash === null ? null : hashBytes(line.bytes), place: { folder: null, runFolder: null } }, steps.map((step) => moved(step, line.start)));
    },
    outcome: (part) => sink.outcome(part),
    run: (part) => sink.run(part),
    score: (part) => sink.score(part),
    problem: (problem) => sink.problem({ ...problem, line: (problem.line ?? 1) + line.line - 1, byte: (problem.byte ?? 0) + line.start }),
    file: add,
    checkCancelled: () => sink.checkCancelled(),
  };
}

function moved(step: Step, by: number): Step {
  return { ...step, action: movedRange(step.action, by), observation: movedRange(step.observation, by) };
}

function movedRange(range: FileRange | null, by: number): FileRange | null {
  return range === null ? null : moveRange(range, by);
}

function moveRange(range: FileRange, by: number): FileRange {
  return { ...range, start: range.start + by, end: range.end + by, ...(range.more === undefined ? {} : { more: range.more.map((part) => moveRange(part, by)) }) };
}
