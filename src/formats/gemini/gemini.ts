// Sessions of Gemini CLI: `~/.gemini/tmp/<project>/chats/session-<time>-<id>.json`, one object (until 0.38), or `.jsonl`, a journal that is
// replayed (since 0.39); sub-agents in `chats/<session>/<id>.jsonl`.
//
// Defined in google-gemini/gemini-cli `packages/core/src/services/chatRecordingTypes.ts` and `chatRecordingService.ts`.
//
// A message of the model is one call, with its tools' results inside. In a journal the last version of a message counts, and
// what was rewound is folded. A session that was resumed under the newer version stands in both forms; the document is folded.
//
// Dropped: prompts, notices. Not there: the task, the program's version, settings, an exit status, verdicts, dollars; outputs over
// 50 kB are cut by the producer. Guessed: that a list of messages set anew with a new message in it is a compression.

import type { PartSink, Reader, Source, SourceFile } from '../contract';
import { makeAttemptPart } from '../shared/attemptParts';
import { FileTally } from '../shared/fileTally';
import { nameOf, parentOf } from '../shared/paths';
import { seedProblem, WHOLE_FILE } from '../shared/problems';
import { countSteps, joinNames, mixtureProblem } from '../shared/stepPieces';
import { parseTime, secondsBetween } from '../shared/times';
import { claimFile, shapeOf } from './recognise';
import { readDocument, readJournal } from './readSession';
import type { ReadSession } from './readSession';
import { readStepText } from './stepText';

export const geminiReader: Reader = { name: 'gemini', claim: claimFile, read, stepText: readStepText };

const HEAD_BYTES = 4096;

function read(source: Source, sink: PartSink): void {
  const files = source.files.map((file) => ({ file, shape: shapeOf({ path: file.path, name: nameOf(file.path), size: file.size, head: file.read(0, HEAD_BYTES) }) ?? (/\.jsonl$/i.test(file.path) ? 'journal' : 'document') }));
  const hasJournal = files.some(({ shape }) => shape === 'journal');
  for (const { file, shape } of files) {
    const tally = new FileTally(file, sink);
    const session = shape === 'journal' ? readJournal(file, tally, sink) : readDocument(file, tally, sink);
    if (shape === 'document' && hasJournal) foldDocument(tally);
    else emit(file, session, tally, sink);
    tally.finish('gemini-cli');
  }
}

/** The journal began with a copy of the document. */
function foldDocument(tally: FileTally): void {
  tally.folded += tally.shown;
  tally.shown = 0;
  tally.tell(seedProblem('duplicate', WHOLE_FILE, { found: 'the session once more', expected: 'each session once', message: 'The session went on in the journal beside this file, which holds these messages too; they are counted there.' }));
}

function emit(file: SourceFile, read: ReadSession, tally: FileTally, sink: PartSink): void {
  const { steps, models, contentHash, isSubAgent } = read;
  if (read.session === null && steps.length === 0) return;
  const session = read.session ?? nameOf(file.path).replace(/\.[^.]+$/, '');
  const started = parseTime(read.started) === null ? read.first : read.started;
  const mixture = mixtureProblem(models, []);
  if (mixture !== null) tally.tell(mixture);
  sink.attempt(
    makeAttemptPart({
      role: isSubAgent ? 'sub-agent' : 'trajectory',
      format: 'gemini-cli',
      file: file.path,
      contentHash,
      place: { folder: null, runFolder: null },
      runtime: { agent: 'gemini-cli', agentVersion: null, model: joinNames(models), provider: null, config: null },
      attempt: session,
      started,
      ...countSteps(steps),
      seconds: largestKnown(secondsBetween(started, read.updated), secondsBetween(started, read.last)),
      // The folder of a sub-agent is named after the session that started it.
      lineage: { session, spawns: read.spawns, parent: isSubAgent ? { session: nameOf(parentOf(file.path)), call: session } : null },
    }),
    steps,
  );
}

/** The time of the last change is not written with every message. */
function largestKnown(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}
