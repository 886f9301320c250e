// Sessions of Codex CLI: rollouts `~/.codex/sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl`, one line an item or event (`{timestamp, type,
// payload}`), and until September 2025 bare items without times; also what `codex exec --json` prints.
//
// Written by Codex CLI 0.1 to 0.9x; defined in openai/codex `codex-rs/protocol/src/protocol.rs`, `models.rs` and
// `codex-rs/exec/src/exec_events.rs`. Facts: formats.md 7.2.
//
// Events for the user interface repeat items and are folded; counts of tokens are events too, and are taken: one new total
// is one model call. Lines that a forked session or a sub-agent copied from its parent are folded.
//
// Dropped: instructions and prompts. Not there: the task, verdicts, dollars; times and tokens in the old form; times, and tokens
// of single calls, in the exec stream. Guessed: where an answer ends when no counts say (at its first output); where a copy
// ends (copied lines are written at once, and no model answers within half a second).

import type { AttemptPart, Lineage, PartSink, Reader, Source, SourceFile } from '../contract';
import type { RuntimeFields } from '../../model/attempt';
import { makeAttemptPart } from '../shared/attemptParts';
import { asRecord, getText } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { FileTally } from '../shared/fileTally';
import { ContentHash, hashValue } from '../shared/hash';
import { scanLines } from '../shared/jsonLines';
import { parseLine } from '../shared/parseLine';
import { nameOf } from '../shared/paths';
import { seedProblem, WHOLE_FILE } from '../shared/problems';
import { readChunks } from '../shared/readChunks';
import { countSteps, joinNames, mixtureProblem } from '../shared/stepPieces';
import { secondsBetween } from '../shared/times';
import { addKnown, sumUsage } from '../shared/usage';
import { claimFile, shapeOf } from './recognise';
import { parentOfMeta, RolloutReading } from './rollout';
import type { LinePlace, Rollout } from './rollout';
import { readStepText } from './stepText';
import { StreamReading } from './stream';
import type { Stream } from './stream';

export const codexReader: Reader = { name: 'codex', claim: claimFile, read, stepText: readStepText };

function read(source: Source, sink: PartSink): void {
  for (const file of source.files) readFile(file, sink);
}

function readFile(file: SourceFile, sink: PartSink): void {
  const tally = new FileTally(file, sink);
  const head = file.read(0, 4096);
  const shape = shapeOf(head, file.size > head.length);
  if (shape === 'stream') {
    const reading = new StreamReading(file.path, tally);
    const contentHash = readLines(file, sink, tally, (record, place) => reading.take(record, place));
    emitStream(file, reading.finish(), contentHash, sink);
  } else {
    const reading = new RolloutReading(file.path, tally);
    const contentHash = readLines(file, sink, tally, (record, place) => reading.take(record, place));
    emitRollout(file, reading.finish(), { contentHash, isBare: shape === 'bare' }, tally, sink);
  }
  tally.finish('codex');
}

/** Hands the records to `visit`; returns the file's hash, or null where some could not be read. */
function readLines(file: SourceFile, sink: PartSink, tally: FileTally, visit: (record: JsonRecord, place: LinePlace) => void): string | null {
  const hash = new ContentHash();
  const scan = scanLines(readChunks(file, sink, hash), {}, (line) => {
    const place = { line: line.line, byte: line.start, end: line.end };
    const parsed = parseLine(line, tally);
    if (parsed === null) return;
    const record = asRecord(parsed.value);
    if (record === null) tally.refuse(seedProblem('bad-value', place, { found: 'a line that is no object', expected: 'an object in each line', message: 'The line is no object; it was left out.' }, 'error'));
    else visit(record, place);
  });
  tally.tellAll(scan.issues);
  tally.unreadable += scan.tooLarge;
  return tally.unreadable === 0 ? hash.digest() : null;
}

