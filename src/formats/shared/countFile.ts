// Files of a source that give no attempt: damaged ones, and copies of what other files say.

import type { PartSink, SourceFile } from '../contract';
import type { FormatName } from '../../model/formats';
import { scanJson } from './jsonSlices';
import { problemIn, seedProblem, WHOLE_FILE } from './problems';

/**
 * Counts a file that was recognised once but is not what it was: it changed since, or its first bytes are damaged.
 * One record that could not be used, with the reason. `expected` says what the file should be.
 */
export function countDamaged(file: SourceFile, format: FormatName, expected: string, sink: PartSink): void {
  const { issues } = scanJson(file.chunks(), { want: [] }, () => undefined);
  const changed = seedProblem('changed-while-reading', WHOLE_FILE, {
    found: 'other content',
    expected,
    message: 'The file is not what it was when it was recognised.',
  });
  for (const issue of issues.length > 0 ? issues : [changed]) sink.problem(problemIn(file.path, issue));
  sink.file({ file: file.path, format, records: 1, shown: 0, folded: 0, unreadable: 1 });
}

/** Counts a JSON file that repeats what other files hold: one folded record, or an unreadable one when it is damaged. */
export function countCopy(file: SourceFile, format: FormatName, sink: PartSink): void {
  const scan = scanJson(file.chunks(), { want: [] }, () => undefined);
  for (const issue of scan.issues) sink.problem(problemIn(file.path, issue));
  const folded = scan.isComplete ? 1 : 0;
  sink.file({ file: file.path, format, records: 1, shown: 0, folded, unreadable: 1 - folded });
}
