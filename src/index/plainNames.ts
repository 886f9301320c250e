// Readers see `x.jsonl.gz` as `x.jsonl`: what they find in a name holds for the content. What they say of it is told of the
// file's own path.

import { MEMBER_MARK, plainPath } from '../formats/containers/content';
import type { PartSink, SourceFile } from '../formats/contract';
import type { FileRange, Step } from '../model/step';

export interface SeenFiles {
  /** The files under the names that readers see. */
  readonly files: readonly SourceFile[];
  /** What takes parts of these files, and gives them on under the files' own paths. */
  readonly sink: PartSink;
}

/** The files as a reader sees them. Files whose seen names are equal must not be read together. */
export function seeFiles(files: readonly SourceFile[], sink: PartSink): SeenFiles {
  const own = new Map(files.filter((file) => plainPath(file.path) !== file.path).map((file) => [plainPath(file.path), file.path]));
  if (own.size === 0) return { files, sink };
  const ownPath = (seen: string): string => {
    const known = own.get(seen);
    if (known !== undefined) return known;
    // A member of a container that is compressed itself.
    const mark = seen.indexOf(MEMBER_MARK);
    const container = mark < 0 ? undefined : own.get(seen.slice(0, mark));
    return container === undefined ? seen : container + seen.slice(mark);
  };
  return { files: files.map((file) => ({ ...file, path: plainPath(file.path) })), sink: renaming(sink, ownPath) };
}

/** The step with the names that its reader has seen. */
export function seenStep(step: Step): Step {
  return renameStep(step, plainPath);
}

type Rename = (path: string) => string;

function renaming(sink: PartSink, own: Rename): PartSink {
  return {
    attempt: (part, steps) => sink.attempt({ ...part, file: own(part.file), outcomeFile: part.outcomeFile === null ? null : own(part.outcomeFile) }, steps.map((step) => renameStep(step, own))),
    outcome: (part) => sink.outcome({ ...part, file: own(part.file) }),
    run: (part) => sink.run({ ...part, file: own(part.file), tasks: part.kind === 'selection' ? renameSelection(part.tasks, own) : part.tasks }),
    score: (part) => sink.score({ ...part, file: own(part.file) }),
    problem: (problem) => sink.problem({ ...problem, file: own(problem.file) }),
    file: (part) => sink.file({ ...part, file: own(part.file) }),
    checkCancelled: () => sink.checkCancelled(),
  };
}

/** The attempts that a selection names, as `file#locator`. */
function renameSelection(tasks: ReadonlyMap<string, string>, own: Rename): ReadonlyMap<string, string> {
  return new Map([...tasks].map(([task, place]) => [task, `${own(place.slice(0, place.lastIndexOf('#')))}${place.slice(place.lastIndexOf('#'))}`]));
}

function renameStep(step: Step, rename: Rename): Step {
  return { ...step, action: renameRange(step.action, rename), observation: renameRange(step.observation, rename) };
}

function renameRange(range: FileRange | null, rename: Rename): FileRange | null {
  if (range === null) return null;
  const { more } = range;
  return { ...range, file: rename(range.file), ...(more ? { more: more.map((part) => ({ ...part, file: rename(part.file) })) } : {}) };
}