function emitRollout(file: SourceFile, rollout: Rollout, how: { readonly contentHash: string | null; readonly isBare: boolean }, tally: FileTally, sink: PartSink): void {
  const { meta, steps, models, started, ended } = rollout;
  if (meta === null) tally.tell(seedProblem('missing-field', WHOLE_FILE, { found: 'no line that names the session', expected: 'session_meta in the first line', message: `The file does not say of which session it is${steps.length === 0 ? ', and holds no answer; it is not an attempt' : ''}.` }));
  if (meta === null && steps.length === 0) return;
  const version = getText(meta, 'cli_version');
  const session = getText(meta, 'id') ?? nameOf(file.path).replace(/\.[^.]+$/, '');
  const parent = parentOfMeta(meta);
  const lineage: Lineage = { session, spawns: rollout.spawns, parent: parent === null ? null : { session: parent, call: session } };
  const mixture = mixtureProblem(models, []);
  if (mixture !== null) tally.tell(mixture);
  sink.attempt(
    makeAttemptPart({
      role: parent === null ? 'trajectory' : 'sub-agent',
      format: 'codex',
      formatVersion: how.isBare ? 'bare' : (/^\d+\.\d+/.exec(version ?? '')?.[0] ?? null),
      file: file.path,
      contentHash: how.contentHash,
      place: { folder: null, runFolder: null },
      runtime: runtimeOf(rollout, version),
      attempt: session,
      started,
      ...countsOf(rollout, tally),
      seconds: secondsBetween(started, ended),
      exitStatus: rollout.exitStatus,
      lineage,
    }),
    steps,
  );
}

function runtimeOf({ meta, models, settings }: Rollout, agentVersion: string | null): RuntimeFields {
  const record = asRecord(meta) ?? {};
  const config = { settings, instructions: record['base_instructions'] ?? record['instructions'] ?? null };
  const isKnown = settings.length > 0 || config.instructions !== null;
  return { agent: 'codex', agentVersion, model: joinNames(models), provider: getText(meta, 'model_provider'), config: isKnown ? hashValue(config) : null };
}

/** Counts by the steps; a call that left nothing but its count of tokens is a call too, and a summary is not the agent's own. */
function countsOf({ steps, unseen, summaries, hasOnlyCopies }: Rollout, tally: FileTally): Pick<AttemptPart, 'calls' | 'toolSteps' | 'toolCalls' | 'tokens' | 'side'> {
  const counts = countSteps(steps);
  const side = summaries.length === 0 ? null : { calls: summaries.length, tokens: sumUsage(summaries), cost: null };
  if (hasOnlyCopies) {
    tally.tell(seedProblem('missing-field', WHOLE_FILE, { found: 'answers only as the user interface showed them', expected: 'the items of answers', message: 'The file holds no items of answers, only what the user interface showed; how many calls there were is not known.' }, 'information'));
    return { calls: null, toolSteps: null, toolCalls: null, tokens: sumUsage(unseen), side };
  }
  if (unseen.length === 0) return { ...counts, side };
  tally.tell(seedProblem('missing-field', WHOLE_FILE, {
    found: `${steps.length} answers, and tokens of ${steps.length + unseen.length} calls`,
    expected: 'an answer for each call',
    message: `Calls that left nothing but their tokens: ${unseen.length}. They count; where they lay is not known, so calls of steps are numbered without them.`,
  }, 'information'));
  const more = sumUsage(unseen);
  const { input, cached, output } = counts.tokens;
  return { ...counts, calls: counts.calls + unseen.length, tokens: { input: addKnown(input, more.input), cached: addKnown(cached, more.cached), output: addKnown(output, more.output) }, side };
}

function emitStream(file: SourceFile, { session, steps, tokens, exitStatus }: Stream, contentHash: string | null, sink: PartSink): void {
  const name = session ?? nameOf(file.path).replace(/\.[^.]+$/, '');
  const { calls, toolSteps, toolCalls } = countSteps(steps);
  sink.attempt(
    makeAttemptPart({
      role: 'trajectory',
      format: 'codex',
      formatVersion: 'exec',
      file: file.path,
      contentHash,
      place: { folder: null, runFolder: null },
      runtime: { agent: 'codex', agentVersion: null, model: null, provider: null, config: null },
      attempt: name,
      calls,
      toolSteps,
      toolCalls,
      tokens,
      exitStatus,
      lineage: { session: name, spawns: [], parent: null },
    }),
    steps,
  );
}
